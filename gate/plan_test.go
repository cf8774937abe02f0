package gate

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/noisegate/noisegate/gate/bench"
)

// normalish are n values whose logarithms are the quantiles of a normal
// distribution with this deviation, in an order that tells nothing.
func normalish(centre, sigma float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		at := (i*7)%n + 1
		out[i] = centre * math.Exp(sigma*math.Sqrt2*math.Erfinv(2*(float64(at)-0.5)/float64(n)-1))
	}
	return out
}

func TestPlanFromOneRun(t *testing.T) {
	tests := []struct {
		name          string
		sigma, effect float64
		tests         int
		low, high     int
		advice        string
	}{
		// The least numbers are those with 2/C(2n, n) < 0.05/K.
		{"no noise to speak of, one test", 0.0001, 0.1, 1, 4, 4, AdviceFew},
		{"no noise to speak of, a thousand tests", 0.0001, 0.1, 1000, 9, 9, AdviceFew},
		// Noether: (2π/3)·((z + 0.8416)·σ/δ)² = 16.4 with z = 1.960 for one
		// test, and 36.0 with z = 3.291 for fifty; a little more in truth.
		{"as large as the noise", 0.05, 0.05127, 1, 16, 20, AdviceSome},
		{"as large as the noise, fifty tests", 0.05, 0.05127, 50, 35, 43, AdviceSome},
		{"a quarter of the noise", 0.04, 0.01, 1, 255, 290, AdviceReduce},
		{"hopeless", 0.5, 0.001, 1, 0, 0, AdviceReduce},
	}
	for _, tt := range tests {
		pilot := []*bench.Set{setOf(here, timeSeries("A", normalish(100, tt.sigma, 101)))}
		got, err := Plan(pilot, DefaultSettings(), Target{Effect: tt.effect, Power: 0.8, Tests: tt.tests})
		if err != nil {
			t.Fatal(err)
		}
		s := got.Series[0]
		if s.RepetitionsNeeded < tt.low || s.RepetitionsNeeded > tt.high || s.Advice != tt.advice {
			t.Errorf("%s: %d repetitions, %q; want %d to %d, %q", tt.name, s.RepetitionsNeeded, s.Advice, tt.low, tt.high, tt.advice)
		}
		if !cmp.Equal(float64(s.Within), tt.sigma, cmpNear(0.05)) {
			t.Errorf("%s: noise %v, want about %v", tt.name, s.Within, tt.sigma)
		}
		if s.RunsNeeded != 0 || s.Between.Known() || s.Floor.Known() || got.Tests != tt.tests {
			t.Errorf("%s: one run shows %v between runs, floor %v, K %d", tt.name, s.Between, s.Floor, got.Tests)
		}
	}
}

// cmpNear compares with a relative tolerance.
func cmpNear(share float64) cmp.Option {
	return cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) <= share*math.Max(math.Abs(a), math.Abs(b)) })
}

func TestPlanFromSeveralRuns(t *testing.T) {
	var pilot []*bench.Set
	for _, centre := range []float64{100, 104, 98, 102} {
		pilot = append(pilot, aRun(here, 10, map[string]float64{"A": centre}))
	}
	got, err := Plan(pilot, DefaultSettings(), Target{Effect: 0.03, Power: 0.8})
	if err != nil {
		t.Fatal(err)
	}
	s := got.Series[0]
	// The standard deviation of ln 100, 104, 98 and 102, by Python's statistics.stdev.
	if !cmp.Equal(float64(s.Between), 0.025572, cmpNear(1e-4)) {
		t.Errorf("between runs: %v", s.Between)
	}
	if s.Runs != 4 || s.Repetitions != 40 || got.Runs != 4 {
		t.Errorf("the pilot has %d runs and %d repetitions", s.Runs, s.Repetitions)
	}
	// The repetitions are quiet, and the runs are not.
	if s.Advice != AdviceRuns || s.RepetitionsNeeded >= s.RunsNeeded || s.RunsNeeded < 10 {
		t.Errorf("advice %q, %d repetitions, %d runs", s.Advice, s.RepetitionsNeeded, s.RunsNeeded)
	}
}

func TestPlanSummary(t *testing.T) {
	pilot := []*bench.Set{setOf(here, timeSeries("A", normalish(100, 0.001, 51)), timeSeries("B", normalish(100, 0.001, 51)), timeSeries("C", normalish(100, 0.9, 51)),
		timeSeries("D", []float64{1}))}
	got, err := Plan(pilot, DefaultSettings(), Target{Effect: 0.02, Power: 0.8})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Needed{Half: got.Least}, got.Repetitions); diff != "" || got.Least != 5 {
		t.Errorf("least %d (-want +got)\n%s", got.Least, diff)
	}
	if got.Series[3].Advice != AdviceUnknown {
		t.Errorf("one value: %q", got.Series[3].Advice)
	}
}

// More power, a smaller effect or more tests never need fewer repetitions.
func TestPlanIsMonotone(t *testing.T) {
	pilot := []*bench.Set{setOf(here, timeSeries("A", normalish(100, 0.02, 31)))}
	last := 0
	for _, target := range []Target{{0.1, 0.8, 1}, {0.05, 0.8, 1}, {0.02, 0.8, 1}, {0.02, 0.9, 1}, {0.02, 0.9, 20}, {0.02, 0.99, 200}, {0.005, 0.99, 200}} {
		got, err := Plan(pilot, DefaultSettings(), target)
		if err != nil {
			t.Fatal(err)
		}
		if n := got.Series[0].RepetitionsNeeded; n < last {
			t.Errorf("%+v: %d repetitions after %d", target, n, last)
		} else {
			last = n
		}
	}
}

func TestPlanErrors(t *testing.T) {
	for want, pilot := range map[string][]*bench.Set{
		"there is no run":  nil,
		"has one value of": {setOf(here, timeSeries("A", []float64{1}))},
	} {
		if _, err := Plan(pilot, DefaultSettings(), Target{Effect: 0.03, Power: 0.8}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

// What the plan promises is what the gate then does: with as many repetitions
// as it names, a change of that size is confirmed about as often as asked for.
func TestPlanHoldsItsPower(t *testing.T) {
	const sigma, effect, trials = 0.02, 0.03, 600
	pilot := []*bench.Set{setOf(here, timeSeries("A", normalish(100, sigma, 201)))}
	for _, power := range []float64{0.8, 0.95} {
		plan, err := Plan(pilot, DefaultSettings(), Target{Effect: effect, Power: power, Tests: 1})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(11, 0))
		draw := func(centre float64) *bench.Set {
			values := make([]float64, plan.Series[0].RepetitionsNeeded)
			for i := range values {
				values[i] = centre * math.Exp(sigma*random.NormFloat64())
			}
			return setOf(here, timeSeries("A", values))
		}
		s, caught := DefaultSettings(), 0
		s.Threshold = 0.0001 // only the test may say no
		for range trials {
			if Judge(Input{Baseline: draw(100), Candidate: draw(100 * (1 + effect))}, s).Verdict == Regression {
				caught++
			}
		}
		// Within three standard errors below, and not wastefully above.
		share, deviation := float64(caught)/trials, math.Sqrt(power*(1-power)/trials)
		if share < power-3*deviation || share > power+0.12 {
			t.Errorf("power %v: %d repetitions catch %.1f %%", power, plan.Series[0].RepetitionsNeeded, 100*share)
		}
	}
}
