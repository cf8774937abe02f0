package stats

import "math"

// MedianChange returns the plain signed change of the medians, (candidate −
// baseline)/baseline, with the exact percentile bootstrap interval of their
// ratio: both sides are resampled independently. It is for people to read
// beside the effect of [HodgesLehmann], which decides.
//
// Unlike the effect it is not oriented: a throughput of 100 → 80 is −0.2.
// With a baseline of 0 it is 0 for a candidate of 0, else ±Inf by the
// candidate's sign. With a negative baseline the sign is that of the formula:
// −100 → −90 is −0.1.
//
// The bounds are NaN if a side has fewer than two values, or if some medians
// of the resampled baseline are 0 or of another sign than others: the ratio
// jumps there. All are NaN if a side is empty.
//
// Nothing is drawn at random; see [MedianInterval] for the method and its
// measured coverage.
func MedianChange(baseline, candidate Sample, confidence float64) Estimate {
	if baseline.Len() == 0 || candidate.Len() == 0 {
		return unknown
	}
	e := Estimate{change(candidate.Median(), baseline.Median()), math.NaN(), math.NaN()}
	if baseline.Len() < 2 || candidate.Len() < 2 || !(confidence > 0 && confidence < 1) {
		return e
	}
	if baseline.Min() == 0 && baseline.Max() == 0 {
		c := MedianInterval(candidate, confidence)
		e.Low, e.High = change(c.Low, 0), change(c.High, 0)
		return e
	}
	var buffers [2][256]atom
	b := bootstrapMedian(baseline.sorted, buffers[0][:0])
	c := bootstrapMedian(candidate.sorted, buffers[1][:0])
	switch {
	case b[0].v > 0:
	case b[len(b)-1].v < 0: // the ratio of the magnitudes, seen from below
		negate(b)
		negate(c)
	default:
		return e
	}
	tail := max((1-confidence)/2-cumulationError, math.SmallestNonzeroFloat64)
	e.Low = ratioQuantile(b, c, tail) - 1
	// The upper bound is the lower one of the mirrored candidate.
	negate(c)
	e.High = -ratioQuantile(b, c, tail) - 1
	return e
}

// change returns (to − from)/from.
func change(to, from float64) float64 {
	switch {
	case to == from:
		return 0
	case from == 0:
		return math.Copysign(math.Inf(1), to)
	}
	return (to - from) / from
}

// negate turns a distribution around 0.
func negate(atoms []atom) {
	for i, j := 0, len(atoms)-1; i <= j; i, j = i+1, j-1 {
		atoms[i], atoms[j] = atom{-atoms[j].v, atoms[j].w}, atom{-atoms[i].v, atoms[i].w}
	}
}

// fewPairs is the number of ratios that are sorted rather than halved again.
const fewPairs = 48

// ratioQuantile returns the smallest ratio c/b with P(C/B ≤ ratio) ≥ tail.
// All of b are positive.
//
// The pairs are too many to sort. An interval of ratios that holds the answer is
// narrowed by the secant method, kept honest by halving, until it holds few of
// them; each step is one pass along both distributions.
func ratioQuantile(b, c []atom, tail float64) float64 {
	least, most := c[0].v, c[len(c)-1].v
	lo := min(least/b[0].v, least/b[len(b)-1].v)
	hi := max(most/b[0].v, most/b[len(b)-1].v)
	// Rounding of the products must not lose the outermost pairs.
	lo, hi = widen(lo, -1), widen(hi, 1)
	if math.IsInf(lo, 0) || math.IsInf(hi, 0) {
		return math.NaN()
	}
	below, all := ratioMass(b, c, lo), ratioMass(b, c, hi)
	for step := 0; all.pairs-below.pairs > fewPairs && step < 200; step++ {
		mid := middle(lo, hi)
		if step%3 != 0 {
			// Aim a little beyond, so that both ends come closer.
			f := (tail - below.weight) / (all.weight - below.weight)
			mid = lo + (hi-lo)*max(0.02, min(0.98, f+0.1*(0.5-f)))
		}
		if mid <= lo || mid >= hi {
			break
		}
		if m := ratioMass(b, c, mid); m.weight >= tail {
			hi, all = mid, m
		} else {
			lo, below = mid, m
		}
	}
	return pickRatio(b, c, lo, hi, below.weight, tail)
}

// widen moves a number outwards by a few units in the last place.
func widen(x, sign float64) float64 {
	return x + sign*(math.Abs(x)*1e-14+math.SmallestNonzeroFloat64)
}

// mass is the probability of, and the number of pairs in, a part of the joint
// distribution.
type mass struct {
	weight float64
	pairs  int
}

// ratioMass returns the mass of c ≤ r·b.
func ratioMass(b, c []atom, r float64) mass {
	var m mass
	// r·b rises with b if r ≥ 0 and falls otherwise: walk b so that the limit
	// rises.
	i, by := 0, 1
	if r < 0 {
		i, by = len(b)-1, -1
	}
	k, below := 0, 0.0
	for range b {
		limit := r * b[i].v
		for k < len(c) && c[k].v <= limit {
			below += c[k].w
			k++
		}
		m.weight += b[i].w * below
		m.pairs += k
		i += by
	}
	return m
}

// pickRatio sorts the ratios with lo·b < c ≤ hi·b and returns the one where
// the mass, starting from below, reaches tail.
func pickRatio(b, c []atom, lo, hi, below, tail float64) float64 {
	var buffer [2 * fewPairs]atom
	pairs := buffer[:0]
	for _, x := range b {
		from, to := lo*x.v, hi*x.v
		k := firstAbove(c, from)
		for ; k < len(c) && c[k].v <= to; k++ {
			pairs = append(pairs, atom{c[k].v / x.v, x.w * c[k].w})
		}
	}
	sortAtoms(pairs)
	for _, p := range pairs {
		if below += p.w; below >= tail {
			return p.v
		}
	}
	return pairs[len(pairs)-1].v
}

// firstAbove returns the index of the first atom above limit.
func firstAbove(c []atom, limit float64) int {
	lo, hi := 0, len(c)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if c[mid].v <= limit {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
