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
	t.out.WriteString("\n" + t.paint(color, title) + "\n")
	var cells [][]string
	for _, s := range t.some(rows) {
		cells = append(cells, t.cells(s, why))
	}
	if t.o.Width > 0 && t.o.Width < narrowWidth {
		t.narrow(cells)
	} else {
		t.wide(cells)
	}
	t.left(rows)
}

// cells are name, metric, medians, effect, interval, p, and why.
func (t *textWriter) cells(s *gate.Series, why func(*gate.Series) string) []string {
	e, i, p := effect(s), interval(s.EffectLow, s.EffectHigh), ""
	if s.Verdict == gate.Info {
		e, i = "–", ""
		if s.MedianChange.Known() && !s.MedianChange.Infinite() {
			e = signed(s.MedianChange) + "%"
		}
	} else if c := chance(s); c == "exact" {
		p = c
	} else {
		p = "p " + c
	}
	if i != "" {
		i = "(" + i + ")"
	}
	return []string{plainText(t.name(s)), plainText(t.metric(s)), plainText(pair(s)), e, i, p, plainText(why(s))}
}

// nameColumn and metricColumn are the widest that these columns get.
const nameColumn, metricColumn = 60, 24

// wide writes one line for each series, columns aligned, numbers to the
// right. Names give way first where the terminal is too small.
func (t *textWriter) wide(cells [][]string) {
	widths := make([]int, 7)
	for _, row := range cells {
		for i, c := range row {
			widths[i] = max(widths[i], width(c))
		}
	}
	widths[0], widths[1] = min(widths[0], nameColumn), min(widths[1], metricColumn)
	if t.o.Width > 0 {
		others := 2
		for i, w := range widths {
			if i > 0 && i < 6 && w > 0 {
				others += w + 2
			}
		}
		widths[0] = min(widths[0], max(16, t.o.Width-others-min(widths[6], 30)-2))
	}
	for _, row := range cells {
		row[0], row[1] = cut(row[0], widths[0]), cut(row[1], widths[1])
		var b strings.Builder
		b.WriteString("  ")
		for i, c := range row {
			if widths[i] == 0 {
				continue
			}
			gap := strings.Repeat(" ", max(0, widths[i]-width(c)))
			if i == 2 || i == 3 {
				b.WriteString(gap + c + "  ")
			} else {
				b.WriteString(c + gap + "  ")
			}
		}
		t.out.WriteString(strings.TrimRight(b.String(), " ") + "\n")
	}
}

// narrow writes the name on a line of its own and the numbers below it.
func (t *textWriter) narrow(cells [][]string) {
	for _, row := range cells {
		name := row[0]
		if row[1] != "" {
			name += " " + row[1]
		}
		t.out.WriteString("  - " + cut(name, t.o.Width-4) + "\n")
		numbers := ""
		for _, c := range row[2:6] {
			if c != "" {
				numbers += c + "  "
			}
		}
		t.line(4, "    "+strings.TrimRight(numbers, " "))
		if row[6] != "" {
			t.line(4, "    "+row[6])
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
