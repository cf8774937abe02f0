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
	_, _, change := CompareMedians(baseline, candidate, confidence)
	return change
}

// CompareMedians returns [MedianInterval] of both sides and [MedianChange]
// between them, in less time than one after the other: the bootstrap
// distributions are worked out once.
func CompareMedians(baseline, candidate Sample, confidence float64) (b, c, change Estimate) {
	var buffers [2][256]atom
	b, c = Estimate{baseline.Median(), math.NaN(), math.NaN()}, Estimate{candidate.Median(), math.NaN(), math.NaN()}
	change = Estimate{changeOf(c.Value, b.Value), math.NaN(), math.NaN()}
	if !(confidence > 0 && confidence < 1) {
		return b, c, change
	}
	tail := max((1-confidence)/2-cumulationError, math.SmallestNonzeroFloat64)
	var atomsB, atomsC []atom
	if baseline.Len() >= 2 {
		atomsB = bootstrapMedian(baseline.sorted, buffers[0][:0])
		b.Low, b.High = lowerQuantile(atomsB, tail), upperQuantile(atomsB, tail)
	}
	if candidate.Len() >= 2 {
		atomsC = bootstrapMedian(candidate.sorted, buffers[1][:0])
		c.Low, c.High = lowerQuantile(atomsC, tail), upperQuantile(atomsC, tail)
	}
	if atomsB != nil && atomsC != nil {
		change.Low, change.High = changeBounds(atomsB, atomsC, b, c, tail)
	}
	return b, c, change
}

// changeBounds returns the bounds of C/B − 1.
func changeBounds(atomsB, atomsC []atom, b, c Estimate, tail float64) (low, high float64) {
	first, last := atomsB[0].v, atomsB[len(atomsB)-1].v
	switch {
	case first > 0:
	case last < 0: // the ratio of the magnitudes
		negate(atomsB)
		negate(atomsC)
	case first == 0 && last == 0:
		return changeOf(c.Low, b.Low), changeOf(c.High, b.High)
	default:
		return math.NaN(), math.NaN()
	}
	if len(atomsB) == 1 && len(atomsC) == 1 {
		x := changeOf(c.Value, b.Value)
		return x, x
	}
	var room [256]atom
	rough := coarsen(atomsB, room[:0])
	low = ratioQuantile(atomsB, rough, atomsC, tail, guessRatio(b, c)) - 1
	// The upper bound is the lower one of the mirrored candidate.
	negate(atomsC)
	return low, -ratioQuantile(atomsB, rough, atomsC, tail, guessRatio(b, Estimate{-c.Value, -c.High, -c.Low})) - 1
}

// A ratioGuess is the ratio of two medians and about where its lower quantile
// lies.
type ratioGuess struct{ median, quantile float64 }

// guessRatio guesses from the bounds of the two medians, as if they were
// normal.
func guessRatio(b, c Estimate) ratioGuess {
	median := c.Value / b.Value
	far := b.High
	if median < 0 {
		far = b.Low
	}
	return ratioGuess{median, median - math.Hypot((c.Value-c.Low)/b.Value, median*(far-b.Value)/b.Value)}
}

// changeOf returns (to − from)/from.
func changeOf(to, from float64) float64 {
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
