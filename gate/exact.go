package gate

import (
	"math"

	"github.com/noisegate/noisegate/gate/bench"
)

// isExact reports whether a gated pair is compared without a test: declared
// exact, or a count with at least two values on each side, and constant on
// each side. Something declared exact that varies is tested, with a warning:
// the declaration is wrong, and a comparison of two noisy numbers would block
// for noise.
func isExact(p *pair) bool {
	b, okB := constant(p.base)
	c, okC := constant(p.cand)
	if p.policy.exact {
		if !okB || !okC {
			p.out.warn(WarnExactVaries, "declared exact, but its values vary: tested like any other", "take `exact` out of the rule, or make the benchmark deterministic")
		}
		return okB && okC
	}
	return p.base.Count && p.cand.Count && okB && okC && b >= 2 && c >= 2
}

// constant returns the number of values and whether they are all the same.
func constant(s *bench.Series) (n int, same bool) {
	first, same := s.Samples[0].Values[0], true
	for _, r := range s.Samples {
		for _, v := range r.Values {
			n++
			same = same && v == first
		}
	}
	return n, same
}

// decideExact compares two constants: any change that reaches the threshold
// is real.
func (p *pair) decideExact() {
	b, c := p.base.Samples[0].Values[0], p.cand.Samples[0].Values[0]
	effect := exactEffect(b, c, p.policy.direction == bench.HigherIsBetter)
	p.out.Effect, p.out.EffectLow, p.out.EffectHigh = Number(effect), Number(effect), Number(effect)
	switch {
	case b == c:
		p.out.Verdict, p.out.Reason = Pass, Unchanged
	case !reaches(math.Abs(effect), p.policy.threshold):
		p.out.Verdict, p.out.Reason = Pass, BelowThreshold
	case effect > 0:
		p.out.Verdict, p.out.Reason = Regression, Exact
	default:
		p.out.Verdict, p.out.Reason = Pass, Improvement
	}
}

// exactEffect is the oriented relative change of two constants; from 0 to
// anything is infinite.
func exactEffect(b, c float64, higherIsBetter bool) float64 {
	var e float64
	switch {
	case b == c:
		return 0
	case higherIsBetter && b > 0 && c > 0:
		return b/c - 1
	case b == 0:
		e = math.Inf(1)
		if c < 0 {
			e = math.Inf(-1)
		}
	default:
		e = (c - b) / math.Abs(b)
	}
	if higherIsBetter {
		return -e
	}
	return e
}
