package gate

import (
	"math"

	"github.com/noisegate/noisegate/gate/stats"
)

// targetPower is the power that resolution and repetitions needed refer to.
const targetPower = 0.8

// maxRepetitions is where a number of repetitions stops being advice: whoever
// needs more has to reduce the noise first.
const maxRepetitions = 10_000

// power fills in what this sample could have confirmed and, for a pair that
// could not be told, how many observations would settle it.
func (p *pair) power() {
	t := p.test
	sigma := stats.PooledNoise(t.base, t.cand)
	resolution := stats.Resolution(t.base.Len(), t.cand.Len(), sigma, t.level, targetPower)
	if p.out.Floor.Known() && !math.IsNaN(resolution) {
		resolution = math.Max(resolution, float64(p.out.Floor))
	}
	p.out.Resolution = Number(resolution)
	switch p.out.Reason {
	case Underpowered:
		p.out.RepetitionsNeeded = p.neededToReject()
	case Unresolved:
		if n := p.neededToSettle(sigma); n <= maxRepetitions {
			p.out.RepetitionsNeeded = n
		}
	}
}

// neededToReject is the number of observations on each side with which the
// test can reject at all. Ties can keep a sample from it that is large enough
// without them: then more observations have to bring other values.
func (p *pair) neededToReject() int {
	n := stats.ObservationsNeeded(p.test.level)
	if smaller := min(p.test.base.Len(), p.test.cand.Len()); smaller >= n {
		n = smaller + 1
	}
	return n
}

// neededToSettle is the number of observations on each side that would either
// confirm the effect seen or show that it stays below the threshold; 0 where
// repetitions cannot settle it because the floor lies above the threshold, the
// values are significant and only noise between runs keeps the pair open, or the
// noise is not known.
//
// The interval shrinks with the square root of the sample: to end below the
// threshold it needs the square of the factor by which it is too wide.
func (p *pair) neededToSettle(sigma float64) int {
	effect, high, threshold := float64(p.out.Effect), float64(p.out.EffectHigh), p.policy.threshold
	if p.test.significant || p.out.FloorSource != FloorAssumed && p.floor() > threshold && !reaches(threshold, p.floor()) {
		return 0
	}
	if reaches(effect, threshold) {
		return stats.RepetitionsNeeded(effect, sigma, p.test.level, targetPower)
	}
	smaller := min(p.test.base.Len(), p.test.cand.Len())
	factor := (high - effect) / (threshold - effect)
	needed := math.Ceil(float64(smaller) * factor * factor)
	if !(needed <= maxRepetitions) {
		return maxRepetitions + 1
	}
	return max(smaller+1, int(needed))
}
