package gate

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/noisegate/noisegate/gate/bench"
)

// around returns n different values close to centre, the same ones at every
// call: steps of 0.1 %.
func around(centre float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = centre * (1 + 0.001*float64(i-n/2))
	}
	return out
}

func constantly(v float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v
	}
	return out
}

// timeSeries is a gated series in seconds; each argument after the name is a
// run.
func timeSeries(name string, runs ...[]float64) *bench.Series {
	return series(bench.Series{Key: bench.Key{Benchmark: name, Metric: "time"}, Unit: "s", OriginalUnit: "ns", Direction: bench.LowerIsBetter, Primary: true}, runs...)
}

func series(s bench.Series, runs ...[]float64) *bench.Series {
	for i, values := range runs {
		s.Samples = append(s.Samples, bench.Sample{Run: i, Values: values})
	}
	return &s
}

func setOf(env *bench.Environment, all ...*bench.Series) *bench.Set {
	set := &bench.Set{Files: []bench.File{{Name: "test.json", Format: "native"}}, Series: all}
	runs := 1
	for _, s := range all {
		runs = max(runs, len(s.Samples))
	}
	for range runs {
		set.Runs = append(set.Runs, bench.Run{Env: env})
	}
	return set
}

var here = &bench.Environment{CPU: "A", Cores: 4}

// outcome is a verdict with its reason.
func outcome(s Series) string { return fmt.Sprintf("%s %s", s.Verdict, s.Reason) }

func TestVerdictsOfTestedSeries(t *testing.T) {
	fast, even := around(100, 10), around(100.04, 10)
	tests := []struct {
		name       string
		base, cand []float64
		aa         [][]float64
		change     func(*Settings)
		want       string
	}{
		{name: "clearly slower", base: fast, cand: around(110, 10), want: "regression confirmed"},
		{name: "clearly faster", base: fast, cand: around(90, 10), want: "pass improvement"},
		{name: "real but small", base: fast, cand: around(102, 10), want: "pass below-threshold"},
		{name: "unchanged and precise", base: fast, cand: even, want: "pass no-regression-shown"},
		{name: "on the threshold counts as reaching it", base: constantly(0.1, 8), cand: constantly(0.105, 8), want: "regression confirmed"},
		{name: "slower, but the same code was as slow", base: fast, cand: around(110, 10), aa: [][]float64{around(112, 10)}, want: "within-noise below-floor"},
		{name: "faster, but the same code was as fast", base: fast, cand: around(90, 10), aa: [][]float64{around(112, 10)}, want: "within-noise below-floor"},
		{name: "slower than the floor", base: fast, cand: around(130, 10), aa: [][]float64{around(112, 10)}, want: "regression confirmed"},
		{name: "unchanged, but the floor hides the threshold", base: fast, cand: even, aa: [][]float64{around(112, 10)}, want: "within-noise unresolved"},
		{name: "unchanged, floor below the threshold", base: fast, cand: even, aa: [][]float64{around(101, 10)}, want: "pass no-regression-shown"},
		{name: "three values can never be significant", base: around(100, 3), cand: around(150, 3), want: "within-noise underpowered"},
		{name: "noise hides everything", base: []float64{80, 90, 100, 110, 120, 130}, cand: []float64{85, 95, 105, 115, 125, 135}, want: "within-noise unresolved"},
		{name: "all values equal", base: constantly(5, 6), cand: constantly(5, 6), want: "pass no-regression-shown"},
		{name: "floor none", base: fast, cand: around(110, 10), aa: [][]float64{around(150, 10)}, change: func(s *Settings) { s.Floor = FloorNone }, want: "regression confirmed"},
		{name: "floor given", base: fast, cand: around(110, 10), change: func(s *Settings) { s.Floor, s.FloorValue = FloorFixed, 0.2 }, want: "within-noise below-floor"},
		{name: "floor assumed", base: fast, cand: around(107, 10), change: func(s *Settings) { s.AssumedFloor = 0.1 }, want: "within-noise below-floor"},
		{name: "floor assumed lets a pass be one", base: fast, cand: even, change: func(s *Settings) { s.AssumedFloor = 0.1 }, want: "pass no-regression-shown"},
		{name: "floor measured beats floor assumed", base: fast, cand: around(107, 10), aa: [][]float64{around(101, 10)}, change: func(s *Settings) { s.AssumedFloor = 0.1 }, want: "regression confirmed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			settings := DefaultSettings()
			if tt.change != nil {
				tt.change(&settings)
			}
			in := Input{Baseline: setOf(here, timeSeries("A", tt.base)), Candidate: setOf(here, timeSeries("A", tt.cand))}
			for _, values := range tt.aa {
				in.AA = append(in.AA, setOf(here, timeSeries("A", values)))
			}
			got := Judge(in, settings)
			if diff := cmp.Diff(tt.want, outcome(got.Series[0])); diff != "" {
				t.Errorf("outcome (-want +got):\n%s%+v", diff, got.Series[0])
			}
		})
	}
}

func TestRunsOfOneSideThatDisagreeRaiseTheFloor(t *testing.T) {
	one, two := timeSeries("A", around(100, 10)), timeSeries("A", around(100, 5), around(125, 5))
	for name, in := range map[string]Input{
		"candidate": {Baseline: setOf(here, one), Candidate: setOf(here, two)},
		"baseline":  {Baseline: setOf(here, two), Candidate: setOf(here, timeSeries("A", around(140, 10)))},
	} {
		got := Judge(in, DefaultSettings()).Series[0]
		if got.FloorSource != FloorObserved || math.Abs(float64(got.Floor)-0.25) > 0.01 || got.Verdict == Regression && name == "candidate" {
			t.Errorf("%s: floor %v (%s), %s; want an observed floor of 25 %%", name, got.Floor, got.FloorSource, outcome(got))
		}
	}
}

func TestHigherIsBetterIsOriented(t *testing.T) {
	rate := func(values []float64) *bench.Set {
		return setOf(here, series(bench.Series{Key: bench.Key{Benchmark: "A", Metric: "throughput"}, Unit: "ops/s", Direction: bench.HigherIsBetter, Primary: true}, values))
	}
	got := Judge(Input{Baseline: rate(constantly(100, 8)), Candidate: rate(constantly(80, 8))}, DefaultSettings()).Series[0]
	if outcome(got) != "regression confirmed" || math.Abs(float64(got.Effect)-0.25) > 1e-9 || math.Abs(float64(got.MedianChange)+0.2) > 1e-9 {
		t.Errorf("100 → 80 ops/s: %s, effect %v, median change %v; want a regression of +25 %%, -20 %% in the plain change", outcome(got), got.Effect, got.MedianChange)
	}
}

func TestExactMetrics(t *testing.T) {
	allocs := func(values ...float64) *bench.Set {
		return setOf(here, series(bench.Series{Key: bench.Key{Benchmark: "A", Metric: "allocs/op"}, Unit: "allocs/op", Direction: bench.LowerIsBetter, Primary: true, Count: true}, values))
	}
	tests := []struct {
		name       string
		base, cand *bench.Set
		want       string
		effect     float64
		tests      int
	}{
		{"unchanged", allocs(3, 3), allocs(3, 3), "pass unchanged", 0, 0},
		{"one more", allocs(3, 3), allocs(4, 4), "regression exact", 1.0 / 3, 0},
		{"the first ever", allocs(0, 0), allocs(1, 1), "regression exact", math.Inf(1), 0},
		{"none left", allocs(1, 1), allocs(0, 0), "pass improvement", -1, 0},
		{"below the threshold", allocs(100, 100), allocs(101, 101), "pass below-threshold", 0.01, 0},
		{"one value is not constant", allocs(3), allocs(4), "within-noise underpowered", 1.0 / 3, 1},
		{"varying counts are tested", allocs(3, 4, 3, 4), allocs(3, 4, 3, 4), "within-noise unresolved", 0, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Judge(Input{Baseline: tt.base, Candidate: tt.cand}, DefaultSettings())
			s := got.Series[0]
			if outcome(s) != tt.want || got.Settings.Tests != tt.tests {
				t.Errorf("%s with %d tests, want %s with %d", outcome(s), got.Settings.Tests, tt.want, tt.tests)
			}
			if e := float64(s.Effect); e != tt.effect && math.Abs(e-tt.effect) > 1e-9 {
				t.Errorf("effect %v, want %v", e, tt.effect)
			}
		})
	}
}

func TestOverallAndExit(t *testing.T) {
	same, slow := timeSeries("A", around(100, 8)), timeSeries("A", around(120, 8))
	other := timeSeries("B", around(100, 8))
	failed := func(s *bench.Set, names ...string) *bench.Set {
		for _, n := range names {
			s.Problems = append(s.Problems, bench.Problem{Benchmark: n, Kind: bench.Failed, Message: "fixture missing"})
		}
		return s
	}
	tests := []struct {
		name    string
		in      Input
		change  func(*Settings)
		verdict Verdict
		exit    int
	}{
		{name: "pass", in: Input{Baseline: setOf(here, same), Candidate: setOf(here, same)}, verdict: Pass},
		{name: "regression", in: Input{Baseline: setOf(here, same), Candidate: setOf(here, slow)}, verdict: Regression, exit: 1},
		{name: "regression, fail-on never", in: Input{Baseline: setOf(here, same), Candidate: setOf(here, slow)}, change: func(s *Settings) { s.FailOn = FailOnNever }, verdict: Regression},
		{name: "no baseline", in: Input{Candidate: setOf(here, same)}, verdict: NoBaseline},
		{name: "no baseline, fail", in: Input{Candidate: setOf(here, same)}, change: func(s *Settings) { s.FailNoBaseline = true }, verdict: NoBaseline, exit: 4},
		{name: "empty candidate", in: Input{Baseline: setOf(here, same), Candidate: setOf(here)}, verdict: NotJudged, exit: 4},
		{name: "empty baseline", in: Input{Baseline: setOf(here), Candidate: setOf(here, same)}, verdict: NotJudged, exit: 4},
		{name: "nothing in common", in: Input{Baseline: setOf(here, same), Candidate: setOf(here, other)}, verdict: NotJudged, exit: 4},
		{name: "removed", in: Input{Baseline: setOf(here, same, other), Candidate: setOf(here, same)}, verdict: Pass},
		{name: "removed, fail", in: Input{Baseline: setOf(here, same, other), Candidate: setOf(here, same)}, change: func(s *Settings) { s.FailRemoved = true }, verdict: NotJudged, exit: 4},
		{name: "failed in the candidate", in: Input{Baseline: setOf(here, same, other), Candidate: failed(setOf(here, same), "B")}, verdict: NotJudged, exit: 4},
		{name: "failing on both sides", in: Input{Baseline: failed(setOf(here, same), "B"), Candidate: failed(setOf(here, same), "B")}, verdict: Pass},
		{name: "new and failing", in: Input{Baseline: setOf(here, same), Candidate: failed(setOf(here, same), "B")}, verdict: Pass},
		{name: "a regression beats a failure", in: Input{Baseline: setOf(here, same, other), Candidate: failed(setOf(here, slow), "B")}, verdict: Regression, exit: 1},
		{name: "a package that panics", in: Input{Baseline: setOf(here, same, other), Candidate: failed(setOf(here, same), "")}, verdict: NotJudged, exit: 4},
		{name: "unresolved fails on request", in: Input{Baseline: setOf(here, timeSeries("A", around(1, 3))), Candidate: setOf(here, timeSeries("A", around(1, 3)))}, change: func(s *Settings) { s.FailOn = FailOnUnresolved }, verdict: WithinNoise, exit: 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			settings := DefaultSettings()
			if tt.change != nil {
				tt.change(&settings)
			}
			got := Judge(tt.in, settings)
			if got.Verdict != tt.verdict || got.Exit != tt.exit {
				t.Errorf("%s, exit %d; want %s, exit %d\n%+v", got.Verdict, got.Exit, tt.verdict, tt.exit, got.Series)
			}
		})
	}
}

func TestEnvironmentKeepsARegressionFromBeingConfirmed(t *testing.T) {
	there := &bench.Environment{CPU: "B", Cores: 4}
	in := Input{Baseline: setOf(here, timeSeries("A", around(100, 8))), Candidate: setOf(there, timeSeries("A", around(120, 8)))}
	check := func(mode EnvironmentMode, verdict Verdict, exit int, want string) {
		t.Helper()
		settings := DefaultSettings()
		settings.Environment = mode
		got := Judge(in, settings)
		if got.Verdict != verdict || got.Exit != exit || outcome(got.Series[0]) != want || got.Environment.Same {
			t.Errorf("%s: %s, exit %d, %s; want %s, exit %d, %s", mode, got.Verdict, got.Exit, outcome(got.Series[0]), verdict, exit, want)
		}
	}
	check(EnvironmentWarn, WithinNoise, 0, "within-noise environment")
	check(EnvironmentIgnore, Regression, 1, "regression confirmed")
	check(EnvironmentFail, NotJudged, 4, "within-noise environment")
}

func TestPooledRunsOfDifferentMachinesConfirmNothing(t *testing.T) {
	base, cand := setOf(here, timeSeries("A", around(100, 8), around(100, 8))), setOf(here, timeSeries("A", around(80, 8), around(80, 8)))
	for _, set := range []*bench.Set{base, cand} {
		set.Runs[1].Env = &bench.Environment{CPU: "B", Cores: 8}
	}
	if got := outcome(Judge(Input{Baseline: base, Candidate: cand}, DefaultSettings()).Series[0]); got != "within-noise environment" {
		t.Errorf("improvement over mixed machines: %s, want within-noise environment", got)
	}
}

func TestAcknowledgement(t *testing.T) {
	day := func(s string) time.Time {
		d, err := time.Parse("2006-01-02", s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	in := Input{Baseline: setOf(here, timeSeries("A", around(100, 8))), Candidate: setOf(here, timeSeries("A", around(120, 8)))}
	settings := DefaultSettings()
	settings.Rules = []Rule{{Benchmark: "A", Acknowledge: &Acknowledgement{Until: day("2026-03-01"), Why: "known, see the tracker"}}}
	settings.Today = day("2026-03-01")
	got := Judge(in, settings)
	if got.Verdict != Pass || got.Series[0].Verdict != Regression || got.Series[0].Acknowledged == nil || got.Counts.Regression != 1 {
		t.Errorf("on the last day: %s, %+v", got.Verdict, got.Series[0])
	}
	settings.Today = day("2026-03-02")
	if got := Judge(in, settings); got.Verdict != Regression || got.Exit != 1 {
		t.Errorf("a day later: %s, exit %d", got.Verdict, got.Exit)
	}
}

func TestRules(t *testing.T) {
	yes, no, tight := true, false, 0.01
	in := Input{Baseline: setOf(here, timeSeries("dir/A", around(100, 8)), timeSeries("B[x=1]", around(100, 8))),
		Candidate: setOf(here, timeSeries("dir/A", around(103, 8)), timeSeries("B[x=1]", around(130, 8)))}
	settings := DefaultSettings()
	settings.Rules = []Rule{
		{Benchmark: "dir/*", Threshold: &tight},
		{Benchmark: "B[x=1]", Gate: &no},
		{Benchmark: "none", Gate: &yes},
	}
	got := Judge(in, settings)
	if outcome(got.Series[0]) != "regression confirmed" || got.Series[1].Verdict != Info || got.Settings.Tests != 1 {
		t.Errorf("got %s, %s, %d tests", outcome(got.Series[0]), got.Series[1].Verdict, got.Settings.Tests)
	}
	codes := map[string]int{}
	for _, w := range got.Warnings {
		codes[w.Code]++
	}
	if codes[WarnRuleUnmatched] != 1 {
		t.Errorf("want one warning for the rule that matches nothing, got %v", codes)
	}
}

func TestCorrections(t *testing.T) {
	suite := func(slow int) (base, cand *bench.Set) {
		var b, c []*bench.Series
		for i := range 20 {
			name := fmt.Sprint("A", i)
			b = append(b, timeSeries(name, around(100, 6)))
			if i < slow {
				c = append(c, timeSeries(name, around(120, 6)))
			} else {
				c = append(c, timeSeries(name, around(100.05, 6)))
			}
		}
		return setOf(here, b...), setOf(here, c...)
	}
	check := func(correction Correction, slow int, alpha float64, want int) {
		t.Helper()
		base, cand := suite(slow)
		settings := DefaultSettings()
		settings.Correction, settings.Alpha = correction, alpha
		if got := Judge(Input{Baseline: base, Candidate: cand}, settings).Counts.Regression; got != want {
			t.Errorf("%s with %d slow of 20 at α=%v: %d regressions, want %d", correction, slow, alpha, got, want)
		}
	}
	// With 6 + 6 values the smallest p is 0.00216; α/20 is 0.0025 at 5 %.
	check(Bonferroni, 3, 0.05, 3)
	check(Bonferroni, 3, 0.04, 0)
	check(Holm, 3, 0.05, 3)
	check(Holm, 3, 0.04, 0)
	check(NoCorrection, 3, 0.04, 3)
}

func TestJudgeLeavesItsInputAlone(t *testing.T) {
	values := []float64{3, 1, 2, 30, 2, 1}
	in := Input{Baseline: setOf(here, timeSeries("A", values)), Candidate: setOf(here, timeSeries("A", values))}
	settings := DefaultSettings()
	settings.Warmup, settings.OutlierLimit = 1, 5
	got := Judge(in, settings)
	if diff := cmp.Diff([]float64{3, 1, 2, 30, 2, 1}, in.Baseline.Series[0].Samples[0].Values); diff != "" {
		t.Errorf("the input changed (-want +got):\n%s", diff)
	}
	if got.Series[0].Baseline.Repetitions != 4 {
		t.Errorf("%d values left, want 4: one dropped as warm-up, one as outlier", got.Series[0].Baseline.Repetitions)
	}
}

func TestMetricsSetting(t *testing.T) {
	rate := func(v float64) *bench.Series {
		return series(bench.Series{Key: bench.Key{Benchmark: "A", Metric: "B/s"}, Unit: "B/s", Direction: bench.HigherIsBetter}, around(v, 8))
	}
	unknown := func(v float64) *bench.Series {
		return series(bench.Series{Key: bench.Key{Benchmark: "A", Metric: "widgets"}}, around(v, 8))
	}
	in := Input{Baseline: setOf(here, rate(100), unknown(1)), Candidate: setOf(here, rate(80), unknown(2))}
	settings := DefaultSettings()
	settings.Metrics = []string{"MB/s", "widgets"}
	got := Judge(in, settings)
	if outcome(got.Series[0]) != "regression confirmed" {
		t.Errorf("MB/s names B/s: %s", outcome(got.Series[0]))
	}
	if s := got.Series[1]; s.Verdict != Info || len(s.Warnings) == 0 || s.Warnings[0].Code != WarnDirectionUnknown {
		t.Errorf("a metric of unknown direction is not gated, with a warning: %+v", s)
	}
}
