package gate

import (
	"sort"

	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/gate/stats"
)

// What the test counts.
const (
	ObservationRun        = "run"
	ObservationRepetition = "repetition"
)

// A test is the U test of one pair and what surrounds it.
type test struct {
	base, cand  stats.Sample
	observation string
	u           stats.UTest
	effect      stats.Estimate
	// significant is decided by the correction over all tests; level is what
	// p had to stay below.
	significant bool
	level       float64
}

// hypotheses returns the pairs that are tested, which are K: gated, on both
// sides, and not compared exactly, whatever their sample size. (The suite's
// movement is one more where it is judged: [judge.countHypotheses].)
func (j *judge) hypotheses() []*pair {
	var out []*pair
	for _, p := range j.pairs {
		p.exact = p.policy.gated && isExact(p)
		if p.policy.gated && !p.exact {
			out = append(out, p)
		}
	}
	return out
}

// level is the share of alpha that one of k tests has before any was
// rejected.
func (s Settings) level(k int) float64 {
	if s.Correction == NoCorrection || k < 1 {
		return s.Alpha
	}
	return s.Alpha / float64(k)
}

// measure runs the tests, and works out the effects of the pairs that are
// only shown.
func (j *judge) measure() {
	level := j.settings.level(j.result.Settings.Tests)
	each(len(j.pairs), func(i int) {
		p := j.pairs[i]
		if p.exact || !p.policy.gated {
			j.showEffect(p)
			return
		}
		t := &test{level: level}
		t.base, t.cand, t.observation = observations(j.baseIndex, j.candIndex, p.baseAt, p.candAt, level)
		p.test = t
		p.runTest()
	})
}

// runTest tests the pair's observations.
func (p *pair) runTest() {
	t := p.test
	t.u = stats.MannWhitneyU(t.base, t.cand)
	t.effect = stats.HodgesLehmann(t.base, t.cand, p.higherIsBetter(), confidence)
	p.showTest()
}

// showTest fills in what came out of the test.
func (p *pair) showTest() {
	t := p.test
	p.out.P, p.out.AttainableP = Number(t.u.P), Number(t.u.AttainableP)
	p.out.Method, p.out.Observation = t.u.Method, t.observation
	p.setEffect(t.effect)
}

func (p *pair) higherIsBetter() bool { return p.policy.direction == bench.HigherIsBetter }

func (p *pair) setEffect(e stats.Estimate) {
	p.out.Effect, p.out.EffectLow, p.out.EffectHigh = Number(e.Value), Number(e.Low), Number(e.High)
}

// showEffect works out the effect of a pair that is not tested. Where the
// direction is unknown the effect would have no sign, and stays unknown.
func (j *judge) showEffect(p *pair) {
	if p.policy.direction == bench.DirectionUnknown {
		return
	}
	p.setEffect(stats.HodgesLehmann(j.baseIndex.samples[p.baseAt], j.candIndex.samples[p.candAt], p.higherIsBetter(), confidence))
}

// observations returns what the test counts: the medians of the runs where
// both sides have enough of them for the test to be able to reject, since
// repetitions of one process are not independent; else the repetitions.
func observations(base, cand *index, baseAt, candAt int, level float64) (b, c stats.Sample, observation string) {
	x, y := base.set.Series[baseAt], cand.set.Series[candAt]
	if stats.SmallestP(len(x.Samples), len(y.Samples)) < level {
		return sampleOf(runMedians(x)), sampleOf(runMedians(y)), ObservationRun
	}
	return base.samples[baseAt], cand.samples[candAt], ObservationRepetition
}

func runMedians(s *bench.Series) []float64 {
	out := make([]float64, 0, len(s.Samples))
	for _, r := range s.Samples {
		if len(r.Values) == 1 {
			out = append(out, r.Values[0])
			continue
		}
		out = append(out, sampleOf(r.Values).Median())
	}
	return out
}

// correct decides which tests are significant: p < α/K with Bonferroni, a
// step-down with Holm (1979), p < α without correction. It fills in the
// adjusted p: the smallest α at which the test would be significant.
func (j *judge) correct(tests []*pair) {
	k := float64(j.result.Settings.Tests)
	if j.settings.Correction != Holm {
		factor := k
		if j.settings.Correction == NoCorrection {
			factor = 1
		}
		for _, p := range tests {
			p.test.significant = p.test.u.P < p.test.level
			p.out.PAdjusted = Number(min(1, factor*p.test.u.P))
		}
		return
	}
	sorted := append([]*pair(nil), tests...)
	sort.SliceStable(sorted, func(a, b int) bool { return sorted[a].test.u.P < sorted[b].test.u.P })
	rejecting, adjusted, level := true, 0.0, j.settings.Alpha
	for i, p := range sorted {
		left := k - float64(i)
		rejecting = rejecting && p.test.u.P < j.settings.Alpha/left
		if rejecting {
			level = j.settings.Alpha / left
		} else if i == 0 || sorted[i-1].test.significant {
			level = j.settings.Alpha / left // the level at which the step-down stopped
		}
		p.test.significant, p.test.level = rejecting, level
		adjusted = max(adjusted, min(1, left*p.test.u.P))
		p.out.PAdjusted = Number(adjusted)
	}
}
