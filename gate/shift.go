package gate

import (
	"math"

	"github.com/noisegate/noisegate/gate/stats"
)

// judgeShift reports how the suite moved as a whole. With a calibrated floor
// that is a hypothesis of its own, and a regression beyond threshold and
// floor; without one it is only shown.
func (j *judge) judgeShift(tests []*pair) {
	if c := j.evidence.calibration; c != nil && c.noise.HasShift() && !math.IsNaN(c.shift) {
		j.result.SuiteShift = j.shiftOf(c)
		return
	}
	var effects []float64
	for _, p := range tests {
		if p.test.base.Min() > 0 && p.test.cand.Min() > 0 {
			effects = append(effects, math.Log1p(p.test.effect.Value))
		}
	}
	if shift := stats.SuiteShift(effects); !math.IsNaN(shift) {
		j.result.SuiteShift = &SuiteShift{Effect: Number(math.Expm1(shift)), Floor: Unknown, P: Unknown, Verdict: Info}
	}
}

func (j *judge) shiftOf(c *calibration) *SuiteShift {
	s := &SuiteShift{Effect: Number(math.Expm1(c.shift)), P: Number(c.noise.ShiftP(c.shift)), Removed: true}
	low, high := c.noise.ShiftLimits(c.level)
	floor := math.Max(0, math.Expm1(high))
	if c.shift < 0 {
		floor = math.Max(0, -math.Expm1(low))
	}
	s.Floor = Number(floor)
	s.Verdict = j.shiftVerdict(float64(s.Effect), floor)
	if s.Verdict == Regression {
		j.result.warn(WarnSuiteShift, "the whole suite moved by "+Percent(math.Round(1e4*float64(s.Effect))/1e4)+", beyond what runs of the same code show",
			"look for what touches every benchmark: compiler flags, the toolchain, the allocator, or another kind of machine")
	}
	return s
}

// shiftVerdict applies the rules of a series to the whole suite. A suite whose
// floor hides the threshold stays unresolved.
func (j *judge) shiftVerdict(effect, floor float64) Verdict {
	threshold := j.settings.Threshold
	if !reaches(math.Abs(effect), threshold) {
		if floor <= threshold || reaches(threshold, floor) {
			return Pass
		}
		return WithinNoise
	}
	differ := false
	for _, p := range j.pairs {
		differ = differ || (p.env.differ || p.env.mixed) && j.settings.Environment != EnvironmentIgnore
	}
	switch {
	case !reaches(math.Abs(effect), floor):
		return WithinNoise
	case effect < 0:
		return Pass
	case differ:
		return WithinNoise
	}
	return Regression
}

// shifted reports whether the movement of the suite has this verdict.
func (j *judge) shifted(v Verdict) bool {
	return j.result.SuiteShift != nil && j.result.SuiteShift.Verdict == v
}
