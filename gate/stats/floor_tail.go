package stats

import (
	"math"
)

const (
	// tailPredictions is about how many of the most extreme predictions shape
	// the tail; the others only count as not among them. A fit to more of
	// them follows the middle: to the most extreme twentieth it blocked 7-14 % of
	// unchanged suites of 500 series with noise of Student's t with 4 degrees.
	tailPredictions = 20
	// leastPredictions is how many effectively independent predictions a
	// tail needs to be seen at all.
	leastPredictions = 20
	// How much log likelihood the tail may lose against the best one: for R
	// further runs, (0.8 + K/150)/R, three times as much of a history, whose
	// successive steps have a run in common and may be changes of the code;
	// and gainShare of what the best tail gains on no excess at all. So noise
	// that shows no heavy tail pays little for the one that it might have.
	// At most N/150, and at most 6: a limit that is sure of few predictions
	// would rule nothing out.
	leastUnits         = 0.8
	seriesPerUnit      = 150
	stepUnits          = 2
	gainShare          = 0.35
	predictionsPerUnit = 150
	mostUnits          = 6
	// guardShare is which share of the furthest prediction's own level the
	// limits may have, times the predictions of one series. At 0.105 a
	// further run would lie beyond them with probability 5 % if nothing but the
	// exchange of runs were known; less leaves room for the fit.
	guardShare = 0.065
	// guardLeast is the least that the guard leaves of a level: one benchmark
	// that jumped once would take all floors out of use.
	guardLeast = 0.5
	// stepPasses is how often the history is searched: with the large changes
	// out, smaller ones stand out.
	stepPasses = 3
	// stepLevel is the level, over all steps of the history, at which one is
	// taken for a change of the code.
	stepLevel = 0.05
)

// excesses are the amounts tried for 1/ν. The last one takes normal noise to
// ν = 5, and noise of a suite that a few runs show to ν = 4 or less: no heavier
// tail is guarded against, since one odd night would widen all floors out of
// use (docs/calibration.md).
var excesses = []float64{0, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.18, 0.2}

// tailExcess returns by how much 1/ν must rise for Student's law to cover the
// predictions of the runs that there are. share is the part of the
// predictions that is independent, in (0, 1].
func tailExcess(reps []replicates, prior VariancePrior, share float64) float64 {
	var u []float64
	nu, steps := 0.0, 0.0
	for _, r := range reps {
		for _, p := range r.each {
			v, degrees := moderate(prior, r.ss-p.ss, r.df-p.df)
			if !(v > 0) {
				continue
			}
			u = append(u, math.Abs(p.distance)/math.Sqrt(v*p.factor))
			nu += degrees
			if p.step >= 0 {
				steps++
			}
		}
	}
	n, k := float64(len(u)), float64(len(reps))
	if n*share < leastPredictions {
		return 0
	}
	drop := (leastUnits + k*share/seriesPerUnit) / (n/k - 1) * (1 + stepUnits*steps/n)
	return excessOf(u, nu/n, share, drop, min(n*share/predictionsPerUnit, mostUnits))
}

// excessOf returns the largest excess whose log likelihood is below the best
// by at most drop and [gainShare] of what that gains, and never by more than
// most. Predictions below the cut are censored.
func excessOf(u []float64, nu, share, drop, most float64) float64 {
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
	drop = min(drop+gainShare*(best-likelihoods[0]), most)
	chosen := 0.0
	for i, l := range likelihoods {
		if l >= best-drop {
			chosen = excesses[i]
		}
	}
	return chosen
}

// guardLevel returns the two-sided level whose limits a further run leaves
// seldom enough even if the law of the noise is wrong: a share of that of the
// furthest prediction. With the p-values of the predictions exchangeable and
// small ones about evenly spread, the smallest of a further run is below c
// times the smallest of m earlier ones, on the side of slowdowns, with
// probability (c/2)/(c/2 + m).
func guardLevel(reps []replicates, prior VariancePrior, excess float64) float64 {
	least, furthest, degrees, width := 1.0, 0.0, 0.0, 0
	for _, r := range reps {
		width = max(width, len(r.each))
		for _, p := range r.each {
			v, nu := moderate(prior, r.ss-p.ss, r.df-p.df)
			if !(v > 0) {
				continue
			}
			u := math.Abs(p.distance) / math.Sqrt(v*p.factor)
			if u <= furthest && nu <= degrees {
				continue // nearer, and of a heavier tail
			}
			if x := 2 * student(1/(1/nu+excess)).Survival(u); x < least {
				least, furthest, degrees = x, u, nu
			}
		}
	}
	return min(1, guardShare*float64(width)*least)
}

// findSteps looks for real changes of the code in the history: in each series
// the largest step that normal noise would not make and that lasts. It takes
// it out of steps and reports whether any was found. Where it may not be taken
// out, the series is marked unclear: its own limits keep the step, and those
// of the others no longer learn from it.
//
// A run that was off, as heavy-tailed noise has them, shows as a step and its
// opposite; a change of the code does not come back. The last step could be
// the reference being off, which the series' floor must know, so it stays;
// so does any where too few runs would be left.
func (n *SuiteNoise) findSteps(same, steps [][]float64) bool {
	count := 0
	for _, row := range steps {
		for _, d := range row {
			if !math.IsNaN(d) {
				count++
			}
		}
	}
	found := false
	for i, row := range steps {
		r := replicatesOf(same[i], row)
		if r.runs() < LeastRunsToCalibrate || n.settled[i] {
			continue
		}
		t := n.largestStep(r, row, stepLevel/2/float64(count))
		if t < 0 {
			continue
		}
		found, n.settled[i] = true, true
		if t == len(row)-1 || r.runs() == LeastRunsToCalibrate {
			n.unclear[i] = true
			continue
		}
		row[t] = math.NaN()
	}
	return found
}

// largestStep returns the least likely step among those that last and that
// normal noise exceeds on one side with a probability below p, −1 if there is
// none.
func (n *SuiteNoise) largestStep(r replicates, row []float64, p float64) int {
	worst := -1
	for _, e := range r.each {
		if e.step < 0 || !lasts(row, e.step) {
			continue
		}
		v, nu := moderate(n.prior, r.ss-e.ss, r.df-e.df)
		if v > 0 {
			if x := student(nu).Survival(math.Abs(e.distance) / math.Sqrt(v*e.factor)); x < p {
				worst, p = e.step, x
			}
		}
	}
	return worst
}

// lasts reports whether the runs around a step agree that the series moved:
// no neighbouring step takes back half of it.
func lasts(row []float64, t int) bool {
	half := math.Abs(row[t]) / 2
	back := func(neighbour int) bool {
		return neighbour >= 0 && neighbour < len(row) && !(math.Abs(row[t]+row[neighbour]) > half)
	}
	return !back(t-1) && !back(t+1)
}
