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
	var buffer [128]float64
	if b[0] > 0 && c[0] > 0 {
		logs := appendLogs(appendLogs(buffer[:0], b), c)
		b, c = logs[:len(b)], logs[len(b):]
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
	b, c := from.sorted, to.sorted
	if len(b) == 0 || len(c) == 0 || !(b[0] > 0 && c[0] > 0) {
		return math.NaN()
	}
	var buffer [128]float64
	logs := appendLogs(appendLogs(buffer[:0], b), c)
	_, median, _ := pairQuantiles(logs[:len(b)], logs[len(b):], -1)
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

// maxPairs is the number of pairs up to which they are written out.
const maxPairs = 1 << 16

// pairQuantiles returns the order statistics u+1 and nm−u of all cᵢ − bⱼ, and
// their median. u = −1 asks for an interval without bounds. Both slices
// ascend.
func pairQuantiles(b, c []float64, u int) (low, median, high float64) {
	n := len(b) * len(c)
	low, high = math.Inf(-1), math.Inf(1)
	if n > maxPairs {
		if u >= 0 {
			low, high = kthDifference(b, c, u), kthDifference(b, c, n-1-u)
		}
		median = kthDifference(b, c, n/2)
		if n%2 == 0 {
			median = middle(kthDifference(b, c, n/2-1), median)
		}
		return low, median, high
	}
	pairs := scratch.Get().(*[]float64)
	defer scratch.Put(pairs)
	*pairs = appendDifferences((*pairs)[:0], b, c)
	d := *pairs
	median = kth(d, n/2)
	// Nothing before the median is larger and nothing behind it smaller, so
	// each half is searched by itself.
	if u >= 0 {
		high = d[n/2]
		if n-1-u > n/2 {
			high = kth(d[n/2+1:], n-1-u-(n/2+1))
		}
	}
	if n%2 == 0 {
		below := d[0]
		for _, v := range d[1 : n/2] {
			below = max(below, v)
		}
		median = middle(below, median)
	}
	if u >= 0 {
		low = kth(d[:n/2+1], u)
	}
	return low, median, high
}

func appendDifferences(to, b, c []float64) []float64 {
	for _, x := range c {
		for _, y := range b {
			to = append(to, x-y)
		}
	}
	return to
}

// kth returns the k-th smallest value, from 0, and leaves it at d[k] with
// nothing larger before and nothing smaller behind it. Quickselect with the
// median of three; the pairs come as ascending rows, for which that pivot is
// good, and no order makes it wrong.
func kth(d []float64, k int) float64 {
	lo, hi := 0, len(d)-1
	for hi > lo {
		pivot := median3(d[lo], d[lo+(hi-lo)/2], d[hi])
		i, j := lo, hi
		for i <= j {
			for d[i] < pivot {
				i++
			}
			for d[j] > pivot {
				j--
			}
			if i <= j {
				d[i], d[j] = d[j], d[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return d[k]
		}
	}
	return d[k]
}

func median3(a, b, c float64) float64 {
	return max(min(a, b), min(max(a, b), c))
}

// kthDifference returns the k-th smallest (from 0) of all cᵢ − bⱼ without
// writing them out: it halves an interval of float64s, in the order of their
// bits, until it holds one, and counts the pairs below with one pass along
// both slices. The differences are rounded as when written out, so the result
// is one of them, exactly.
func kthDifference(b, c []float64, k int) float64 {
	lo := ordinal(c[0]-b[len(b)-1]) - 1
	hi := ordinal(c[len(c)-1] - b[0])
	for hi-lo > 1 {
		mid := lo + (hi-lo)/2
		if countDifferences(b, c, fromOrdinal(mid)) > k {
			hi = mid
		} else {
			lo = mid
		}
	}
	return fromOrdinal(hi)
}

// countDifferences returns how many cᵢ − bⱼ are ≤ limit.
func countDifferences(b, c []float64, limit float64) int {
	count, j := 0, 0
	for _, x := range c {
		for j < len(b) && x-b[j] > limit {
			j++
		}
		count += len(b) - j
	}
	return count
}

// ordinal numbers the float64s in ascending order, −Inf above 0 and +Inf
// below the greatest uint64.
func ordinal(f float64) uint64 {
	bits := math.Float64bits(f)
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}

func fromOrdinal(i uint64) float64 {
	if i>>63 == 1 {
		return math.Float64frombits(i &^ (1 << 63))
	}
	return math.Float64frombits(^i)
}
