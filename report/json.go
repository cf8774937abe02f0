package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/noisegate/noisegate/gate"
)

// writeJSON writes the report: the head indented for people, each series on a
// line of its own, so that two reports can be compared line by line. The same
// document always gives the same bytes.
func writeJSON(w io.Writer, d *Document, _ Options) error {
	head := *d
	head.Series = nil
	b, err := completeJSON(head)
	if err != nil {
		return fmt.Errorf("encoding the report: %w", err)
	}
	// A line break never stands inside a JSON string, so this is the list of
	// the top level and nothing else.
	before, after, _ := bytes.Cut(b, []byte("\n  \"series\": null"))
	var out bytes.Buffer
	out.Write(before)
	out.WriteString("\n  \"series\": [")
	for i := range d.Series {
		line, err := appendJSON(nil, reflect.ValueOf(d.Series[i]))
		if err != nil {
			return fmt.Errorf("encoding series %q: %w", d.Series[i].Benchmark, err)
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		out.Write(line)
	}
	if len(d.Series) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteByte(']')
	out.Write(after)
	out.WriteByte('\n')
	_, err = w.Write(escapeControls(out.Bytes()))
	return err
}

// escapeControls writes invisible characters of a JSON text as \u escapes.
// Outside strings JSON has none but white space, which is kept; a terminal or
// a reviewer then sees what a name really holds.
func escapeControls(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r < utf8.RuneSelf && r >= ' ' && r != 0x7f || r == '\n' || !invisible(r) || r > 0xffff {
			out = append(out, b[:n]...)
		} else {
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		b = b[n:]
	}
	return out
}

// Parse reads a saved JSON report. Fields that this version does not know are
// passed over, numbers that are missing are unknown. A report of another
// schema is an error.
func Parse(r io.Reader) (*Document, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading a report: %w", err)
	}
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(b, &head); err != nil {
		return nil, fmt.Errorf("reading a report: %w; %s", place(b, err), onlyReports)
	}
	if head.Schema != Schema {
		return nil, fmt.Errorf("reading a report: schema %q, want %q; %s", head.Schema, Schema, onlyReports)
	}
	type plain Document
	var doc struct {
		plain
		Exit   *int         `json:"exit"`
		Series []wireSeries `json:"series"`
	}
	setUnknown(reflect.ValueOf(&doc.plain).Elem())
	if err := json.Unmarshal(b, &doc); err != nil {
		return nil, fmt.Errorf("reading a report: %w; %s", place(b, err), onlyReports)
	}
	d := Document(doc.plain)
	if !slices.Contains(overall, d.Verdict) {
		return nil, fmt.Errorf("reading a report: verdict %q, want one of %q", d.Verdict, overall)
	}
	for i, s := range doc.Series {
		if s.Verdict != gate.Info && !slices.Contains(overall[:3], s.Verdict) && !slices.Contains(apart, s.Verdict) {
			return nil, fmt.Errorf("reading a report: verdict %q of series %d, %q", s.Verdict, i+1, s.Benchmark)
		}
		d.Series = append(d.Series, s.Series)
	}
	if err := d.setExit(doc.Exit); err != nil {
		return nil, fmt.Errorf("reading a report: %w; write the report again", err)
	}
	d.Meta.Version = d.Version
	d.normalise()
	return &d, nil
}

// setExit takes the exit status of a saved report, nil where it has none. The
// status of the command is the report's, so one that does not go with the
// verdict is refused, and a missing one is worked out: neither may pass for
// green.
func (d *Document) setExit(saved *int) error {
	want := d.exitOf()
	if saved == nil {
		d.Exit = want
		return nil
	}
	d.Exit = *saved
	switch {
	case d.Exit < gate.ExitPass || d.Exit > gate.ExitNotJudged:
		return fmt.Errorf("exit %d is none that a report can have", d.Exit)
	case d.Exit != want:
		return fmt.Errorf("exit %d does not go with the verdict %q under its settings, %d would", d.Exit, d.Verdict, want)
	}
	return nil
}

// exitOf is the exit status that goes with the verdict and the settings
// (docs/exit-statuses.md).
func (d *Document) exitOf() int {
	s := d.Settings
	switch {
	case d.Verdict == gate.Regression && s.FailOn != gate.FailOnNever:
		return gate.ExitRegression
	case d.Verdict == gate.NotJudged,
		d.Verdict == gate.WithinNoise && s.FailOn == gate.FailOnUnresolved,
		d.Verdict == gate.NoBaseline && s.NoBaseline == "fail":
		return gate.ExitNotJudged
	}
	return gate.ExitPass
}

// onlyReports is the way out of a file that is none.
const onlyReports = "only files written by --output json=FILE can be rendered again"

// overall lists the verdicts of a whole report, first those that a series can
// have too; apart those of a series that is not compared. A verdict that no
// output has words for is refused: it could pass for an answer.
var (
	overall = []gate.Verdict{gate.Regression, gate.Pass, gate.WithinNoise, gate.NotJudged, gate.NoBaseline}
	apart   = []gate.Verdict{gate.Added, gate.Removed, gate.Failed, gate.Unusable}
)

// place adds the line to a JSON error.
func place(b []byte, err error) error {
	offset := int64(-1)
	switch e := err.(type) {
	case *json.SyntaxError:
		offset = e.Offset
	case *json.UnmarshalTypeError:
		offset = e.Offset
		err = fmt.Errorf("a JSON %s stands where a report has something else", e.Value)
	}
	if offset < 0 || offset > int64(len(b)) {
		return err
	}
	return fmt.Errorf("line %d: %w", 1+bytes.Count(b[:offset], []byte("\n")), err)
}

// wireSeries is a series as it is read: numbers that are missing become
// unknown, not zero.
type wireSeries struct{ gate.Series }

// UnmarshalJSON implements json.Unmarshaler.
func (s *wireSeries) UnmarshalJSON(b []byte) error {
	type plain gate.Series
	var w struct {
		plain
		Baseline  *wireStats `json:"baseline"`
		Candidate *wireStats `json:"candidate"`
	}
	setUnknown(reflect.ValueOf(&w.plain).Elem())
	if err := json.Unmarshal(b, &w); err != nil {
		return err
	}
	s.Series = gate.Series(w.plain)
	s.Baseline, s.Candidate = (*gate.Stats)(w.Baseline), (*gate.Stats)(w.Candidate)
	return nil
}

// wireStats is [gate.Stats] as it is read.
type wireStats gate.Stats

// UnmarshalJSON implements json.Unmarshaler.
func (s *wireStats) UnmarshalJSON(b []byte) error {
	var v gate.Stats
	setUnknown(reflect.ValueOf(&v).Elem())
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	*s = wireStats(v)
	return nil
}

// setUnknown sets every gate.Number of a struct, nested structs included, to
// unknown.
func setUnknown(v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case f.Type() == reflect.TypeFor[gate.Number]():
			f.Set(reflect.ValueOf(gate.Unknown))
		case f.Kind() == reflect.Struct && f.CanSet():
			setUnknown(f)
		}
	}
}
