package report

import "strings"

// A section is a part of a Markdown document that can be shortened as a
// whole: it is rendered with fewer and fewer rows until the document fits.
type section struct {
	// limits are the numbers of rows to try, most first; the last is usually
	// 0: one line that counts what is left out. A section without limits is
	// never shortened.
	limits []int
	// render returns the Markdown for a number of rows, with a blank line at
	// its end, or "" if there is nothing to say.
	render func(rows int) string
	// importance orders the shedding: low ones go first.
	importance int
}

// assemble joins the sections in their order, shortened by importance until
// they fit into limit bytes (0: no limit). Sections that cannot be shortened
// further are kept whole, so nothing is ever cut in half.
func assemble(sections []section, limit int) string {
	texts := make([]string, len(sections))
	steps := make([]int, len(sections))
	size := 0
	for i, s := range sections {
		texts[i] = s.at(0)
		size += len(texts[i])
	}
	for limit > 0 && size > limit {
		i := leastImportant(sections, steps)
		if i < 0 {
			break
		}
		steps[i]++
		shorter := sections[i].at(steps[i])
		size += len(shorter) - len(texts[i])
		texts[i] = shorter
	}
	return strings.Join(texts, "")
}

// at renders the section at a step of its limits.
func (s section) at(step int) string {
	if len(s.limits) == 0 {
		return s.render(0)
	}
	return s.render(s.limits[step])
}

// leastImportant returns the least important section that can still be
// shortened, -1 if there is none.
func leastImportant(sections []section, steps []int) int {
	best := -1
	for i, s := range sections {
		if steps[i]+1 < len(s.limits) && (best < 0 || s.importance < sections[best].importance) {
			best = i
		}
	}
	return best
}

// table builds a Markdown table. Columns are named by header; those whose
// name ends in a colon are aligned to the right.
func table(header []string, rows [][]string) string {
	var b strings.Builder
	b.WriteString("|")
	for _, h := range header {
		b.WriteString(" " + strings.TrimSuffix(h, ":") + " |")
	}
	b.WriteString("\n|")
	for _, h := range header {
		if strings.HasSuffix(h, ":") {
			b.WriteString(" --: |")
		} else {
			b.WriteString(" :-- |")
		}
	}
	for _, r := range rows {
		b.WriteString("\n| " + strings.Join(r, " | ") + " |")
	}
	b.WriteString("\n\n")
	return b.String()
}

// fold hides content behind a summary, which is our own text, not data.
func fold(summary, content string) string {
	return "<details><summary>" + summary + "</summary>\n\n" + content + "</details>\n\n"
}

// minus writes a number of a document with a true minus sign, and so that it
// is not broken over lines.
func minus(s string) string { return solid(strings.ReplaceAll(s, "-", "−")) }

// solid keeps a text of our own on one line.
func solid(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") }
