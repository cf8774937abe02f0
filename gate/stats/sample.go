package stats

import (
	"fmt"
	"math"
	"slices"
)

// A Sample holds measured values in ascending order. It is immutable and may
// be shared between goroutines. The zero Sample is empty.
//
// All values are finite, so nothing in this package needs to ask. The order
// of measurement is lost; functions that need it take a plain slice.
type Sample struct {
	sorted []float64
	// logs are the logarithms of the values, nil if one is ≤ 0. Nearly all that
	// is asked of a sample is asked of them, over and over.
	logs []float64
}

// NewSample copies and sorts the values; the caller's slice is not touched.
// An empty slice gives an empty sample. A NaN or an infinity is refused with
// an error that names its position, counted from 0: neither has a rank that
// means anything.
func NewSample(values []float64) (Sample, error) {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Sample{}, fmt.Errorf("sorting values: value %d is %v, not a finite number", i, v)
		}
	}
	return newSample(values), nil
}

// newSample is [NewSample] of finite values.
func newSample(values []float64) Sample {
	n := len(values)
	room := make([]float64, 2*n)
	s := Sample{sorted: room[:n:n]}
	copy(s.sorted, values)
	sortValues(s.sorted)
	if n > 0 && s.sorted[0] > 0 {
		s.logs = appendLogs(room[n:n], s.sorted)
	}
	return s
}

// sortValues sorts in place.
func sortValues(v []float64) {
	if len(v) <= fewValues {
		sortCounting(v)
		return
	}
	slices.Sort(v)
}

// positive reports whether there are values and all are above 0, so that they
// have logarithms.
func (s Sample) positive() bool { return s.logs != nil }

// Scaled returns the sample with every value times factor, which must be
// above 0.
func (s Sample) Scaled(factor float64) Sample {
	n := s.Len()
	room := make([]float64, 2*n)
	out := Sample{sorted: room[:n:n]}
	for i, v := range s.sorted {
		out.sorted[i] = v * factor
	}
	// Tiny values may vanish.
	if n > 0 && out.sorted[0] > 0 && s.positive() {
		out.logs = room[n:]
		by := logarithm(factor)
		for i, v := range s.logs {
			out.logs[i] = v + by
		}
	}
	return out
}

// Len returns the number of values.
func (s Sample) Len() int { return len(s.sorted) }

// Sorted returns the values in ascending order. The slice is the sample's
// own and must not be changed.
func (s Sample) Sorted() []float64 { return s.sorted }

// Min returns the smallest value, NaN if there is none.
func (s Sample) Min() float64 {
	if len(s.sorted) == 0 {
		return math.NaN()
	}
	return s.sorted[0]
}

// Max returns the largest value, NaN if there is none.
func (s Sample) Max() float64 {
	if len(s.sorted) == 0 {
		return math.NaN()
	}
	return s.sorted[len(s.sorted)-1]
}

// Median returns the middle value, or the mean of the two middle ones if
// their number is even; NaN if there is none.
func (s Sample) Median() float64 { return medianOfSorted(s.sorted) }

// Quantile returns the p-quantile, p in [0, 1], by linear interpolation
// between the order statistics at rank 1 + p·(n−1): type 7 of Hyndman and
// Fan, as in R, numpy and spreadsheets, so that Quantile(0.5) is the median.
// NaN if the sample is empty or p is outside [0, 1].
//
// [1] Hyndman, Fan (1996). Sample quantiles in statistical packages. The
// American Statistician 50(4).
func (s Sample) Quantile(p float64) float64 {
	n := len(s.sorted)
	if n == 0 || !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	h := p * float64(n-1)
	i := int(h)
	if i >= n-1 {
		return s.sorted[n-1]
	}
	a, b := s.sorted[i], s.sorted[i+1]
	if a == b {
		return a
	}
	f := h - float64(i)
	if f == 0.5 {
		return middle(a, b)
	}
	return a*(1-f) + b*f
}

// Amplitude returns (max − min)/|median|, the whole width of the noise as a
// fraction. It is 0 if all values are equal, whatever they are; NaN if the
// sample is empty or the median is 0 and the values are not.
func (s Sample) Amplitude() float64 {
	if len(s.sorted) == 0 {
		return math.NaN()
	}
	return relative(s.Max()-s.Min(), s.Median())
}

// RobustCV returns 1.4826·MAD/|median|, where MAD is the median absolute
// deviation from the median: for normal data an estimate of the coefficient
// of variation that up to half the values cannot carry away. It is 0 if more
// than half the values are equal; NaN if the sample is empty or the median
// is 0 and the MAD is not.
func (s Sample) RobustCV() float64 {
	if len(s.sorted) == 0 {
		return math.NaN()
	}
	m := s.Median()
	return relative(madToSigma*deviation(s.sorted, m), m)
}

// madToSigma makes the median absolute deviation of normal data estimate
// their standard deviation: 1/Φ⁻¹(3/4).
const madToSigma = 1.482602218505602

// relative returns spread/|location|, where no spread is 0 of anything.
func relative(spread, location float64) float64 {
	switch {
	case spread == 0:
		return 0
	case location == 0:
		return math.NaN()
	}
	return spread / math.Abs(location)
}

// deviation returns the median of |v − centre| of sorted values. The
// deviations fall up to the centre and rise after it, so they are merged
// outwards from there instead of being sorted again.
func deviation(sorted []float64, centre float64) float64 {
	n := len(sorted)
	right, _ := slices.BinarySearch(sorted, centre)
	left := right - 1
	var last, before float64
	for range n/2 + 1 {
		before = last
		if left >= 0 && (right >= n || centre-sorted[left] <= sorted[right]-centre) {
			last = centre - sorted[left]
			left--
		} else {
			last = sorted[right] - centre
			right++
		}
	}
	if n%2 == 0 {
		return middle(before, last)
	}
	return last
}

// medianOfSorted returns the median of ascending values, NaN if none.
func medianOfSorted(v []float64) float64 {
	n := len(v)
	switch {
	case n == 0:
		return math.NaN()
	case n%2 == 1:
		return v[n/2]
	}
	return middle(v[n/2-1], v[n/2])
}

// middle returns the mean of two numbers without overflow, and exactly a if
// they are equal.
func middle(a, b float64) float64 {
	if a == b {
		return a
	}
	if s := a + b; !math.IsInf(s, 0) {
		return s / 2
	}
	return a/2 + b/2
}
