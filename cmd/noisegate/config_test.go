package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/noisegate/noisegate/gate"
)

const wholeConfig = `# What the team decided.
format: googlebenchmark
metrics: [cpu_time, "B/*"]
threshold: 3%
alpha: 0.01
correction: holm
floor: 2.5%
assumed-floor: 10%
fail-on: unresolved
no-baseline: fail
removed: fail
environment: fail
warmup: auto
outlier-limit: 5
rules:
  - benchmark: BM_Startup/**
    threshold: 20%
  - benchmark: "Parse[mode=fast]"
    metric: cpu_time
    gate: false
    direction: higher
  - metric: allocs/op
    exact: true
  - benchmark: BM_Known
    acknowledge:
      until: 2027-03-31
      why: the new parser, issue 12
`

func TestConfig(t *testing.T) {
	o := options{Settings: gate.DefaultSettings()}
	if err := parseConfig(&o, "x.yml", []byte(wholeConfig)); err != nil {
		t.Fatal(err)
	}
	want := options{Format: "googlebenchmark", assumedFloorGiven: true, Settings: gate.Settings{
		Alpha: 0.01, Correction: gate.Holm, Threshold: 0.03, Floor: gate.FloorFixed, FloorValue: 0.025, AssumedFloor: 0.1,
		FailOn: gate.FailOnUnresolved, FailNoBaseline: true, FailRemoved: true, Environment: gate.EnvironmentFail,
		Metrics: []string{"cpu_time", "B/*"}, WarmupAuto: true, OutlierLimit: 5,
		Rules: []gate.Rule{
			{Benchmark: "BM_Startup/**", Threshold: new(0.2)},
			{Benchmark: "Parse[mode=fast]", Metric: "cpu_time", Gate: new(false), HigherIsBetter: new(true)},
			{Metric: "allocs/op", Exact: new(true)},
			{Benchmark: "BM_Known", Acknowledge: &gate.Acknowledgement{
				Until: time.Date(2027, 3, 31, 0, 0, 0, 0, time.UTC), Why: "the new parser, issue 12"}},
		},
	}}
	if diff := cmp.Diff(want, o, cmp.AllowUnexported(options{})); diff != "" {
		t.Errorf("configuration (-want +got)\n%s", diff)
	}
	if err := o.Validate(); err != nil {
		t.Errorf("the gate refuses it: %v", err)
	}
}

func TestConfigOfNothing(t *testing.T) {
	for _, text := range []string{"", "\n", "# nothing\n", "---\n", "---\n# nothing\n...\n"} {
		o := options{Settings: gate.DefaultSettings()}
		if err := parseConfig(&o, "x.yml", []byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(gate.DefaultSettings(), o.Settings); diff != "" {
			t.Errorf("%q changes settings\n%s", text, diff)
		}
	}
}

func TestConfigRefuses(t *testing.T) {
	// Each text is refused with a message that holds all of the parts; the
	// first is the place.
	for _, c := range []struct{ name, text, parts string }{
		{"unknown key", "treshold: 5%\n", `x.yml:1:1 | unknown key "treshold" | did you mean threshold?`},
		{"unknown key further down", "alpha: 0.05\nx: 1\n", `x.yml:2:1 | unknown key "x" | known are`},
		{"value", "alpha: 0.05\nthreshold: 5\n", `x.yml:2:12 | threshold "5" | write "5%"`},
		{"underscore", "threshold: 1_000\n", `x.yml:1:12 | threshold "1_000"`},
		{"octal", "warmup: 0o17\n", `x.yml:1:9 | warmup "0o17"`},
		{"hexadecimal", "threshold: 0x1\n", `x.yml:1:12 | threshold "0x1"`},
		{"infinity", "threshold: .inf\n", `x.yml:1:12 | threshold ".inf"`},
		{"NaN", "alpha: .nan\n", `x.yml:1:8 | alpha ".nan"`},
		{"null", "threshold:\n", `x.yml:1 | threshold: want a single value`},
		{"list for a value", "threshold: [5%]\n", `x.yml:1:12 | threshold: want a single value`},
		{"twice", "alpha: 0.05\nalpha: 0.01\n", `x.yml:2:1 | alpha`},
		{"a list", "- alpha\n", `x.yml:1 | want keys and values`},
		{"a word", "alpha\n", `x.yml:1:1 | want keys and values`},
		{"two documents", "alpha: 0.05\n---\nalpha: 0.01\n", `x.yml:3 | second document`},
		{"not YAML", "alpha: 'open\n", `x.yml:1`},
		{"tabs", "rules:\n\t- gate: false\n", `x.yml:2`},
		{"anchor", "alpha: &a 0.05\n", `x.yml:1 | alpha: want a single value`},
		{"rules no list", "rules:\n  benchmark: x\n", `x.yml:2 | rules: want a list`},
		{"rule says nothing", "rules:\n  - benchmark: x\n", `x.yml:2 | a rule says one of`},
		{"rule key", "rules:\n  - benchmark: x\n    tresh: 5%\n", `x.yml:3:5 | unknown key "tresh"`},
		{"rule value", "rules:\n  - benchmark: x\n    threshold: NaN\n", `x.yml:3:16 | threshold "NaN"`},
		{"rule gate", "rules:\n  - gate: 'no'\n", `x.yml:2:11 | gate "no" | true or false`},
		{"direction", "rules:\n  - direction: up\n", `x.yml:2:16 | direction "up" | lower or higher`},
		{"empty benchmark", "rules:\n  - benchmark: ''\n    gate: false\n", `x.yml:2:16 | benchmark "" | leave the key out`},
		{"acknowledge for ever", "rules:\n  - acknowledge:\n      why: x\n", `x.yml:2:5 | want until`},
		{"acknowledge without reason", "rules:\n  - acknowledge:\n      until: 2027-01-01\n", `x.yml:2:5 | and why`},
		{"acknowledge date", "rules:\n  - acknowledge:\n      why: x\n      until: 31.3.2027\n", `x.yml:4:14 | until "31.3.2027" | year-month-day`},
		{"acknowledge day", "rules:\n  - acknowledge:\n      why: x\n      until: 2027-02-30\n", `x.yml:4:14 | 2027-02-30`},
		{"acknowledge key", "rules:\n  - acknowledge:\n      because: x\n", `x.yml:3:7 | unknown key "because"`},
	} {
		o := options{Settings: gate.DefaultSettings()}
		err := parseConfig(&o, "x.yml", []byte(c.text))
		if err == nil {
			t.Errorf("%s: accepted %q", c.name, c.text)
			continue
		}
		if got := exitOf(err); got != gate.ExitUsage {
			t.Errorf("%s: exit %d, want %d", c.name, got, gate.ExitUsage)
		}
		for part := range strings.SplitSeq(c.parts, " | ") {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: message %q lacks %q", c.name, err, part)
			}
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: message of several lines: %q", c.name, err)
		}
	}
}

func TestLoadConfig(t *testing.T) {
	folder := t.TempDir()
	missing := filepath.Join(folder, "none.yml")
	o := options{Settings: gate.DefaultSettings()}
	if err := loadConfig(&o, missing, "none.yml", true); err != nil {
		t.Errorf("an optional file that is missing: %v", err)
	}
	if err := loadConfig(&o, missing, "none.yml", false); err == nil || !strings.Contains(err.Error(), `"none.yml"`) || strings.Contains(err.Error(), folder) {
		t.Errorf("a named file that is missing: %v", err)
	}
	if err := loadConfig(&o, folder, "folder", true); err == nil {
		t.Error("a folder is no configuration")
	}
	large := filepath.Join(folder, "large.yml")
	if err := os.WriteFile(large, make([]byte, maxConfigSize+1), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := loadConfig(&o, large, "large.yml", false); err == nil || !strings.Contains(err.Error(), "larger") {
		t.Errorf("a file that is too large: %v", err)
	}
}

// FuzzConfig: no text makes the reader panic, and what it accepts the gate
// accepts.
func FuzzConfig(f *testing.F) {
	f.Add([]byte(wholeConfig))
	f.Add([]byte("rules:\n- acknowledge: {until: 2027-01-01, why: x}\n"))
	f.Add([]byte("a: &x [*x]\n<<: *x\n"))
	f.Add([]byte("? [a]\n: b\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		o := options{Settings: gate.DefaultSettings()}
		err := parseConfig(&o, "x.yml", text)
		if err == nil && len(o.Metrics) == 0 && o.Validate() != nil {
			t.Errorf("accepted %q, which the gate refuses: %v", text, o.Validate())
		}
	})
}
