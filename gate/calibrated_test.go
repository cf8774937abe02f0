package gate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/noisegate/noisegate/gate/bench"
)

// suiteRun is a run of k benchmarks of about 100 s whose locations differ by
// 1 % from run to run; the machine multiplies all of them, and change some.
func suiteRun(seed uint64, k int, machine float64, change map[int]float64) *bench.Set {
	r := rand.New(rand.NewPCG(seed, 11))
	var all []*bench.Series
	for i := range k {
		location := 100 * machine * math.Exp(0.01*r.NormFloat64())
		if f, ok := change[i]; ok {
			location *= f
		}
		values := make([]float64, 15)
		for j := range values {
			values[j] = location * math.Exp(0.005*r.NormFloat64())
		}
		all = append(all, timeSeries(fmt.Sprintf("B%02d", i), values))
	}
	return setOf(here, all...)
}

func suiteInput(k int, machines []float64, candidate float64, change map[int]float64) Input {
	in := Input{Baseline: suiteRun(1, k, machines[0], nil), Candidate: suiteRun(2, k, candidate, change)}
	for i, m := range machines[1:] {
		in.AA = append(in.AA, suiteRun(uint64(10+i), k, m, nil))
	}
	return in
}

func TestCalibratedFloor(t *testing.T) {
	quiet := []float64{1, 1, 1, 1, 1, 1}
	restless := []float64{1, 1.12, 0.9, 1.1, 0.92, 1.07}
	tests := []struct {
		name      string
		k         int
		machines  []float64
		candidate float64
		change    map[int]float64
		// first is the outcome of the first series, shift that of the suite.
		first, source, shift string
		verdict              Verdict
		tests                int
	}{
		{name: "a slow benchmark", k: 20, machines: quiet, candidate: 1, change: map[int]float64{0: 1.25},
			first: "regression confirmed", source: FloorCalibrated, shift: "pass", verdict: Regression, tests: 21},
		{name: "a slow machine among restless ones blames nobody", k: 20, machines: restless, candidate: 1.12,
			first: "-", source: FloorCalibrated, shift: "within-noise", verdict: WithinNoise, tests: 21},
		{name: "a slow benchmark on restless machines", k: 20, machines: restless, candidate: 1.12, change: map[int]float64{0: 1.25},
			first: "regression confirmed", source: FloorCalibrated, shift: "within-noise", verdict: Regression, tests: 21},
		{name: "a slow benchmark on a fast machine", k: 20, machines: restless, candidate: 0.88, change: map[int]float64{0: 1.25},
			first: "regression confirmed", source: FloorCalibrated, shift: "within-noise", verdict: Regression, tests: 21},
		{name: "a change that slows everything", k: 20, machines: quiet, candidate: 1.3,
			first: "-", source: FloorCalibrated, shift: "regression", verdict: Regression, tests: 21},
		{name: "a change that speeds everything up", k: 20, machines: quiet, candidate: 0.7,
			first: "-", source: FloorCalibrated, shift: "pass", verdict: "", tests: 21},
		{name: "too few series for a shift", k: 6, machines: quiet, candidate: 1, change: map[int]float64{0: 1.3},
			first: "regression confirmed", source: FloorCalibrated, shift: "", verdict: Regression, tests: 6},
		{name: "too few runs", k: 20, machines: quiet[:3], candidate: 1, change: map[int]float64{0: 1.3},
			first: "regression confirmed", source: FloorObserved, shift: "info", verdict: Regression, tests: 20},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Judge(suiteInput(tt.k, tt.machines, tt.candidate, tt.change), DefaultSettings())
			first := got.Series[0]
			if tt.first != "-" && outcome(first) != tt.first {
				t.Errorf("the changed series is %s (effect %v, floor %v), want %s", outcome(first), first.Effect, first.Floor, tt.first)
			}
			calibrated := 0
			for i, s := range got.Series {
				if _, changed := tt.change[i]; !changed && s.Verdict == Regression {
					t.Errorf("%s, unchanged, is %s: effect %v, floor %v", s.Benchmark, outcome(s), s.Effect, s.Floor)
				}
				calibrated += map[bool]int{true: 1}[s.FloorSource == tt.source]
			}
			if calibrated < tt.k*3/4 {
				t.Errorf("%d of %d floors are %s", calibrated, tt.k, tt.source)
			}
			shift := ""
			if got.SuiteShift != nil {
				shift = string(got.SuiteShift.Verdict)
			}
			if shift != tt.shift || got.Settings.Tests != tt.tests || tt.verdict != "" && got.Verdict != tt.verdict {
				t.Errorf("shift %q, K %d, verdict %s; want %q, %d, %s (%+v)", shift, got.Settings.Tests, got.Verdict, tt.shift, tt.tests, tt.verdict, got.SuiteShift)
			}
		})
	}
}

// The effect shown is what remains after the shift; the medians stay plain.
func TestEffectRemainsAfterTheShift(t *testing.T) {
	got := Judge(suiteInput(20, []float64{1, 1.02, 0.98, 1.01, 1.03}, 1.2, map[int]float64{0: 1.25}), DefaultSettings())
	first, shift := got.Series[0], got.SuiteShift
	whole := (1 + float64(first.Effect)) * (1 + float64(shift.Effect))
	if math.Abs(whole-1-float64(first.MedianChange)) > 0.02 || !shift.Removed || math.Abs(float64(shift.Effect)-0.2) > 0.03 {
		t.Errorf("effect %v after a shift of %v, but the medians changed by %v", first.Effect, shift.Effect, first.MedianChange)
	}
}

func TestThroughputIsCalibratedTheSameWay(t *testing.T) {
	in := suiteInput(20, []float64{1, 1.12, 0.9, 1.1, 0.92}, 1.1, map[int]float64{0: 1.3, 1: 0.7})
	rates := func(set *bench.Set) *bench.Set {
		out := *set
		out.Series = nil
		for _, s := range set.Series {
			r := *s
			r.Unit, r.Direction, r.Samples = "ops/s", bench.HigherIsBetter, nil
			for _, sample := range s.Samples {
				var values []float64
				for _, v := range sample.Values {
					values = append(values, 1/v)
				}
				r.Samples = append(r.Samples, bench.Sample{Run: sample.Run, Values: values})
			}
			out.Series = append(out.Series, &r)
		}
		return &out
	}
	inverse := Input{Baseline: rates(in.Baseline), Candidate: rates(in.Candidate)}
	for _, aa := range in.AA {
		inverse.AA = append(inverse.AA, rates(aa))
	}
	times, speeds := Judge(in, DefaultSettings()), Judge(inverse, DefaultSettings())
	for i := range times.Series {
		a, b := times.Series[i], speeds.Series[i]
		if outcome(a) != outcome(b) || math.Abs(float64(a.Floor-b.Floor)) > 1e-9 || math.Abs(float64(a.Effect-b.Effect)) > 1e-9 {
			t.Errorf("%s: as a time %s, effect %v, floor %v; as a rate %s, %v, %v", a.Benchmark, outcome(a), a.Effect, a.Floor, outcome(b), b.Effect, b.Floor)
		}
	}
}

func TestHistoryCalibrates(t *testing.T) {
	in := suiteInput(20, []float64{1, 1, 1, 1, 1, 1}, 1, map[int]float64{0: 1.3})
	in.History, in.AA = in.AA, nil
	// An earlier commit made one benchmark slower for good.
	for _, set := range append(in.History[:2:2], in.History[2:2]...) {
		for j := range set.Series[5].Samples[0].Values {
			set.Series[5].Samples[0].Values[j] /= 1.4
		}
	}
	got := Judge(in, DefaultSettings())
	if got.Series[0].FloorSource != FloorCalibrated || got.Series[0].Verdict != Regression {
		t.Errorf("floor %v (%s), %s", got.Series[0].Floor, got.Series[0].FloorSource, outcome(got.Series[0]))
	}
	if f := got.Series[5].Floor; f > 0.3 {
		t.Errorf("a change of the code in the history left a floor of %v", f)
	}
}

func TestForeignRunsDoNotCalibrate(t *testing.T) {
	in := suiteInput(12, []float64{1, 1, 1, 1}, 1, nil)
	elsewhere := &bench.Environment{CPU: "B", Cores: 4}
	for i := range in.AA[0].Runs {
		in.AA[0].Runs[i].Env = elsewhere
	}
	in.History = []*bench.Set{suiteRun(99, 12, 2, nil)}
	in.History[0].Runs[0].Env = elsewhere
	got := Judge(in, DefaultSettings())
	if got.Settings.Tests != 12 || got.SuiteShift.Removed || got.Series[0].FloorSource != FloorObserved {
		t.Errorf("K %d, shift %+v, floor from %s", got.Settings.Tests, got.SuiteShift, got.Series[0].FloorSource)
	}
}

// A small difference that the repetitions are sure of is no pass where runs of
// the same code differ by so much that the true one may reach the threshold.
func TestNoPassWhereNoiseHidesTheThreshold(t *testing.T) {
	quiet := []float64{1, 1, 1, 1, 1, 1}
	for _, tt := range []struct {
		name   string
		change float64
		want   string
	}{
		{"far below the threshold", 1.015, "pass below-threshold"},
		{"just below it", 1.04, "within-noise unresolved"},
		{"faster", 0.97, "pass below-threshold"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := suiteInput(20, quiet, 1, nil)
			// The candidate is the baseline itself, changed: no noise between
			// the two hides what is tested.
			in.Candidate = suiteRun(1, 20, 1, map[int]float64{0: tt.change})
			got := Judge(in, DefaultSettings()).Series[0]
			if outcome(got) != tt.want || got.FloorSource != FloorCalibrated {
				t.Errorf("%s, effect %v, floor %v (%s); want %s", outcome(got), got.Effect, got.Floor, got.FloorSource, tt.want)
			}
			if got.RepetitionsNeeded != 0 {
				t.Errorf("%d repetitions are said to settle it, but none do", got.RepetitionsNeeded)
			}
		})
	}
	t.Run("without runs of the same code", func(t *testing.T) {
		in := Input{Baseline: suiteRun(1, 20, 1, nil), Candidate: suiteRun(1, 20, 1, map[int]float64{0: 1.04})}
		if got := Judge(in, DefaultSettings()).Series[0]; outcome(got) != "pass below-threshold" {
			t.Errorf("%s, want pass below-threshold", outcome(got))
		}
	})
}
