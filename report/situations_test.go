package report

import (
	"fmt"
	"math"

	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/gate/bench"
)

// A situation is a document that every output is shown on, built by hand: the
// tests of this package ask how a result is told, not whether it is right.
type situation struct {
	name string
	doc  *Document
}

// situations are the named ones, a folder in testdata each.
func situations() []situation {
	return []situation{
		{"all-pass", allPass()},
		{"regression", regression()},
		{"improvement", improvement()},
		{"within-noise", withinNoise()},
		{"underpowered", underpowered()},
		{"environment-differs", environmentDiffers()},
		{"nothing-judged", nothingJudged()},
		{"no-baseline", noBaseline()},
		{"suite-shift", suiteShift()},
		{"suite-shift-open", suiteShiftOpen()},
		{"hostile-names", hostileNames()},
	}
}

const marker = "<!-- noisegate:default run=600.1 -->"

var alike = bench.Environment{CPU: "AMD EPYC 7763 64-Core Processor", Cores: 4, OS: "linux", Arch: "amd64", Toolchain: "go1.26.8"}

// meta is what an action knows.
func meta() Meta {
	return Meta{
		Version: "v0.1.0", Marker: marker,
		RepositoryURL: "https://github.test/acme/widgets",
		RunURL:        "https://github.test/acme/widgets/actions/runs/600",
		SummaryURL:    "https://github.test/acme/widgets/actions/runs/600#summary-7",
		BaselineURL:   "https://github.test/acme/widgets/commit/1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d",
		ReportURL:     "https://github.test/acme/widgets/actions/runs/600/artifacts/9",
		Reproduce:     "noisegate compare --baseline baseline/ --candidate head.json",
	}
}

// result is an empty result with the usual settings and sides.
func result(v gate.Verdict, exit int) gate.Result {
	yes := true
	return gate.Result{
		Verdict: v, Exit: exit,
		Settings: gate.ReportedSettings{
			Alpha: 0.05, Correction: gate.Bonferroni, Threshold: 0.05, Floor: "auto", AssumedFloor: gate.Unknown,
			FailOn: gate.FailOnRegression, NoBaseline: "warn", Removed: "warn", Environment: gate.EnvironmentWarn, OutlierLimit: gate.Unknown,
		},
		Baseline:    gate.Side{SHA: "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d", RunIDs: []int64{31}, MergeBase: &yes, Runs: 1, Files: []string{"baseline/bench.json"}, AARuns: 2, HistoryRuns: 5},
		Candidate:   gate.Side{SHA: "9f8e7d6c5b4a39281706f5e4d3c2b1a098765432", Runs: 1, Files: []string{"head.json"}},
		Environment: gate.EnvironmentReport{Same: true, Baseline: alike, Candidate: alike},
	}
}

// finish counts the series and makes the document.
func finish(r gate.Result, m Meta) *Document {
	addPast(&r)
	for _, s := range r.Series {
		if s.Gated && s.Reason != gate.Exact && s.Reason != gate.Unchanged && s.Verdict.Judged() {
			r.Settings.Tests++
		}
		switch s.Verdict {
		case gate.Regression:
			r.Counts.Regression++
		case gate.Pass:
			r.Counts.Pass++
			if s.Reason == gate.Improvement {
				r.Counts.Improvement++
			}
		case gate.WithinNoise:
			r.Counts.WithinNoise++
		case gate.Added:
			r.Counts.Added++
		case gate.Removed:
			r.Counts.Removed++
		case gate.Failed:
			r.Counts.Failed++
		case gate.Unusable:
			r.Counts.Unusable++
		case gate.Info:
			r.Counts.Info++
		}
	}
	return New(r, m)
}

// addPast gives the result the past runs that its baseline counts: the third
// one was measured elsewhere, and moves the whole suite by 1 %.
func addPast(r *gate.Result) {
	if r.Past != nil {
		return
	}
	for i := range r.Baseline.HistoryRuns + r.Baseline.AARuns {
		p := gate.PastRun{Role: gate.PastHistory, SHA: fmt.Sprintf("%040x", 0xabc0+i), RunID: int64(20 + i), Date: fmt.Sprintf("2026-01-%02dT10:00:00Z", 10+i)}
		if i >= r.Baseline.HistoryRuns {
			p.Role, p.SHA = gate.PastAA, r.Baseline.SHA
		}
		p.Elsewhere = i == 2
		r.Past = append(r.Past, p)
		for k := range r.Series {
			s := &r.Series[k]
			if s.Baseline == nil || s.Verdict == gate.Info {
				continue
			}
			e := 0.008 * math.Sin(float64(3*i+k))
			if p.Elsewhere {
				e += 0.01
			}
			s.Past = append(s.Past, gate.PastValue{Run: i, Median: float64(s.Baseline.Median) * (1 + e)})
		}
	}
}

// side makes the numbers of one side from its median: ten values that spread
// by one per cent, in an order that is not sorted.
func side(median float64) *gate.Stats {
	var values []float64
	for _, k := range []float64{1, -3, 4, -1, 5, -5, 2, -4, 3, -2} {
		values = append(values, median*(1+k/1000))
	}
	n := func(f float64) gate.Number { return gate.Number(f) }
	return &gate.Stats{Runs: 1, Repetitions: 10, Median: n(median), Low: n(median * 0.998), High: n(median * 1.002),
		Min: n(median * 0.995), P90: n(median * 1.0045), Amplitude: 0.01, RobustCV: 0.0044, Values: [][]float64{values}}
}

// judged makes a compared series of a time in seconds.
func judged(name string, v gate.Verdict, reason gate.Reason, base, cand, width float64) gate.Series {
	e := cand/base - 1
	n := func(f float64) gate.Number { return gate.Number(f) }
	s := gate.Series{
		Benchmark: name, Metric: "cpu_time", Unit: "s", Direction: "lower", Gated: true, Verdict: v, Reason: reason,
		Baseline: side(base), Candidate: side(cand),
		Effect: n(e), EffectLow: n(e - width), EffectHigh: n(e + width*1.1),
		MedianChange: n(e), MedianChangeLow: n(e - width), MedianChangeHigh: n(e + width),
		P: 0.4, PAdjusted: 1, AttainableP: 1.0825e-05, Method: "exact", Observation: "repetition",
		Threshold: 0.05, Floor: 0.031, FloorSource: gate.FloorCalibrated, Resolution: 0.031,
	}
	if v == gate.Regression || reason == gate.Improvement {
		s.P, s.PAdjusted = 1.0825e-05, 6.17e-04
	}
	return s
}

// plain are passing series with effects that spread around zero.
func plain(n int) []gate.Series {
	var out []gate.Series
	for i := range n {
		base := math.Pow(10, -8+float64(i%7))
		e := 0.012 * math.Sin(float64(i)*1.7)
		out = append(out, judged(fmt.Sprintf("BM_Plain/%d", i), gate.Pass, gate.NoRegressionShown, base, base*(1+e), 0.008))
	}
	return out
}

// outside makes a series that was not compared.
func outside(name string, v gate.Verdict, message string) gate.Series {
	u := gate.Unknown
	s := gate.Series{Benchmark: name, Metric: "cpu_time", Unit: "s", Direction: "lower", Gated: v != gate.Info, Verdict: v, Message: message,
		Effect: u, EffectLow: u, EffectHigh: u, MedianChange: u, MedianChangeLow: u, MedianChangeHigh: u,
		P: u, PAdjusted: u, AttainableP: u, Threshold: u, Floor: u, Resolution: u}
	if v == gate.Added || v == gate.Info {
		s.Candidate = side(2e-6)
	}
	if v == gate.Removed || v == gate.Info || v == gate.Failed {
		s.Baseline = side(2e-6)
	}
	return s
}

func allPass() *Document {
	r := result(gate.Pass, gate.ExitPass)
	r.Series = plain(57)
	r.SuiteShift = &gate.SuiteShift{Effect: 0.002, Floor: 0.011, Verdict: gate.Pass, P: 0.7, Removed: true}
	return finish(r, meta())
}

func regression() *Document {
	r := result(gate.Regression, gate.ExitRegression)
	r.Series = plain(20)
	encode := judged("BM_Encode/large", gate.Regression, gate.Confirmed, 0.0201, 0.0220, 0.016)
	encode.Floor, encode.Resolution = 0.068, 0.068
	grown := judged("BM_Put", gate.Regression, gate.Exact, 1, 1, 0)
	grown.Metric, grown.Unit, grown.Baseline, grown.Candidate = "allocs/op", "allocs/op", side(0), side(1)
	grown.Effect, grown.EffectLow, grown.EffectHigh = gate.Number(math.Inf(1)), gate.Unknown, gate.Unknown
	grown.MedianChange = grown.Effect
	grown.P, grown.PAdjusted, grown.Method, grown.Observation, grown.Resolution = gate.Unknown, gate.Unknown, "", "", gate.Unknown
	known := judged("BM_Legacy", gate.Regression, gate.Confirmed, 4e-6, 4.6e-6, 0.01)
	known.Acknowledged = &gate.Acknowledged{Until: "2026-12-31", Why: "the old codec goes away in #412"}
	r.Series = append(r.Series, judged("BM_Parse/1024", gate.Regression, gate.Confirmed, 1.42e-6, 1.58e-6, 0.007), encode, grown, known,
		judged("BM_Decode/512", gate.Pass, gate.Improvement, 3.3e-7, 2.9e-7, 0.009),
		outside("BM_New", gate.Added, ""), outside("BM_Old", gate.Removed, ""), counter())
	r.Warnings = []gate.Warning{{Code: "scaling", Message: "CPU frequency scaling is on", Advice: "set the governor to performance"}}
	return finish(r, meta())
}

// counter is a secondary metric of unknown direction.
func counter() gate.Series {
	s := outside("BM_Parse/1024", gate.Info, "")
	s.Metric, s.Unit, s.Direction = "bytes_per_second", "B/s", "higher"
	s.Baseline, s.Candidate = side(1.21e9), side(1.07e9)
	s.MedianChange, s.Effect = -0.1157, 0.1308
	return s
}

func improvement() *Document {
	r := result(gate.Pass, gate.ExitPass)
	r.Series = append(plain(4), judged("BM_Decode/512", gate.Pass, gate.Improvement, 3.3e-7, 2.9e-7, 0.009),
		judged("BM_Sort", gate.Pass, gate.BelowThreshold, 3.3e-3, 3.36e-3, 0.004))
	return finish(r, meta())
}

func withinNoise() *Document {
	r := result(gate.WithinNoise, gate.ExitPass)
	floor := judged("BM_Sort/1000000", gate.WithinNoise, gate.BelowFloor, 0.08, 0.0849, 0.01)
	floor.Floor, floor.Resolution = 0.08, 0.08
	open := judged("BM_Hash/8", gate.WithinNoise, gate.Unresolved, 2.1e-8, 2.184e-8, 0.0621)
	open.RepetitionsNeeded, open.P, open.PAdjusted = 22, 0.03, 1
	unbounded := judged("BM_Tiny", gate.WithinNoise, gate.Unresolved, 3e-9, 3.2e-9, 0.05)
	unbounded.EffectHigh = gate.Number(math.Inf(1))
	unbounded.RepetitionsNeeded = 2400
	r.Series = append(plain(12), floor, open, unbounded)
	r.Series[3].Warnings = []gate.Warning{{Code: "warm-up", Message: "the first 2 of 10 repetitions are slower", Advice: "use --warmup auto"}}
	r.Series[5].Warnings = []gate.Warning{{Code: "warm-up", Message: "the first 3 of 10 repetitions are slower", Advice: "use --warmup auto"}}
	return finish(r, meta())
}

func underpowered() *Document {
	r := result(gate.WithinNoise, gate.ExitPass)
	r.Baseline.AARuns, r.Baseline.HistoryRuns = 0, 0
	for i := range 20 {
		s := judged(fmt.Sprintf("BenchmarkSmall%d", i), gate.WithinNoise, gate.Underpowered, 1e-7, 1e-7*(1+0.02*float64(i%3)), 0)
		s.Metric, s.Unit = "sec/op", "sec/op"
		s.Baseline.Repetitions, s.Candidate.Repetitions = 5, 5
		s.EffectLow, s.EffectHigh = gate.Number(math.Inf(-1)), gate.Number(math.Inf(1))
		s.AttainableP, s.RepetitionsNeeded = 0.0079, 6
		s.Floor, s.FloorSource, s.Resolution = gate.Unknown, gate.FloorUnknown, gate.Number(math.Inf(1))
		s.Warnings = []gate.Warning{{Code: "noise-unmeasured", Message: "run-to-run noise was not measured", Advice: "pass further runs of the baseline with --aa"}}
		r.Series = append(r.Series, s)
	}
	return finish(r, Meta{Version: "v0.1.0"})
}

func environmentDiffers() *Document {
	r := result(gate.WithinNoise, gate.ExitPass)
	no := false
	r.Baseline.MergeBase = &no
	r.Environment.Same = false
	r.Environment.Baseline.CPU, r.Environment.Candidate.CPU = "Synthetic CPU model A", "Synthetic CPU model B"
	r.Environment.Differences = []gate.Difference{
		{Field: "cpu", Baseline: "Synthetic CPU model A", Candidate: "Synthetic CPU model B", Decisive: true},
		{Field: "host", Baseline: "runner-1", Candidate: "runner-2"},
	}
	r.SuiteShift = &gate.SuiteShift{Effect: 0.081, Floor: 0.02, Verdict: gate.WithinNoise, P: gate.Unknown}
	r.Series = append(plain(3), judged("BM_Parse", gate.WithinNoise, gate.EnvironmentsDiffer, 1.42e-6, 1.6e-6, 0.01))
	return finish(r, meta())
}

func nothingJudged() *Document {
	r := result(gate.NotJudged, gate.ExitNotJudged)
	r.Series = []gate.Series{
		outside("old/BM_A", gate.Removed, ""), outside("old/BM_B", gate.Removed, ""),
		outside("new/BM_A", gate.Added, ""), outside("new/BM_B", gate.Added, ""),
		outside("BM_Load", gate.Failed, "fixture missing: testdata/big.bin"),
		outside("BM_Mean", gate.Unusable, "only aggregates; run with --benchmark_report_aggregates_only=false"),
	}
	return finish(r, meta())
}

func noBaseline() *Document {
	r := result(gate.NoBaseline, gate.ExitPass)
	r.Baseline = gate.Side{}
	r.Environment = gate.EnvironmentReport{Same: true, Candidate: alike}
	r.Series = []gate.Series{outside("BM_A", gate.Added, ""), outside("BM_B", gate.Added, "")}
	m := meta()
	m.BaselineURL, m.Reproduce = "", ""
	m.Notices = []string{`no artifact "bench-base" on branch main of workflow bench.yml; the newest one expired on 2026-11-02`}
	return finish(r, m)
}
