package gate

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/gate/stats"
)

// leastRuns is how many runs of the same code show what lies between them.
const leastRuns = 2

// A Rate is a share of something counted, with its exact 95 % interval
// (Clopper and Pearson). Share and interval are unknown with Of 0.
type Rate struct {
	Count int    `json:"count"`
	Of    int    `json:"of"`
	Share Number `json:"share"`
	Low   Number `json:"low"`
	High  Number `json:"high"`
}

func rateOf(n, of int) Rate {
	e := stats.ClopperPearson(n, of, confidence)
	return Rate{Count: n, Of: of, Share: Number(e.Value), Low: Number(e.Low), High: Number(e.High)}
}

// NoiseResult is what runs of the same code show of where they were measured.
type NoiseResult struct {
	// Fit is false if more than half of the tested series have a resolution
	// above their threshold.
	Fit bool `json:"fit"`
	// Runs are the runs given, Used those measured where the newest was; only
	// these count below.
	Runs int `json:"runs"`
	Used int `json:"used"`
	// Alpha, Correction, Tests and Threshold are as in [ReportedSettings].
	Alpha      float64    `json:"alpha"`
	Correction Correction `json:"correction"`
	Tests      int        `json:"tests"`
	Threshold  float64    `json:"threshold"`
	// Half and NineTenths are the smallest effects that can be judged on that
	// share of the tested series: quantiles of their resolution, unknown
	// without any. The floors are quantiles of the floor alone.
	Half            Number `json:"half"`
	NineTenths      Number `json:"nine_tenths"`
	FloorHalf       Number `json:"floor_half"`
	FloorNineTenths Number `json:"floor_nine_tenths"`
	// SuiteFloor is how far the whole suite may move without a change;
	// unknown where that is not calibrated.
	SuiteFloor Number `json:"suite_floor"`
	// FalsePositives counts the tests between successive runs with p < Alpha,
	// without correction: about Alpha of them where runs differ by no more
	// than their repetitions do. Tests that cannot come out so are left out.
	// The tests of a pair of runs are not independent, which the interval
	// does not know.
	FalsePositives Rate `json:"false_positives"`
	// Pairs counts the pairs of successive runs with any p < Alpha/Tests.
	Pairs Rate `json:"pairs"`
	// Exact counts the series that are compared without a test; Varying names
	// those of them that are not the same in every run.
	Exact   int      `json:"exact"`
	Varying []string `json:"varying"`
	// Series are the tested series of the newest run.
	Series   []NoiseSeries `json:"series"`
	Warnings []Warning     `json:"warnings"`
}

// NoiseSeries is the noise of one series.
type NoiseSeries struct {
	Benchmark string `json:"benchmark"`
	Group     string `json:"group"`
	Metric    string `json:"metric"`
	// Runs are the runs that have it, Observations what one of them counts.
	Runs         int    `json:"runs"`
	Observations int    `json:"observations"`
	Observation  string `json:"observation"`
	// Floor is the smallest slowdown that a further run of the same code does
	// not reach, and its source as in [Series].
	Floor       Number `json:"floor"`
	FloorSource string `json:"floor_source"`
	// Resolution is the smallest effect that another run of this size could
	// confirm: the larger of the floor and what 80 % power needs. Unknown
	// where the noise is, or in one run only.
	Resolution Number `json:"resolution"`
	Threshold  Number `json:"threshold"`
	// Between is the standard deviation of the logarithms of the runs'
	// medians, Within the pooled one of the observations in a run.
	Between Number `json:"between_runs"`
	Within  Number `json:"within_runs"`
	// Fit is false if the resolution lies above the threshold or is unknown.
	Fit bool `json:"fit"`
}

// SplitRuns returns each process start of a set as a set of its own, for a
// file that holds all runs of an A/A measurement. Where no process measured
// anything twice they are what one measurement consists of, and the set is
// returned alone. It is not changed.
func SplitRuns(set *bench.Set) []*bench.Set {
	repeated := slices.ContainsFunc(set.Series, func(s *bench.Series) bool { return s.Len() > len(s.Samples) })
	if !repeated || len(set.Runs) < leastRuns {
		return []*bench.Set{set}
	}
	out := make([]*bench.Set, len(set.Runs))
	for i, r := range set.Runs {
		out[i] = &bench.Set{Files: set.Files, Runs: []bench.Run{r}}
	}
	for _, s := range set.Series {
		for _, sample := range s.Samples {
			part := *s
			part.Samples = []bench.Sample{{Run: 0, Values: sample.Values}}
			out[sample.Run].Series = append(out[sample.Run].Series, &part)
		}
	}
	return slices.DeleteFunc(out, func(s *bench.Set) bool { return len(s.Series) == 0 })
}

// Noise tells what runs of the same code, oldest first, show of the place
// where they were measured: the floors are those that the newest run would
// have as a baseline with the others as A/A evidence. The settings' floor is
// not used. An error says what is missing: a second run, or a gated series.
func Noise(runs []*bench.Set, settings Settings) (NoiseResult, error) {
	if len(runs) < leastRuns {
		return NoiseResult{}, tooFewRuns(runs, "noise shows between runs")
	}
	j, tests, err := judgeItself(runs, settings, 0)
	if err != nil {
		return NoiseResult{}, err
	}
	all := j.sameCodeRuns()
	if len(all) < leastRuns {
		return NoiseResult{}, fmt.Errorf("the newest run was measured in another environment than all others (%s): name runs of one kind of machine, or use --environment ignore", j.elsewhere())
	}
	out := NoiseResult{Runs: len(runs), Used: len(all), Alpha: settings.Alpha, Correction: settings.Correction, Tests: j.result.Settings.Tests,
		Threshold: settings.Threshold, SuiteFloor: Unknown, Varying: []string{}, Series: []NoiseSeries{}, Warnings: j.result.Warnings}
	if c := j.evidence.calibration; c != nil && c.noise.HasShift() {
		_, high := c.noise.ShiftLimits(c.level)
		out.SuiteFloor = Number(math.Max(0, math.Expm1(high)))
	}
	for _, p := range tests {
		out.Series = append(out.Series, j.noiseOf(p, all))
	}
	out.countExact(j, all)
	out.countFalse(j, tests, all)
	out.summarise()
	return out, nil
}

// tooFewRuns is the error of a command that needs several runs.
func tooFewRuns(runs []*bench.Set, why string) error {
	have := fmt.Sprintf("there is %d run", len(runs))
	if len(runs) == 1 && len(runs[0].Runs) > 1 {
		have = fmt.Sprintf("there is 1 measurement, of %d processes that measured once each", len(runs[0].Runs))
	}
	return fmt.Errorf("%s, and %s: measure the same code again, 4 times or more in all, and name every result file", have, why)
}

// judgeItself compares the newest run with itself, the others being evidence:
// floors, policies and K come out as for a candidate that changed nothing.
// K can be given, 0 counts it.
func judgeItself(runs []*bench.Set, settings Settings, k int) (*judge, []*pair, error) {
	settings.Floor, settings.FloorValue, settings.AssumedFloor = FloorAuto, 0, 0
	newest := runs[len(runs)-1]
	j := newJudge(Input{Baseline: newest, Candidate: newest, AA: runs[:len(runs)-1]}, settings)
	j.tests = k
	j.match()
	tests := j.weigh()
	if !slices.ContainsFunc(j.pairs, func(p *pair) bool { return p.policy.gated }) {
		return nil, nil, errors.New("the newest run holds no series that is gated: name metrics with --metrics, or see what the harness reports")
	}
	for _, p := range tests {
		j.evidence.floorOf(p)
		p.power()
	}
	return j, tests, nil
}

// sameCodeRuns are the runs that may speak for each other, oldest first, the
// reference last.
func (j *judge) sameCodeRuns() []*index {
	return append(slices.Clone(j.evidence.aa), j.baseIndex)
}

// elsewhere says what told the reference from the newest run left out.
func (j *judge) elsewhere() string {
	last := j.in.AA[len(j.in.AA)-1]
	for _, d := range differences(environmentsOf(last, nil), environmentsOf(j.in.Baseline, nil)) {
		if d.Decisive {
			return d.Field + ": " + d.Baseline + " before, " + d.Candidate + " in the newest"
		}
	}
	return "unknown"
}

func (j *judge) noiseOf(p *pair, all []*index) NoiseSeries {
	out := NoiseSeries{Benchmark: p.out.Benchmark, Group: p.out.Group, Metric: p.out.Metric, Observations: p.test.base.Len(), Observation: p.test.observation,
		Floor: p.out.Floor, FloorSource: p.out.FloorSource, Resolution: p.out.Resolution, Threshold: p.out.Threshold}
	var within []stats.Sample
	var medians []float64
	for _, x := range all {
		if s := j.evidence.locate(p, x); s.Len() > 0 {
			out.Runs++
			within, medians = append(within, s), append(medians, s.Median())
		}
	}
	out.Within, out.Between = Number(stats.PooledNoise(within...)), Number(math.Sqrt(logVariance(medians)))
	switch n := out.Observations; {
	case out.Runs < leastRuns:
		out.Resolution = Unknown // a run alone does not show what lies between runs
	case !out.Resolution.Known() && !(stats.SmallestP(n, n) < p.test.level):
		out.Resolution = Number(math.Inf(1)) // whatever the noise
	}
	limit := float64(out.Resolution)
	out.Fit = limit <= p.policy.threshold || reaches(p.policy.threshold, limit)
	return out
}

// logVariance is the variance of the logarithms; NaN with fewer than two
// values or one at or below 0.
func logVariance(values []float64) float64 {
	if len(values) < 2 || slices.Min(values) <= 0 {
		return math.NaN()
	}
	mean, sum := 0.0, 0.0
	for _, v := range values {
		mean += math.Log(v) / float64(len(values))
	}
	for _, v := range values {
		sum += (math.Log(v) - mean) * (math.Log(v) - mean)
	}
	return sum / float64(len(values)-1)
}

// countExact finds the series that need no test, and those of them that are
// not the same in every run.
func (r *NoiseResult) countExact(j *judge, all []*index) {
	for _, p := range j.pairs {
		if !p.exact {
			continue
		}
		r.Exact++
		first := p.base.Samples[0].Values[0]
		for _, x := range all {
			at := x.place(p)
			if at == nowhere {
				continue
			}
			s := x.set.Series[at]
			if _, same := constant(s); !same || s.Samples[0].Values[0] != first {
				r.Varying = append(r.Varying, p.out.name())
				break
			}
		}
	}
}

// countFalse tests successive runs: all of them hold the same code.
func (r *NoiseResult) countFalse(j *judge, tests []*pair, all []*index) {
	level := j.settings.level(r.Tests)
	significant, n, pairs := 0, 0, 0
	for i, next := range all[1:] {
		rejected := false
		for _, p := range tests {
			a, b := all[i].place(p), next.place(p)
			if a == nowhere || b == nowhere {
				continue
			}
			x, y, _ := observations(all[i], next, a, b, level)
			u := stats.MannWhitneyU(x, y)
			if !(u.AttainableP < r.Alpha) {
				continue
			}
			n++
			if u.P < r.Alpha {
				significant++
			}
			rejected = rejected || u.P < level
		}
		if rejected {
			pairs++
		}
	}
	r.FalsePositives, r.Pairs = rateOf(significant, n), rateOf(pairs, len(all)-1)
}

func (r *NoiseResult) summarise() {
	var resolutions, floors []float64
	unfit := 0
	for _, s := range r.Series {
		resolutions, floors = append(resolutions, float64(s.Resolution)), append(floors, float64(s.Floor))
		if !s.Fit {
			unfit++
		}
	}
	r.Fit = 2*unfit <= len(r.Series)
	r.Half, r.NineTenths = coverage(resolutions, 0.5), coverage(resolutions, 0.9)
	r.FloorHalf, r.FloorNineTenths = coverage(floors, 0.5), coverage(floors, 0.9)
}

// coverage is the least value that this share of the values does not exceed.
// One that is unknown counts as infinite; unknown without values.
func coverage(values []float64, share float64) Number {
	if len(values) == 0 {
		return Unknown
	}
	sorted := make([]float64, len(values))
	for i, v := range values {
		sorted[i] = v
		if math.IsNaN(v) {
			sorted[i] = math.Inf(1)
		}
	}
	slices.Sort(sorted)
	return Number(sorted[int(math.Ceil(share*float64(len(sorted))-1e-9))-1])
}
