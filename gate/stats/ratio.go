package stats

import "math"

// fewPairs is the number of ratios that are written out rather than narrowed
// again.
const fewPairs = 256

// ratioQuantile returns the smallest ratio c/b with P(C/B ≤ ratio) ≥ tail.
// All of b are positive.
//
// The pairs are too many to sort. The ratio of two medians is nearly normal,
// so on the scale of normal deviates its distribution is nearly a line, but
// for its steps: two tries from the guess, each one pass along both
// distributions, lead to a window that holds the answer and few other pairs,
// which are written out. Where they do not, the interval is narrowed until it
// holds few.
func ratioQuantile(b, rough, c []atom, tail float64, guess ratioGuess) float64 {
	target := deviate(tail)
	r, slope := guess.quantile, target/(guess.quantile-guess.median)
	if !(slope > 0) || math.IsInf(slope, 0) || math.IsInf(r, 0) {
		return narrowedQuantile(b, c, tail)
	}
	first := deviate(ratioMass(rough, c, r).weight) - target
	r -= first / slope
	second := deviate(ratioMass(rough, c, r).weight) - target
	if line := slope * (1 - second/first); math.Abs(first) > steadyDeviates && line > slope/2 && line < 2*slope {
		slope = line
	}
	r -= second / slope
	reach := windowDeviates / slope
	var buffer [fewPairs]atom
	for range windowTries {
		below, pairs := ratioWindow(b, c, r-reach, r+reach, buffer[:0])
		inside := 0.0
		for _, p := range pairs {
			inside += p.w
		}
		switch {
		case below >= tail:
			r -= 2 * reach
		case below+inside < tail:
			r += 2 * reach
		default:
			return weightedPick(pairs, tail-below)
		}
	}
	return narrowedQuantile(b, c, tail)
}

// coarsen appends to room a distribution of fewer atoms, each the mean of some
// neighbours, for a first look at where a quantile of a ratio lies.
func coarsen(atoms, room []atom) []atom {
	var group atom
	for i, a := range atoms {
		group.w += a.w
		group.v += a.w * (a.v - atoms[0].v)
		if group.w >= coarseWeight || i == len(atoms)-1 {
			room = append(room, atom{atoms[0].v + group.v/group.w, group.w})
			group = atom{}
		}
	}
	return room
}

// coarseWeight is the least weight of an atom of a coarse distribution.
const coarseWeight = 0.005

// windowDeviates is half the width of the window in normal deviates, and
// steadyDeviates the distance over which the steps of the distribution do not
// hide its slope.
const (
	windowDeviates = 0.015
	steadyDeviates = 0.1
)

// narrowedQuantile is ratioQuantile without a guess: an interval of ratios
// that holds the answer is narrowed by the secant method, kept honest by halving,
// until it holds few of them.
func narrowedQuantile(b, c []atom, tail float64) float64 {
	lo, hi := ratioBracket(b, c, tail)
	if math.IsInf(lo, 0) || math.IsInf(hi, 0) {
		return math.NaN()
	}
	below, all := ratioMass(b, c, lo), ratioMass(b, c, hi)
	if below.weight >= tail || all.weight < tail {
		// Left-out pairs and rounding; start from the whole range.
		lo, hi = ratioRange(b, c)
		below, all = mass{}, ratioMass(b, c, hi)
	}
	// The secant aims a little past the answer, to the side that is farther
	// away, so that the next two steps leave few pairs between the ends.
	zl, zh, aim := deviate(below.weight)-deviate(tail), deviate(all.weight)-deviate(tail), aimPast
	for step := 0; all.pairs-below.pairs > fewPairs && step < 200; step++ {
		mid := lo + (hi-lo)*(aim-zl)/(zh-zl)
		if step%4 == 3 || !(mid > lo && mid < hi) {
			mid = middle(lo, hi)
		}
		if mid <= lo || mid >= hi {
			break
		}
		if m := ratioMass(b, c, mid); m.weight >= tail {
			hi, all, zh, aim = mid, m, deviate(m.weight)-deviate(tail), -aimPast
		} else {
			lo, below, zl, aim = mid, m, deviate(m.weight)-deviate(tail), aimPast
		}
	}
	return pickRatio(b, c, lo, hi, tail-below.weight)
}

// aimPast is how far past the answer the secant aims, in normal deviates.
const aimPast = 0.02

// deviate is the normal deviate below which lies the probability p, kept
// finite.
func deviate(p float64) float64 {
	return math.Sqrt2 * math.Erfinv(2*min(max(p, 1e-12), 1-1e-12)-1)
}

// ratioBracket returns an interval that holds the quantile, from those of the
// two sides: C/B is below c(τ/2)/b(1−τ/2) only if C or B is beyond its own
// bound, so with less than τ; and C ≤ c(√τ), B ≥ b(1−√τ) happen together
// with at least τ.
func ratioBracket(b, c []atom, tail float64) (lo, hi float64) {
	half, root := tail/2, math.Sqrt(tail)
	lo = quotient(lowerQuantile(c, half), b, upperQuantile(b, half), false)
	hi = quotient(lowerQuantile(c, root), b, upperQuantile(b, root), true)
	return widen(lo, -1), widen(hi, 1)
}

// quotient returns c/b for the bound b of a positive distribution. A negative
// c turns the ratio around: the lower bound then needs the smallest b, and an
// upper bound that of the largest.
func quotient(c float64, b []atom, bound float64, upper bool) float64 {
	switch {
	case c >= 0:
		return c / bound
	case upper:
		return c / b[len(b)-1].v
	}
	return c / b[0].v
}

// ratioRange returns an interval that holds all ratios.
func ratioRange(b, c []atom) (lo, hi float64) {
	first, last := b[0].v, b[len(b)-1].v
	lo = min(c[0].v/first, c[0].v/last)
	hi = max(c[len(c)-1].v/first, c[len(c)-1].v/last)
	return widen(lo, -1), widen(hi, 1)
}

// leastRatio is a ratio that nothing measured can have, and whose product
// with a measured value is still not 0: it keeps the ratio 0 inside a range.
const leastRatio = 1e-200

// widen moves a number outwards by a few units in the last place, so that
// rounding of the products does not lose a pair.
func widen(x, sign float64) float64 {
	return x + sign*(math.Abs(x)*1e-14+leastRatio)
}

// mass is the probability of, and the number of pairs in, a part of the joint
// distribution.
type mass struct {
	weight float64
	pairs  int
}

// times is r·v for v above 0, which keeps the sign of r where it is too small
// for a float64: a limit below 0 must not let a value of 0 through.
func times(r, v float64) float64 {
	if p := r * v; p != 0 || r == 0 {
		return p
	}
	return math.Copysign(math.SmallestNonzeroFloat64, r)
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
		limit := times(r, b[i].v)
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

// pickRatio writes out the ratios with lo·b < c ≤ hi·b and returns the
// smallest one up to which they have the mass left.
func pickRatio(b, c []atom, lo, hi, left float64) float64 {
	var buffer [fewPairs]atom
	_, pairs := ratioWindow(b, c, lo, hi, buffer[:0])
	if len(pairs) == 0 { // products that underflow; the range is all there is
		return hi
	}
	return weightedPick(pairs, left)
}

// ratioWindow returns the mass of c ≤ lo·b and appends to pairs the ratios with
// lo·b < c ≤ hi·b.
func ratioWindow(b, c []atom, lo, hi float64, pairs []atom) (below float64, inside []atom) {
	i, by := 0, 1
	if lo < 0 {
		i, by = len(b)-1, -1
	}
	k, cumulated := 0, 0.0
	for range b {
		x := b[i]
		from, to := times(lo, x.v), times(hi, x.v)
		for k < len(c) && c[k].v <= from {
			cumulated += c[k].w
			k++
		}
		below += x.w * cumulated
		for j := k; j < len(c) && c[j].v <= to; j++ {
			pairs = append(pairs, atom{c[j].v / x.v, x.w * c[j].w})
		}
		i += by
	}
	return below, pairs
}

// weightedPick returns the smallest value up to which the atoms, in any
// order, have the mass left; the greatest if all have less. It is quickselect
// that counts weights.
func weightedPick(a []atom, left float64) float64 {
	for len(a) > 12 {
		pivot := median3(a[0].v, a[len(a)/2].v, a[len(a)-1].v)
		below, i, j := 0.0, 0, len(a)-1
		for i <= j {
			for a[i].v < pivot {
				below += a[i].w
				i++
			}
			for a[j].v > pivot {
				j--
			}
			if i <= j {
				a[i], a[j] = a[j], a[i]
				below += a[i].w
				i++
				j--
			}
		}
		// a[:i] is ≤ pivot and has the mass below, a[i:] is ≥ pivot.
		if left <= below {
			a = a[:i]
		} else {
			left -= below
			a = a[i:]
		}
	}
	sortAtoms(a)
	for _, p := range a {
		if left -= p.w; left <= 0 {
			return p.v
		}
	}
	return a[len(a)-1].v
}
