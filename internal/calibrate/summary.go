package main

import (
	"fmt"
	"strings"
)

// A measured cell is one of which something is promised, from any part of the
// study.
type measured struct {
	cell
	ours, oracle, informed counts
	judged                 bool
}

// promised are the cells that have suites enough to be looked at one by one;
// the fraction of the whole grid is read by its margins.
func (s *study) promised() []measured {
	var out []measured
	for i, c := range s.effects {
		got := s.byEffect[i]
		out = append(out, measured{c, got[effectGate], got[effectOracle], got[effectInformed], false})
	}
	for i, c := range s.judged {
		if got := s.byJudge[i]; c.claimed() {
			out = append(out, measured{c, got[methodGate], got[methodOracle], got[methodInformed], true})
		}
	}
	return out
}

// hasPower reports whether power was promised in the cell.
func (c cell) hasPower() bool { return c.R >= 5 && !c.History }

const (
	mostBlocked = 0.05
	mostHigh    = 0.065
	mostGap     = 10
	mostPassed  = 2.5
)

// passedShare is the largest share, in per cent, of slowdowns of one size that
// were passed, for whatever reason.
func (c counts) passedShare() float64 {
	out := 0.0
	for k := range injected {
		out = max(out, 100*float64(c.Passed[k])/float64(c.Slowed))
	}
	return out
}

// summary counts the cells that hold what was asked of them.
func (s *study) summary() string {
	var b strings.Builder
	var blocked, high, cells, near, fair, powerCells, passed, judgedCells int
	worst, mostPass := counts{Suites: 1}, 0.0
	for _, m := range s.promised() {
		cells++
		e := m.ours.rate()
		blocked += one(e.Value <= mostBlocked)
		high += one(e.High <= mostHigh)
		if e.Value > worst.rate().Value {
			worst = m.ours
		}
		if m.hasPower() {
			powerCells++
			near += one(gap(m.ours, m.oracle) <= mostGap)
			fair += one(fairGap(m.ours, m.oracle, m.informed) <= mostGap)
		}
		if m.judged && m.Sigma > 0 {
			judgedCells++
			passed += one(m.ours.passedShare() < mostPassed)
			mostPass = max(mostPass, m.ours.passedShare())
		}
	}
	fmt.Fprintf(&b, "- False blocks: at most 5 %% of unchanged suites in %d of %d cells with at least 3 runs of evidence or no run-to-run noise; the worst has %s %%. The upper end of the 95 %% interval is at most 6.5 %% in %d.\n", blocked, cells, rate(worst), high)
	fmt.Fprintf(&b, "- Power: within 10 points of the oracle at 5 %%, 10 %% and 25 %% in %d of %d cells with at least 5 runs of the same commit; within 10 points of the oracle or of the best that the evidence allows in %d.\n", near, powerCells, fair)
	fmt.Fprintf(&b, "- Passes: fewer than 2.5 %% of slowdowns by 5 %%, by 10 %% and by 25 %% are passed, for whatever reason, in %d of %d cells with noise between runs and at least 3 runs of evidence; at most %.1f %%.\n", passed, judgedCells, mostPass)
	return b.String()
}

// short names the cells that do not hold, so that none can be left out.
func (s *study) short() string {
	var b strings.Builder
	for _, m := range s.promised() {
		var what []string
		if e := m.ours.rate(); e.Value > mostBlocked || e.High > mostHigh {
			what = append(what, "blocked "+rate(m.ours)+" %")
		}
		if g := fairGap(m.ours, m.oracle, m.informed); m.hasPower() && g > mostGap {
			text := fmt.Sprintf("power %s, oracle %s", powers(m.ours), powers(m.oracle))
			if m.informed.Slowed > 0 {
				text += ", informed " + powers(m.informed)
			}
			what = append(what, text)
		}
		if p := m.ours.passedShare(); m.judged && m.Sigma > 0 && p >= mostPassed {
			what = append(what, "passed "+shares(m.ours.Passed, m.ours.Slowed)+" %")
		}
		if len(what) == 0 {
			continue
		}
		part := "effects"
		if m.judged {
			part = fmt.Sprintf("whole gate, n = %d, %s", m.N, m.Shape)
		}
		fmt.Fprintf(&b, "| %d | %.0f %% | %s | %s | %s | %s | %s |\n", m.K, 100*m.Sigma, m.Where, m.law(), evidence(m.cell), part, strings.Join(what, "; "))
	}
	if b.Len() == 0 {
		return "No cell.\n"
	}
	return "| series | noise | of | law | runs | part | what |\n|" + strings.Repeat(" --- |", 7) + "\n" + b.String()
}
