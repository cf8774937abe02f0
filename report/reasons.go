package report

import (
	"fmt"

	"github.com/noisegate/noisegate/gate"
)

// A reasonText explains why series could not be told from noise.
type reasonText struct {
	title, why, settle string
}

// reasonTexts are general sentences; what settles one series stands in its
// row.
var reasonTexts = map[gate.Reason]reasonText{
	gate.Unresolved: {
		"Neither shown to be slower nor to be fine",
		"The values of both sides overlap too much, or runs of the same code differ too much, to exclude a slowdown that matters.",
		"more runs or repetitions, or less noise: measure both sides in one job, in turn, on a quiet machine.",
	},
	gate.BelowFloor: {
		"Within what the same code shows against itself",
		"The two samples differ, but by less than runs of identical code may differ on this machine.",
		"only less noise between runs: measure both sides in one job, in turn.",
	},
	gate.EnvironmentsDiffer: {
		"Measured in different environments",
		"The samples differ, but so do the machines or toolchains: the difference is not shown to be the code's.",
		"both sides measured in one job, or the baseline measured again on this kind of machine.",
	},
	gate.Underpowered: {
		"Too few values to ever reach significance",
		"With so few values no result, however extreme, can be significant once it is corrected for the number of tests.",
		"more repetitions on both sides.",
	},
}

// textOf returns the explanation of a reason, a plain one for unknown ones.
func textOf(r gate.Reason) reasonText {
	if t, ok := reasonTexts[r]; ok {
		return t
	}
	return reasonText{title: "Could not be told from noise", why: "Reason given: " + visible(string(r)) + "."}
}

// settleAll says what would settle a whole group.
func (v *view) settleAll(g reasonGroup) string {
	need, have := 0, 0
	for _, s := range g.rows {
		need = max(need, s.RepetitionsNeeded)
		have = max(have, size(s, s.Baseline), size(s, s.Candidate))
	}
	if g.reason == gate.Underpowered && need > 0 {
		return fmt.Sprintf("at least %s values per side with %s, there are %s.", count(need), plural(v.Settings.Tests, "test"), count(have))
	}
	t := textOf(g.reason).settle
	if t == "" {
		return "less noise or more repetitions."
	}
	return t
}

// settle says what would settle one series.
func settle(s *gate.Series) string {
	need := s.RepetitionsNeeded
	switch s.Reason {
	case gate.Underpowered:
		if need > 0 {
			return "at least " + more(s, need)
		}
		return "more of each side (now " + observations(s) + ")"
	case gate.BelowFloor:
		return "less noise between runs: its floor is " + percent(s.Floor)
	case gate.EnvironmentsDiffer:
		return "measure both sides on one machine"
	}
	switch {
	case need > maxAdvised || need > 0 && float64(s.Threshold) < noise(s)/2:
		return "reduce noise first: it would take " + more(s, need)
	case need > 0:
		return "about " + more(s, need)
	case s.Floor.Known() && s.Floor > s.Threshold:
		return "less noise between runs: its floor is " + percent(s.Floor)
	case s.EffectHigh.Known() && s.EffectHigh < s.Threshold:
		return "less noise between runs: it leaves " + percent(s.Threshold) + " possible"
	}
	return "more of each side (now " + observations(s) + "), or less noise"
}

// maxAdvised is the number of repetitions beyond which nobody follows the
// advice to take more.
const maxAdvised = 1000

// noise is the spread of the values as a fraction of their median, of the
// side with more; 0 where it is not known.
func noise(s *gate.Series) float64 {
	largest := 0.0
	for _, side := range []*gate.Stats{s.Baseline, s.Candidate} {
		if side != nil && side.RobustCV.Known() {
			largest = max(largest, float64(side.RobustCV))
		}
	}
	return largest
}

// more says how many observations are missing: "12 more repetitions of each
// side (now 10)".
func more(s *gate.Series, need int) string {
	unit := "value"
	if s.Observation != "" {
		unit = visible(s.Observation)
	}
	b, c := size(s, s.Baseline), size(s, s.Candidate)
	now := count(b)
	if b != c {
		now += " and " + count(c)
	}
	return plural(max(1, need-min(b, c)), "more "+unit) + " of each side (now " + now + ")"
}

// observations returns what the test counted per side: "10", "5 and 8 runs".
func observations(s *gate.Series) string {
	b, c := size(s, s.Baseline), size(s, s.Candidate)
	unit := ""
	if s.Observation != "" {
		unit = " " + visible(s.Observation) + "s"
	}
	if b == c {
		if b == 1 {
			return "1" + trimPlural(unit)
		}
		return count(b) + unit
	}
	return count(b) + " and " + count(c) + unit
}

func trimPlural(unit string) string {
	if unit == "" {
		return ""
	}
	return unit[:len(unit)-1]
}

// size is the number of observations of one side.
func size(s *gate.Series, st *gate.Stats) int {
	switch {
	case st == nil:
		return 0
	case s.Observation == "run":
		return st.Runs
	}
	return st.Repetitions
}

// passWords say what a passing series was shown to be.
var passWords = map[gate.Reason]string{
	gate.Improvement:       "improvement",
	gate.BelowThreshold:    "real, but below the threshold",
	gate.NoRegressionShown: "no slowdown that matters",
	gate.Unchanged:         "exact count unchanged",
}

// because returns why a judged series has its verdict, in a few words.
func because(s *gate.Series) string {
	switch s.Verdict {
	case gate.Pass:
		if w, ok := passWords[s.Reason]; ok {
			return w
		}
	case gate.Regression:
		if a := s.Acknowledged; a != nil {
			return "acknowledged until " + visible(a.Until)
		}
		if s.Reason == gate.Exact {
			return "exact count grew"
		}
		return "beyond " + exceed(s)
	case gate.WithinNoise:
		return settle(s)
	}
	return visible(string(s.Reason))
}

// signRule tells how every effect is to be read.
const signRule = "Worse by: +7% is 7% worse, a time as well as a throughput, and minus is better. A metric of which nobody knows which way is worse shows the plain change of its median."

// decision lists how the verdict was reached, in plain sentences. Data of the
// change is not in them.
func (v *view) decision() []string {
	s := v.Settings
	if v.judged() == 0 {
		return []string{"Nothing was tested, so there is no p, no effect and no floor to show.", settingsSentence(s)}
	}
	out := []string{v.testSentence(), correctionSentence(s)}
	out = append(out, "A regression must be significant, reach the threshold of "+percent(gate.Number(s.Threshold))+
		" (unless a rule sets another) and exceed the noise floor.")
	out = append(out, v.floorSentence())
	if half, most, known := v.resolution(); known > 0 {
		could := atLeast(half) + " on half of the suite and " + atLeast(most) + " on nine tenths"
		if half == most {
			could = atLeast(half) + " on nine tenths of the suite"
		}
		out = append(out, fmt.Sprintf("Resolution: this run could have confirmed %s (80%% power, known for %s).", could, plural(known, "series")))
	}
	if x := v.shiftSentence(); x != "" {
		out = append(out, x)
	}
	return append(out, settingsSentence(s), signRule)
}

func atLeast(n gate.Number) string {
	if n.Infinite() {
		return "no effect of any size"
	}
	return "≥ " + percent(n)
}

func (v *view) testSentence() string {
	out := fmt.Sprintf("K = %s, two-sided Mann-Whitney U", plural(v.Settings.Tests, "test"))
	if x := v.shift(); x != nil && x.P.Known() {
		out = fmt.Sprintf("K = %s, one of them of the whole suite's movement; two-sided Mann-Whitney U", plural(v.Settings.Tests, "test"))
	}
	methods := v.tallyOf(func(s *gate.Series) string { return visible(s.Method) })
	if len(methods) > 0 {
		out += " (" + tallies(methods) + ")"
	}
	if units := v.tallyOf(func(s *gate.Series) string { return visible(s.Observation) }); len(units) > 0 {
		out += "; observations are " + tallies(pluralWords(units))
	}
	if n := v.exactCount(); n > 0 {
		out += fmt.Sprintf("; %s compared exactly, without a test", plural(n, "series"))
	}
	return out + "."
}

func (v *view) exactCount() int {
	n := 0
	for _, s := range v.gated() {
		if !s.P.Known() {
			n++
		}
	}
	return n
}

func pluralWords(t []tally) []tally {
	out := append([]tally(nil), t...)
	for i := range out {
		out[i].word += "s"
	}
	return out
}

// tallies prints counts: "exact", or "exact for 50, saddlepoint for 7".
func tallies(t []tally) string {
	if len(t) == 1 {
		return t[0].word
	}
	out := ""
	for i, x := range t {
		if i > 0 {
			out += ", "
		}
		out += x.word + " for " + count(x.n)
	}
	return out
}

func correctionSentence(s gate.ReportedSettings) string {
	each := gate.Number(s.Alpha)
	k := max(s.Tests, 1)
	switch s.Correction {
	case gate.Holm:
		return fmt.Sprintf("Family-wise error rate α = %s, shared by Holm: the smallest p must be below %s/%s, the next below %s/%s, and so on.",
			decimal(s.Alpha), decimal(s.Alpha), count(k), decimal(s.Alpha), count(max(k-1, 1)))
	case gate.NoCorrection:
		return fmt.Sprintf("NOT CORRECTED for multiple tests: with %s at α = %s, about %s of unchanged code must be expected to look significant.",
			plural(s.Tests, "test"), decimal(s.Alpha), decimal(s.Alpha*float64(s.Tests)))
	}
	return fmt.Sprintf("Family-wise error rate α = %s, shared by Bonferroni: significant means p below %s/%s = %s.",
		decimal(s.Alpha), decimal(s.Alpha), count(k), pvalue(each/gate.Number(k)))
}

var floorWords = map[string]string{
	gate.FloorObserved:   "observed",
	gate.FloorCalibrated: "calibrated",
	gate.FloorAssumed:    "assumed, not measured",
	gate.FloorGiven:      "given in the settings",
	gate.FloorUnknown:    "unknown",
}

// unmeasured warns at the head of a document that the floor is not measured;
// "" where it is.
func (v *view) unmeasured() string {
	if !v.floorUnmeasured() {
		return ""
	}
	if v.Settings.AssumedFloor.Known() && v.Settings.AssumedFloor > 0 {
		return "Run-to-run noise was not measured: a floor of " + percent(v.Settings.AssumedFloor) + " is assumed."
	}
	return "Run-to-run noise was not measured, so nothing is known of a floor."
}

// floorUnmeasured reports whether some floor is unknown or assumed.
func (v *view) floorUnmeasured() bool {
	for _, s := range v.gated() {
		if s.FloorSource == gate.FloorUnknown || s.FloorSource == gate.FloorAssumed {
			return true
		}
	}
	return false
}

func settingsSentence(s gate.ReportedSettings) string {
	out := fmt.Sprintf("Settings: floor %s, fails on %s, environment differences %s", orDash(visible(s.Floor)), orDash(string(s.FailOn)), orDash(string(s.Environment)))
	if s.Warmup != "" && s.Warmup != "0" {
		out += ", warm-up " + visible(s.Warmup)
	}
	if s.OutlierLimit.Known() && s.OutlierLimit > 0 {
		out += ", values beyond " + number(float64(s.OutlierLimit), 3) + " × the median removed"
	}
	return out + "."
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
