package stats

import "math"

// Ticks tells how finely values were measured.
type Ticks struct {
	// Distinct is the number of distinct values.
	Distinct int
	// Step is the smallest difference between two distinct values, in the unit of
	// the values: an upper bound of the clock's or the printout's step. 0 if
	// there are not two.
	Step float64
	// Share is Step/|median|: no smaller relative difference can be seen in
	// one value. NaN if the median is 0 and Step is not.
	Share float64
	// Coarse says that at least 5 values hold no more than half as many
	// distinct ones. It never is for values without rounding.
	Coarse bool
}

// Granularity looks for the step to which values were rounded. The zero Ticks
// is that of an empty sample.
//
// Coarse values cost the test power, as its ties, but do not make it wrong.
// They matter if Share is not small against the threshold.
func Granularity(s Sample) Ticks {
	if s.Len() == 0 {
		return Ticks{}
	}
	distinct, step := steps(s.sorted)
	return Ticks{
		Distinct: distinct,
		Step:     step,
		Share:    relative(step, s.Median()),
		Coarse:   s.Len() >= 5 && 2*distinct <= s.Len(),
	}
}

// Beyond reports whether a value lies more than factor times away from the
// median, to either side; never if the median is not positive or the factor
// not above 1.
func Beyond(value, median, factor float64) bool {
	return median > 0 && factor > 1 && !math.IsNaN(value) && (value > median*factor || value < median/factor)
}
