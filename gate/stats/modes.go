package stats

import "math"

// A Mode is a group of values that a gap sets apart from the others.
type Mode struct {
	// Center is the median of the values, Count their number.
	Center float64
	Count  int
}

// leastForModes is the least number of values that may be split in two.
const leastForModes = 8

// Modes returns the modes of a sample in ascending order: two or more if wide
// gaps split the values, else one. Nil if there are no values. It is a warning sign for people,
// not a test that a verdict rests on.
//
// A split must leave at least 3 values and a sixth of all on either side. The
// gap is measured in standard deviations within the sides, of logarithms if
// all values are positive, and must be at least 5.5 of them below 19 values
// and max(2, 70/n) from there. A side of 8 or more values may split again, and
// where no single gap is wide enough, two at once may be. Where the values are
// rounded, a standard deviation is not taken as less than the smallest step
// between them, so that 20 and 21 ticks of a clock are no modes; two distinct
// values are if they lie 10 % apart.
//
// Below 8 values nothing is split: gaps that wide come about by chance.
// Measured rate of more than one mode at 8 to 50 independent values: at most
// 1.5 % for normal, exponential, lognormal (σ = 0.5 and 1) and rounded noise
// (TestModesFalseAlarms). Two equal modes 12 standard deviations apart are
// seen in over 90 % of samples of 12, and 8 apart in over 80 % of samples of
// 20 (TestModesPower).
func Modes(s Sample) []Mode {
	if s.Len() == 0 {
		return nil
	}
	scale := s.sorted
	if s.positive() {
		scale = s.logs
	}
	return appendModes(nil, s.sorted, scale)
}

// appendModes splits values, which scale holds on the scale of the gaps.
func appendModes(modes []Mode, values, scale []float64) []Mode {
	from := 0
	for _, k := range split(values, scale) {
		modes = appendModes(modes, values[from:k], scale[from:k])
		from = k
	}
	if from > 0 {
		return appendModes(modes, values[from:], scale[from:])
	}
	return append(modes, Mode{medianOfSorted(values), len(values)})
}

// mostForThree bounds the values for which all pairs of gaps are tried.
const mostForThree = 200

// split returns where the second mode begins, and the third if it takes
// three to see any; nothing if there is one only.
func split(values, scale []float64) []int {
	n := len(scale)
	if n < leastForModes {
		return nil
	}
	distinct, step := steps(scale)
	g := gaps{scale: scale, step: step, least: max(3, (n+5)/6), limit: 5.5}
	if n >= 19 {
		g.limit = max(2, 70/float64(n))
	}
	if distinct == 2 {
		return g.twoValues(values)
	}
	g.sum()
	if at := g.best(0, nil); at != nil {
		return at
	}
	if n > mostForThree || n < 3*g.least {
		return nil
	}
	var best []int
	for k := g.least; k <= n-2*g.least; k++ {
		if at := g.best(k, []int{k}); at != nil {
			best = at
		}
	}
	return best
}

// gaps looks for wide gaps between ascending values.
type gaps struct {
	scale []float64
	// step, least and limit are what a gap is measured by: the resolution, the
	// fewest values of a mode, the least number of standard deviations.
	step, limit float64
	least       int
	// sums and squares are cumulated, about the middle value against
	// cancellation.
	sums, squares []float64
	room          [2][fewValues + 1]float64
}

func (g *gaps) sum() {
	n := len(g.scale)
	if n <= fewValues {
		g.sums, g.squares = g.room[0][:n+1], g.room[1][:n+1]
	} else {
		g.sums, g.squares = make([]float64, n+1), make([]float64, n+1)
	}
	for i, v := range g.scale {
		v -= g.scale[n/2]
		g.sums[i+1] = g.sums[i] + v
		g.squares[i+1] = g.squares[i] + v*v
	}
}

// within returns the sum of squares of values i to j about their mean.
func (g *gaps) within(i, j int) float64 {
	s := g.sums[j] - g.sums[i]
	return max(0, g.squares[j]-g.squares[i]-s*s/float64(j-i))
}

// best returns the cut after from, added to those before, whose gap (and that
// at from) is widest and beyond the limit, which it raises to it.
func (g *gaps) best(from int, before []int) []int {
	n, lead, first := len(g.scale), 0.0, math.Inf(1)
	if from > 0 {
		lead, first = g.within(0, from), g.scale[from]-g.scale[from-1]
	}
	var at []int
	square, freedom := g.limit*g.limit, float64(n-2-len(before))
	if first*first <= square*(lead/freedom+g.step*g.step) {
		return nil // not wide enough, wherever the other cut may be
	}
	for k := from + g.least; k <= n-g.least; k++ {
		gap := min(first, g.scale[k]-g.scale[k-1])
		if gap*gap <= square*g.step*g.step {
			continue
		}
		within := lead + g.within(from, k) + g.within(k, n)
		if variance := within/freedom + g.step*g.step; gap*gap > square*variance {
			g.limit = gap / math.Sqrt(variance)
			square = g.limit * g.limit
			at = append(append([]int{}, before...), k)
		}
	}
	return at
}

// twoValues is for values that are all one of two: there is no spread to
// measure a gap by, so they are modes if they lie 10 % apart.
func (g *gaps) twoValues(values []float64) []int {
	for k := g.least; k <= len(values)-g.least; k++ {
		if low := values[k-1]; low > 0 && values[k] >= 1.1*low {
			return []int{k}
		}
	}
	return nil
}

// steps returns the number of distinct values of an ascending slice and the
// smallest difference between neighbours that are not equal, 0 if all are.
func steps(sorted []float64) (distinct int, step float64) {
	for i, v := range sorted {
		if i > 0 && v == sorted[i-1] {
			continue
		}
		distinct++
		if i > 0 && (step == 0 || v-sorted[i-1] < step) {
			step = v - sorted[i-1]
		}
	}
	return distinct, step
}
