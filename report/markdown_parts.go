package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// label is the first cell of a row.
func (m markdown) label(s *gate.Series, at position) string {
	out := code(m.name(s), at)
	if x := m.metric(s); x != "" {
		out += " " + code(x, at)
	}
	return out
}

// rows builds a table of at most limit series and says how many are left out.
// With a limit of 0 it is one line with the count.
func (m markdown) rows(list []*gate.Series, limit int, header []string, row func(*gate.Series) []string) string {
	shown := list[:min(limit, len(list))]
	if len(shown) == 0 {
		return "Left out here, they are listed " + m.elsewhere() + ".\n\n"
	}
	cells := make([][]string, 0, len(shown))
	for _, s := range shown {
		cells = append(cells, row(s))
	}
	out := table(header, cells)
	if n := len(list) - len(shown); n > 0 {
		out += "… and " + count(n) + " more " + m.elsewhere() + ".\n\n"
	}
	return out
}

// numbers are the further cells of the long form: how many values, how sure,
// against which noise.
func (m markdown) numbers(s *gate.Series) []string {
	if !m.long {
		return nil
	}
	floor := floorSize(s)
	if s.Floor.Known() && s.FloorSource != "" {
		floor += " " + prose(s.FloorSource, inCell)
	}
	return []string{observations(s), chance(s), floor, resolutionSize(s)}
}

func (m markdown) numberHeader() []string {
	if !m.long {
		return nil
	}
	return []string{"values per side:", "p adjusted:", "noise floor:", "resolution:"}
}

func (m markdown) regressionSection(limit int) string {
	if len(m.regressions) == 0 {
		return ""
	}
	a := axisOf(m.regressions)
	head := append([]string{"benchmark", minus2(comparative(m.regressions, true) + " by" + m.remains(m.regressions...) + " (95% interval):"), "before → after:", "must exceed:"}, m.numberHeader()...)
	if !m.long {
		head = append(head, "p adjusted:")
	}
	head = append(head, "interval")
	out := fmt.Sprintf("**%s**\n\n", plural(len(m.regressions), "confirmed regression"))
	out += m.rows(m.regressions, limit, head, func(s *gate.Series) []string {
		cells := []string{m.label(s, inCell), strongEffect(s), medians(s), solid(exceed(s))}
		cells = append(cells, m.numbers(s)...)
		if !m.long {
			cells = append(cells, chance(s))
		}
		return append(cells, "`"+bar(s, a)+"`")
	})
	return out + m.whyItCounts(a) + strings.NewReplacer("What to do:", "**What to do:**", configFile, code(configFile, inLine)).Replace(m.whatToDo()) + "\n\n"
}

// medians are both medians; their unit is data.
func medians(s *gate.Series) string {
	numbers, unit := pairOf(s)
	switch {
	case unit == "":
		return solid(numbers)
	case harmless(unit):
		return solid(numbers + " " + unit)
	}
	return solid(numbers) + " " + code(shorten(unit, nameLimit/2), inCell)
}

// strongEffect is the effect in bold with its interval.
func strongEffect(s *gate.Series) string {
	out := "**" + minus(effect(s)) + "**"
	if i := interval(s.EffectLow, s.EffectHigh); i != "" {
		out += " (" + minus(i) + ")"
	}
	return out
}

// whyItCounts explains the rows above it.
func (m markdown) whyItCounts(a axis) string {
	tested, exact := 0, 0
	for _, s := range m.regressions {
		if s.Reason == gate.Exact {
			exact++
		} else {
			tested++
		}
	}
	var parts []string
	if tested > 0 {
		and := ", reaches the threshold and exceeds the noise floor."
		if m.floorUnmeasured() {
			and = " and reaches what it must exceed; how much two runs of the same code differ was not measured."
		}
		parts = append(parts, fmt.Sprintf("Each is significant (adjusted p below %s over %s)", decimal(m.Settings.Alpha), plural(m.Settings.Tests, "test"))+and)
	}
	if exact > 0 {
		parts = append(parts, "Exact counts do not vary on either side and need no test.")
	}
	return joinSentences(parts...) + " In the last column `0` is no change, `┊` what must be exceeded, `├─┼─┤` the effect with its interval, " +
		minus(a.legend()) + ".\n\n"
}

func (m markdown) acknowledgedSection(limit int) string {
	if len(m.acknowledged) == 0 {
		return ""
	}
	out := fmt.Sprintf("**%s**: known, and does not block until the day named.\n\n", plural(len(m.acknowledged), "acknowledged regression"))
	return out + m.rows(m.acknowledged, limit, []string{"benchmark", minus2("worse by" + m.remains(m.acknowledged...) + " (95% interval):"), "before → after:", "until", "why"}, func(s *gate.Series) []string {
		return []string{m.label(s, inCell), strongEffect(s), medians(s), prose(s.Acknowledged.Until, inCell), prose(s.Acknowledged.Why, inCell)}
	})
}

func (m markdown) improvementSection(limit int) string {
	n := len(m.improvements)
	if n == 0 {
		return ""
	}
	head := append([]string{"benchmark", minus2("worse by" + m.remains(m.improvements...) + " (95% interval):"), "before → after:"}, m.numberHeader()...)
	body := m.rows(m.improvements, limit, head, func(s *gate.Series) []string {
		return append([]string{m.label(s, inCell), strongEffect(s), medians(s)}, m.numbers(s)...)
	})
	title := fmt.Sprintf("%s %s", count(n), comparative(m.improvements, false))
	if n > 5 {
		return fold("<b>"+title+"</b>", body)
	}
	return "**" + title + "**\n\n" + body
}

// unresolvedSection groups what could not be told from noise by the reason,
// with what would settle it in the open and the series folded.
func (m markdown) unresolvedSection(limit int) string {
	n := m.unresolvedCount()
	if n == 0 {
		return ""
	}
	open := fmt.Sprintf("**%s could not be told from noise**\n\n", count(n))
	folded := ""
	for _, g := range m.unresolved {
		t := textOf(g.reason)
		open += fmt.Sprintf("- **%s: %s** (%s). %s What would settle it: %s\n", plural(len(g.rows), m.noun()), lowerFirst(t.title), m.namesOf(g.rows), t.why, m.settleAll(g))
		head := append([]string{"benchmark", minus2("worse by" + m.remains(g.rows...) + " (95% interval):"), "before → after:"}, m.numberHeader()...)
		if len(m.unresolved) > 1 {
			folded += "**" + t.title + "**\n\n"
		}
		folded += m.rows(g.rows, limit, append(head, "what would settle it"), func(s *gate.Series) []string {
			cells := append([]string{m.label(s, inCell), minus(observed(s)), medians(s)}, m.numbers(s)...)
			return append(cells, settle(s))
		})
	}
	return open + "\n" + fold("<b>"+plural(n, "unresolved "+m.noun())+"</b>"+m.reasonList(), folded)
}

// reasonList names the reasons in the folded line.
func (m markdown) reasonList() string {
	short := map[gate.Reason]string{
		gate.Unresolved: "not resolved", gate.BelowFloor: "below the noise floor",
		gate.EnvironmentsDiffer: "in different environments", gate.Underpowered: "too few values",
	}
	var parts []string
	for _, g := range m.unresolved {
		if w, ok := short[g.reason]; ok {
			parts = append(parts, count(len(g.rows))+" "+w)
		}
	}
	if len(parts) < 2 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}

// namesOf lists the first benchmarks of rows, each once, with what was seen of
// them.
func (m markdown) namesOf(rows []*gate.Series) string {
	const shown = 3
	var names, seen []string
	for _, s := range rows {
		n := code(m.name(s), inLine)
		if slices.Contains(seen, n) {
			continue
		}
		seen = append(seen, n)
		if s.Effect.Known() && !s.Effect.Infinite() {
			n += " " + minus(signed(s.Effect)) + "%"
		}
		names = append(names, n)
	}
	if n := len(names) - shown; n > 0 {
		return strings.Join(names[:shown], ", ") + " and " + count(n) + " more"
	}
	return strings.Join(names, ", ")
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

func (m markdown) passSection(limit int) string {
	if len(m.passed) == 0 {
		return ""
	}
	head := append([]string{"benchmark", minus2("worse by" + m.remains(m.passed...) + " (95% interval):"), "before → after:"}, m.numberHeader()...)
	body := m.rows(m.passed, limit, append(head, "what was shown"), func(s *gate.Series) []string {
		cells := append([]string{m.label(s, inCell), minus(observed(s)), medians(s)}, m.numbers(s)...)
		return append(cells, because(s))
	})
	return fold(fmt.Sprintf("<b>%s pass</b>%s", count(len(m.passed)), m.shown()), body)
}

// shown says what passing means, where one threshold holds for all.
func (m markdown) shown() string {
	for _, s := range m.passed {
		if s.Threshold.Known() && s.Threshold != gate.Number(m.Settings.Threshold) {
			return ": nothing worse by as much as its threshold" + minus2(m.remains(m.passed...))
		}
	}
	return ": nothing worse by " + percent(gate.Number(m.Settings.Threshold)) + " or more" + minus2(m.remains(m.passed...))
}

func (m markdown) infoSection(limit int) string {
	if len(m.info) == 0 {
		return ""
	}
	body := signRule + "\n\n" + m.rows(m.info, limit, []string{"benchmark", "worse by (95% interval):", "before → after:"}, func(s *gate.Series) []string {
		return []string{m.label(s, inCell), minus(observed(s)), medians(s)}
	})
	return fold(fmt.Sprintf("<b>%s shown for information</b>: not gated", plural(len(m.info), "series")), body)
}

// problemSection lists what failed or has no values: it may hide a slowdown.
func (m markdown) problemSection(limit int) string {
	out := ""
	for _, p := range []struct {
		title string
		rows  []*gate.Series
	}{
		{"failed", m.failed},
		{"without usable values", m.unusable},
	} {
		if len(p.rows) == 0 {
			continue
		}
		entries := m.byBenchmark(p.rows)
		out += fmt.Sprintf("**%s %s**\n\n", count(len(entries)), p.title) + m.bullets(entries, limit)
	}
	return out
}

// comingAndGoing lists benchmarks that only one side has.
func (m markdown) comingAndGoing(limit int) string {
	out := ""
	for _, p := range []struct {
		title string
		rows  []*gate.Series
	}{
		{"removed</b>: only in the baseline, not judged", m.removed},
		{"added</b>: only in the candidate, not judged", m.added},
	} {
		if len(p.rows) == 0 {
			continue
		}
		entries := m.byBenchmark(p.rows)
		out += fold(fmt.Sprintf("<b>%s %s", count(len(entries)), p.title), m.bullets(entries, limit))
	}
	return out
}

// bullets lists entries of Markdown, at most limit of them.
func (m markdown) bullets(entries []string, limit int) string {
	shown := entries[:min(limit, len(entries))]
	if len(shown) == 0 {
		return "Left out here, they are listed " + m.elsewhere() + ".\n\n"
	}
	out := "- " + strings.Join(shown, "\n- ") + "\n"
	if n := len(entries) - len(shown); n > 0 {
		out += "- … and " + count(n) + " more " + m.elsewhere() + "\n"
	}
	return out + "\n"
}

// byBenchmark returns an entry for each benchmark of the rows, its metrics
// and messages joined.
func (m markdown) byBenchmark(rows []*gate.Series) []string {
	var out []string
	for i := 0; i < len(rows); {
		entry, message := code(m.name(rows[i]), inLine), rows[i].Message
		j := i
		for ; j < len(rows) && rows[j].Benchmark == rows[i].Benchmark && rows[j].Group == rows[i].Group && rows[j].Message == message; j++ {
			if x := m.metric(rows[j]); x != "" {
				entry += " " + code(x, inLine)
			}
		}
		if message != "" {
			entry += ": " + prose(message, inLine)
		}
		out = append(out, entry)
		i = j
	}
	return out
}
