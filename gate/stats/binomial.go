package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// ClopperPearson returns the share of successes in trials with its exact
// confidence interval: the shares that neither one-sided binomial test at
// (1−confidence)/2 would reject. It never covers less than confidence.
//
// All NaN unless 0 ≤ successes ≤ trials, trials > 0 and confidence is in
// (0, 1). No success has the lower bound 0, no failure the upper bound 1.
//
// [1] Clopper, Pearson (1934). The use of confidence or fiducial limits
// illustrated in the case of the binomial. Biometrika 26(4).
func ClopperPearson(successes, trials int, confidence float64) Estimate {
	if trials <= 0 || successes < 0 || successes > trials || !(confidence > 0 && confidence < 1) {
		return unknown
	}
	x, n, tail := float64(successes), float64(trials), (1-confidence)/2
	e := Estimate{x / n, 0, 1}
	// P(Bin(n, p) ≥ x) = I_p(x, n−x+1).
	if successes > 0 {
		e.Low = solveShare(func(p float64) float64 { return mathext.RegIncBeta(x, n-x+1, p) - tail })
	}
	if successes < trials {
		e.High = solveShare(func(p float64) float64 { return mathext.RegIncBeta(x+1, n-x, p) - (1 - tail) })
	}
	return e
}

// solveShare returns where a rising function crosses 0 in [0, 1], by halving:
// mathext's own inverse gives up for some large parameters.
func solveShare(f func(float64) float64) float64 {
	lo, hi := 0.0, 1.0
	for range 200 {
		mid := lo + (hi-lo)/2
		if mid == lo || mid == hi {
			break
		}
		if f(mid) < 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return math.Min(1, hi)
}
