package report

import (
	"fmt"

	"github.com/noisegate/noisegate/gate"
)

// shift returns the movement of the whole suite; nil where nobody measured it.
func (v *view) shift() *gate.SuiteShift {
	if v.SuiteShift == nil || !v.SuiteShift.Effect.Known() {
		return nil
	}
	return v.SuiteShift
}

// shiftIs reports whether the movement has this verdict.
func (v *view) shiftIs(verdict gate.Verdict) bool {
	return v.shift() != nil && v.shift().Verdict == verdict
}

// shiftMatters reports whether the movement deserves a line of its own: it
// blocks, it is what keeps the whole from passing, or it is large.
func (v *view) shiftMatters() bool {
	s := v.shift()
	return s != nil && (s.Verdict == gate.Regression || s.Verdict == gate.WithinNoise ||
		abs(s.Effect) >= v.Settings.Threshold || s.Floor.Known() && s.Floor > 0 && abs(s.Effect) >= float64(s.Floor))
}

func abs(n gate.Number) float64 { return max(float64(n), -float64(n)) }

// shiftSize says how the suite moved: "8.1% slower", "2% faster".
func (v *view) shiftSize() string {
	e := v.shift().Effect
	if e.Infinite() {
		return "changed by " + change(e)
	}
	size := percent(gate.Number(abs(e)))
	if r := signed(gate.Number(abs(e))); len(r) > 1 && r[0] == '+' {
		size = r[1:] + "%"
	}
	if e == 0 {
		return "unchanged"
	}
	return size + " " + comparative(v.gated(), e > 0)
}

// shiftAnswer is the movement in a headline.
func (v *view) shiftAnswer() string { return "the whole suite is " + v.shiftSize() }

// shiftUnresolved is the answer where single benchmarks pass and only the
// movement of the whole could not be told from noise.
func (v *view) shiftUnresolved() string {
	rest := plural(v.judged(), v.noun()) + " pass on what remains"
	if v.judged() == 1 {
		rest = "the only " + v.noun() + " passes on what remains"
	}
	if abs(v.shift().Effect) < v.Settings.Threshold {
		return "a movement of the whole suite could not be excluded, " + rest
	}
	return v.shiftAnswer() + ", which could not be told from noise; " + rest
}

// shiftMeaning says what to make of a movement.
func (v *view) shiftMeaning() string {
	s := v.shift()
	remains := ""
	if s.Removed {
		remains = "Single benchmarks are judged on what remains after it, so that one cause does not blame them all; medians are as measured."
	}
	look := "Look for what touches every benchmark: compiler flags, the toolchain, the allocator."
	switch {
	case s.Verdict == gate.Regression:
		return joinSentences("That reaches the threshold of "+percent(gate.Number(v.Settings.Threshold))+
			" and is more than runs of the same code differ here, so it counts as a regression of its own.", look, remains)
	case s.Verdict == gate.WithinNoise && !v.Environment.Same && (!s.Floor.Known() || abs(s.Effect) >= float64(s.Floor)):
		return joinSentences("The environments differ, so it is not shown to be the change's.", remains)
	case s.Verdict == gate.WithinNoise && abs(s.Effect) < v.Settings.Threshold:
		return joinSentences("Whole runs of the same code differ too much here to exclude a slowdown of "+percent(gate.Number(v.Settings.Threshold))+" that touches everything.", remains)
	case s.Verdict == gate.WithinNoise:
		return joinSentences("Whole runs of the same code differ by as much here, so it is not shown to be the change's; both sides measured in one job, in turn, would settle it.", remains)
	case s.Verdict == gate.Pass:
		return remains
	}
	return joinSentences("A slow machine does that, and so does a change that touches everything; three or more further runs of the baseline would tell how far whole runs differ.", remains)
}

// shiftSentence tells how the whole suite moved; "" where nobody measured it.
func (v *view) shiftSentence() string {
	m := v.shift()
	if m == nil {
		return ""
	}
	out := "Whole suite: median movement " + change(m.Effect)
	if m.Floor.Known() {
		out += ", its noise floor " + percent(m.Floor)
	}
	if m.P.Known() {
		out += ", p " + pvalue(m.P) + " (one of the K)"
	}
	if m.Removed {
		out += "; the series were judged on what remains after it"
	}
	return out + "."
}

// shiftAlert is the movement as an alert, in plain text: a bold part, and the
// rest.
func (v *view) shiftAlert() (bold, rest string) {
	s := v.shift()
	bold = "The whole suite is " + v.shiftSize()
	if s.Floor.Known() {
		rest = fmt.Sprintf("(median of %s; its noise floor is %s)", plural(v.judged(), "series"), percent(s.Floor))
	} else {
		rest = fmt.Sprintf("(median of %s; how far whole runs of the same code differ is not known)", plural(v.judged(), "series"))
	}
	rest += "."
	if m := v.shiftMeaning(); m != "" {
		rest += " " + m
	}
	return bold, rest
}

// remains names what the effects of the rows are counted from, where a reader
// would otherwise miss it: medians move with the suite, effects were judged
// after its movement. "" where both are the same to the eye, or nothing in the
// rows was tested.
func (v *view) remains(rows ...*gate.Series) string {
	s := v.shift()
	if s == nil || !s.Removed || s.Effect.Infinite() || abs(s.Effect) < 0.005 {
		return ""
	}
	for _, r := range rows {
		if r.P.Known() {
			return " beyond the suite's " + change(s.Effect)
		}
	}
	return ""
}

// observed prints effect and interval in one line, with what they are counted
// from.
func (v *view) observed(s *gate.Series) string { return observed(s) + v.remains(s) }
