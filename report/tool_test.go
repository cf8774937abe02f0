package report

import (
	"bytes"
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/noisegate/noisegate/gate"
)

func rate(n, of int, share, low, high float64) gate.Rate {
	return gate.Rate{Count: n, Of: of, Share: gate.Number(share), Low: gate.Number(low), High: gate.Number(high)}
}

// noRate is a rate of nothing.
var noRate = gate.Rate{Share: gate.Unknown, Low: gate.Unknown, High: gate.Unknown}

func noiseSeries(name string, floor, resolution float64, fit bool) gate.NoiseSeries {
	return gate.NoiseSeries{Benchmark: name, Metric: "time", Runs: 5, Observations: 12, Observation: gate.ObservationRepetition, Floor: gate.Number(floor), FloorSource: gate.FloorCalibrated,
		Resolution: gate.Number(resolution), Threshold: 0.05, Between: gate.Number(floor / 3), Within: 0.004, Fit: fit}
}

// tools are answers as the commands give them, by the name of their golden.
func tools() map[string]*Tool {
	inf := math.Inf(1)
	noise := gate.NoiseResult{Fit: true, Runs: 6, Used: 5, Alpha: 0.05, Correction: gate.Bonferroni, Tests: 3, Threshold: 0.05, Half: 0.012, NineTenths: 0.2, FloorHalf: 0.01, FloorNineTenths: 0.2, SuiteFloor: 0.004,
		FalsePositives: rate(5, 12, 5.0/12, 0.152, 0.723), Pairs: rate(1, 4, 0.25, 0.006, 0.806), Exact: 2, Varying: []string{"Alloc allocs/op"},
		Series:   []gate.NoiseSeries{noiseSeries("Parse", 0.01, 0.012, true), noiseSeries("Walk", 0.008, 0.009, true), noiseSeries("Network", 0.2, 0.2, false)},
		Warnings: []gate.Warning{{Code: gate.WarnEvidenceElsewhere, Message: "an A/A run was measured in another environment", Advice: "measure A/A runs on the same kind of machine"}}}
	unfit := gate.NoiseResult{Runs: 2, Used: 2, Alpha: 0.05, Correction: gate.Holm, Tests: 2, Threshold: 0.05, Half: gate.Number(inf), NineTenths: gate.Number(inf), FloorHalf: 0.01, FloorNineTenths: gate.Unknown, SuiteFloor: gate.Unknown,
		FalsePositives: noRate, Pairs: rate(0, 1, 0, 0, 0.975), Varying: []string{}, Warnings: []gate.Warning{},
		Series: []gate.NoiseSeries{
			{Benchmark: "A", Group: "p/one", Metric: "time", Runs: 2, Observations: 3, Observation: gate.ObservationRun, Floor: 0.01, FloorSource: gate.FloorObserved, Resolution: gate.Number(inf), Threshold: 0.05, Between: 0.007, Within: 0.02},
			{Benchmark: "A", Group: "p/two", Metric: "B/op", Runs: 1, Observations: 3, Observation: gate.ObservationRun, Floor: gate.Unknown, FloorSource: gate.FloorUnknown, Resolution: gate.Unknown, Threshold: 0.05, Between: gate.Unknown, Within: gate.Unknown}}}
	plan := gate.PlanResult{Effect: 0.03, Power: 0.8, Alpha: 0.05, Correction: gate.Bonferroni, Tests: 120, Least: 8, Runs: 3, Repetitions: gate.Needed{Half: 8, NineTenths: 1200}, RunsNeeded: gate.Needed{Half: 9}, Exact: 1, Warnings: []gate.Warning{},
		Series: []gate.PlanSeries{
			{Benchmark: "Parse", Metric: "time", Runs: 3, Repetitions: 30, Within: 0.005, Between: 0.004, Floor: 0.01, RepetitionsNeeded: 8, RunsNeeded: 9, Advice: gate.AdviceFew},
			{Benchmark: "Walk", Metric: "time", Runs: 3, Repetitions: 30, Within: 0.02, Between: 0.01, Floor: 0.02, RepetitionsNeeded: 19, RunsNeeded: 12, Advice: gate.AdviceSome},
			{Benchmark: "Network", Metric: "time", Runs: 3, Repetitions: 30, Within: 0.01, Between: 0.04, Floor: 0.09, RepetitionsNeeded: 11, RunsNeeded: 75, Advice: gate.AdviceRuns},
			{Benchmark: "Disk", Metric: "time", Runs: 3, Repetitions: 30, Within: 0.5, Between: 0.6, Floor: 0.9, Advice: gate.AdviceReduce},
			{Benchmark: "Once", Metric: "time", Runs: 1, Repetitions: 1, Within: gate.Unknown, Between: gate.Unknown, Floor: gate.Unknown, Advice: gate.AdviceUnknown}}}
	self := gate.SelftestResult{Effect: 0.1, Seed: 1, Alpha: 0.05, Correction: gate.Bonferroni, Tests: 2, Threshold: 0.05, FailOn: gate.FailOnRegression, Runs: 4, Quiet: rate(1, 12, 1.0/12, 0.006, 0.806), Failing: 2,
		One: rate(180, 200, 0.9, 0.85, 0.938), All: rate(12, 12, 1, 0.398, 1), Shift: 7, Missed: []gate.Miss{{Reason: "below-floor", Count: 15}, {Reason: "unresolved", Count: 5}},
		Series: []gate.SelftestSeries{{Benchmark: "Parse", Metric: "time", Caught: 180, Tried: 180}, {Benchmark: "Network", Metric: "time", Tried: 20}}}
	blind := gate.SelftestResult{Effect: 0.1, Seed: 7, Alpha: 0.05, Correction: gate.Bonferroni, Tests: 40, Threshold: 0.05, FailOn: gate.FailOnRegression, Runs: 2, Quiet: rate(0, 2, 0, 0, 0.842),
		One: rate(0, 80, 0, 0, 0.045), All: rate(0, 2, 0, 0, 0.842), Missed: []gate.Miss{{Reason: "underpowered", Count: 80}}, CannotFail: true,
		Series: []gate.SelftestSeries{{Benchmark: "Parse", Metric: "time", Tried: 80}}}
	return map[string]*Tool{
		"noise":             NewNoise(noise, "1.2.3", []string{"a file was passed over"}),
		"noise-unfit":       NewNoise(unfit, "1.2.3", nil),
		"plan":              NewPlan(plan, "1.2.3", nil),
		"selftest":          NewSelftest(self, "1.2.3", nil),
		"selftest-no-alarm": NewSelftest(blind, "1.2.3", nil),
	}
}

func toolText(t *testing.T, tool *Tool, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := tool.WriteText(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestToolGolden(t *testing.T) {
	for name, tool := range tools() {
		golden(t, filepath.Join("tools", name+".txt"), toolText(t, tool, Options{Width: 120}))
		var b bytes.Buffer
		if err := tool.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, filepath.Join("tools", name+".json"), b.String())
		var fields map[string]any
		if err := json.Unmarshal(b.Bytes(), &fields); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if fields["version"] != "1.2.3" || !strings.HasPrefix(fields["schema"].(string), "noisegate/") || fields["notices"] == nil || fields["series"] == nil {
			t.Errorf("%s: %v", name, fields)
		}
	}
}

// Names are data: they break no line, start no command and colour nothing.
func TestToolNamesAreData(t *testing.T) {
	r := gate.NoiseResult{Fit: true, Half: 0.01, NineTenths: 0.01, FalsePositives: noRate, Pairs: noRate}
	for _, name := range hostile {
		r.Series = append(r.Series, noiseSeries(name, 0.01, 0.01, true))
	}
	text := toolText(t, NewNoise(r, "1", []string{"::error::x\x1b[31m"}), Options{Width: 100, Verbose: true})
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.ContainsAny(line, "\x1b\r") || strings.Contains(line, "##[") {
			t.Errorf("line %q acts", line)
		}
	}
	if got, want := strings.Count(text, "≥ 1%"), len(hostile)+2; got != want {
		t.Errorf("%d rows and numbers, want %d:\n%s", got, want, text)
	}
}

func TestToolTextFitsAndColours(t *testing.T) {
	for name, tool := range tools() {
		plain := toolText(t, tool, Options{})
		if colored := toolText(t, tool, Options{Color: true}); !strings.HasPrefix(colored, "\x1b[1;3") {
			t.Errorf("%s begins with %q", name, colored[:20])
		} else if got := stripColor(colored); got != plain {
			t.Errorf("%s: colour changes the text (-plain +coloured)\n%s", name, cmp.Diff(plain, got))
		}
	}
}

func stripColor(s string) string {
	for _, code := range []string{"\x1b[" + bold + ";" + red + "m", "\x1b[" + bold + ";" + green + "m", "\x1b[0m"} {
		s = strings.ReplaceAll(s, code, "")
	}
	return s
}

func TestWhyAGateCannotFail(t *testing.T) {
	check := func(change func(*gate.SelftestResult), want string) {
		t.Helper()
		r := gate.SelftestResult{Effect: 0.1, Threshold: 0.05, One: rate(0, 10, 0, 0, 0.31), All: rate(0, 2, 0, 0, 0.84), CannotFail: true}
		change(&r)
		if got := selftestHeadline(r); got != "This gate cannot fail: it did not catch a slowdown of 10% once in 12 times"+want {
			t.Errorf("got %q, want …%q", got, want)
		}
	}
	check(func(r *gate.SelftestResult) { r.FailOn = gate.FailOnNever }, ", because fail-on is never")
	check(func(r *gate.SelftestResult) { r.Threshold = 0.2 }, ", because that is below the threshold of 20%")
	check(func(r *gate.SelftestResult) { r.Missed = []gate.Miss{{Reason: "environment", Count: 9}} }, "; mostly: the runs were measured on different machines")
	check(func(r *gate.SelftestResult) { r.Missed = []gate.Miss{{Reason: "some-new-reason", Count: 9}} }, "; mostly: some-new-reason")
}

// Series whose noise is not known are not told to take more values.
func TestNoiseAdviceForUnknownNoise(t *testing.T) {
	r := gate.NoiseResult{Runs: 3, Used: 3, Alpha: 0.05, Tests: 1, Threshold: 0.05, SuiteFloor: gate.Unknown,
		Series: []gate.NoiseSeries{{Benchmark: "A", Metric: "time", Runs: 3, Observations: 10, Observation: "repetition",
			Floor: gate.Unknown, Resolution: gate.Unknown, Threshold: 0.05, Between: gate.Unknown, Within: gate.Unknown}}}
	var b strings.Builder
	if err := NewNoise(r, "1.0.0", nil).WriteText(&b, Options{}); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, "whose noise is not known") || strings.Contains(text, "number of values") {
		t.Error(text)
	}
}
