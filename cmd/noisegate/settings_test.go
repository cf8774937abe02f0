package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/noisegate/noisegate/gate"
)

// The default that help, action.yml and docs state is what the gate does.
func TestInitialIsTheDefault(t *testing.T) {
	want := options{Settings: gate.DefaultSettings()}
	got := want
	for _, s := range settings {
		if err := s.set(&got, s.initial); err != nil {
			t.Errorf("%s: its own default %q: %v", s.name, s.initial, err)
		}
	}
	got.assumedFloorGiven = false
	if diff := cmp.Diff(want.Settings, got.Settings); diff != "" {
		t.Errorf("defaults (-gate +table)\n%s", diff)
	}
	if got.Format != "" {
		t.Errorf("format %q, want detection", got.Format)
	}
}

func TestSettings(t *testing.T) {
	apply := func(name, text string) (options, error) {
		s, ok := settingByName(name)
		if !ok {
			t.Fatalf("no setting %q", name)
		}
		o := options{Settings: gate.DefaultSettings()}
		return o, s.set(&o, text)
	}
	check := func(name, text string, holds func(o options) bool) {
		t.Helper()
		o, err := apply(name, text)
		if err != nil || !holds(o) {
			t.Errorf("%s %q: %v, %+v", name, text, err, o)
		}
	}
	refused := func(name, text, why string) {
		t.Helper()
		_, err := apply(name, text)
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s %q: error %v, want one with %q", name, text, err, why)
		}
	}
	check("metrics", "cpu_time, B/*\nallocs/op", func(o options) bool {
		return cmp.Equal(o.Metrics, []string{"cpu_time", "B/*", "allocs/op"})
	})
	check("metrics", "", func(o options) bool { return o.Metrics == nil })
	refused("metrics", " , ", "no metric")
	check("correction", "holm", func(o options) bool { return o.Correction == gate.Holm })
	refused("correction", "Bonferoni", "did you mean bonferroni?")
	check("floor", "none", func(o options) bool { return o.Floor == gate.FloorNone })
	check("floor", "3%", func(o options) bool { return o.Floor == gate.FloorFixed && o.FloorValue == 0.03 })
	refused("floor", "5", "want auto, none or a percentage")
	check("assumed-floor", "0%", func(o options) bool { return o.assumedFloorGiven && o.AssumedFloor == 0 })
	check("fail-on", "never", func(o options) bool { return o.FailOn == gate.FailOnNever })
	refused("fail-on", "anything", "regression, unresolved or never")
	check("no-baseline", "fail", func(o options) bool { return o.FailNoBaseline })
	check("removed", "fail", func(o options) bool { return o.FailRemoved })
	check("environment", "ignore", func(o options) bool { return o.Environment == gate.EnvironmentIgnore })
	check("warmup", "3", func(o options) bool { return o.Warmup == 3 && !o.WarmupAuto })
	check("warmup", "auto", func(o options) bool { return o.Warmup == 0 && o.WarmupAuto })
	for _, bad := range []string{"-1", "+1", "1.5", "x", "", "99999999999"} {
		refused("warmup", bad, "want auto or a number")
	}
	check("outlier-limit", "5", func(o options) bool { return o.OutlierLimit == 5 })
	check("outlier-limit", "2.5", func(o options) bool { return o.OutlierLimit == 2.5 })
	check("outlier-limit", "none", func(o options) bool { return o.OutlierLimit == 0 })
	for _, bad := range []string{"1", "0.5", "NaN", "-5", "5%", "Inf"} {
		refused("outlier-limit", bad, "factor")
	}
	refused("format", "googlebenchmrk", "did you mean googlebenchmark?")
}

func TestSuggest(t *testing.T) {
	words := []string{"threshold", "alpha", "floor", "fail-on"}
	for in, want := range map[string]string{"treshold": "threshold", "alfa": "alpha", "Floor": "floor", "failon": "fail-on", "zzzzzz": "", "x": ""} {
		got := suggest(in, words)
		if want == "" && got != "" || want != "" && got != "; did you mean "+want+"?" {
			t.Errorf("suggest(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}} {
		if got := editDistance(c.a, c.b); got != c.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
