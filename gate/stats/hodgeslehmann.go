package stats

import "math"

// An Estimate is a value with a confidence interval. NaN stands for unknown,
// an infinite bound for an interval that is open to that side.
type Estimate struct {
	Value, Low, High float64
}

// unknown is an Estimate of which nothing is known.
var unknown = Estimate{math.NaN(), math.NaN(), math.NaN()}

// HodgesLehmann estimates by how much the candidate is worse: the oriented
// effect, 0.07 for 7 % worse and negative for better, whichever direction of
// the metric is better.
//
// If all values are positive it is the Hodges-Lehmann ratio less 1,
//
//	exp(median of all ln cᵢ − ln bⱼ) − 1    lower is better
//	exp(median of all ln bⱼ − ln cᵢ) − 1    higher is better
//
// so that a throughput of 100 → 80 is +25 %, as is a time of 80 → 100. The
// assumption is that the change multiplies the distribution by a factor; the
// estimate is then that factor, and is far less noisy than the ratio of
// means, minima or medians.
//
// If a value is ≤ 0 there is no ratio, and the effect is the median of all
// cᵢ − bⱼ (bⱼ − cᵢ) over the magnitude of the baseline's median; with that
// median 0, it is 0 for no difference and ±Inf otherwise.
//
// Low and High bound the effect with at least the given confidence, in (0, 1):
// the interval of all effects that the exact U test without ties would not
// reject. Its bounds are the order statistics u+1 and nm−u of the nm pairwise
// values, where u is the largest with P(U ≤ u) ≤ (1−confidence)/2. Without ties
// it excludes 0 exactly where p ≤ 1−confidence (TestEffectAgreesWithTest). Where
// no such u exists, for 3 against 3 values at 95 %, the bounds are ±Inf. An
// empty sample gives all NaN.
//
// The time is linear in n·m up to 65,536 pairs; above that it grows with
// n + m, and no list of pairs is held.
//
// [1] Hodges, Lehmann (1963). Estimates of location based on rank tests.
// Annals of Mathematical Statistics 34(2).
//
// [2] Bauer (1972). Constructing confidence sets using rank statistics.
// Journal of the American Statistical Association 67(339).
func HodgesLehmann(baseline, candidate Sample, higherIsBetter bool, confidence float64) Estimate {
	b, c := baseline.sorted, candidate.sorted
	if len(b) == 0 || len(c) == 0 || !(confidence > 0 && confidence < 1) {
		return unknown
	}
	scale := math.NaN()
	if baseline.positive() && candidate.positive() {
		b, c = baseline.logs, candidate.logs
	} else {
		scale = math.Abs(baseline.Median())
	}
	if higherIsBetter {
		b, c = c, b
	}
	low, median, high := pairQuantiles(b, c, criticalU(len(b), len(c), (1-confidence)/2))
	return Estimate{asEffect(median, scale), asEffect(low, scale), asEffect(high, scale)}
}

// LogRatio is the Hodges-Lehmann estimate without its interval and on the log
// scale: the median of all ln to − ln from, which changes its sign when the
// sides are swapped. It is what a floor is made of.
//
// NaN if a side is empty or holds a value ≤ 0.
func LogRatio(from, to Sample) float64 {
	if !from.positive() || !to.positive() {
		return math.NaN()
	}
	_, median, _ := pairQuantiles(from.logs, to.logs, -1)
	return median
}

// asEffect turns a pairwise log ratio, or with a scale a difference, into an
// effect.
func asEffect(d, scale float64) float64 {
	switch {
	case d == 0:
		return 0
	case math.IsInf(d, -1):
		return d // no bound, not the least ratio
	case math.IsNaN(scale):
		return math.Expm1(d)
	}
	return d / scale // ±Inf where scale is 0
}

func appendLogs(to, values []float64) []float64 {
	for _, v := range values {
		to = append(to, logarithm(v))
	}
	return to
}

// logarithm is math.Log for positive values, subnormal ones included: the
// assembly of amd64 reads all of those as about the same number (Go 1.26).
func logarithm(v float64) float64 {
	if v < smallestNormal {
		return math.Log(v*(1<<60)) - 60*math.Ln2
	}
	return math.Log(v)
}

const smallestNormal = 0x1p-1022
