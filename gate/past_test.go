package gate

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/noisegate/noisegate/gate/bench"
)

// TestPast: what past runs measured is shown in the order of time, with the
// values that the settings leave, and never in another unit.
func TestPast(t *testing.T) {
	elsewhere := &bench.Environment{CPU: "B", Cores: 4, Date: "2026-01-02T03:04:05Z", Commit: "c0ffee"}
	inBytes := series(bench.Series{Key: bench.Key{Benchmark: "B", Metric: "time"}, Unit: "B"}, []float64{7, 7})
	in := Input{
		Baseline:  setOf(here, timeSeries("A", around(10, 8)), timeSeries("B", around(20, 8))),
		Candidate: setOf(here, timeSeries("A", around(10, 8)), timeSeries("B", around(20, 8)), timeSeries("C", around(5, 8))),
		AA:        []*bench.Set{setOf(here, timeSeries("A", []float64{90, 11, 12, 13}))},
		History:   []*bench.Set{setOf(elsewhere, timeSeries("A", []float64{90, 8, 9, 10}), inBytes), setOf(here, timeSeries("B", []float64{90, 21}))},
	}
	s := DefaultSettings()
	s.Warmup = 1
	r := Judge(in, s)
	want := []PastRun{
		{Role: PastHistory, SHA: "c0ffee", Date: "2026-01-02T03:04:05Z", Files: []string{"test.json"}, Elsewhere: true},
		{Role: PastHistory, Files: []string{"test.json"}},
		{Role: PastAA, Files: []string{"test.json"}},
	}
	if diff := cmp.Diff(want, r.Past); diff != "" {
		t.Errorf("runs (-want +got)\n%s", diff)
	}
	values := map[string][]PastValue{"A": {{0, 9}, {2, 12}}, "B": {{1, 21}}, "C": nil}
	for _, x := range r.Series {
		if diff := cmp.Diff(values[x.Benchmark], x.Past); diff != "" {
			t.Errorf("%s (-want +got)\n%s", x.Benchmark, diff)
		}
	}
	s.Environment = EnvironmentIgnore
	if r := Judge(in, s); r.Past[0].Elsewhere {
		t.Error("a run counts as measured elsewhere although environments are ignored")
	}
}
