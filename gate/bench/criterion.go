package bench

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// sniffCriterion knows the files that Criterion.rs keeps below
// target/criterion, and the text of cargo bench.
func sniffCriterion(h *head) bool {
	o := h.outline()
	switch {
	case o.root == '{':
		return criterionFile(o) != "" || criterionMessages(o)
	case o.root == '[':
		return oldSample(h.text)
	}
	return criterionAside(h.text, h.name) != "" || cargoText(h.lines())
}

// criterionAside returns what a file without samples is that Criterion writes
// beside them, "" where it is none.
func criterionAside(head []byte, name string) string {
	text := strings.TrimSpace(string(head[:min(len(head), 64)]))
	last, folder := lastSegment(name), folderOf(name)
	switch {
	case strings.HasPrefix(text, "group,function,value,"):
		return "raw.csv"
	case last == "tukey.json" && strings.HasPrefix(text, "["):
		return "tukey.json"
	case folder == "report" && (strings.HasSuffix(last, ".svg") || last == "index.html") && strings.HasPrefix(text, "<"):
		return "report"
	}
	return ""
}

// criterionFile returns which of Criterion's files an object is, by its keys;
// "" for none.
func criterionFile(o outline) string {
	switch {
	case o.has("iters", "times"):
		return "sample"
	case o.has("group_id", "full_id"):
		return "benchmark"
	case o.has("mean.confidence_interval", "median.confidence_interval"),
		o.has("Mean.confidence_interval", "Median.confidence_interval"):
		return "estimates"
	}
	return ""
}

// oldSample reports whether head begins with the samples of Criterion.rs
// before 0.3.3: an array of an array of numbers.
func oldSample(head []byte) bool {
	compact := bytes.NewBuffer(nil)
	for _, c := range head[:min(len(head), 256)] {
		if !isSpace(c) {
			compact.WriteByte(c)
		}
	}
	rest, ok := bytes.CutPrefix(compact.Bytes(), []byte("[["))
	return ok && len(rest) > 0 && rest[0] >= '0' && rest[0] <= '9'
}

// readCriterion reads a sample.json of Criterion.rs. Every file is one
// benchmark of one process; a sample is the time of many iterations, which the
// reader divides by their number. The name is the full_id of the benchmark.json
// beside the samples, else the folders below "criterion".
//
// After a run Criterion.rs copies new to base, so that the two hold the same
// samples: base is refused where new is beside it. Of a whole folder only new
// counts, since saved baselines are another commit's.
func readCriterion(r io.Reader, in Input, b *Builder) error {
	br := bufio.NewReaderSize(r, SniffLen)
	head, _ := br.Peek(SniffLen)
	o := outlineOf(head)
	switch {
	case o.root == 0 && criterionAside(head, in.Name) != "":
		return notSamples(in, "this is Criterion's "+criterionAside(head, in.Name)+", not its samples", "pass target/criterion/**/new/sample.json")
	case o.root == 0:
		return readCargo(br, b)
	}
	switch kind := criterionFile(o); {
	case kind == "" && criterionMessages(o):
		return readCriterionMessages(br, in, b)
	case kind == "benchmark" || kind == "estimates":
		return notSamples(in, "this is Criterion's "+kind+".json, which holds no samples", "pass the sample.json beside it")
	}
	switch folder := folderOf(in.Name); {
	case folder == "new" || !newIsBeside(in):
	case folder == "base" || in.Optional:
		return notSamples(in, "Criterion copies new to base after each run, so this holds the samples of the last run, not of the one before",
			"keep target/criterion of both sides, or use --save-baseline NAME and pass target/criterion/**/NAME/sample.json")
	}
	s := &criterion{}
	if err := readJSON(br, in, b, s.document); err != nil {
		return err
	}
	b.StartRun(&Environment{Harness: "Criterion.rs"})
	return s.emit(in, b)
}

// notSamples is the answer to a file that belongs to Criterion's folder but is
// not the samples of its last run: an error where it was named, nothing where
// the whole folder was.
func notSamples(in Input, message, advice string) error {
	if in.Optional {
		return errPassOver
	}
	return &SyntaxError{File: in.Name, Offset: -1, Message: message, Advice: advice}
}

// folderOf returns the name of the folder that a file is in, "" where its name
// has none. That of a sample.json is "new", "base" or a saved baseline's.
func folderOf(name string) string {
	segments := strings.FieldsFunc(name, isSlash)
	if len(segments) < 2 {
		return ""
	}
	return segments[len(segments)-2]
}

// newIsBeside reports whether the folder of the benchmark has a "new".
func newIsBeside(in Input) bool {
	if in.Sibling == nil {
		return false
	}
	f, err := in.Sibling("../new/sample.json")
	if err != nil {
		return false
	}
	_ = f.Close()
	return true
}

func isSlash(r rune) bool { return r == '/' || r == '\\' }

type criterion struct {
	iters, times []float64
	documents    int
}

func (c *criterion) document(j *jsonReader) (err error) {
	if c.documents++; c.documents > 1 {
		return j.errorf("a second document; the samples of each benchmark need a file of their own")
	}
	if j.kind() == '[' {
		return j.array(func(i int) error {
			values, err := j.numbers()
			switch i {
			case 0:
				c.iters = values
			case 1:
				c.times = values
			}
			return err
		})
	}
	lists := 0
	err = j.object(func(key string) (err error) {
		switch key {
		case "iters":
			lists++
			c.iters, err = j.numbers()
		case "times":
			lists++
			c.times, err = j.numbers()
		default:
			err = j.skip()
		}
		return err
	})
	if err == nil && lists < 2 {
		e := j.errorf("there are no \"iters\" and \"times\" in it").(*SyntaxError)
		e.Advice = "pass target/criterion/**/new/sample.json"
		err = e
	}
	return err
}

func (c *criterion) emit(in Input, b *Builder) error {
	if len(c.iters) != len(c.times) {
		return &SyntaxError{File: in.Name, Offset: -1, Message: "it holds another number of iterations than of times",
			Advice: "the file was probably cut short; run the benchmark again"}
	}
	name, err := criterionName(in)
	if err != nil {
		return err
	}
	if len(c.times) == 0 {
		b.Problem(Problem{Benchmark: name, Kind: Unusable, Message: "the file holds no samples",
			Advice: "run cargo bench again, without --profile-time"})
		return nil
	}
	// Criterion counts time in nanoseconds; another measurement, such as
	// cycles, does not say its unit anywhere in the folder.
	values := make([]float64, len(c.times))
	for i, t := range c.times {
		values[i] = t / c.iters[i]
	}
	b.addAll("", name, wallTime("ns"), values)
	return nil
}

// criterionName returns the name of the benchmark that the samples are of.
func criterionName(in Input) (string, error) {
	if in.Sibling != nil {
		if f, err := in.Sibling("benchmark.json"); err == nil {
			defer f.Close()
			return fullID(f, in)
		}
	}
	segments := strings.FieldsFunc(in.Name, isSlash)
	for i := len(segments) - 1; i >= 0; i-- {
		if segments[i] == "criterion" {
			segments = segments[i+1:]
			break
		}
	}
	if n := len(segments); n > 2 {
		return strings.Join(segments[:n-2], "/"), nil
	}
	return strings.TrimSuffix(segments[len(segments)-1], ".json"), nil
}

// fullID reads the full_id of a benchmark.json.
func fullID(r io.Reader, in Input) (id string, err error) {
	beside := Input{Name: strings.TrimSuffix(in.Name, lastSegment(in.Name)) + "benchmark.json", Size: -1}
	err = readJSON(decodeText(r), beside, NewBuilder(beside.Name, "criterion"), func(j *jsonReader) error {
		return j.object(func(key string) (err error) {
			if key != "full_id" {
				return j.skip()
			}
			id, err = j.text()
			return err
		})
	})
	if err == nil && id == "" {
		err = &SyntaxError{File: beside.Name, Offset: -1, Message: "there is no \"full_id\" in it"}
	}
	return id, err
}
