package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// The schemas of what the commands beside the gate write as JSON, in
// docs/noise.schema.json and so on. Fields may be added to v1, none is removed
// or changes its meaning.
const (
	NoiseSchema    = "noisegate/noise/v1"
	PlanSchema     = "noisegate/plan/v1"
	SelftestSchema = "noisegate/selftest/v1"
)

// A Tool is the answer of a command beside the gate: the noise, a plan, a
// self-test.
type Tool struct {
	// Schema names the form of the JSON, Version the program.
	Schema, Version string
	// Result is the answer, a struct of package gate.
	Result any
	// Notices are sentences of the caller that qualify the result. They are
	// data.
	Notices []string
	text    func(*toolWriter)
}

// NewNoise returns the answer of "noisegate noise".
func NewNoise(r gate.NoiseResult, version string, notices []string) *Tool {
	return &Tool{NoiseSchema, version, r, notices, func(t *toolWriter) { t.noise(r) }}
}

// NewPlan returns the answer of "noisegate plan".
func NewPlan(r gate.PlanResult, version string, notices []string) *Tool {
	return &Tool{PlanSchema, version, r, notices, func(t *toolWriter) { t.plan(r) }}
}

// NewSelftest returns the answer of "noisegate selftest".
func NewSelftest(r gate.SelftestResult, version string, notices []string) *Tool {
	return &Tool{SelftestSchema, version, r, notices, func(t *toolWriter) { t.selftest(r) }}
}

// noticeLimit bounds a notice, which may pool several messages.
const noticeLimit = 4 * messageLimit

// WriteText writes the answer for people.
func (t *Tool) WriteText(w io.Writer, o Options) error {
	out := &toolWriter{o: o}
	t.text(out)
	for _, n := range t.Notices {
		out.line(2, "- "+plainText(shorten(n, noticeLimit)))
	}
	_, err := io.WriteString(w, out.out.String())
	return err
}

// WriteJSON writes schema, version, the fields of the result, and the
// notices. The same answer always gives the same bytes.
func (t *Tool) WriteJSON(w io.Writer) error {
	head, err := json.MarshalIndent(struct {
		Schema  string `json:"schema"`
		Version string `json:"version"`
	}{t.Schema, t.Version}, "", "  ")
	if err != nil {
		return fmt.Errorf("encoding the head: %w", err)
	}
	notices := t.Notices
	if notices == nil {
		notices = []string{}
	}
	tail, err := json.MarshalIndent(struct {
		Notices []string `json:"notices"`
	}{notices}, "", "  ")
	if err != nil {
		return fmt.Errorf("encoding the notices: %w", err)
	}
	body, err := completeJSON(t.Result)
	if err != nil {
		return fmt.Errorf("encoding the %s: %w", reflect.TypeOf(t.Result).Name(), err)
	}
	// Three objects become one: what closes one and opens the next goes.
	open, closing := []byte("{\n"), []byte("\n}")
	out := append(bytes.TrimSuffix(head, closing), ",\n"...)
	out = append(out, bytes.TrimSuffix(bytes.TrimPrefix(body, open), closing)...)
	out = append(append(out, ",\n"...), bytes.TrimPrefix(tail, open)...)
	_, err = w.Write(escapeControls(append(out, '\n')))
	return err
}

// A toolWriter writes text: paragraphs and small tables.
type toolWriter struct {
	o   Options
	out strings.Builder
}

// line writes a paragraph, wrapped at the width, further lines indented.
func (t *toolWriter) line(indent int, s string) {
	for i, l := range wrap(s, t.o.Width, indent) {
		if i > 0 {
			t.out.WriteString(strings.Repeat(" ", indent))
		}
		t.out.WriteString(l + "\n")
	}
}

// head writes the answer, coloured by whether it is good.
func (t *toolWriter) head(good bool, s string) {
	word, rest, ok := strings.Cut(s, ":")
	if !ok || !t.o.Color || t.o.Width > 0 && width(s) > t.o.Width {
		t.line(2, s)
		return
	}
	color := red
	if good {
		color = green
	}
	t.out.WriteString("\x1b[" + bold + ";" + color + "m" + word + ":\x1b[0m" + rest + "\n")
}

// table writes a heading and rows: the first column is a name and gives way
// where the terminal is small, the rest are numbers and the last one words.
func (t *toolWriter) table(heading []string, rows [][]string) {
	shown := rows
	if !t.o.Verbose {
		shown = rows[:min(len(rows), textRows)]
	}
	widths := make([]int, len(heading))
	for _, row := range append([][]string{heading}, shown...) {
		for i, c := range row {
			widths[i] = max(widths[i], width(c))
		}
	}
	widths[0] = min(widths[0], nameColumn)
	if t.o.Width > 0 {
		others := 2
		for _, w := range widths[1:] {
			others += w + 2
		}
		widths[0] = min(widths[0], max(16, t.o.Width-others))
	}
	t.out.WriteString("\n")
	for _, row := range append([][]string{heading}, shown...) {
		var b strings.Builder
		b.WriteString(" ")
		for i, c := range row {
			if i == 0 {
				c = cut(c, widths[0])
			}
			gap := strings.Repeat(" ", max(0, widths[i]-width(c)))
			if i == 0 || i == len(row)-1 {
				b.WriteString(" " + c + gap)
			} else {
				b.WriteString("  " + gap + c)
			}
			if i == len(row)-2 {
				b.WriteString(" ")
			}
		}
		t.out.WriteString(strings.TrimRight(b.String(), " ") + "\n")
	}
	if n := len(rows) - len(shown); n > 0 {
		t.out.WriteString("  … and " + count(n) + " more (-v shows them)\n")
	}
}

// warnings writes those of the gate, each kind once.
func (t *toolWriter) warnings(list []gate.Warning) {
	for _, text := range Pooled(list) {
		t.line(2, "! "+text)
	}
}

// labels names series in a table: with group and metric where they differ.
type labels struct {
	groups, metrics map[string]bool
	prefix          string
}

// newLabels takes group and metric of n series.
func newLabels(n int, at func(i int) (group, metric string)) *labels {
	l := &labels{groups: map[string]bool{}, metrics: map[string]bool{}}
	for i := range n {
		group, metric := at(i)
		l.groups[group], l.metrics[metric] = true, true
	}
	l.prefix = commonPrefix(l.groups)
	return l
}

func (l *labels) of(group, benchmark, metric string) string {
	name := shorten(benchmark, nameLimit)
	if len(l.groups) > 1 && group != "" {
		name = shorten(strings.TrimPrefix(group, l.prefix), nameLimit/2) + ": " + name
	}
	if len(l.metrics) > 1 {
		name += " " + shorten(metric, nameLimit/2)
	}
	return plainText(name)
}

// share prints a rate: "3 of 200 (1.5%, 95 % interval 0.3 to 4.3%)".
func share(r gate.Rate) string {
	if r.Of == 0 {
		return "none tried"
	}
	return fmt.Sprintf("%s of %s (%s, 95 %% interval %s)", count(r.Count), count(r.Of), percent(r.Share), rateInterval(r))
}

// rateInterval prints the interval of a rate: "0.3 to 4.3%".
func rateInterval(r gate.Rate) string {
	return strings.TrimSuffix(percent(r.Low), "%") + " to " + percent(r.High)
}

// spread prints a standard deviation of logarithms as a percentage.
func spread(n gate.Number) string {
	if !n.Known() {
		return "–"
	}
	return percent(n)
}

// correctionWord tells how alpha is shared among K tests.
func correctionWord(c gate.Correction, alpha float64, k int) string {
	return fmt.Sprintf("alpha %s over %s (%s)", decimal(alpha), plural(k, "test"), c)
}
