package stats

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// noises are kinds of independent noise that a diagnosis must not take for
// anything else.
func noises(r *rand.Rand) map[string]func() float64 {
	return map[string]func() float64{
		"normal":                func() float64 { return 100 + 2*r.NormFloat64() },
		"exponential":           func() float64 { return r.ExpFloat64() },
		"base plus exponential": func() float64 { return 100 + 5*r.ExpFloat64() },
		"lognormal":             func() float64 { return math.Exp(0.5 * r.NormFloat64()) },
		"wide lognormal":        func() float64 { return math.Exp(r.NormFloat64()) },
		"rounded":               func() float64 { return math.Round(100 + 2*r.NormFloat64()) },
	}
}

// inNameOrder makes the draws of a test the same each time: the noises share
// one source.
func inNameOrder(m map[string]func() float64) iter.Seq2[string, func() float64] {
	return func(yield func(string, func() float64) bool) {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			if !yield(name, m[name]) {
				return
			}
		}
	}
}

// falseAlarms counts how often alarm is true and fails beyond most, a share
// with some room for chance.
func falseAlarms(t *testing.T, name string, most float64, alarm func() bool) {
	t.Helper()
	const rounds = 2000
	count := 0
	for range rounds {
		if alarm() {
			count++
		}
	}
	e := ClopperPearson(count, rounds, 0.99)
	t.Logf("%s: %.2f %% (%.2f to %.2f)", name, 100*e.Value, 100*e.Low, 100*e.High)
	if e.Value > most {
		t.Errorf("%s: %.2f %% false alarms, more than %.2f %%", name, 100*e.Value, 100*most)
	}
}

func TestModesFalseAlarms(t *testing.T) {
	r := source(21)
	for _, n := range []int{8, 10, 12, 15, 20, 30, 50} {
		for name, f := range inNameOrder(noises(r)) {
			falseAlarms(t, fmt.Sprintf("%s, n=%d", name, n), 0.02, func() bool { return len(Modes(sample(t, draw(n, f)...))) > 1 })
		}
	}
}

func TestModesPower(t *testing.T) {
	r := source(22)
	for n, apart := range map[int]float64{12: 12, 20: 8, 50: 8} {
		found := 0
		for range 1000 {
			v := draw(n, func() float64 { return 100 + r.NormFloat64() })
			for i := range n / 2 {
				v[i] += apart
			}
			if len(Modes(sample(t, v...))) == 2 {
				found++
			}
		}
		t.Logf("n=%d: found %.1f %%", n, float64(found)/10)
		if found < 800 {
			t.Errorf("n=%d: found %d of 1000", n, found)
		}
	}
}

func TestModesByHand(t *testing.T) {
	check := func(want int, values ...float64) {
		t.Helper()
		got := Modes(sample(t, values...))
		if len(got) != want {
			t.Errorf("%v: %v, want %d modes", values, got, want)
		}
	}
	check(0)
	check(1, 5)
	check(2, 20.1, 20.2, 19.9, 20, 20.3, 20.1, 37, 37.2, 36.9, 37.1, 36.8, 37)
	check(2, 20, 20, 20, 20, 20, 37, 37, 37, 37)
	check(1, 20, 20, 20, 20, 20, 21, 21, 21, 21, 21)
	check(1, 20, 20, 20, 20, 20, 20, 20, 90) // an outlier is no mode
	check(3, 10, 10.1, 10.2, 10.1, 20, 20.1, 20.2, 20.3, 30, 30.1, 30.2, 30.3)
}

// TestModesOfTwoModeCase has real-looking two-mode data of the acceptance suite.
func TestModesOfTwoModeCase(t *testing.T) {
	dir := "../../../shared/cases/T07"
	for _, name := range []string{"baseline.json", "candidate.json"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			t.Skip("the acceptance cases are not here")
		}
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Benchmarks []struct {
				Name string  `json:"run_name"`
				Type string  `json:"run_type"`
				CPU  float64 `json:"cpu_time"`
			} `json:"benchmarks"`
		}
		if err := json.Unmarshal(b, &doc); err != nil {
			t.Fatal(err)
		}
		byName := map[string][]float64{}
		for _, x := range doc.Benchmarks {
			if x.Type == "iteration" {
				byName[x.Name] = append(byName[x.Name], x.CPU)
			}
		}
		if len(byName) == 0 {
			t.Errorf("%s: no benchmarks", name)
		}
		for series, values := range byName {
			m := Modes(sample(t, values...))
			if len(m) != 2 || math.Abs(m[0].Center-20) > 2 || math.Abs(m[1].Center-37) > 3 {
				t.Errorf("%s %s: modes %v of %v", name, series, m, values)
			}
		}
	}
}

func TestWarmupFalseAlarms(t *testing.T) {
	r := source(23)
	for _, length := range []int{6, 10, 20} {
		for _, runs := range []int{1, 3, 10} {
			for _, name := range []string{"normal", "base plus exponential", "lognormal", "rounded"} {
				f := noises(r)[name]
				falseAlarms(t, fmt.Sprintf("%s, %d runs of %d", name, runs, length), 0.02, func() bool {
					all := make([][]float64, runs)
					for i := range all {
						all[i] = draw(length, f)
					}
					return Warmup(all, false) > 0
				})
			}
		}
	}
}

func TestWarmupFinds(t *testing.T) {
	r := source(24)
	check := func(name string, runs, length int, higher bool, slow []float64, least, most int) {
		t.Helper()
		found := 0
		for range 200 {
			all := make([][]float64, runs)
			for i := range all {
				all[i] = draw(length, func() float64 { return 100 * math.Exp(0.02*r.NormFloat64()) })
				for k, f := range slow {
					if higher {
						all[i][k] /= f
					} else {
						all[i][k] *= f
					}
				}
			}
			if k := Warmup(all, higher); k >= least && k <= most {
				found++
			}
		}
		t.Logf("%s: %d of 200", name, found)
		if found < 180 {
			t.Errorf("%s: right in %d of 200", name, found)
		}
	}
	check("cold first repetition", 1, 20, false, []float64{1.5}, 1, 1)
	check("cold first repetition of a throughput", 1, 20, true, []float64{1.5}, 1, 1)
	check("three slow ones", 1, 20, false, []float64{1.6, 1.3, 1.15}, 3, 4)
	check("slightly slow, many runs", 10, 10, false, []float64{1.06, 1.05}, 2, 3)
}

func TestWarmupDegenerate(t *testing.T) {
	check := func(want int, runs ...[]float64) {
		t.Helper()
		if got := Warmup(runs, false); got != want {
			t.Errorf("Warmup(%v) = %d, want %d", runs, got, want)
		}
	}
	check(0)
	check(0, []float64{9, 1, 1, 1, 1})
	check(0, []float64{9, 1, 1, 1, 1, 1, 0})
	check(0, []float64{1, 1, 1, 1, 1, 1, 1})
	check(0, []float64{9, 8, 7, 1, 1, 1, 1}, []float64{1, 1})
}

func TestKendallFalseAlarms(t *testing.T) {
	r := source(25)
	for _, n := range []int{8, 20, 61} {
		for name, f := range inNameOrder(noises(r)) {
			falseAlarms(t, fmt.Sprintf("%s, n=%d", name, n), 0.015, func() bool { return Kendall(draw(n, f)).P <= 0.01 })
		}
	}
}

// TestTrendApproximation holds the normal approximation of a trend's P against
// the exact one for every S that it may rule out, with ties and without.
func TestTrendApproximation(t *testing.T) {
	for _, n := range []int{6, 7, 8, 9, 10, 11, 12, 14, 17, 20, 30, maxExactTrend} {
		for _, size := range []int{1, 2, 3, n / 2} {
			var ties []int
			untied := n * (n - 1) / 2
			for left := n; left > 0; left -= ties[len(ties)-1] {
				ties = append(ties, min(size, left))
				untied -= ties[len(ties)-1] * (ties[len(ties)-1] - 1) / 2
			}
			for s := untied; s > 0; s -= 2 {
				normal := normalTrendP(n, ties, s)
				if normal > 0.5 {
					break
				}
				if normal < certainlyNoTrend*coarsestTrend {
					continue
				}
				if exact := exactTrendP(ties, untied, s); normal > 4*exact {
					t.Errorf("n=%d, ties of %d, S=%d: %.3g, exactly %.3g", n, size, s, normal, exact)
				}
			}
		}
	}
}

// TestDriftsAtTinyLevels has a trend of which the approximation sees little.
func TestDriftsAtTinyLevels(t *testing.T) {
	rising := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	if got, drifts := Drifts(rising, 1e-6); !drifts || math.Abs(got.P/(2.0/3628800)-1) > 1e-12 {
		t.Errorf("%+v, %v; want a trend with p = 2/10!", got, drifts)
	}
}

func TestGranularity(t *testing.T) {
	check := func(want Ticks, values ...float64) {
		t.Helper()
		if got := Granularity(sample(t, values...)); got != want {
			t.Errorf("%v: %+v, want %+v", values, got, want)
		}
	}
	check(Ticks{})
	check(Ticks{Distinct: 1}, 4)
	check(Ticks{Distinct: 1, Coarse: true}, 4, 4, 4, 4, 4)
	check(Ticks{Distinct: 2, Step: 1, Share: 0.25, Coarse: true}, 4, 5, 4, 5, 4)
	check(Ticks{Distinct: 5, Step: 0.5, Share: 0.125}, 3, 3.5, 4, 5, 6)
}
