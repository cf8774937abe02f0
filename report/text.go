package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// textRows is how many series of a list a terminal is shown without -v.
const textRows = 60

// A textWriter writes the table for a terminal.
type textWriter struct {
	*view
	o   Options
	out strings.Builder
}

// writeText writes the verdict and an aligned table. Nothing in it needs
// colour to be understood.
func writeText(w io.Writer, d *Document, o Options) error {
	t := &textWriter{view: newView(d), o: o}
	t.head()
	t.tables()
	t.lists()
	t.warnings()
	t.decided()
	_, err := io.WriteString(w, t.out.String())
	return err
}

// ANSI colours.
const (
	red, green, yellow, faint, bold = "31", "32", "33", "2", "1"
)

// paint colours a text that is already sanitised.
func (t *textWriter) paint(color, s string) string {
	if !t.o.Color || s == "" {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

// plainText makes data safe for a terminal and for the log of a job: no
// control characters, and neither "##[" nor a leading "::", which a runner
// takes for a command.
func plainText(s string) string {
	s = strings.ReplaceAll(visible(s), "##[", `##\[`)
	if rest := strings.TrimLeft(s, " "); strings.HasPrefix(rest, "::") {
		return `\` + rest
	}
	return s
}

func verdictColor(v gate.Verdict) string {
	switch v {
	case gate.Regression:
		return red
	case gate.Pass:
		return green
	}
	return yellow
}

// line writes a paragraph, wrapped at the width, further lines indented.
func (t *textWriter) line(indent int, s string) {
	for i, l := range wrap(s, t.o.Width, indent) {
		if i > 0 {
			t.out.WriteString(strings.Repeat(" ", indent))
		}
		t.out.WriteString(l + "\n")
	}
}

func (t *textWriter) head() {
	head := t.headline()
	if t.Meta.Title != "" {
		head += " · " + plainText(shorten(t.Meta.Title, nameLimit))
	}
	word, rest, _ := strings.Cut(head, ":")
	if t.o.Width == 0 || width(head) <= t.o.Width {
		t.out.WriteString(t.paint(bold+";"+verdictColor(t.Verdict), word+":") + t.paint(bold, rest) + "\n")
	} else {
		t.line(2, head)
	}
	if c := joinSentences(plainText(t.comparedPlain()), t.unmeasured(), t.consequence()); c != "" {
		t.line(0, c)
	}
	if t.Verdict == gate.NoBaseline {
		t.line(0, strings.ReplaceAll(nextSteps, "**", ""))
	}
	for _, n := range t.Meta.Notices {
		t.line(2, "- "+plainText(shorten(n, messageLimit)))
	}
	for _, d := range t.Environment.Differences {
		if d.Decisive {
			t.line(2, "! The environments differ: "+plainText(d.Field+" "+orDash(shorten(d.Baseline, nameLimit))+" → "+orDash(shorten(d.Candidate, nameLimit))))
		}
	}
	if t.shiftMatters() {
		bold, rest := t.shiftAlert()
		t.line(2, "! "+bold+" "+rest)
	}
}

// tables writes the judged series, the most important first.
func (t *textWriter) tables() {
	t.table(red, plural(len(t.regressions), "confirmed regression"), t.regressions, because)
	if x := t.whatToDo(); x != "" {
		t.line(4, "  "+x)
	}
	t.table(yellow, plural(len(t.acknowledged), "acknowledged regression"), t.acknowledged, func(s *gate.Series) string {
		return plainText("until " + s.Acknowledged.Until + ": " + shorten(s.Acknowledged.Why, nameLimit))
	})
	t.table(green, fmt.Sprintf("%s %s", count(len(t.improvements)), comparative(t.improvements, false)), t.improvements, because)
	for _, g := range t.unresolved {
		x := textOf(g.reason)
		t.table(yellow, fmt.Sprintf("%s could not be told from noise: %s", count(len(g.rows)), lowerFirst(x.title)), g.rows, because)
		t.line(2, "  what would settle it: "+t.settleAll(g))
	}
	t.table(faint, count(len(t.passed))+" pass", t.passed, because)
	t.table(faint, plural(len(t.info), "series")+" for information, not gated", t.info, func(*gate.Series) string { return "" })
}

// lists writes the benchmarks that were not compared.
func (t *textWriter) lists() {
	for _, l := range []struct {
		title, color string
		rows         []*gate.Series
	}{
		{"failed", red, t.failed},
		{"without usable values", red, t.unusable},
		{"removed: only in the baseline, not judged", yellow, t.removed},
		{"added: only in the candidate, not judged", yellow, t.added},
	} {
		if len(l.rows) == 0 {
			continue
		}
		t.out.WriteString("\n" + t.paint(l.color, count(len(l.rows))+" "+l.title) + "\n")
		for _, s := range t.some(l.rows) {
			entry := "- " + plainText(t.name(s))
			if x := t.metric(s); x != "" {
				entry += " " + plainText(x)
			}
			if s.Message != "" {
				entry += ": " + plainText(shorten(s.Message, messageLimit))
			}
			t.line(4, "  "+entry)
		}
		t.left(l.rows)
	}
}

// some returns the rows to show.
func (t *textWriter) some(rows []*gate.Series) []*gate.Series {
	if t.o.Verbose {
		return rows
	}
	return rows[:min(len(rows), textRows)]
}

// left says how many rows were not shown.
func (t *textWriter) left(rows []*gate.Series) {
	if n := len(rows) - len(t.some(rows)); n > 0 {
		t.out.WriteString("  … and " + count(n) + " more (-v shows them)\n")
	}
}

func (t *textWriter) warnings() {
	list := t.cautions()
	if len(list) == 0 {
		return
	}
	t.out.WriteString("\n" + t.paint(yellow, plural(len(list), "warning")) + "\n")
	for _, c := range list {
		t.line(4, "  "+c.text(t.o.Verbose))
	}
}

// text writes a caution in one paragraph.
func (c caution) text(verbose bool) string {
	shown := messagesShown
	if verbose {
		shown = remarksKept
	}
	out := plainText(c.code)
	if c.n > 1 {
		out += fmt.Sprintf(" (%s times)", count(c.n))
	}
	var parts []string
	if c.same() {
		names := make([]string, 0, shown)
		for _, r := range c.remarks[:min(shown, len(c.remarks))] {
			names = append(names, plainText(shorten(r.series, nameLimit)))
		}
		parts = append(parts, c.of(names)+": "+plainText(shorten(c.remarks[0].message, messageLimit)))
	} else {
		for _, r := range c.remarks[:min(shown, len(c.remarks))] {
			p := r.message
			if r.series != "" {
				p = r.series + ": " + p
			}
			parts = append(parts, plainText(shorten(p, messageLimit)))
		}
		if n := c.n - len(parts); n > 0 && len(c.remarks) > shown {
			parts = append(parts, "and "+count(n)+" more")
		}
	}
	out += ": " + strings.TrimRight(strings.Join(parts, "; "), ".") + "."
	for _, a := range c.advice {
		out += " " + upperFirst(strings.TrimSuffix(plainText(shorten(a, messageLimit)), ".")) + "."
	}
	return out
}

// decided tells how the verdict was reached and where both sides were
// measured: what an engineer needs to check it.
func (t *textWriter) decided() {
	t.out.WriteString("\n" + t.paint(bold, "How this was decided") + "\n")
	for _, l := range t.decision() {
		t.line(4, "  - "+plainText(l))
	}
	baseline := "none."
	if t.Verdict != gate.NoBaseline {
		baseline = sideSentence(t.Baseline, shortSHA(t.Baseline.SHA), t.Environment.Baseline, visible, visible)
	}
	t.line(4, "  - Baseline: "+plainText(baseline))
	t.line(4, "  - Candidate: "+plainText(sideSentence(t.Candidate, shortSHA(t.Candidate.SHA), t.Environment.Candidate, visible, visible)))
	for _, d := range t.Environment.Differences {
		if !d.Decisive {
			t.line(4, "  - The environments differ: "+plainText(d.Field+" "+orDash(shorten(d.Baseline, nameLimit))+" → "+orDash(shorten(d.Candidate, nameLimit)))+
				" (shown only, not held against the comparison).")
		}
	}
}
