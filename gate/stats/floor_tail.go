package stats

import (
	"math"
)

const (
	// tailPredictions is about how many of the most extreme predictions shape
	// the tail; the others only count as not among them. A fit to all follows
	// the middle: with 500 series and noise of Student's t with 4 degrees it
	// blocked 12 % of unchanged suites.
	tailPredictions = 20
	// leastPredictions is how many effectively independent predictions a
	// tail needs to be seen at all.
	leastPredictions = 10
	// predictionsPerUnit and mostUnits set how much log likelihood the tail
	// may lose against the best one: N/150, at most 6.
	predictionsPerUnit = 150
	mostUnits          = 6
	// stepLevel is the level, over all steps of the history, at which one is
	// taken for a change of the code.
	stepLevel = 0.05
)

// excesses are the amounts tried for 1/ν. The last one takes normal noise to
// ν = 2.
var excesses = []float64{0, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5}

// tailExcess returns by how much 1/ν must rise for Student's law to cover the
// predictions of the runs that there are. share is the part of the
// predictions that is independent, in (0, 1].
func tailExcess(reps []replicates, prior VariancePrior, share float64) float64 {
	var u []float64
	nu := 0.0
	for _, r := range reps {
		if r.runs() < LeastRunsToCalibrate {
			continue
		}
		for _, p := range r.each {
			v, degrees := moderate(prior, r.ss-p.ss, r.df-p.df)
			if !(v > 0) {
				continue
			}
			u = append(u, math.Abs(p.distance)/math.Sqrt(v*p.factor))
			nu += degrees
		}
	}
	independent := float64(len(u)) * share
	if independent < leastPredictions {
		return 0
	}
	nu /= float64(len(u))
	return excessOf(u, nu, share, min(independent/predictionsPerUnit, mostUnits))
}

// excessOf returns the largest excess whose log likelihood is at most drop
// below the best, with predictions below the cut censored.
func excessOf(u []float64, nu, share, drop float64) float64 {
	cut := studentTail(nu, min(0.1, tailPredictions/float64(len(u)))/2)
	var extreme []float64
	for _, v := range u {
		if v >= cut {
			extreme = append(extreme, v)
		}
	}
	below := float64(len(u) - len(extreme))
	likelihoods, best := make([]float64, len(excesses)), math.Inf(-1)
	for i, x := range excesses {
		d := student(1 / (1/nu + x))
		l := below * math.Log1p(-2*d.Survival(cut))
		for _, v := range extreme {
			l += d.LogProb(v)
		}
		likelihoods[i] = l * share
		best = max(best, likelihoods[i])
	}
	chosen := 0.0
	for i, l := range likelihoods {
		if l >= best-drop {
			chosen = excesses[i]
		}
	}
	return chosen
}

// dropSteps takes real changes of the code out of the history: in each series
// the largest step, if the limits fitted without it would have confirmed it.
// Only one a series goes, so that noise that jumps all the time stays noise.
// It reports whether any went.
func dropSteps(n *SuiteNoise, same, steps [][]float64) bool {
	count := 0
	for _, row := range steps {
		for _, d := range row {
			if !math.IsNaN(d) {
				count++
			}
		}
	}
	dropped := false
	for i, row := range steps {
		r := replicatesOf(same[i], row)
		if r.runs() <= LeastRunsToCalibrate || math.IsNaN(n.excess) {
			continue
		}
		worst, ratio := -1, 0.0
		for _, p := range r.each {
			v, nu := moderate(n.prior, r.ss-p.ss, r.df-p.df)
			limit := studentTail(1/(1/nu+n.excess), stepLevel/2/float64(count)) * math.Sqrt(v*p.factor)
			if p.step >= 0 && math.Abs(p.distance) > limit && math.Abs(p.distance) > ratio*limit {
				worst, ratio = p.step, math.Abs(p.distance)/limit
			}
		}
		if worst >= 0 {
			row[worst], dropped = math.NaN(), true
		}
	}
	return dropped
}
