package gate

import (
	"fmt"
	"slices"

	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/gate/stats"
)

// confidence is the level of every interval in a report.
const confidence = 0.95

// A judge carries one decision from its input to its result.
type judge struct {
	settings             Settings
	in                   Input
	result               Result
	baseIndex, candIndex *index
	env                  *environmentJudge
	used                 []bool
	series               []*Series
	// described are the same in the same order, with what they came from.
	described []described
	pairs     []*pair
	evidence  *evidence
	// samples holds all values of a series, sorted once; it is filled before
	// anything runs in parallel.
	samples map[*bench.Series]stats.Sample
	// unjudgeable: a gated series with good values in the baseline failed or
	// became unusable. removedGated: a gated one is gone.
	unjudgeable, removedGated bool
	// tests takes the place of K where it is above 0: a plan for a suite that
	// is not there yet.
	tests int
}

// Judge decides whether the candidate may pass. The settings must be valid
// ([Settings.Validate]); the input is not changed.
func Judge(in Input, settings Settings) Result {
	j := newJudge(in, settings)
	j.sides()
	if in.Baseline == nil {
		j.noBaseline()
	} else {
		j.match()
	}
	tests := j.weigh()
	j.correct(tests)
	each(len(j.pairs), func(i int) { j.decide(j.pairs[i]) })
	j.judgeShift(tests)
	j.diagnoseEnvironments()
	j.diagnoseStability(tests)
	j.showPast()
	j.overall()
	return j.result
}

// newJudge prepares the input of a decision; nothing is compared yet.
func newJudge(in Input, settings Settings) *judge {
	j := &judge{settings: settings, used: make([]bool, len(settings.Rules)), samples: map[*bench.Series]stats.Sample{}}
	j.result.Series, j.result.Warnings = []Series{}, []Warning{}
	j.in = prepare(in, settings, j)
	j.baseIndex, j.candIndex = indexOf(j.in.Baseline), indexOf(j.in.Candidate)
	j.env = &environmentJudge{base: j.in.Baseline, cand: j.in.Candidate, memo: map[string]environmentAnswer{}}
	return j
}

// weigh tests the matched pairs, gathers what is known of the noise, and
// returns the pairs that were tested.
func (j *judge) weigh() []*pair {
	j.sortSamples()
	each(len(j.described), func(i int) { j.describe(j.described[i]) })
	tests := j.hypotheses()
	j.evidence = gatherEvidence(j)
	j.countHypotheses(tests)
	j.measure()
	j.calibrate(tests)
	j.evidence.calibratedFloors(j.pairs)
	return tests
}

// sides fills in what is known of the two sides as a whole.
func (j *judge) sides() {
	j.result.Baseline = sideOf(j.in.Baseline)
	j.result.Candidate = sideOf(j.in.Candidate)
	j.result.Baseline.AARuns, j.result.Baseline.HistoryRuns = len(j.in.AA), len(j.in.History)
	j.result.Warnings = append(j.result.Warnings, notesOf("baseline", j.in.Baseline)...)
	j.result.Warnings = append(j.result.Warnings, notesOf("candidate", j.in.Candidate)...)
	for _, set := range j.in.AA {
		j.result.Warnings = append(j.result.Warnings, notesOf("A/A run", set)...)
	}
}

func sideOf(set *bench.Set) Side {
	if set == nil {
		return Side{}
	}
	s := Side{Runs: len(set.Runs)}
	for _, f := range set.Files {
		s.Files = append(s.Files, f.Name)
	}
	return s
}

// noBaseline lists what the candidate has; nothing is compared.
func (j *judge) noBaseline() {
	for _, c := range j.candIndex.ordered() {
		p := policyOf(c, j.settings, j.used)
		if p.gated || !hasGated(j.candIndex.metrics[nameOfSeries(c)], j) {
			j.newSeries(c.Key, p, nil, c).Verdict = Added
		}
	}
	j.problemsOnly()
}

// newSeries adds a series to the result, described but without a verdict.
// The pointer stays good: series are kept by pointer until the end.
func (j *judge) newSeries(k bench.Key, p policy, b, c *bench.Series) *Series {
	s := &Series{Benchmark: k.Benchmark, Group: k.Group, Metric: k.Metric, Gated: p.gated, Direction: p.direction.String(),
		Effect: Unknown, EffectLow: Unknown, EffectHigh: Unknown, MedianChange: Unknown, MedianChangeLow: Unknown,
		MedianChangeHigh: Unknown, P: Unknown, PAdjusted: Unknown, AttainableP: Unknown, Threshold: Unknown,
		Floor: Unknown, Resolution: Unknown, Warnings: []Warning{}}
	for _, side := range []*bench.Series{b, c} {
		if side != nil {
			s.Unit = side.Unit
		}
	}
	if p.gated {
		s.Threshold = Number(p.threshold)
	}
	if p.ungatedWhy != "" {
		s.warn(WarnDirectionUnknown, "not gated: "+p.ungatedWhy, "name the direction in a rule: `direction: lower` or `direction: higher`")
	}
	j.series = append(j.series, s)
	j.described = append(j.described, described{s, b, c})
	return s
}

// described is a series of the result and its sides; nil where it has none.
type described struct {
	out        *Series
	base, cand *bench.Series
}

// describe fills in what the sides of a series are and what lies between.
func (j *judge) describe(d described) {
	d.out.Baseline, d.out.Candidate = j.describeSide(d.base), j.describeSide(d.cand)
	j.describeMedians(d.out, d.base, d.cand)
	if d.base != nil && d.cand != nil && d.base.Unit != d.cand.Unit {
		d.out.MedianChange, d.out.MedianChangeLow, d.out.MedianChangeHigh = Unknown, Unknown, Unknown
	}
}

// sortSamples sorts the values of every series that is going to be looked at.
func (j *judge) sortSamples() {
	var all []*bench.Series
	wanted := map[bench.Key]bool{}
	for _, d := range j.described {
		for _, s := range []*bench.Series{d.base, d.cand} {
			if s != nil {
				all = append(all, s)
				wanted[s.Key] = true
			}
		}
	}
	for _, sets := range [][]*bench.Set{j.in.AA, j.in.History} {
		for _, set := range sets {
			for _, s := range set.Series {
				if wanted[s.Key] {
					all = append(all, s)
				}
			}
		}
	}
	sorted := make([]stats.Sample, len(all))
	each(len(all), func(i int) { sorted[i] = sampleOf(all[i].Values()) })
	for i, s := range all {
		j.samples[s] = sorted[i]
	}
}

// describeSide gives location and spread of all values of a side; nil for a
// side without the series.
func (j *judge) describeSide(s *bench.Series) *Stats {
	if s == nil || s.Len() == 0 {
		return nil
	}
	out := &Stats{Runs: len(s.Samples), Repetitions: s.Len()}
	for _, sample := range s.Samples {
		out.Values = append(out.Values, slices.Clone(sample.Values))
	}
	sample := j.sample(s)
	out.Min, out.P90 = Number(sample.Min()), Number(sample.Quantile(0.9))
	out.Amplitude, out.RobustCV = Number(sample.Amplitude()), Number(sample.RobustCV())
	return out
}

// describeMedians fills in the medians and what is between them, with their
// intervals.
func (j *judge) describeMedians(s *Series, b, c *bench.Series) {
	set := func(side *Stats, m stats.Estimate) {
		side.Median, side.Low, side.High = Number(m.Value), Number(m.Low), Number(m.High)
	}
	if s.Baseline != nil && s.Candidate != nil {
		mb, mc, change := stats.CompareMedians(j.sample(b), j.sample(c), confidence)
		set(s.Baseline, mb)
		set(s.Candidate, mc)
		s.MedianChange, s.MedianChangeLow, s.MedianChangeHigh = Number(change.Value), Number(change.Low), Number(change.High)
		return
	}
	if s.Baseline != nil {
		set(s.Baseline, stats.MedianInterval(j.sample(b), confidence))
	}
	if s.Candidate != nil {
		set(s.Candidate, stats.MedianInterval(j.sample(c), confidence))
	}
}

// sample returns all values of a series, over its runs.
func (j *judge) sample(s *bench.Series) stats.Sample {
	if sample, ok := j.samples[s]; ok {
		return sample
	}
	return sampleOf(s.Values())
}

// sampleOf relies on what the model promises: the values are finite.
func sampleOf(values []float64) stats.Sample {
	s, err := stats.NewSample(values)
	if err != nil {
		panic(fmt.Sprintf("gate: a series holds a value that the model forbids: %v", err))
	}
	return s
}
