package gate

import (
	"errors"
	"math"

	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/gate/stats"
)

// A Target is what a plan is made for.
type Target struct {
	// Effect is the smallest change that must be seen, > 0.
	Effect float64
	// Power is how often it must be seen, in (0, 1).
	Power float64
	// Tests is K; 0 counts what the pilot holds.
	Tests int
}

// The advice of a plan, by the ratio of the target to the noise.
const (
	// AdviceFew: the target is twice the noise or more.
	AdviceFew = "few"
	// AdviceSome: the target and the noise are about as large.
	AdviceSome = "some"
	// AdviceReduce: the target is less than half the noise.
	AdviceReduce = "reduce-noise"
	// AdviceRuns: runs of the same code differ by more than the target.
	AdviceRuns = "more-runs"
	// AdviceUnknown: the pilot does not show the noise of this series.
	AdviceUnknown = "unknown"
)

const (
	ratioFew  = 2
	ratioSome = 0.5
)

// PlanResult tells how much to measure to see an effect.
type PlanResult struct {
	Effect     float64    `json:"effect"`
	Power      float64    `json:"power"`
	Alpha      float64    `json:"alpha"`
	Correction Correction `json:"correction"`
	Tests      int        `json:"tests"`
	// Least is the smallest number of observations on each side with which a
	// test can reject at all, whatever the noise.
	Least int `json:"least"`
	// Runs are the process starts that the pilot has of a series, at most.
	Runs int `json:"runs"`
	// Repetitions and RunsNeeded are for half and nine tenths of the series,
	// and for all; 0 where more than a plan can say.
	Repetitions Needed `json:"repetitions"`
	RunsNeeded  Needed `json:"runs_needed"`
	// Exact series need one run and are not listed.
	Exact    int          `json:"exact"`
	Series   []PlanSeries `json:"series"`
	Warnings []Warning    `json:"warnings"`
}

// Needed is a number of observations on each side that is enough for a share
// of the series; 0 stands for none that a plan would name.
type Needed struct {
	Half       int `json:"half"`
	NineTenths int `json:"nine_tenths"`
	All        int `json:"all"`
}

// PlanSeries is the plan for one series.
type PlanSeries struct {
	Benchmark string `json:"benchmark"`
	Group     string `json:"group"`
	Metric    string `json:"metric"`
	// Runs and Repetitions are what the pilot has.
	Runs        int `json:"runs"`
	Repetitions int `json:"repetitions"`
	// Within is the noise of repetitions in a run, Between that of the runs'
	// medians: standard deviations of logarithms. Unknown with fewer than two
	// of them. Between is moderated by the rest of the suite (Smyth 2004),
	// since few runs tell little.
	Within  Number `json:"within_runs"`
	Between Number `json:"between_runs"`
	// Floor is as in [NoiseSeries]; unknown with one measurement.
	Floor Number `json:"floor"`
	// RepetitionsNeeded in one run on each side, if nothing but the noise of
	// repetitions mattered; RunsNeeded on each side, each with as many
	// repetitions as the pilot's. 0 is unknown, or more than 10,000.
	RepetitionsNeeded int `json:"repetitions_needed"`
	RunsNeeded        int `json:"runs_needed"`
	// Advice is one of the Advice constants.
	Advice string `json:"advice"`
}

// Plan tells how many repetitions and runs each tested series needs for the
// target, from the noise of a pilot: runs of the same code, oldest first, one
// or more. A run on another machine than the newest is left out. An error
// says what the pilot lacks.
func Plan(pilot []*bench.Set, settings Settings, target Target) (PlanResult, error) {
	if len(pilot) == 0 {
		return PlanResult{}, errors.New("there is no run: measure the code once, with several repetitions")
	}
	j, tests, err := judgeItself(pilot, settings, target.Tests)
	if err != nil {
		return PlanResult{}, err
	}
	k := j.result.Settings.Tests
	level := settings.level(k)
	out := PlanResult{Effect: target.Effect, Power: target.Power, Alpha: settings.Alpha, Correction: settings.Correction, Tests: k,
		Least: stats.ObservationsNeeded(level), Series: []PlanSeries{}, Warnings: j.result.Warnings}
	for _, p := range j.pairs {
		if p.exact {
			out.Exact++
		}
	}
	all, variances := j.sameCodeRuns(), []float64{}
	for _, p := range tests {
		s, variance := planned(p, all)
		variances = append(variances, variance)
		out.Series = append(out.Series, s)
		out.Runs = max(out.Runs, s.Runs)
	}
	out.moderate(variances)
	known := len(tests) == 0
	for i := range out.Series {
		out.Series[i].settle(target, level)
		known = known || out.Series[i].Advice != AdviceUnknown
	}
	if !known {
		return PlanResult{}, errors.New("the pilot has one value of each series, or some at or below 0: measure several repetitions, or several runs")
	}
	out.Repetitions = neededOver(out.Series, func(s PlanSeries) int { return s.RepetitionsNeeded })
	out.RunsNeeded = neededOver(out.Series, func(s PlanSeries) int { return s.RunsNeeded })
	return out, nil
}

// planned collects the noise of a series; the variance of its runs' medians
// is not moderated yet.
func planned(p *pair, all []*index) (PlanSeries, float64) {
	s := PlanSeries{Benchmark: p.out.Benchmark, Group: p.out.Group, Metric: p.out.Metric, Floor: p.out.Floor}
	var within []stats.Sample
	var medians []float64
	for _, x := range all {
		at := x.place(p)
		if at == nowhere {
			continue
		}
		found := x.set.Series[at]
		s.Repetitions += found.Len()
		medians = append(medians, runMedians(found)...)
		for _, r := range found.Samples {
			within = append(within, sampleOf(r.Values))
		}
	}
	s.Runs = len(medians)
	s.Within = Number(stats.PooledNoise(within...))
	return s, logVariance(medians)
}

// moderate sets the noise between runs of every series, with what the suite
// knows of it.
func (r *PlanResult) moderate(variances []float64) {
	df := make([]float64, len(variances))
	for i, s := range r.Series {
		df[i] = float64(s.Runs - 1)
	}
	prior := stats.FitVariances(variances, df)
	for i := range r.Series {
		v := variances[i]
		if !math.IsNaN(v) {
			v, _ = prior.Shrink(v, df[i])
		}
		r.Series[i].Between = Number(math.Sqrt(v))
	}
}

// settle works out the numbers and the advice.
func (s *PlanSeries) settle(target Target, level float64) {
	needed := func(sigma Number) int {
		n := stats.RepetitionsNeeded(target.Effect, float64(sigma), level, target.Power)
		if n > maxRepetitions {
			return 0
		}
		return n
	}
	s.RepetitionsNeeded, s.RunsNeeded = needed(s.Within), needed(s.Between)
	noise := s.Within
	if !noise.Known() {
		noise = s.Between
	}
	ratio := target.Effect / float64(noise)
	switch {
	case !noise.Known():
		s.Advice = AdviceUnknown
	case ratio < ratioSome:
		s.Advice = AdviceReduce
	case s.Floor.Known() && float64(s.Floor) > target.Effect && !reaches(target.Effect, float64(s.Floor)):
		s.Advice = AdviceRuns
	case ratio < ratioFew:
		s.Advice = AdviceSome
	default:
		s.Advice = AdviceFew
	}
}

// neededOver finds the numbers for shares of the series, 0 where one is not
// known.
func neededOver(series []PlanSeries, of func(PlanSeries) int) Needed {
	values := make([]float64, len(series))
	for i, s := range series {
		values[i] = math.NaN()
		if n := of(s); n > 0 {
			values[i] = float64(n)
		}
	}
	whole := func(share float64) int {
		if n := coverage(values, share); n.Known() && !n.Infinite() {
			return int(n)
		}
		return 0
	}
	return Needed{Half: whole(0.5), NineTenths: whole(0.9), All: whole(1)}
}
