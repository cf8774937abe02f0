package bench

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// WriteNative writes a set in the native format, which keeps everything that
// verdicts rest on: the runs in their order with their environments, each
// series with its unit and direction and its values run by run, what failed,
// and the remarks of the reader. Reading it again gives the same set, but for
// the names of the files that it came from. docs/samples.schema.json describes
// it; a series is one line, so that two files can be compared with diff.
func WriteNative(w io.Writer, s *Set) error {
	out := &nativeWriter{w: bufio.NewWriter(w)}
	out.text("{\n\"schema\": ")
	out.value(NativeSchema)
	out.list("runs", len(s.Runs), func(i int) {
		out.text(`{"environment": `)
		out.value(s.Runs[i].Env, json.OmitZeroStructFields(true))
		out.text("}")
	})
	out.list("series", len(s.Series), func(i int) { out.series(s.Series[i], len(s.Runs)) })
	if len(s.Problems) > 0 {
		out.list("problems", len(s.Problems), func(i int) {
			p := s.Problems[i]
			out.value(nativeProblem{p.Group, p.Benchmark, p.Metric, p.Kind.String(), p.Run, p.Message, p.Advice})
		})
	}
	if len(s.Notes) > 0 {
		out.list("notes", len(s.Notes), func(i int) {
			n := s.Notes[i]
			out.value(nativeNote{n.Code, n.File, n.Line, n.Key.Group, n.Key.Benchmark, n.Key.Metric, n.Message, n.Advice})
		})
	}
	out.text("\n}\n")
	if out.err == nil {
		out.err = out.w.Flush()
	}
	if out.err != nil {
		return fmt.Errorf("writing samples: %w", out.err)
	}
	return nil
}

type nativeProblem struct {
	Group     string `json:"group,omitempty"`
	Benchmark string `json:"benchmark"`
	Metric    string `json:"metric,omitempty"`
	Kind      string `json:"kind"`
	Run       int    `json:"run"`
	Message   string `json:"message"`
	Advice    string `json:"advice,omitempty"`
}

type nativeNote struct {
	Code      string `json:"code"`
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitzero"`
	Group     string `json:"group,omitempty"`
	Benchmark string `json:"benchmark,omitempty"`
	Metric    string `json:"metric,omitempty"`
	Message   string `json:"message"`
	Advice    string `json:"advice,omitempty"`
}

// A nativeWriter keeps the first error.
type nativeWriter struct {
	w   *bufio.Writer
	buf []byte
	err error
}

func (n *nativeWriter) text(s string) {
	if n.err == nil {
		_, n.err = n.w.WriteString(s)
	}
}

// value writes v as JSON. A name that is not valid UTF-8 is written with
// replacement characters.
func (n *nativeWriter) value(v any, opts ...json.Options) {
	if n.err != nil {
		return
	}
	var b []byte
	if b, n.err = json.Marshal(v, append(opts, jsontext.AllowInvalidUTF8(true))...); n.err == nil {
		_, n.err = n.w.Write(b)
	}
}

// list writes a key with an array, one element a line.
func (n *nativeWriter) list(key string, elements int, element func(i int)) {
	n.text(",\n")
	n.value(key)
	n.text(": [")
	for i := range elements {
		if i > 0 {
			n.text(",")
		}
		n.text("\n")
		element(i)
	}
	n.text("\n]")
}

func (n *nativeWriter) series(s *Series, runs int) {
	n.text("{")
	if s.Group != "" {
		n.text(`"group": `)
		n.value(s.Group)
		n.text(", ")
	}
	n.text(`"benchmark": `)
	n.value(s.Benchmark)
	n.text(`, "metric": `)
	n.value(s.Metric)
	n.text(`, "unit": `)
	n.value(s.Unit)
	if s.OriginalUnit != s.Unit {
		n.text(`, "original_unit": `)
		n.value(s.OriginalUnit)
	}
	n.text(`, "better": `)
	n.value(s.Direction.String())
	n.text(fmt.Sprintf(`, "primary": %t, "count": %t, "values": [`, s.Primary, s.Count))
	next := 0
	for run := range runs {
		if run > 0 {
			n.text(", ")
		}
		n.text("[")
		for next < len(s.Samples) && s.Samples[next].Run == run {
			n.numbers(s.Samples[next].Values)
			next++
		}
		n.text("]")
		if next == len(s.Samples) {
			break
		}
	}
	n.text("]}")
}

func (n *nativeWriter) numbers(values []float64) {
	for i, v := range values {
		if i > 0 {
			n.text(", ")
		}
		n.buf = strconv.AppendFloat(n.buf[:0], v, 'g', -1, 64)
		n.text(string(n.buf))
	}
}
