package report

import (
	"fmt"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// plan writes how much to measure.
func (t *toolWriter) plan(r gate.PlanResult) {
	t.head(r.Repetitions.All > 0 || r.RunsNeeded.All > 0, "Plan: to see a change of "+percent(gate.Number(r.Effect))+" with "+percent(gate.Number(r.Power))+" power; "+correctionWord(r.Correction, r.Alpha, r.Tests))
	t.line(0, fmt.Sprintf("From a pilot of %s. Whatever the noise, a test needs %s on each side.", plural(r.Runs, "run"), plural(r.Least, "repetition")))
	l := newLabels(len(r.Series), func(i int) (string, string) { return r.Series[i].Group, r.Series[i].Metric })
	var rows [][]string
	for _, s := range r.Series {
		rows = append(rows, []string{l.of(s.Group, s.Benchmark, s.Metric), spread(s.Within), neededCell(s.RepetitionsNeeded, s.Within), spread(s.Between), neededCell(s.RunsNeeded, s.Between), planAdvice(s)})
	}
	if len(rows) > 0 {
		t.table([]string{"", "noise in a run", "repetitions", "between runs", "or runs", ""}, rows)
		t.out.WriteString("\n")
	}
	t.needed("Repetitions in one run on each side", r.Repetitions)
	if r.Runs > 1 {
		t.needed("Or runs on each side, each like the pilot's", r.RunsNeeded)
	} else {
		t.line(0, "The pilot is one run and does not show what lies between runs; name two or more, and the plan says how many runs it takes.")
	}
	t.planAdvice(r)
	if r.Exact > 0 {
		t.line(0, plural(r.Exact, "series")+" compared exactly: two repetitions are enough.")
	}
	t.warnings(r.Warnings)
}

func neededCell(n int, noise gate.Number) string {
	switch {
	case !noise.Known():
		return "–"
	case n == 0:
		return "> 10,000"
	}
	return count(n)
}

func (t *toolWriter) needed(what string, n gate.Needed) {
	var parts []string
	for _, p := range []struct {
		n     int
		share string
	}{{n.Half, "half of the series"}, {n.NineTenths, "nine tenths"}, {n.All, "all"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%s for %s", count(p.n), p.share))
		}
	}
	if parts == nil {
		return
	}
	t.line(0, what+": "+strings.Join(parts, ", ")+".")
}

// planAdvice is the advice for one series in a few words.
func planAdvice(s gate.PlanSeries) string {
	switch s.Advice {
	case gate.AdviceFew:
		return "far above the noise"
	case gate.AdviceSome:
		return "about as large as the noise"
	case gate.AdviceReduce:
		return "less than half the noise: reduce noise first"
	case gate.AdviceRuns:
		return "runs of the same code differ by up to " + percent(s.Floor)
	}
	return "one value, or some at or below 0: the noise is unknown"
}

// planAdvice says once what a word in the table means to do.
func (t *toolWriter) planAdvice(r gate.PlanResult) {
	seen := map[string]bool{}
	for _, s := range r.Series {
		seen[s.Advice] = true
	}
	if seen[gate.AdviceReduce] {
		t.line(2, "- Reduce noise first: repetitions grow with the square of noise over target. Measure CPU time rather than wall time, fix the CPU frequency, keep the machine quiet, and take both sides in turns.")
	}
	if seen[gate.AdviceRuns] {
		t.line(2, "- Where runs of the same code differ by more than the target, repeating inside a run does not help. Start the process again instead, baseline and candidate in turns, so that what lies between runs is tested too.")
	}
	if seen[gate.AdviceFew] && r.Least > 5 {
		t.line(2, fmt.Sprintf("- Far above the noise, 3 to 5 repetitions would show the change; it is the number of tests that asks for %s.", count(r.Least)))
	}
}
