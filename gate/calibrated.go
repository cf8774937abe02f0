package gate

import (
	"math"

	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/gate/stats"
)

// calibration is the noise between runs as the whole suite shows it, and how
// far the candidate moved as a whole.
type calibration struct {
	noise *stats.SuiteNoise
	level float64
	row   map[*pair]int
	// shift is the candidate's log movement, more is worse; NaN where it
	// cannot be told from the series.
	shift float64
}

// mayCalibrate reports whether there are enough runs for a calibrated floor.
func (e *evidence) mayCalibrate() bool {
	return e.settings.Floor == FloorAuto && len(e.aa)+len(e.history) >= stats.LeastRunsToCalibrate
}

// countHypotheses sets K: the pairs that are tested and, where the suite's
// movement is going to be judged by itself, that one.
func (j *judge) countHypotheses(tests []*pair) {
	k := len(tests)
	if k >= stats.LeastSeriesForShift && j.evidence.mayCalibrate() {
		k++
	}
	if j.tests > 0 {
		k = j.tests
	}
	j.result.Settings.Tests = k
}

// calibrate fits the noise of the suite, and takes the suite's own movement
// out of every series that can have one.
func (j *judge) calibrate(tests []*pair) {
	if !j.evidence.mayCalibrate() {
		return
	}
	c := &calibration{level: j.settings.level(j.result.Settings.Tests), row: map[*pair]int{}, shift: math.NaN()}
	var effects []float64
	var rows []*pair
	for _, p := range tests {
		if !(p.test.base.Min() > 0 && p.test.cand.Min() > 0) {
			continue // no ratios, no log scale
		}
		c.row[p] = len(rows)
		rows = append(rows, p)
		effects = append(effects, math.Log1p(p.test.effect.Value))
	}
	in := stats.SuiteEvidence{Same: make([][]float64, len(rows)), Steps: make([][]float64, len(rows))}
	each(len(rows), func(i int) { in.Same[i], in.Steps[i] = j.evidence.sameCode(rows[i]), j.evidence.stepsOf(rows[i]) })
	c.noise = stats.FitSuiteNoise(in)
	j.evidence.calibration = c
	if !c.noise.HasShift() {
		return
	}
	c.shift = stats.SuiteShift(effects)
	each(len(rows), func(i int) { rows[i].removeShift(c.shift) })
}

// sameCode is how far each run of the reference's commit lies above the
// reference, itself first, on the oriented log scale.
func (e *evidence) sameCode(p *pair) []float64 {
	out := []float64{0}
	for _, x := range e.aa {
		out = append(out, logEffect(p, p.test.base, e.locate(p, x)))
	}
	return out
}

// stepsOf are the changes between successive runs of the history, the last
// one to the reference.
func (e *evidence) stepsOf(p *pair) []float64 {
	var out []float64
	for i, x := range e.history {
		next := p.test.base
		if i+1 < len(e.history) {
			next = e.locate(p, e.history[i+1])
		}
		out = append(out, logEffect(p, e.locate(p, x), next))
	}
	return out
}

// locate returns the observations that another run has of a series: the same
// kind as the pair's, the empty sample where it has none.
func (e *evidence) locate(p *pair, x *index) stats.Sample {
	at := x.place(p)
	switch {
	case at == nowhere:
		return stats.Sample{}
	case p.test.observation == ObservationRun:
		return sampleOf(runMedians(x.set.Series[at]))
	}
	return x.samples[at]
}

// logEffect is how far one run lies above another, more is worse; NaN where
// there are no ratios.
func logEffect(p *pair, from, to stats.Sample) float64 {
	if p.higherIsBetter() {
		from, to = to, from
	}
	return stats.LogRatio(from, to)
}

// removeShift judges the pair as if the candidate had run on a machine, or
// with a compiler, that did not move the suite: the effect moves along, and the
// test is another one.
func (p *pair) removeShift(shift float64) {
	if shift == 0 || math.IsNaN(shift) {
		return
	}
	t := p.test
	t.effect.Value, t.effect.Low, t.effect.High = lessShift(t.effect.Value, shift), lessShift(t.effect.Low, shift), lessShift(t.effect.High, shift)
	if !p.higherIsBetter() {
		shift = -shift
	}
	t.cand = t.cand.Scaled(math.Exp(shift))
	t.u = stats.MannWhitneyU(t.base, t.cand)
	p.showTest()
}

// lessShift takes a log shift out of an effect, or of a bound that may be
// infinite.
func lessShift(effect, shift float64) float64 {
	if math.IsInf(effect, 0) {
		return effect
	}
	return math.Expm1(math.Log1p(effect) - shift)
}

// floor returns the calibrated floor of a pair for effects in the direction
// of its own, as a fraction ≥ 0: the smallest that a further run of the same
// code does not reach. It is never below the largest movement, less the
// suite's, that runs of this code have shown. NaN where there is none.
func (c *calibration) floor(p *pair) float64 {
	row, ok := c.row[p]
	if !ok {
		return math.NaN()
	}
	low, high := c.noise.Limits(row, c.level)
	if float64(p.out.Effect) < 0 {
		return math.Max(0, -math.Expm1(low))
	}
	return math.Max(0, math.Expm1(high))
}

// slowest returns the largest true effect, as a fraction, that a further run
// of the same code leaves possible: the far end of the interval of this one
// series, without regard to the others. NaN where there is none.
func (c *calibration) slowest(p *pair) float64 {
	row, ok := c.row[p]
	if !ok {
		return math.NaN()
	}
	low, _ := c.noise.Limits(row, 1-confidence)
	return math.Expm1(math.Log1p(float64(p.out.Effect)) - low)
}

// spread is the observed floor of a calibrated pair: the largest movement
// between two runs of the reference's commit, less the suite's.
func (c *calibration) spread(p *pair) float64 { return math.Expm1(c.noise.Spread(c.row[p])) }

// gatherHistory keeps the runs of the history that were measured where the
// reference was.
func (e *evidence) gatherHistory(j *judge, home []*bench.Environment) {
	for i, set := range j.in.History {
		if j.settings.Environment == EnvironmentIgnore || !decisive(differences(home, environmentsOf(set, nil))) {
			e.history = append(e.history, j.history[i])
		}
	}
}
