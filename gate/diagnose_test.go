package gate

import (
	"slices"
	"testing"

	"github.com/noisegate/noisegate/gate/bench"
)

// codes returns the codes of all warnings of a result, sorted and distinct.
func codes(r Result) []string {
	var out []string
	for _, w := range r.Warnings {
		out = append(out, w.Code)
	}
	for _, s := range r.Series {
		for _, w := range s.Warnings {
			out = append(out, w.Code)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestDiagnoses(t *testing.T) {
	quiet := around(100, 12)
	shuffled := func(values []float64) []float64 {
		out := slices.Clone(values)
		for i := range out {
			out[i] = values[(i*5+2)%len(values)]
		}
		return out
	}
	with := func(change func(*bench.Environment)) *bench.Environment {
		e := *here
		change(&e)
		return &e
	}
	tests := []struct {
		code string
		env  *bench.Environment
		cand []float64
	}{
		{code: WarnOutliers, cand: append(shuffled(quiet)[:11:11], 1000)},
		{code: WarnWarmup, cand: append([]float64{150, 130}, shuffled(around(100, 18))...)},
		{code: WarnDrift, cand: []float64{100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111}},
		{code: WarnModes, cand: []float64{20, 37, 20.1, 37.2, 20.2, 37.1, 20.05, 37.15, 20.15, 37.05, 20.12, 37.3}},
		{code: WarnResolution, cand: []float64{100, 110, 100, 110, 110, 100, 100, 110, 100, 110, 110, 100}},
		{code: WarnOptimisedAway, cand: constantly(1e-10, 12)},
		{code: WarnDebugBuild, env: with(func(e *bench.Environment) { e.Build = "debug" })},
		{code: WarnScaling, env: with(func(e *bench.Environment) { e.Scaling = "enabled" })},
		{code: WarnLoad, env: with(func(e *bench.Environment) { e.Load = []float64{9, 5, 2} })},
	}
	for _, tt := range tests {
		t.Run(tt.code, func(t *testing.T) {
			env, cand := tt.env, tt.cand
			if env == nil {
				env = here
			}
			if cand == nil {
				cand = shuffled(quiet)
			}
			got := codes(Judge(Input{Baseline: setOf(here, timeSeries("A", shuffled(quiet))), Candidate: setOf(env, timeSeries("A", cand))}, DefaultSettings()))
			if !slices.Contains(got, tt.code) {
				t.Errorf("warnings %v, want %s among them", got, tt.code)
			}
		})
	}
	t.Run("none on quiet data", func(t *testing.T) {
		got := codes(Judge(Input{Baseline: setOf(here, timeSeries("A", shuffled(quiet))), Candidate: setOf(here, timeSeries("A", shuffled(quiet)))}, DefaultSettings()))
		if !slices.Equal(got, []string{WarnNoiseUnmeasured}) {
			t.Errorf("warnings %v, want only that noise was not measured", got)
		}
	})
}

func TestUnstableEnvironment(t *testing.T) {
	suite := func(seed uint64, shift float64) *bench.Set {
		set := noisySuite(seed, 40, 12, 0)
		for i, s := range set.Series {
			for k := range s.Samples[0].Values {
				if i%2 == 0 {
					s.Samples[0].Values[k] *= 1 + shift
				}
			}
		}
		return set
	}
	stable := Judge(Input{Baseline: suite(1, 0), Candidate: suite(2, 0), AA: []*bench.Set{suite(3, 0)}}, DefaultSettings())
	if slices.Contains(codes(stable), WarnUnstable) {
		t.Error("an A/A pair that differs by its repetitions only is called unstable")
	}
	moving := Judge(Input{Baseline: suite(1, 0), Candidate: suite(2, 0), AA: []*bench.Set{suite(3, 0.1)}}, DefaultSettings())
	if !slices.Contains(codes(moving), WarnUnstable) {
		t.Error("an A/A pair that differs in half of its series is not called unstable")
	}
}

func TestWarmupAutoDropsTheSameOnBothSides(t *testing.T) {
	warm := append([]float64{200, 180, 160}, around(100, 17)...)
	settings := DefaultSettings()
	settings.WarmupAuto = true
	s := Judge(Input{Baseline: setOf(here, timeSeries("A", around(100, 20))), Candidate: setOf(here, timeSeries("A", warm))}, settings).Series[0]
	if s.Baseline.Repetitions != s.Candidate.Repetitions || s.Candidate.Repetitions != 17 {
		t.Errorf("%d and %d repetitions left, want 17 on both sides", s.Baseline.Repetitions, s.Candidate.Repetitions)
	}
}

func TestNeededToSettle(t *testing.T) {
	noisy := []float64{95, 104, 99, 101, 107, 97, 103, 100, 96, 105}
	worse := []float64{98, 107, 102, 104, 110, 100, 106, 103, 99, 108}
	s := Judge(Input{Baseline: setOf(here, timeSeries("A", noisy)), Candidate: setOf(here, timeSeries("A", worse))}, DefaultSettings()).Series[0]
	if s.Reason != Unresolved || s.RepetitionsNeeded <= 10 || s.RepetitionsNeeded > 200 {
		t.Errorf("%s needs %d repetitions, want some more than the 10 there are", outcome(s), s.RepetitionsNeeded)
	}
	if !(float64(s.Resolution) > 0.05 && float64(s.Resolution) < 0.2) {
		t.Errorf("resolution %v, want one that noise of 4 %% explains", s.Resolution)
	}
}

func TestEvidenceOfAnotherSuiteIsNamed(t *testing.T) {
	one := timeSeries("A", around(100, 8))
	got := Judge(Input{Baseline: setOf(here, one), Candidate: setOf(here, one), AA: []*bench.Set{setOf(here, timeSeries("B", around(1, 8)))}}, DefaultSettings())
	if !slices.Contains(codes(got), WarnEvidenceUnmatched) || got.Series[0].FloorSource != FloorUnknown {
		t.Errorf("codes %v, floor %s", codes(got), got.Series[0].FloorSource)
	}
}
