package gate

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/noisegate/noisegate/gate/bench"
)

// near compares numbers that were worked out by hand.
var near = cmpopts.EquateApprox(1e-9, 1e-12)

// aRun is a run of some series about these centres.
func aRun(env *bench.Environment, n int, centres map[string]float64) *bench.Set {
	var all []*bench.Series
	for _, name := range sortedNames(centres) {
		all = append(all, timeSeries(name, around(centres[name], n)))
	}
	return setOf(env, all...)
}

func sortedNames(m map[string]float64) []string {
	var names []string
	for name := range m {
		i := 0
		for i < len(names) && names[i] < name {
			i++
		}
		names = append(names[:i], append([]string{name}, names[i:]...)...)
	}
	return names
}

func TestNoiseOfTwoRuns(t *testing.T) {
	runs := []*bench.Set{aRun(here, 10, map[string]float64{"A": 100}), aRun(here, 10, map[string]float64{"A": 103})}
	got, err := Noise(runs, DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	s := got.Series[0]
	check := func(what string, got, want float64) {
		t.Helper()
		if !cmp.Equal(got, want, near) {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	// All values of one run are 3 % above those of the other.
	check("floor", float64(s.Floor), 0.03)
	check("between", float64(s.Between), math.Log(1.03)/math.Sqrt2)
	check("resolution", float64(s.Resolution), 0.03)
	if s.FloorSource != FloorObserved || s.Runs != 2 || s.Observations != 10 || !s.Fit || !got.Fit {
		t.Errorf("got %+v", s)
	}
	// The runs do not overlap, so p = 2/C(20, 10) = 1.08e-5; one success in one
	// trial has the Clopper-Pearson interval [0.025, 1].
	check("false positives", float64(got.FalsePositives.Share), 1)
	check("their lower bound", float64(got.FalsePositives.Low), 0.025)
	if got.FalsePositives.Of != 1 || got.Pairs.Count != 1 || got.Pairs.Of != 1 {
		t.Errorf("got %+v and %+v", got.FalsePositives, got.Pairs)
	}

	strict := DefaultSettings()
	strict.Threshold = 0.02
	if got, err = Noise(runs, strict); err != nil || got.Fit || got.Series[0].Fit {
		t.Errorf("with a threshold of 2 %% and a floor of 3 %%: fit %v, error %v", got.Fit, err)
	}
	strict.Threshold = 0.03
	if got, err = Noise(runs, strict); err != nil || !got.Fit {
		t.Errorf("with a threshold on the floor: fit %v, error %v", got.Fit, err)
	}
}

func TestNoiseWithoutAnyIsQuiet(t *testing.T) {
	same := map[string]float64{"A": 100, "B": 50}
	got, err := Noise([]*bench.Set{aRun(here, 10, same), aRun(here, 10, same), aRun(here, 10, same)}, DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	if got.FalsePositives.Count != 0 || got.FalsePositives.Of != 4 || got.Pairs.Count != 0 || !got.Fit {
		t.Errorf("got %+v", got)
	}
}

// A suite in which half of the series moves is still fit, and one in which more
// do is not.
func TestNoiseFitIsAboutHalf(t *testing.T) {
	tests := []struct {
		name    string
		moving  int
		fit     bool
		half    float64
		nineOut float64
	}{
		{"two of four", 2, true, 0.001, 0.2},
		{"three of four", 3, false, 0.2, 0.2},
	}
	for _, tt := range tests {
		a, b := map[string]float64{}, map[string]float64{}
		for i := range 4 {
			name := string(rune('A' + i))
			a[name], b[name] = 100, 100.1
			if i < tt.moving {
				b[name] = 120
			}
		}
		got, err := Noise([]*bench.Set{aRun(here, 10, a), aRun(here, 10, b)}, DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		if got.Fit != tt.fit || !cmp.Equal(float64(got.FloorHalf), tt.half, near) || !cmp.Equal(float64(got.FloorNineTenths), tt.nineOut, near) {
			t.Errorf("%s: fit %v, floors %v and %v", tt.name, got.Fit, got.FloorHalf, got.FloorNineTenths)
		}
	}
}

// The floor is the one that the gate itself gives to a slower candidate.
func TestNoiseFloorIsTheGates(t *testing.T) {
	for _, n := range []int{2, 3, 5, 8} {
		var runs []*bench.Set
		for r := range n {
			centres := map[string]float64{}
			for i := range 12 {
				centres[string(rune('A'+i))] = 100 * (1 + 0.01*math.Sin(float64(5*i+11*r+i*r)))
			}
			runs = append(runs, aRun(here, 10, centres))
		}
		got, err := Noise(runs, DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		sources := map[string]bool{}
		for _, s := range got.Series {
			sources[s.FloorSource] = true
			key := bench.Key{Benchmark: s.Benchmark, Metric: s.Metric}
			newest := runs[n-1]
			r := Judge(Input{Baseline: newest, Candidate: slowed(newest, []bench.Key{key}, nil, 0.07), AA: runs[:n-1]}, DefaultSettings())
			for _, j := range r.Series {
				if j.Benchmark == s.Benchmark && (!cmp.Equal(float64(j.Floor), float64(s.Floor), near) || j.FloorSource != s.FloorSource) {
					t.Errorf("%d runs, %s: floor %v (%s), the gate's %v (%s)", n, s.Benchmark, s.Floor, s.FloorSource, j.Floor, j.FloorSource)
				}
			}
			if r.Settings.Tests != got.Tests {
				t.Errorf("%d runs: K %d, the gate's %d", n, got.Tests, r.Settings.Tests)
			}
		}
		if sources[FloorCalibrated] != (n > 3) {
			t.Errorf("%d runs: floors are %v", n, sources)
		}
	}
}

func TestNoiseLeavesOutOtherMachines(t *testing.T) {
	elsewhere := &bench.Environment{CPU: "B", Cores: 4}
	a := map[string]float64{"A": 100}
	runs := []*bench.Set{aRun(elsewhere, 10, map[string]float64{"A": 200}), aRun(here, 10, a), aRun(here, 10, a)}
	got, err := Noise(runs, DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	if got.Runs != 3 || got.Used != 2 || float64(got.Series[0].Floor) != 0 {
		t.Errorf("used %d of %d, floor %v", got.Used, got.Runs, got.Series[0].Floor)
	}
	if len(got.Warnings) != 1 || got.Warnings[0].Code != WarnEvidenceElsewhere {
		t.Errorf("warnings: %v", got.Warnings)
	}
	ignore := DefaultSettings()
	ignore.Environment = EnvironmentIgnore
	if got, err = Noise(runs, ignore); err != nil || got.Used != 3 || float64(got.Series[0].Floor) < 0.9 {
		t.Errorf("ignoring environments: used %d, floor %v, error %v", got.Used, got.Series[0].Floor, err)
	}
}

func TestNoiseErrors(t *testing.T) {
	a := map[string]float64{"A": 100}
	secondary := timeSeries("A", around(100, 10))
	secondary.Primary = false
	tests := []struct {
		name string
		runs []*bench.Set
		want string
	}{
		{"no run", nil, "there is 0 run"},
		{"one run", []*bench.Set{aRun(here, 10, a)}, "measure the same code again"},
		{"one measurement of many processes", []*bench.Set{setOf(here, timeSeries("A", []float64{1}, []float64{2}))}, "1 measurement, of 2 processes"},
		{"two machines", []*bench.Set{aRun(&bench.Environment{CPU: "B"}, 10, a), aRun(here, 10, a)}, "cpu: B before, A in the newest"},
		{"nothing gated", []*bench.Set{setOf(here, secondary), setOf(here, secondary)}, "--metrics"},
	}
	for _, tt := range tests {
		if _, err := Noise(tt.runs, DefaultSettings()); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q in it", tt.name, err, tt.want)
		}
	}
}

func TestNoiseOfExactSeries(t *testing.T) {
	count := func(v float64) *bench.Series {
		return series(bench.Series{Key: bench.Key{Benchmark: "A", Metric: "allocs/op"}, Direction: bench.LowerIsBetter, Primary: true, Count: true}, constantly(v, 3))
	}
	got, err := Noise([]*bench.Set{setOf(here, count(7)), setOf(here, count(7)), setOf(here, count(7))}, DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	if got.Exact != 1 || len(got.Varying) != 0 || len(got.Series) != 0 || !got.Fit {
		t.Errorf("constant: %+v", got)
	}
	if got, err = Noise([]*bench.Set{setOf(here, count(8)), setOf(here, count(7))}, DefaultSettings()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"A allocs/op"}, got.Varying); diff != "" {
		t.Errorf("another count in every run (-want +got)\n%s", diff)
	}
}

func TestSplitRuns(t *testing.T) {
	set := setOf(here, timeSeries("A", []float64{1, 2}, []float64{3, 4}), timeSeries("B", []float64{5, 6}))
	var got [][]float64
	for _, s := range SplitRuns(set) {
		var values []float64
		for _, x := range s.Series {
			if x.Samples[0].Run != 0 || len(s.Runs) != 1 {
				t.Errorf("run %d of %d", x.Samples[0].Run, len(s.Runs))
			}
			values = append(values, x.Values()...)
		}
		got = append(got, values)
	}
	if diff := cmp.Diff([][]float64{{1, 2, 5, 6}, {3, 4}}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := SplitRuns(setOf(here, timeSeries("A", []float64{1}, []float64{2}))); len(got) != 1 || len(got[0].Runs) != 2 {
		t.Errorf("processes that measured once were split into %d", len(got))
	}
}

func TestCoverage(t *testing.T) {
	check := func(share float64, want float64, values ...float64) {
		t.Helper()
		if got := float64(coverage(values, share)); !cmp.Equal(got, want, cmpopts.EquateNaNs()) {
			t.Errorf("coverage(%v, %v) = %v, want %v", values, share, got, want)
		}
	}
	ten := []float64{10, 9, 8, 7, 6, 5, 4, 3, 2, 1}
	check(0.5, 5, ten...)
	check(0.9, 9, ten...)
	check(1, 10, ten...)
	check(0.5, 2, 3, 1, 2)
	check(0.9, 3, 3, 1, 2)
	check(0.5, 1, 1)
	check(0.5, math.Inf(1), 1, math.NaN(), math.NaN())
	check(0.5, math.NaN())
}

// Neither the unit nor the order of the runs before the newest changes what
// they show.
func TestNoiseIsAboutRatios(t *testing.T) {
	runsOf := func(scale float64, order ...int) []*bench.Set {
		var runs []*bench.Set
		for _, r := range order {
			centres := map[string]float64{}
			for i := range 12 {
				centres[string(rune('A'+i))] = scale * 100 * (1 + 0.01*math.Sin(float64(5*i+11*r+i*r)))
			}
			runs = append(runs, aRun(here, 10, centres))
		}
		return runs
	}
	numbers := func(runs []*bench.Set) []float64 {
		r, err := Noise(runs, DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		out := []float64{float64(r.Half), float64(r.NineTenths), float64(r.SuiteFloor)}
		for _, s := range r.Series {
			out = append(out, float64(s.Floor), float64(s.Between), float64(s.Within))
		}
		return out
	}
	want := numbers(runsOf(1, 0, 1, 2, 3, 4))
	if diff := cmp.Diff(want, numbers(runsOf(1000, 0, 1, 2, 3, 4)), near); diff != "" {
		t.Errorf("in another unit (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(want, numbers(runsOf(1, 3, 1, 0, 2, 4)), near); diff != "" {
		t.Errorf("in another order (-want +got)\n%s", diff)
	}
}

// The noise is measured whatever floor the gate is told to use.
func TestNoiseMeasuresTheFloor(t *testing.T) {
	s := DefaultSettings()
	s.Floor, s.FloorValue = FloorFixed, 0.4
	got, err := Noise([]*bench.Set{aRun(here, 10, map[string]float64{"A": 100}), aRun(here, 10, map[string]float64{"A": 103})}, s)
	if err != nil || !cmp.Equal(float64(got.Series[0].Floor), 0.03, near) || got.Series[0].FloorSource != FloorObserved {
		t.Errorf("floor %v (%s), error %v", got.Series[0].Floor, got.Series[0].FloorSource, err)
	}
}

// Three values a side cannot give p < 0.05, so they say nothing of how often
// unchanged code does.
func TestNoiseCountsNoTestThatCannotReject(t *testing.T) {
	got, err := Noise([]*bench.Set{aRun(here, 3, map[string]float64{"A": 100}), aRun(here, 3, map[string]float64{"A": 103})}, DefaultSettings())
	if err != nil || got.FalsePositives.Of != 0 || got.FalsePositives.Share.Known() {
		t.Errorf("counted %+v, error %v", got.FalsePositives, err)
	}
	if !got.Series[0].Resolution.Infinite() || got.Fit {
		t.Errorf("resolution %v, fit %v", got.Series[0].Resolution, got.Fit)
	}
}

func TestReachesALimit(t *testing.T) {
	inf := math.Inf(1)
	check := func(value, limit float64, want bool) {
		t.Helper()
		if got := reaches(value, limit); got != want {
			t.Errorf("reaches(%v, %v) = %v", value, limit, got)
		}
	}
	check(0.105/0.1-1, 0.05, true) // 0.0499999…
	check(0.0499, 0.05, false)
	check(0, 0, true)
	check(inf, 0.05, true)
	check(inf, inf, true)
	check(0.5, inf, false) // a floor without end holds everything back
	check(-inf, 0.05, false)
	check(math.NaN(), 0.05, false)
	check(0.05, math.NaN(), false)
}
