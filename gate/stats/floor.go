package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

const (
	// LeastRunsToCalibrate is how many runs beside the reference a calibrated
	// floor needs: with fewer, a Student quantile has so few degrees that it
	// says nothing.
	LeastRunsToCalibrate = 3
	// LeastSeriesForShift is how many series must have been measured in a run
	// for their median to speak for the machine rather than for one of them.
	LeastSeriesForShift = 10
)

// SuiteEvidence is what runs of unchanged code show of the noise between
// runs. All numbers are logarithms of ratios, on a scale where more is worse.
type SuiteEvidence struct {
	// Same holds for each series how far each run of the reference's commit
	// lies above the reference; the reference itself is one of them, at 0.
	// NaN where a run lacks the series. All rows have one length ≥ 1.
	Same [][]float64
	// Steps holds for each series the changes between successive earlier runs
	// whose commits may differ, oldest first, ending at the reference. NaN
	// where one of the two lacks the series. nil without history.
	Steps [][]float64
}

// SuiteNoise is the run-to-run noise of a suite: a law for how far a further
// run of the same code lies from the reference, for each series and for the
// suite as a whole. It is not safe for concurrent use.
type SuiteNoise struct {
	shift  *noiseLaw
	series []noiseLaw
	prior  VariancePrior
	excess float64
	// guard is the two-sided level beyond which the runs that there are say
	// that the law must not be trusted; 1 if they say nothing.
	guard float64
	// unclear are series whose history may hold a change of the code.
	unclear []bool
	// settled are series that have had their one step dealt with.
	settled []bool
	// tail is the last Student quantile that was worked out: nearly all
	// series ask for the same one, and it costs more than the rest.
	tail struct{ nu, p, t float64 }
}

// A noiseLaw says that (x − centre)/√variance has Student's distribution with nu
// degrees of freedom. The zero value knows nothing.
type noiseLaw struct {
	centre, variance, nu float64
	// spread is the largest distance of two runs of the same commit.
	spread float64
}

// FitSuiteNoise fits the calibrated noise floor: it predicts a further run of
// the same code from those that there are.
//
// Model: the log location of series i in run r is μᵢ + mᵣ + eᵢᵣ, a machine-wide
// part and one for each series. With ten or more series every run's median
// over the suite is taken out, and becomes a hypothesis of its own
// ([SuiteNoise.ShiftLimits]). Variances of runs of the reference's commit are
// ordinary ones about their mean, which also serves as the prediction: a
// reference that was fast by luck raises the limit by as much. History of
// other commits enters through the mean square of successive differences,
// with 2H²/(3H−1) degrees for H differences [2]; a difference that normal noise
// would not make and that lasts is a change of the code and is left out, one a
// series.
//
// Each variance is moderated by those of the other series [1], with four
// precautions found by simulation (docs/calibration.md), without which 9-23 %
// of unchanged suites were blocked: (a) the excess spread of the variances is
// raised by one standard error before the prior degrees d0 are solved for; (b) the
// prior never counts more degrees than the suite has beyond a series' own
// after allowing for the correlation of the series, so noise that all series
// share buys none; (c) heavy tails: every run is predicted from the others, and
// the degrees of freedom are lowered, 1/ν by what the 20 or so most extreme of
// these predictions make likely, and by the more beyond it the more they show
// that the tail is heavy; (d) the level is lowered, by half at most, where
// the furthest of them lies so far out that a new run is too likely to go
// further: runs of the same code may be exchanged, so of R + 2 the new one goes
// furthest with probability 1/(R+2), whatever the law.
//
// The result is deterministic. A series with fewer than
// [LeastRunsToCalibrate] runs beside the reference has no limits (NaN).
//
// [1] Smyth (2004). Linear models and empirical Bayes methods for assessing
// differential expression in microarray experiments. Statistical Applications
// in Genetics and Molecular Biology 3(1).
// [2] von Neumann, Kent, Bellinson, Hart (1941). The mean square successive
// difference. Annals of Mathematical Statistics 12(2).
func FitSuiteNoise(e SuiteEvidence) *SuiteNoise {
	same, steps, shift := removeShifts(e)
	n := &SuiteNoise{unclear: make([]bool, len(same)), settled: make([]bool, len(same))}
	if shift != nil && shift.runs() >= LeastRunsToCalibrate {
		l := shift.law()
		l.variance, l.nu = l.variance*shift.ss/shift.df, shift.df
		n.shift = &l
	}
	n.fit(same, steps)
	for pass := 0; pass < stepPasses && n.findSteps(same, steps); pass++ {
		n.fit(same, steps)
	}
	return n
}

// HasShift reports whether the machine-wide part could be told from that of
// the series.
func (n *SuiteNoise) HasShift() bool { return n.shift != nil }

// ShiftLimits returns between which log shifts of the suite a further run of
// the same code lies, except with probability level; NaN where it is unknown.
func (n *SuiteNoise) ShiftLimits(level float64) (low, high float64) {
	if n.shift == nil {
		return math.NaN(), math.NaN()
	}
	return n.limits(*n.shift, level)
}

// ShiftP returns the two-sided p-value of a log shift of the suite: how often
// the same code would lie at least as far off. NaN where it is unknown.
func (n *SuiteNoise) ShiftP(shift float64) float64 {
	if n.shift == nil {
		return math.NaN()
	}
	distance := math.Abs(shift - n.shift.centre)
	if distance == 0 {
		return 1
	}
	return 2 * student(n.shift.nu).Survival(distance/math.Sqrt(n.shift.variance))
}

// Limits returns between which log effects of series i, less the suite's
// shift, a further run of the same code lies, except with probability level;
// NaN where there are too few runs.
func (n *SuiteNoise) Limits(i int, level float64) (low, high float64) {
	return n.limits(n.series[i], max(min(level, n.guard), guardLeast*level))
}

// Spread returns the largest log distance between two runs of the reference's
// commit, less their shifts; 0 with one run.
func (n *SuiteNoise) Spread(i int) float64 { return n.series[i].spread }

func (n *SuiteNoise) limits(l noiseLaw, level float64) (low, high float64) {
	if !(l.nu > 0) {
		return math.NaN(), math.NaN()
	}
	if n.tail.nu != l.nu || n.tail.p != level/2 {
		n.tail.nu, n.tail.p, n.tail.t = l.nu, level/2, studentTail(l.nu, level/2)
	}
	reach := n.tail.t * math.Sqrt(l.variance)
	return l.centre - reach, l.centre + reach
}

// fit estimates the laws of all series together.
func (n *SuiteNoise) fit(same, steps [][]float64) {
	reps := make([]replicates, len(same))
	var clear []replicates
	for i := range same {
		reps[i] = replicatesOf(same[i], rowOf(steps, i))
		if reps[i].runs() >= LeastRunsToCalibrate && !n.unclear[i] {
			clear = append(clear, reps[i])
		}
	}
	n.series = make([]noiseLaw, len(same))
	n.prior, n.excess, n.guard = VariancePrior{0, 0}, 0, 1
	if len(clear) > 1 {
		own, pooled := pooledDegrees(clear)
		n.prior = cautiousPrior(clear)
		n.prior.D0 = harmonicSum(n.prior.D0, pooled-own)
		n.excess = tailExcess(clear, n.prior, pooled/(own*float64(len(clear))))
		n.guard = guardLevel(clear, n.prior, n.excess)
	}
	for i, r := range reps {
		if r.runs() < LeastRunsToCalibrate {
			continue
		}
		l := r.law()
		v, nu := moderate(n.prior, r.ss, r.df)
		l.variance, l.nu = l.variance*v, 1/(1/nu+n.excess)
		n.series[i] = l
	}
}

// harmonicSum adds degrees of freedom of two sources of one estimate's
// uncertainty.
func harmonicSum(a, b float64) float64 {
	if !(a > 0 && b > 0) {
		return 0
	}
	return 1 / (1/a + 1/b)
}

// moderate is limma's moderated variance from a sum of squares.
func moderate(p VariancePrior, ss, df float64) (variance, degrees float64) {
	degrees = p.D0 + df
	return (p.D0*p.S0 + max(ss, 0)) / degrees, degrees
}

// cautiousPrior is [FitVariances] with the excess variance of the logarithms
// raised by one standard error: what a handful of series does not show to
// differ may differ all the same.
func cautiousPrior(reps []replicates) VariancePrior {
	var variances []float64
	for _, r := range reps {
		variances = append(variances, r.ss/r.df)
	}
	k := float64(len(variances))
	if k < 3 {
		return VariancePrior{0, 0}
	}
	least := medianOfSorted(sortedCopy(variances))
	if least == 0 {
		return VariancePrior{0, 0}
	}
	least *= 1e-5
	var e []float64
	mean, chance, fourth := 0.0, 0.0, 0.0
	for _, r := range reps {
		v := math.Log(max(r.ss/r.df, least)) - mathext.Digamma(r.df/2) + math.Log(r.df/2)
		e = append(e, v)
		mean += v / k
		chance += trigamma(r.df/2) / k
		fourth += 6 * mathext.Zeta(4, r.df/2) / k
	}
	spread := 0.0
	for _, v := range e {
		spread += (v - mean) * (v - mean) / (k - 1)
	}
	excess := spread - chance + math.Sqrt(2*chance*chance/(k-1)+fourth/k)
	if excess < 1e-6 {
		return VariancePrior{math.Inf(1), math.Exp(mean)}
	}
	half := inverseTrigamma(excess)
	return VariancePrior{2 * half, math.Exp(mean + mathext.Digamma(half) - math.Log(half))}
}

func student(nu float64) distuv.StudentsT {
	return distuv.StudentsT{Sigma: 1, Nu: min(nu, 1e6)}
}

// studentTail returns the t that Student's distribution exceeds with
// probability p < 0.5. gonum's Quantile takes 1 − p, which has no digits left
// far out.
func studentTail(nu, p float64) float64 {
	d := student(nu)
	low, high := 0.0, 1.0
	for d.Survival(high) > p && high < 1e15 {
		low, high = high, 2*high
	}
	for high-low > 1e-14*high {
		middle := (low + high) / 2
		if middle == low || middle == high {
			break
		}
		if d.Survival(middle) > p {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
