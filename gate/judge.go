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
	// aa and history are the past runs of the input, in its order.
	aa, history []*index
	env         *environmentJudge
	used        []bool
	// described are the same in the same order, with what they came from.
	described []described
	pairs     []*pair
	evidence  *evidence
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
	j := &judge{settings: settings, used: make([]bool, len(settings.Rules))}
	j.result.Warnings = []Warning{}
	j.in = prepare(in, settings, j)
	j.baseIndex, j.candIndex = indexOf(j.in.Baseline), indexOf(j.in.Candidate)
	for _, set := range j.in.AA {
		j.aa = append(j.aa, indexOf(set))
	}
	for _, set := range j.in.History {
		j.history = append(j.history, indexOf(set))
	}
	j.makeRoom()
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
	for _, c := range j.candIndex.set.Series {
		if c.Len() == 0 {
			continue
		}
		p := policyOf(c, j.settings, j.used)
		if p.gated || !hasGated(j.candIndex.metrics()[nameOfSeries(c)], j) {
			j.newSeries(c.Key, p, nil, c).Verdict = Added
		}
	}
	j.problemsOnly()
}

// makeRoom makes the result large enough for all series that there can be.
func (j *judge) makeRoom() {
	n := len(j.baseIndex.set.Series) + len(j.baseIndex.set.Problems) + len(j.candIndex.set.Problems)
	for i, c := range j.candIndex.set.Series {
		if j.baseIndex.find(c.Key, i) == nowhere {
			n++
		}
	}
	j.result.Series = make([]Series, 0, n)
	j.described = make([]described, 0, n)
}

// newSeries adds a series to the result, described but without a verdict.
// The pointer stays good: there is room for all series ([judge.makeRoom]).
func (j *judge) newSeries(k bench.Key, p policy, b, c *bench.Series) *Series {
	if len(j.result.Series) == cap(j.result.Series) {
		panic("gate: more series than there is room for")
	}
	j.result.Series = append(j.result.Series, Series{Benchmark: k.Benchmark, Group: k.Group, Metric: k.Metric, Gated: p.gated, Direction: p.direction.String(),
		Effect: Unknown, EffectLow: Unknown, EffectHigh: Unknown, MedianChange: Unknown, MedianChangeLow: Unknown,
		MedianChangeHigh: Unknown, P: Unknown, PAdjusted: Unknown, AttainableP: Unknown, Threshold: Unknown,
		Floor: Unknown, Resolution: Unknown, Warnings: []Warning{}})
	s := &j.result.Series[len(j.result.Series)-1]
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
	j.described = append(j.described, described{s, b, c, nowhere, nowhere})
	return s
}

// described is a series of the result and its sides, nil where it has none,
// with their places in the sets.
type described struct {
	out            *Series
	base, cand     *bench.Series
	baseAt, candAt int
}

// describe fills in what the sides of a series are and what lies between.
func (j *judge) describe(d described) {
	var b, c stats.Sample
	if d.base != nil {
		b = j.baseIndex.samples[d.baseAt]
		d.out.Baseline = describeSide(d.base, b)
	}
	if d.cand != nil {
		c = j.candIndex.samples[d.candAt]
		d.out.Candidate = describeSide(d.cand, c)
	}
	describeMedians(d.out, b, c)
	if d.base != nil && d.cand != nil && d.base.Unit != d.cand.Unit {
		d.out.MedianChange, d.out.MedianChangeLow, d.out.MedianChangeHigh = Unknown, Unknown, Unknown
	}
}

// sortSamples sorts the values of every series that is going to be looked at,
// once, and notes where they are.
func (j *judge) sortSamples() {
	type unsorted struct {
		series *bench.Series
		to     *stats.Sample
	}
	var all []unsorted
	want := func(x *index, k bench.Key, hint int) int {
		at := x.find(k, hint)
		if at != nowhere {
			all = append(all, unsorted{x.set.Series[at], &x.samples[at]})
		}
		return at
	}
	past := append(slices.Clone(j.aa), j.history...)
	for i := range j.described {
		d := &j.described[i]
		k := bench.Key{Group: d.out.Group, Benchmark: d.out.Benchmark, Metric: d.out.Metric}
		hint := i
		if d.base != nil {
			d.baseAt = want(j.baseIndex, k, i)
			hint = d.baseAt
		}
		if d.cand != nil {
			d.candAt = want(j.candIndex, k, hint)
			hint = d.candAt
		}
		for _, x := range past {
			want(x, k, hint)
		}
	}
	for _, p := range j.pairs {
		d := j.described[p.row]
		p.baseAt, p.candAt = d.baseAt, d.candAt
	}
	each(len(all), func(i int) {
		s := all[i].series
		if len(s.Samples) == 1 {
			*all[i].to = sampleOf(s.Samples[0].Values)
			return
		}
		*all[i].to = sampleOf(s.Values())
	})
}

// describeSide gives location and spread of all values of a side.
func describeSide(s *bench.Series, sample stats.Sample) *Stats {
	out := &Stats{Runs: len(s.Samples), Repetitions: sample.Len(), Values: make([][]float64, 0, len(s.Samples))}
	for _, r := range s.Samples {
		out.Values = append(out.Values, r.Values)
	}
	out.Min, out.P90 = Number(sample.Min()), Number(sample.Quantile(0.9))
	out.Amplitude, out.RobustCV = Number(sample.Amplitude()), Number(sample.RobustCV())
	return out
}

// describeMedians fills in the medians and what is between them, with their
// intervals.
func describeMedians(s *Series, b, c stats.Sample) {
	set := func(side *Stats, m stats.Estimate) {
		side.Median, side.Low, side.High = Number(m.Value), Number(m.Low), Number(m.High)
	}
	if s.Baseline != nil && s.Candidate != nil {
		mb, mc, change := stats.CompareMedians(b, c, confidence)
		set(s.Baseline, mb)
		set(s.Candidate, mc)
		s.MedianChange, s.MedianChangeLow, s.MedianChangeHigh = Number(change.Value), Number(change.Low), Number(change.High)
		return
	}
	if s.Baseline != nil {
		set(s.Baseline, stats.MedianInterval(b, confidence))
	}
	if s.Candidate != nil {
		set(s.Candidate, stats.MedianInterval(c, confidence))
	}
}

// sampleOf relies on what the model promises: the values are finite.
func sampleOf(values []float64) stats.Sample {
	s, err := stats.NewSample(values)
	if err != nil {
		panic(fmt.Sprintf("gate: a series holds a value that the model forbids: %v", err))
	}
	return s
}
