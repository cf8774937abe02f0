package report

import (
	"strings"
	"unicode"

	"github.com/noisegate/noisegate/gate"
)

// table writes a list of judged series; nothing for an empty one.
func (t *textWriter) table(color, title string, rows []*gate.Series, why func(*gate.Series) string) {
	if len(rows) == 0 {
		return
	}
	if r := t.remains(rows...); r != "" && rows[0].Verdict != gate.Info {
		title += ", effects" + r
	}
	var cells [][]string
	for _, s := range t.some(rows) {
		cells = append(cells, t.cells(s, why))
	}
	if metric := oneMetric(cells); metric != "" {
		title += " (" + metric + ")"
	}
	t.out.WriteString("\n" + t.paint(color, title) + "\n")
	if widths := t.widths(cells); widths == nil {
		t.narrow(cells)
	} else {
		t.wide(cells, widths)
	}
	t.left(rows)
}

// oneMetric takes the metric out of rows that all have the same, so that the
// title can say it once; "" where they differ.
func oneMetric(cells [][]string) string {
	metric := cells[0][atMetric]
	for _, row := range cells {
		if row[atMetric] != metric {
			return ""
		}
	}
	for _, row := range cells {
		row[atMetric] = ""
	}
	return metric
}

// textHeader names the columns. A metric needs no heading; the last column says
// why.
var textHeader = []string{"", "", "before → after", "worse by", "95% interval", "p adjusted", "floor", "resolution", ""}

// The columns of a table: what it is of, the numbers, and why.
const (
	atName, atMetric, atMedians, atEffect, atInterval = 0, 1, 2, 3, 4
	atP, atFloor, atResolution, atWhy                 = 5, 6, 7, 8
)

// cells are the columns of a series, "" for what it does not have.
func (t *textWriter) cells(s *gate.Series, why func(*gate.Series) string) []string {
	p, floor, resolution := "", "", ""
	if s.Verdict.Judged() {
		p, floor, resolution = chance(s), floorSize(s), resolutionSize(s)
	}
	return []string{plainText(t.name(s)), plainText(t.metric(s)), plainText(pair(s)), effect(s), interval(s.EffectLow, s.EffectHigh),
		p, floor, resolution, plainText(why(s))}
}

// nameColumn and metricColumn are the widest that these columns get, leastName
// the narrowest that a name is cut to before a series takes several lines.
const nameColumn, metricColumn, leastName = 60, 24, 16

// widths returns those of the columns, 0 for empty ones; nil where a series
// does not fit in a line.
func (t *textWriter) widths(cells [][]string) []int {
	widths := make([]int, len(textHeader))
	for _, row := range cells {
		for i, c := range row {
			widths[i] = max(widths[i], width(c))
		}
	}
	widths[atName], widths[atMetric] = min(widths[atName], nameColumn), min(widths[atMetric], metricColumn)
	total := 0
	for i, w := range widths {
		if w > 0 {
			widths[i] = max(w, width(textHeader[i]))
			total += widths[i] + 2
		}
	}
	if over := total - t.o.Width; t.o.Width > 0 && over > 0 {
		if widths[atName]-over < min(widths[atName], leastName) {
			return nil
		}
		widths[atName] -= over
	}
	return widths
}

// wide writes one line for each series, columns aligned and named, numbers to
// the right. Names give way first where the terminal is too small.
func (t *textWriter) wide(cells [][]string, widths []int) {
	line := func(row []string) string {
		var b strings.Builder
		for i, c := range row {
			if widths[i] == 0 {
				continue
			}
			gap := strings.Repeat(" ", max(0, widths[i]-width(c)))
			if i == atName || i == atMetric || i == atWhy {
				b.WriteString("  " + c + gap)
			} else {
				b.WriteString("  " + gap + c)
			}
		}
		return strings.TrimRight(b.String(), " ")
	}
	t.out.WriteString(t.paint(faint, line(textHeader)) + "\n")
	for _, row := range cells {
		row[atName], row[atMetric] = cut(row[atName], widths[atName]), cut(row[atMetric], widths[atMetric])
		t.out.WriteString(line(row) + "\n")
	}
}

// narrow writes the name on a line of its own and the numbers below it, those
// named that would not be understood.
func (t *textWriter) narrow(cells [][]string) {
	for _, row := range cells {
		name := row[atName]
		if row[atMetric] != "" {
			name += " " + row[atMetric]
		}
		t.out.WriteString("  - " + cut(name, t.o.Width-4) + "\n")
		numbers := row[atMedians] + "  "
		if strings.ContainsAny(row[atEffect][:1], "+-0") {
			numbers += "worse by "
		}
		numbers += row[atEffect]
		if row[atInterval] != "" {
			numbers += " (" + row[atInterval] + ")"
		}
		t.line(4, "    "+numbers)
		if row[atP] != "" {
			t.line(4, "    p adjusted "+row[atP]+"  floor "+row[atFloor]+"  resolution "+row[atResolution])
		}
		if row[atWhy] != "" {
			t.line(4, "    "+row[atWhy])
		}
	}
}

// cut shortens a text in the middle to so many columns.
func cut(s string, columns int) string {
	for n := len([]rune(s)); width(s) > columns && n > 3; n-- {
		s = shorten(s, min(n, columns))
		if width(s) > columns {
			s = shorten(s, n-1)
		}
	}
	return s
}

// wrap breaks a text into lines of at most columns, further lines made for an
// indent. Words that are longer stand on lines of their own. 0 columns means
// no limit.
func wrap(s string, columns, indent int) []string {
	if columns <= 0 || width(s) <= columns {
		return []string{s}
	}
	lead := s[:len(s)-len(strings.TrimLeft(s, " "))]
	var lines []string
	line := lead
	for _, w := range strings.Fields(s) {
		limit := columns
		if len(lines) > 0 {
			limit -= indent
		}
		switch {
		case strings.TrimSpace(line) == "":
			line += w
		// A line must not begin with what a runner takes for a command.
		case width(line)+1+width(w) <= limit || strings.HasPrefix(w, "::"):
			line += " " + w
		default:
			lines = append(lines, line)
			line = w
		}
	}
	return append(lines, line)
}

// width is the number of terminal columns of a text: 2 for East Asian wide
// characters and emoji, 0 for combining marks.
func width(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case wideRune(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// wideRune covers the blocks of Unicode's East Asian Width W and F that occur
// in names.
func wideRune(r rune) bool {
	return r >= 0x1100 && r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 ||
		r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 ||
		r >= 0xffe0 && r <= 0xffe6 || r >= 0x1f300 && r <= 0x1faff || r >= 0x20000 && r <= 0x3fffd
}
