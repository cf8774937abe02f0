package report

import (
	"fmt"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// missWords say why a slowdown was not caught.
var missWords = map[string]string{
	string(gate.BelowThreshold):     "below the threshold",
	string(gate.BelowFloor):         "below the noise floor",
	string(gate.EnvironmentsDiffer): "the runs were measured on different machines",
	string(gate.Underpowered):       "too few values for any test to be significant",
	string(gate.Unresolved):         "not significant, and not ruled out either",
	string(gate.NoRegressionShown):  "taken for no slowdown",
	string(gate.Improvement):        "the run was faster by more than that",
	string(gate.Unchanged):          "the values did not change",
	gate.MissNotFailing:             "confirmed, but the settings do not let it fail",
}

func missWord(reason string) string {
	if w := missWords[reason]; w != "" {
		return w
	}
	return reason
}

// selftest writes how often the gate catches a slowdown and how often it
// blocks without one.
func (t *toolWriter) selftest(r gate.SelftestResult) {
	e := percent(gate.Number(r.Effect))
	t.head(!r.CannotFail, selftestHeadline(r))
	t.line(0, fmt.Sprintf("From comparisons of %s of the same code; %s, threshold %s; seed %d.", plural(r.Runs, "run"), correctionWord(r.Correction, r.Alpha, r.Tests), percent(gate.Number(r.Threshold)), r.Seed))
	t.out.WriteString("\n")
	t.line(2, "  one benchmark "+e+" slower: caught in "+share(r.One))
	t.line(2, "  every benchmark "+e+" slower: caught in "+share(r.All)+shiftClause(r))
	t.line(2, "  nothing slower: blocked in "+share(r.Quiet))
	if r.Failing > 0 {
		t.line(2, fmt.Sprintf("  nothing slower: failed without a regression in %s (not judged, or unresolved)", count(r.Failing)))
	}
	t.misses(r)
	t.selftestSeries(r)
	t.out.WriteString("\n")
	if r.Runs < 4 {
		t.line(0, "With fewer than 4 runs there is little or no A/A evidence in a comparison; measure the same code more often.")
	}
	if r.Quiet.Count > 0 && float64(r.Quiet.Share) > r.Alpha {
		t.line(0, fmt.Sprintf("It blocks unchanged code more often than alpha %s allows: give it A/A evidence, or measure both sides in turns on one machine.", decimal(r.Alpha)))
	}
	t.line(0, "Comparisons share their runs, so the intervals of the last two lines count runs; more runs narrow them.")
}

func selftestHeadline(r gate.SelftestResult) string {
	e := percent(gate.Number(r.Effect))
	if !r.CannotFail {
		return "Self-test: a slowdown of " + e + " in one benchmark is caught " + percent(r.One.Share) + " of the time, unchanged code is blocked " + percent(r.Quiet.Share) + " of the time"
	}
	head := "This gate cannot fail: it did not catch a slowdown of " + e + " once in " + count(r.One.Of+r.All.Of) + " times"
	switch {
	case r.FailOn == gate.FailOnNever:
		return head + ", because fail-on is never"
	case r.Effect < r.Threshold:
		return head + ", because that is below the threshold of " + percent(gate.Number(r.Threshold))
	case len(r.Missed) > 0:
		return head + "; mostly: " + missWord(r.Missed[0].Reason)
	}
	return head
}

func shiftClause(r gate.SelftestResult) string {
	if r.Shift == 0 {
		return ""
	}
	return fmt.Sprintf(", %s of them as a shift of the suite", count(r.Shift))
}

// misses tells why slowdowns of one benchmark were not caught.
func (t *toolWriter) misses(r gate.SelftestResult) {
	if len(r.Missed) == 0 {
		return
	}
	var parts []string
	for _, m := range r.Missed {
		parts = append(parts, fmt.Sprintf("%s %s", count(m.Count), plainText(missWord(m.Reason))))
	}
	t.line(2, "  not caught: "+strings.Join(parts, "; "))
}

// selftestSeries names the series in which a slowdown was never caught, or
// with -v all.
func (t *toolWriter) selftestSeries(r gate.SelftestResult) {
	l := newLabels(len(r.Series), func(i int) (string, string) { return r.Series[i].Group, r.Series[i].Metric })
	var rows [][]string
	for _, s := range r.Series {
		if s.Tried > 0 && (t.o.Verbose || s.Caught == 0) {
			rows = append(rows, []string{l.of(s.Group, s.Benchmark, s.Metric), count(s.Caught), count(s.Tried), ""})
		}
	}
	if len(rows) > 0 && (t.o.Verbose || len(rows) < len(r.Series)) {
		if !t.o.Verbose {
			t.out.WriteString("\n  never caught:")
		}
		t.table([]string{"", "caught", "of", ""}, rows)
	}
}
