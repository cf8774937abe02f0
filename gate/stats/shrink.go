package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// VariancePrior is what a suite says about the variance of one of its series
// before that has been looked at: a scaled inverse chi-squared distribution
// with D0 degrees of freedom about S0.
type VariancePrior struct {
	// D0 is in (0, +Inf]; +Inf if the variances differ no more than chance
	// makes them, NaN if there is no prior.
	D0 float64
	// S0 is the common variance, > 0; NaN if there is no prior.
	S0 float64
}

// FitVariances estimates the prior of variances with df degrees of freedom
// each, from the mean and the variance of their logarithms: s² is taken as
// S0·F with df and D0 degrees of freedom.
//
// Variances that are NaN, infinite or negative do not count, nor do those with df not in
// (0, ∞); zeros count as 1e-5 of the median, and if that is 0 too, of 1. With fewer than
// three left there is no prior. Both slices have the same length.
//
// This is the method and the treatment of zeros of limma's fitFDist (3.54),
// against which it was checked (testdata/gen).
//
// [1] Smyth (2004). Linear models and empirical Bayes methods for assessing
// differential expression in microarray experiments. Statistical Applications
// in Genetics and Molecular Biology 3(1).
func FitVariances(variances, df []float64) VariancePrior {
	var s2, d []float64
	for i, v := range variances {
		if v >= 0 && !math.IsInf(v, 1) && df[i] > 1e-15 && !math.IsInf(df[i], 1) {
			s2, d = append(s2, v), append(d, df[i])
		}
	}
	n := float64(len(s2))
	if n < 3 {
		return VariancePrior{math.NaN(), math.NaN()}
	}
	least := medianOfSorted(sortedCopy(s2))
	if least == 0 {
		least = 1
	}
	least *= 1e-5
	mean, excess := 0.0, 0.0
	e := make([]float64, len(s2))
	for i, v := range s2 {
		// The logarithm of s², less what chance alone makes of its mean.
		e[i] = math.Log(max(v, least)) - mathext.Digamma(d[i]/2) + math.Log(d[i]/2)
		mean += e[i] / n
		excess -= trigamma(d[i]/2) / n
	}
	for _, v := range e {
		excess += (v - mean) * (v - mean) / (n - 1)
	}
	if excess <= 0 {
		// limma 3.54 takes the mean of the variances here.
		sum := 0.0
		for _, v := range s2 {
			sum += max(v, least)
		}
		return VariancePrior{math.Inf(1), sum / n}
	}
	half := inverseTrigamma(excess)
	return VariancePrior{2 * half, math.Exp(mean + mathext.Digamma(half) - math.Log(half))}
}

// Shrink returns the variance of a series moderated by the prior,
//
//	(d0·s0² + df·s²)/(d0 + df)
//
// with d0 + df degrees of freedom, +Inf if d0 is. A variance that is NaN, or
// has no degrees of freedom, becomes the prior's. Without a prior it stays as
// it is.
func (p VariancePrior) Shrink(variance, df float64) (moderated, degrees float64) {
	switch {
	case math.IsNaN(p.D0):
		return variance, df
	case math.IsInf(p.D0, 1):
		return p.S0, p.D0
	case math.IsNaN(variance) || !(df > 0):
		return p.S0, p.D0
	}
	return (p.D0*p.S0 + df*variance) / (p.D0 + df), p.D0 + df
}

// trigamma is the second derivative of ln Γ, for x > 0: the Hurwitz zeta
// function at 2.
func trigamma(x float64) float64 { return mathext.Zeta(2, x) }

// inverseTrigamma returns y > 0 with trigamma(y) = x for x > 0, by Newton's
// method on 1/trigamma, which is nearly linear and convex, so that it goes up
// to the solution from below (appendix of Smyth 2004).
func inverseTrigamma(x float64) float64 {
	if x > 1e7 {
		return 1 / math.Sqrt(x)
	}
	if x < 1e-6 {
		return 1 / x
	}
	y := 0.5 + 1/x
	for range 50 {
		t := trigamma(y)
		// The derivative of trigamma is −2ζ(3, y).
		step := t * (1 - t/x) / (-2 * mathext.Zeta(3, y))
		y += step
		if -step/y < 1e-10 {
			break
		}
	}
	return y
}
