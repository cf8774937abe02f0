package stats

import "math"

// Names of the ways in which a p-value of [MannWhitneyU] is computed.
const (
	MethodExact       = "exact"
	MethodSaddlepoint = "saddlepoint"
)

// UTest is the result of [MannWhitneyU].
type UTest struct {
	// U is the number of pairs with x > y, plus half the number of pairs
	// with x = y: 0 if every x is below every y, n·m if above. It is
	// Wilcoxon's rank sum of x less n(n+1)/2.
	U float64
	// P is the two-sided p-value, in (0, 1]; NaN if a sample is empty.
	P float64
	// AttainableP is the smallest P that these sizes and these ties allow:
	// that of the most extreme U. If it is not below the level, the test
	// could not reject whatever the difference. NaN if a sample is empty.
	AttainableP float64
	// Method is MethodExact or MethodSaddlepoint; empty if a sample is empty.
	Method string
}

// MannWhitneyU tests whether values of one sample tend to be larger than
// those of the other. The null hypothesis is that both were drawn from the
// same distribution, whatever that is; nothing is assumed of its shape. Also
// known as Wilcoxon's rank-sum test, or Wilcoxon-Mann-Whitney.
//
// P is conditional on the observed ties: all C(n+m, n) ways of dealing the
// pooled values out to the two sides are equally likely under the null, and
//
//	P = P(|U − nm/2| ≥ |u − nm/2|)
//
// in that distribution, with midranks for ties. This is the definition of R's
// coin::wilcox_test. It is the same when the sides are swapped. The other
// usual definition, twice the smaller tail, differs where there are ties and
// n ≠ m, since the null is not symmetric then.
//
// Values are tied if they are equal as float64; −0 equals +0. All values
// equal gives P = 1. P is never 0: below the range of float64 it is the
// smallest positive number.
//
// P is exact (relative error below 1e-12) for n, m ≤ 50 and above that as long
// as it costs a few milliseconds: without ties up to about 200 a side, with
// ties depending on their number. Beyond, a double saddlepoint
// approximation with lattice correction takes over; its measured error is in
// the comment of its file, saddlepoint.go. The normal approximation is never
// used: it is off by factors of 2 to 60 in the tail that a correction for
// many tests looks at, to either side.
//
// Checked against exact fractions, R's coin and scipy (testdata/gen).
//
// [1] Mann, Whitney (1947). On a test of whether one of two random variables
// is stochastically larger than the other. Annals of Mathematical Statistics
// 18(1).
//
// [2] Streitberg, Röhmel (1986). Exact distributions for permutation and rank
// tests. Statistical Software Newsletter 12(1).
func MannWhitneyU(x, y Sample) UTest {
	n, m := x.Len(), y.Len()
	if n == 0 || m == 0 {
		return UTest{U: math.NaN(), P: math.NaN(), AttainableP: math.NaN()}
	}
	doubled, distinct := doubledU(x.sorted, y.sorted)
	t := UTest{U: float64(doubled) / 2, P: 1, AttainableP: 1, Method: MethodExact}
	if distinct == 1 {
		return t
	}
	distance := abs(doubled - n*m)
	if distinct == n+m {
		if t.AttainableP = SmallestP(n, m); distance > 0 {
			t.P, t.Method = untiedP(n, m, distance)
		}
	} else {
		small, sizes := min(n, m), tieSizes(x.sorted, y.sorted, distinct)
		if t.AttainableP = attainableP(sizes, small); distance > 0 {
			t.P, t.Method = tiedP(sizes, small, distance)
		}
	}
	if distance == 0 {
		return t
	}
	// The most extreme value is known in closed form; rounding must not make
	// another one look more extreme.
	t.P = probability(max(t.P, t.AttainableP))
	return t
}

// doubledU merges two ascending slices. It returns 2U of x, which is an
// integer, and the number of distinct values.
func doubledU(x, y []float64) (doubled, distinct int) {
	j := 0
	for i := 0; i < len(x); {
		v := x[i]
		for j < len(y) && y[j] < v {
			if j == 0 || y[j] != y[j-1] {
				distinct++
			}
			j++
		}
		equal := j
		for equal < len(y) && y[equal] == v {
			equal++
		}
		for i < len(x) && x[i] == v {
			doubled += j + equal
			i++
		}
		j = equal
		distinct++
	}
	for ; j < len(y); j++ {
		if j == 0 || y[j] != y[j-1] {
			distinct++
		}
	}
	return doubled, distinct
}

// tieSizes returns how many values of two ascending slices each of their
// distinct values has, ascending.
func tieSizes(x, y []float64, distinct int) []int {
	sizes := make([]int, 0, distinct)
	i, j := 0, 0
	for i < len(x) || j < len(y) {
		var v float64
		if j >= len(y) || i < len(x) && x[i] <= y[j] {
			v = x[i]
		} else {
			v = y[j]
		}
		t := i + j
		for i < len(x) && x[i] == v {
			i++
		}
		for j < len(y) && y[j] == v {
			j++
		}
		sizes = append(sizes, i+j-t)
	}
	return sizes
}

// attainableP returns P of the most extreme U for n values dealt out of
// groups of ties.
//
// At the lowest U the n values are the lowest ones: the only choice is which
// of a group that the boundary cuts. The same at the top; the farther of the
// two ends from nm/2 is the more extreme, both count if they are as far.
func attainableP(sizes []int, n int) float64 {
	total := 0
	for _, t := range sizes {
		total += t
	}
	low, lowWays := end(sizes, n, false)
	high, highWays := end(sizes, n, true)
	// Distances from the middle of the doubled U.
	lowDistance, highDistance := n*(total-n)-low, high-n*(total-n)
	ways := 0.0
	if lowDistance >= highDistance {
		ways += lowWays
	}
	if highDistance >= lowDistance {
		ways += highWays
	}
	return probability(ways / choose(total, n))
}

// end returns the lowest (or highest) doubled U and in how many ways it
// comes about. Many ways of a huge number are +Inf of +Inf: see probability.
func end(sizes []int, n int, top bool) (doubledU int, ways float64) {
	below, left, total := 0, n, 0
	for _, t := range sizes {
		total += t
	}
	doubledU = -n * n
	ways = 1
	for k := range sizes {
		t := sizes[k]
		weight := 2*below + t
		if top {
			t = sizes[len(sizes)-1-k]
			weight = 2*(total-below) - t
		}
		take := min(t, left)
		if take < t && take > 0 {
			ways = choose(t, take)
		}
		doubledU += take * weight
		left -= take
		below += t
		if left == 0 {
			break
		}
	}
	return doubledU, ways
}

// SmallestP returns the smallest two-sided p-value that the U test can give
// with n and m untied values: 2/C(n+m, n), at most 1; 1 if a side is empty.
// It underflows to the smallest positive number, never to 0.
func SmallestP(n, m int) float64 {
	if n <= 0 || m <= 0 {
		return 1
	}
	return probability(2 / choose(n+m, n))
}

// ObservationsNeeded returns the least n for which two samples of n untied
// values can give a p-value below level: 4 for 0.05, 8 for 0.05/100. A level
// that is not positive or NaN gives 0, since no number is enough; a level
// above 1 gives 1.
func ObservationsNeeded(level float64) int {
	if !(level > 0) {
		return 0
	}
	n := 1
	// 2/C(2n, n) falls about fourfold a step, so this ends after some 540.
	for !(SmallestP(n, n) < level) {
		n++
		if n > 1000 {
			return 0
		}
	}
	return n
}

// choose returns the binomial coefficient as a float64, +Inf above its
// range. It is exact below 2^53 and good to about n units in the last place
// above.
func choose(n, k int) float64 {
	k = min(k, n-k)
	c := 1.0
	for i := 1; i <= k && !math.IsInf(c, 1); i++ { // nothing brings it back from there
		c = c * float64(n-k+i) / float64(i)
	}
	return c
}

// logChoose returns the natural logarithm of the binomial coefficient.
func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// probability puts rounding errors back into (0, 1]. A ratio of numbers out
// of range, NaN here, can only be one that is too small for a float64 or
// close to it.
func probability(p float64) float64 {
	if math.IsNaN(p) || p <= 0 {
		return math.SmallestNonzeroFloat64
	}
	return min(p, 1)
}

func abs(i int) int {
	if i < 0 {
		return -i
	}
	return i
}
