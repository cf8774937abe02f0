package stats

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mathext"
)

// The bootstrap distribution of the median needs no resampling: which order
// statistic the median of a resample is depends on the ranks alone, so the
// probabilities follow in closed form and can be kept for each n.
//
// For odd n = 2k−1 the median is the k-th smallest of n draws, and
//
//	P(median ≤ x₍ᵢ₎) = P(Bin(n, i/n) ≥ k).
//
// For even n = 2k it is the mean of the k-th and the (k+1)-th, exactly what
// resampling would give and what Median returns; other choices (only the
// lower one, or either with probability ½) would give the interval of some
// other number than the one shown. All k draws below and all k above lie
// apart when the two differ, so for i < j
//
//	P(x₍ᵢ₎ and x₍ⱼ₎) = C(n,k)·(iᵏ − (i−1)ᵏ)·((n−j+1)ᵏ − (n−j)ᵏ)/nⁿ
//
// and what is left of P(k-th = x₍ᵢ₎) belongs to i = j.
//
// [1] Maritz, Jarrett (1978). A note on estimating the variance of the sample
// median. Journal of the American Statistical Association 73(361).
//
// [2] Evans, Leemis, Drew (2006). The distribution of order statistics for
// discrete random variables with applications to bootstrapping. INFORMS
// Journal on Computing 18(1).

// leastWeight is the probability below which a pair of order statistics is
// left out. All of those together have less than 1e-6 for n ≤ 5,000, which moves
// a bound by one of many thousand steps, if at all, and halves the time.
const leastWeight = 1e-9

// medianLaw is the distribution of the median of a resample of n values:
// the median is the mean of order statistics i and j (from 0) with
// probability w. Equal i and j for odd n.
type medianLaw []medianPair

type medianPair struct {
	i, j int32
	w    float64
}

var medianLaws sync.Map // int → medianLaw

// maxCachedLaw bounds n of the laws that are kept.
const maxCachedLaw = 512

func medianLawOf(n int) medianLaw {
	if l, ok := medianLaws.Load(n); ok {
		return l.(medianLaw)
	}
	var l medianLaw
	if n%2 == 1 {
		l = oddMedianLaw(n)
	} else {
		l = evenMedianLaw(n)
	}
	if n <= maxCachedLaw {
		medianLaws.Store(n, l)
	}
	return l
}

// atMost returns P(k-th smallest of n draws ≤ x₍ᵢ₎), i from 0 to n.
func atMost(n, k, i int) float64 {
	switch i {
	case 0:
		return 0
	case n:
		return 1
	}
	return mathext.RegIncBeta(float64(k), float64(n-k+1), float64(i)/float64(n))
}

func oddMedianLaw(n int) medianLaw {
	var l medianLaw
	before := 0.0
	for i := 1; i <= n; i++ {
		p := atMost(n, (n+1)/2, i)
		if w := p - before; w > leastWeight {
			l = append(l, medianPair{int32(i - 1), int32(i - 1), w})
		}
		before = p
	}
	return l
}

func evenMedianLaw(n int) medianLaw {
	k := n / 2
	// step(i) is ln((iᵏ − (i−1)ᵏ)/nᵏ).
	step := func(i int) float64 {
		f := float64(i)
		return float64(k)*math.Log(f/float64(n)) + math.Log(-math.Expm1(float64(k)*math.Log1p(-1/f)))
	}
	ways := logChoose(n, k)
	var l medianLaw
	before := 0.0
	for i := 1; i <= n; i++ {
		p := atMost(n, k, i)
		marginal := p - before
		before = p
		if marginal <= leastWeight {
			continue
		}
		// The k draws above i, wherever they are.
		above := 0.0
		if i < n {
			above = math.Exp(ways + step(i) + float64(k)*math.Log1p(-float64(i)/float64(n)))
		}
		if w := marginal - above; w > leastWeight {
			l = append(l, medianPair{int32(i - 1), int32(i - 1), w})
		}
		for j := i + 1; j <= n; j++ {
			w := math.Exp(ways + step(i) + step(n-j+1))
			if w <= leastWeight {
				break
			}
			l = append(l, medianPair{int32(i - 1), int32(j - 1), w})
		}
	}
	return l
}

// An atom is a value with its probability.
type atom struct{ v, w float64 }

// bootstrapMedian returns the exact bootstrap distribution of the median of
// ascending values, ascending, appended to atoms. The probabilities sum to 1
// within 1e-7.
func bootstrapMedian(sorted []float64, atoms []atom) []atom {
	if sorted[0] == sorted[len(sorted)-1] {
		return append(atoms, atom{sorted[0], 1})
	}
	for _, p := range medianLawOf(len(sorted)) {
		atoms = append(atoms, atom{middle(sorted[p.i], sorted[p.j]), p.w})
	}
	if len(sorted)%2 == 0 {
		sortAtoms(atoms)
	}
	return mergeEqual(atoms)
}

// mergeEqual adds up the probabilities of equal neighbours, in place.
func mergeEqual(atoms []atom) []atom {
	kept := atoms[:1]
	for _, a := range atoms[1:] {
		if last := &kept[len(kept)-1]; last.v == a.v {
			last.w += a.w
		} else {
			kept = append(kept, a)
		}
	}
	return kept
}

// sortAtoms sorts by value: a bucket for each atom, as if the values were
// spread evenly, and what is left by insertion. That is three times as fast as a
// general sort, which takes over where few buckets hold most.
func sortAtoms(atoms []atom) {
	n := len(atoms)
	if n < 2 {
		return
	}
	least, most := atoms[0].v, atoms[0].v
	for _, a := range atoms[1:] {
		least, most = min(least, a.v), max(most, a.v)
	}
	scale := float64(n-1) / (most - least)
	if n <= len(buckets{}) && scale > 0 && !math.IsInf(scale, 1) {
		scatter(atoms, least, scale)
	}
	moves := 0
	for i := 1; i < n; i++ {
		a, j := atoms[i], i
		for j > 0 && atoms[j-1].v > a.v {
			atoms[j] = atoms[j-1]
			j--
		}
		atoms[j] = a
		if moves += i - j; moves > 16*n {
			slices.SortFunc(atoms, func(a, b atom) int { return cmp.Compare(a.v, b.v) })
			return
		}
	}
}

type buckets [512]uint16

// scatter puts atoms into the order of their buckets, (v − least)·scale.
func scatter(atoms []atom, least, scale float64) {
	var ends buckets
	var at [len(ends)]uint16
	var room [len(ends)]atom
	n := len(atoms)
	for i, a := range atoms {
		k := min(uint16((a.v-least)*scale), uint16(n-1))
		at[i] = k
		ends[k]++
	}
	sum := uint16(0)
	for k, count := range ends[:n] {
		ends[k] = sum
		sum += count
	}
	for i, a := range atoms {
		k := at[i]
		room[ends[k]] = a
		ends[k]++
	}
	copy(atoms, room[:n])
}

// cumulationError is what rounding and left-out pairs may add up to; a
// cumulated probability that is short of the limit by less counts as there.
const cumulationError = 1e-9

// MedianInterval returns the median with its exact percentile bootstrap
// interval: Low is the smallest value that the median of a resample stays at
// or below with probability ≥ (1−confidence)/2, High its mirror image.
// It depends on the values alone; there is no resampling, no seed and no Monte-Carlo
// error. The values are taken as independent.
//
// The interval of fewer than 6 values cannot reach 95 % coverage and is too
// short. With one value both bounds are NaN: it says nothing about its spread.
// With none, all three are. confidence must be in (0, 1), else the bounds are
// NaN.
//
// Coverage measured for lognormal (σ = 0.5) and exponential data at n = 10, 15
// and 20, where 95 % is asked: 93.6 to 96.3 % of medians, 96.2 to 97.2 % of
// ratios of medians (TestIntervalCoverage).
func MedianInterval(s Sample, confidence float64) Estimate {
	e, _, _ := CompareMedians(s, Sample{}, confidence)
	return e
}

// lowerQuantile returns the smallest value with P(X ≤ v) ≥ tail, or the largest
// of all if rounding leaves none.
func lowerQuantile(atoms []atom, tail float64) float64 {
	sum := 0.0
	for _, a := range atoms {
		if sum += a.w; sum >= tail {
			return a.v
		}
	}
	return atoms[len(atoms)-1].v
}

// upperQuantile returns the largest value with P(X ≥ v) ≥ tail.
func upperQuantile(atoms []atom, tail float64) float64 {
	sum := 0.0
	for i := len(atoms) - 1; i > 0; i-- {
		if sum += atoms[i].w; sum >= tail {
			return atoms[i].v
		}
	}
	return atoms[0].v
}
