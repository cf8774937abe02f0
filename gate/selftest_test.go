package gate

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/noisegate/noisegate/gate/bench"
)

func aTrial(seed uint64, times int) Trial {
	return Trial{Effect: 0.1, Times: times, Pick: rand.New(rand.NewPCG(seed, 0)).IntN}
}

// selftestRuns are runs of two series about these centres.
func selftestRuns(centres ...float64) []*bench.Set {
	var runs []*bench.Set
	for _, c := range centres {
		runs = append(runs, aRun(here, 10, map[string]float64{"A": c, "B": 2 * c}))
	}
	return runs
}

// sameNumbers lets unknown numbers equal each other.
var sameNumbers = cmp.Options{cmpopts.EquateNaNs()}

func TestSelftest(t *testing.T) {
	type counts struct {
		quiet, quietOf, one, oneOf, all int
		miss                            string
		cannotFail                      bool
	}
	quiet := []float64{100, 100.1, 99.9, 100}
	tests := []struct {
		name    string
		centres []float64
		change  func(*Settings)
		want    counts
	}{
		// 4 runs are 12 ordered pairs; with 2 series that is 24 single
		// slowdowns.
		{"a quiet machine", quiet, nil, counts{quietOf: 12, one: 24, oneOf: 24, all: 12}},
		{"a threshold above the slowdown", quiet, func(s *Settings) { s.Threshold = 0.2 }, counts{quietOf: 12, oneOf: 24, miss: "below-threshold", cannotFail: true}},
		{"a floor above the slowdown", quiet, func(s *Settings) { s.Floor, s.FloorValue = FloorFixed, 0.3 }, counts{quietOf: 12, oneOf: 24, miss: "below-floor", cannotFail: true}},
		{"told never to fail", quiet, func(s *Settings) { s.FailOn = FailOnNever }, counts{quietOf: 12, oneOf: 24, miss: MissNotFailing, cannotFail: true}},
		{"an alpha that ten values cannot reach", quiet, func(s *Settings) { s.Alpha = 1e-9 }, counts{quietOf: 12, oneOf: 24, miss: "underpowered", cannotFail: true}},
		// Two runs are 8 % slower than the other two. Without a floor, the 4
		// ordered pairs from fast to slow block with no change at all, and a
		// slowdown from slow to fast is below the threshold in 4.
		{"a noisy machine without a floor", []float64{100, 108, 100, 108}, func(s *Settings) { s.Floor = FloorNone }, counts{quiet: 4, quietOf: 12, one: 16, oneOf: 24, all: 8, miss: "below-threshold"}},
	}
	for _, tt := range tests {
		s := DefaultSettings()
		if tt.change != nil {
			tt.change(&s)
		}
		got, err := Selftest(selftestRuns(tt.centres...), s, aTrial(1, 1000))
		if err != nil {
			t.Fatal(err)
		}
		c := counts{quiet: got.Quiet.Count, quietOf: got.Quiet.Of, one: got.One.Count, oneOf: got.One.Of, all: got.All.Count, cannotFail: got.CannotFail}
		if len(got.Missed) > 0 {
			c.miss = got.Missed[0].Reason
		}
		if diff := cmp.Diff(tt.want, c, cmp.AllowUnexported(counts{})); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
	}
}

// The floor is what keeps unchanged code from being blocked.
func TestSelftestUsesTheOtherRunsAsEvidence(t *testing.T) {
	got, err := Selftest(selftestRuns(100, 108, 100, 108, 100, 108), DefaultSettings(), aTrial(1, 1000))
	if err != nil {
		t.Fatal(err)
	}
	if got.Quiet.Count != 0 || got.Quiet.Of != 30 {
		t.Errorf("blocked %d of %d unchanged", got.Quiet.Count, got.Quiet.Of)
	}
}

func TestSelftestOfThroughput(t *testing.T) {
	var runs []*bench.Set
	for _, c := range []float64{1000, 1001, 999} {
		runs = append(runs, setOf(here, series(bench.Series{Key: bench.Key{Benchmark: "A", Metric: "throughput"}, Unit: "ops/s", Direction: bench.HigherIsBetter, Primary: true}, around(c, 10))))
	}
	got, err := Selftest(runs, DefaultSettings(), aTrial(1, 100))
	if err != nil {
		t.Fatal(err)
	}
	if got.One.Count != 6 || got.One.Of != 6 || got.Quiet.Count != 0 {
		t.Errorf("caught %d of %d, blocked %d", got.One.Count, got.One.Of, got.Quiet.Count)
	}
}

// A slowdown of a count is caught where there is nothing else to slow down,
// and a count is left alone where there is.
func TestSelftestOfExactSeries(t *testing.T) {
	count := func() *bench.Series {
		return series(bench.Series{Key: bench.Key{Benchmark: "A", Metric: "allocs/op"}, Direction: bench.LowerIsBetter, Primary: true, Count: true}, constantly(100, 3))
	}
	for _, others := range [][]*bench.Series{nil, {timeSeries("A", around(100, 10))}} {
		var runs []*bench.Set
		for range 3 {
			runs = append(runs, setOf(here, append([]*bench.Series{count()}, others...)...))
		}
		got, err := Selftest(runs, DefaultSettings(), aTrial(1, 100))
		if err != nil {
			t.Fatal(err)
		}
		want := "allocs/op"
		if others != nil {
			want = "time"
		}
		if len(got.Series) != 1 || got.Series[0].Metric != want || got.One.Count != 6 {
			t.Errorf("slowed down %+v, caught %d", got.Series, got.One.Count)
		}
	}
}

func TestSelftestIsDeterministicAndEven(t *testing.T) {
	runs := selftestRuns(100, 101, 99, 100.5)
	before := selftestRuns(100, 101, 99, 100.5)
	run := func(seed uint64) SelftestResult {
		r, err := Selftest(runs, DefaultSettings(), aTrial(seed, 7))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if diff := cmp.Diff(run(3), run(3), sameNumbers); diff != "" {
		t.Errorf("the same seed (-first +second)\n%s", diff)
	}
	if diff := cmp.Diff(before, runs); diff != "" {
		t.Errorf("the input was changed (-before +after)\n%s", diff)
	}
	got := run(4)
	if a, b := got.Series[0].Tried, got.Series[1].Tried; a+b != 7 || a-b > 1 || b-a > 1 || got.Quiet.Of != 7 {
		t.Errorf("tried %d and %d, %d unchanged", a, b, got.Quiet.Of)
	}
}

func TestSelftestStopsAndCounts(t *testing.T) {
	trial, seen := aTrial(1, 1000), 0
	trial.Step = func(done, total int) bool {
		if done != seen || total != 12+12+24 {
			t.Errorf("step %d of %d, want %d of 48", done, total, seen)
		}
		seen++
		return true
	}
	if _, err := Selftest(selftestRuns(100, 101, 99, 100), DefaultSettings(), trial); err != nil || seen != 48 {
		t.Errorf("%d steps, error %v", seen, err)
	}
	trial.Step = func(done, _ int) bool { return done < 5 }
	if _, err := Selftest(selftestRuns(100, 101, 99, 100), DefaultSettings(), trial); !errors.Is(err, ErrStopped) {
		t.Errorf("stopped with error %v", err)
	}
	if _, err := Selftest(selftestRuns(100), DefaultSettings(), trial); err == nil {
		t.Error("one run is enough")
	}
}

func TestSharedRate(t *testing.T) {
	check := func(n, of, runs int, low, high float64) {
		t.Helper()
		r := sharedRate(n, of, runs)
		if r.Count != n || r.Of != of || !cmp.Equal([]float64{float64(r.Low), float64(r.High)}, []float64{low, high}, cmpNear(1e-3)) {
			t.Errorf("sharedRate(%d, %d, %d) = %+v, want %v to %v", n, of, runs, r, low, high)
		}
	}
	// Bounds of 0, 1 and 2 in 4 from the tails of the binomial distribution.
	check(0, 12, 4, 0, 0.6024)
	check(1, 12, 4, 0.00631, 0.8059)
	check(6, 12, 4, 0.06759, 0.9324)
	check(12, 12, 4, 0.3976, 1)
	check(0, 2, 4, 0, 0.8419) // fewer comparisons than runs: 0 in 2
}
