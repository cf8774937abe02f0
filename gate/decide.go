package gate

import (
	"fmt"
	"math"

	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/gate/stats"
)

// boundaryTolerance is how far below a limit a value still counts as
// reaching it, relative: 0.105/0.1 − 1 is 0.0499999… in floating point.
const boundaryTolerance = 1e-9

// reaches reports whether a value is at or beyond a limit.
func reaches(value, limit float64) bool {
	if value >= limit {
		return true
	}
	// A distance without end is within no tolerance, which has none either.
	distance := math.Abs(value - limit)
	return !math.IsInf(distance, 0) && distance <= boundaryTolerance*math.Max(math.Abs(value), math.Abs(limit))
}

// decide gives a pair its verdict, in the order of docs/verdict.md.
func (j *judge) decide(p *pair) {
	switch {
	case !p.policy.gated:
		p.out.Verdict = Info
	case p.exact:
		p.decideExact()
		j.acknowledge(p)
	default:
		j.evidence.floorOf(p)
		p.out.Verdict, p.out.Reason = p.decideTested(j.settings.Environment == EnvironmentIgnore)
		p.power()
		p.remarkOnValues()
		j.diagnose(p)
		j.acknowledge(p)
	}
}

// decideTested applies rules 3 to 7 to a tested pair.
func (p *pair) decideTested(ignoreEnvironment bool) (Verdict, Reason) {
	effect, threshold, floor := float64(p.out.Effect), p.policy.threshold, p.floor()
	if !p.test.significant {
		return p.decideInsignificant(threshold, floor)
	}
	differ, mixed := p.env.differ && !ignoreEnvironment, p.env.mixed && !ignoreEnvironment
	switch {
	case !reaches(math.Abs(effect), threshold) && reaches(p.slowest, threshold):
		// The repetitions agree with each other, but runs of the same code
		// differ by enough for the change to be as slow as what matters.
		return WithinNoise, Unresolved
	case !reaches(math.Abs(effect), threshold):
		return Pass, BelowThreshold
	case !reaches(math.Abs(effect), floor):
		return WithinNoise, BelowFloor
	case mixed:
		return WithinNoise, EnvironmentsDiffer
	case effect < 0:
		return Pass, Improvement
	case differ:
		return WithinNoise, EnvironmentsDiffer
	}
	return Regression, Confirmed
}

// floor is the known floor, else 0: what is unknown keeps nothing back.
func (p *pair) floor() float64 {
	if !p.out.Floor.Known() {
		return 0
	}
	return float64(p.out.Floor)
}

// decideInsignificant tells a sample that shows that nothing worse than the
// threshold happened from one that cannot tell.
func (p *pair) decideInsignificant(threshold, floor float64) (Verdict, Reason) {
	attainable := stats.SmallestP(p.test.base.Len(), p.test.cand.Len()) < p.test.level
	high := float64(p.out.EffectHigh)
	covered := p.out.FloorSource == FloorAssumed || !p.out.Floor.Known() || floor <= threshold || reaches(threshold, floor)
	if attainable && high < threshold && !reaches(high, threshold) && covered && !reaches(p.slowest, threshold) {
		return Pass, NoRegressionShown
	}
	if !(p.test.u.AttainableP < p.test.level) {
		return WithinNoise, Underpowered
	}
	return WithinNoise, Unresolved
}

// remarkOnValues says where ratios could not be taken.
func (p *pair) remarkOnValues() {
	if least := min(p.test.base.Min(), p.test.cand.Min()); least <= 0 {
		p.out.warn(bench.NoteNonPositive, fmt.Sprintf("a value is %v: differences took the place of ratios, and no floor applies", least),
			"see that the harness does not subtract more than it measured, and that the work is not optimised away")
	}
}

// acknowledge keeps a known regression from blocking until its date.
func (j *judge) acknowledge(p *pair) {
	a := p.policy.acknowledge
	if a == nil || p.out.Verdict != Regression {
		return
	}
	until := a.Until.Format("2006-01-02")
	if j.settings.Today.Format("2006-01-02") > until {
		p.out.warn(WarnAcknowledgedOver, "the acknowledgement of this regression ran out on "+until, "fix the regression, or renew the rule with a reason")
		return
	}
	p.out.Acknowledged = &Acknowledged{Until: until, Why: a.Why}
	p.out.warn(WarnAcknowledged, "acknowledged until "+until+": "+a.Why, "")
}
