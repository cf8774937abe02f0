package stats

import (
	"math"
	"slices"
)

// LogNoise estimates the standard deviation of the logarithms of the values,
// which for noise below some 20 % is about their coefficient of variation. It is
// 1.4826·MAD of the logarithms, times a factor that takes out the bias of small
// samples, so that up to half the values cannot carry it away. Where more than
// half the values are equal the MAD is 0 and says nothing of the rest; √(π/2) times
// the mean absolute deviation then takes its place, which is 0 only if all
// are equal.
//
// NaN with fewer than two values or a value ≤ 0.
//
// [1] Croux, Rousseeuw (1992). Time-efficient algorithms for two highly robust
// estimators of scale. Computational Statistics 1 (the factors).
func LogNoise(s Sample) float64 {
	if s.Len() < 2 || !s.positive() {
		return math.NaN()
	}
	return spread(s.logs)
}

// spread is the robust standard deviation of two or more ascending values.
func spread(sorted []float64) float64 {
	centre := medianOfSorted(sorted)
	if d := deviation(sorted, centre); d > 0 {
		return madToSigma * d * madFactor(len(sorted))
	}
	sum := 0.0
	for _, v := range sorted {
		sum += math.Abs(v - centre)
	}
	return math.Sqrt(math.Pi/2) * sum / float64(len(sorted))
}

// madFactor makes the scaled MAD of n normal values unbiased.
func madFactor(n int) float64 {
	small := [...]float64{2: 1.196, 3: 1.495, 4: 1.363, 5: 1.206, 6: 1.200, 7: 1.140, 8: 1.129, 9: 1.107}
	if n < len(small) {
		return small[n]
	}
	return float64(n) / (float64(n) - 0.8)
}

// PooledNoise combines the noise of several samples, weighted by their sizes
// less 1: the square root of the mean square. Samples whose [LogNoise] is NaN
// do not count; NaN if none does.
func PooledNoise(samples ...Sample) float64 {
	sum, weight := 0.0, 0.0
	for _, s := range samples {
		if sigma := LogNoise(s); !math.IsNaN(sigma) {
			w := float64(s.Len() - 1)
			sum += w * sigma * sigma
			weight += w
		}
	}
	if weight == 0 {
		return math.NaN()
	}
	return math.Sqrt(sum / weight)
}

// sortedCopy returns the values in ascending order.
func sortedCopy(values []float64) []float64 {
	s := slices.Clone(values)
	sortValues(s)
	return s
}
