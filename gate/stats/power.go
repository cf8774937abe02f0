package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// RepetitionsNeeded returns how many observations each side needs so that the
// U test at this level (α/K) finds a true effect with the given power. effect
// is relative, 0.05 for 5 % worse, and must be positive; sigma is the standard
// deviation of the logarithms of the observations, about their coefficient of variation
// (see [LogNoise]). The observations are taken as independent and their
// logarithms as normal.
//
// It is the larger of two numbers: the least for which p < level can come out at all
// ([ObservationsNeeded]), and Noether's form for a normal shift,
//
//	n = (2π/3)·((z₁₋level/2 + z_power)·σ/ln(1+effect))²
//
// which is somewhat too large for effects beyond 2σ. 0 stands for no answer:
// an effect, level or power out of range, sigma unknown, or more than a
// million.
//
// [1] Noether (1987). Sample size determination for some common nonparametric
// tests. Journal of the American Statistical Association 82(398).
func RepetitionsNeeded(effect, sigma, level, power float64) int {
	least := ObservationsNeeded(level)
	shift := math.Log1p(effect)
	if least == 0 || !(shift > 0) || !(sigma >= 0) {
		return 0
	}
	z := zSum(level, power)
	n := math.Ceil(2 * math.Pi / 3 * math.Pow(z*sigma/shift, 2))
	if !(n <= 1e6) {
		return 0
	}
	return max(least, int(n))
}

// Resolution returns the smallest effect, 0.05 for 5 % worse, that the U test
// at this level would find with the given power in samples of n and m
// observations with noise sigma: the inverse of [RepetitionsNeeded], with the
// harmonic mean of the sizes where they differ. +Inf where no p < level can
// come out with these sizes; NaN for a level or power out of range or an
// unknown sigma.
func Resolution(n, m int, sigma, level, power float64) float64 {
	z := zSum(level, power)
	if math.IsNaN(z) || !(sigma >= 0) {
		return math.NaN()
	}
	if !(SmallestP(n, m) < level) {
		return math.Inf(1)
	}
	return math.Expm1(z * sigma * math.Sqrt(math.Pi/3*(1/float64(n)+1/float64(m))))
}

// zSum returns z₁₋level/2 + z_power, at least 0; NaN out of range.
func zSum(level, power float64) float64 {
	if !(level > 0 && level < 1 && power > 0 && power < 1) {
		return math.NaN()
	}
	return max(0, distuv.UnitNormal.Quantile(power)-distuv.UnitNormal.Quantile(level/2))
}
