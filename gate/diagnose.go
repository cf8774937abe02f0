package gate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/gate/stats"
)

// The codes of diagnoses. None of them changes data or a verdict; each is a
// warning with advice. docs/warnings.md has their measured false-alarm rates.
const (
	WarnWarmup        = "warm-up"
	WarnDrift         = "drift"
	WarnModes         = "modes"
	WarnOutliers      = "outliers"
	WarnResolution    = "timer-resolution"
	WarnOptimisedAway = "optimised-away"
	WarnDebugBuild    = "debug-build"
	WarnScaling       = "cpu-scaling"
	WarnLoad          = "high-load"
	WarnUnstable      = "unstable-environment"
)

const (
	// outlierFactor is how many medians a value must be to be called one.
	outlierFactor = 5
	// driftLevel is the level of the trend test; a suite has many series.
	driftLevel = 0.001
	// shortestOperation is less than the time of one instruction: about one
	// cycle at 3 GHz.
	shortestOperation = 0.3e-9
	// highLoad is the share of the processors that other work may keep busy
	// before it is worth a remark; the benchmark itself is one of them.
	highLoad = 0.5
)

// diagnose looks at what was measured on both sides of a tested pair.
func (j *judge) diagnose(p *pair) {
	for _, side := range []struct {
		name   string
		series *bench.Series
		sample stats.Sample
		set    *bench.Set
	}{{"baseline", p.base, j.baseIndex.samples[p.baseAt], j.in.Baseline}, {"candidate", p.cand, j.candIndex.samples[p.candAt], j.in.Candidate}} {
		if inOrder(side.set) {
			p.diagnoseOrder(side.name, side.series)
		}
		p.diagnoseValues(side.name, side.series, side.sample)
	}
}

// inOrder reports whether the values of a set are in the order in which they
// were measured: some harnesses sort them.
func inOrder(set *bench.Set) bool {
	return !slices.ContainsFunc(set.Notes, func(n bench.Note) bool { return n.Code == bench.NoteOrderLost })
}

// diagnoseOrder looks at the order of the values: warm-up and drift.
func (p *pair) diagnoseOrder(side string, s *bench.Series) {
	var runs [][]float64
	for _, r := range s.Samples {
		runs = append(runs, r.Values)
	}
	if n := stats.Warmup(runs, p.higherIsBetter()); n > 0 {
		leading := fmt.Sprintf("the first %d repetitions of a run are", n)
		if n == 1 {
			leading = "the first repetition of a run is"
		}
		p.out.warn(WarnWarmup, side+": "+leading+" slower than the rest",
			fmt.Sprintf("let the harness warm up longer, or drop them on both sides with --warmup %d", n))
		return
	}
	for _, values := range runs {
		if len(values) < 6 {
			continue
		}
		if t, drifts := stats.Drifts(values, driftLevel); drifts {
			direction := "rise"
			if t.Tau < 0 {
				direction = "fall"
			}
			p.out.warn(WarnDrift, fmt.Sprintf("%s: the values %s over a run (Kendall's tau %.2f)", side, direction, t.Tau),
				"interleave the two sides, and see what heats up or fills up while the benchmark runs")
			return
		}
	}
}

// diagnoseValues looks at the values whatever their order.
func (p *pair) diagnoseValues(side string, s *bench.Series, sample stats.Sample) {
	if n := outliersOf(s, sample); n > 0 {
		p.out.warn(WarnOutliers, fmt.Sprintf("%s: %d of %d values are outliers beyond %d times the median, and were kept", side, n, sample.Len(), outlierFactor),
			fmt.Sprintf("ranks are not moved by them; --outlier-limit %d removes them", outlierFactor))
	}
	if modes := stats.Modes(sample); len(modes) > 1 {
		var centers []string
		for _, m := range modes {
			centers = append(centers, fmt.Sprintf("%s (%d values)", plainValue(m.Center, s.Unit), m.Count))
		}
		p.out.warn(WarnModes, fmt.Sprintf("%s: the values have %d modes: %s", side, len(modes), strings.Join(centers, ", ")),
			"find what switches between them (memory layout, CPU frequency, another core) and measure over more process starts")
	}
	ticks := stats.Granularity(sample)
	if ticks.Coarse && ticks.Step > 0 && ticks.Share >= p.policy.threshold/2 {
		p.out.warn(WarnResolution, fmt.Sprintf("%s: only %d distinct values in %d, %.2g %% apart: the resolution of the timer", side, ticks.Distinct, sample.Len(), 100*ticks.Share),
			"do more work in each iteration, or let the harness print more digits")
	}
	if isTime(s.Unit) && sample.Median() < shortestOperation {
		p.out.warn(WarnOptimisedAway, fmt.Sprintf("%s: a median of %.2g ns is less than one instruction takes: the work was probably optimised away", side, sample.Median()*1e9),
			"keep the result alive (benchmark::DoNotOptimize, Blackhole, a package variable)")
	}
}

// plainValue writes a value for a message: times in nanoseconds, the unit in
// which most harnesses print them.
func plainValue(v float64, unit string) string {
	if isTime(unit) {
		return fmt.Sprintf("%.4g ns", v*1e9)
	}
	return fmt.Sprintf("%.4g", v)
}

func isTime(unit string) bool { return unit == "s" || unit == "sec/op" || unit == "s/op" }

func outliersOf(s *bench.Series, sample stats.Sample) int {
	if least := sample.Min(); least > 0 && !stats.Beyond(sample.Max(), least, outlierFactor) {
		return 0 // not beyond the median of any run either
	}
	n := 0
	for _, r := range s.Samples {
		middle := sampleOf(r.Values).Median()
		for _, v := range r.Values {
			if stats.Beyond(v, middle, outlierFactor) {
				n++
			}
		}
	}
	return n
}

// diagnoseEnvironments remarks on machines that are not fit to measure on.
func (j *judge) diagnoseEnvironments() {
	for _, side := range []struct {
		name string
		set  *bench.Set
	}{{"baseline", j.in.Baseline}, {"candidate", j.in.Candidate}} {
		envs := environmentsOf(side.set, nil)
		if slices.ContainsFunc(envs, func(e *bench.Environment) bool { return e.Build == "debug" }) {
			j.result.warn(WarnDebugBuild, side.name+": the benchmark library is a debug build", "build library and benchmarks in release mode; debug timings say little about what ships")
		}
		if slices.ContainsFunc(envs, func(e *bench.Environment) bool { return e.Scaling == "enabled" }) {
			j.result.warn(WarnScaling, side.name+": CPU frequency scaling is on", "set the governor to performance where you may, or compare CPU time over many process starts")
		}
		for _, e := range envs {
			if e.Cores > 0 && len(e.Load) > 0 && e.Load[0] > highLoad*float64(e.Cores)+1 {
				j.result.warn(WarnLoad, fmt.Sprintf("%s: the load average was %.3g on %d processors", side.name, e.Load[0], e.Cores), "measure on a machine that does nothing else")
				break
			}
		}
	}
}

// maxStabilityTests bounds the work of diagnoseStability on large suites.
const maxStabilityTests = 500

// diagnoseStability tests the reference against its newest A/A run: the same
// code should differ significantly in a share α of the series. Much more says
// that runs differ by more than their repetitions do.
func (j *judge) diagnoseStability(tests []*pair) {
	if len(j.evidence.aa) == 0 || len(tests) == 0 {
		return
	}
	newest, n, significant := j.evidence.aa[len(j.evidence.aa)-1], 0, 0
	for i := 0; i < len(tests); i += 1 + len(tests)/maxStabilityTests {
		at := newest.place(tests[i])
		if at == nowhere || newest.samples[at].Len() < 4 || tests[i].base.Len() < 4 {
			continue
		}
		n++
		if stats.MannWhitneyU(j.baseIndex.samples[tests[i].baseAt], newest.samples[at]).P < j.settings.Alpha {
			significant++
		}
	}
	if n == 0 || !(stats.ClopperPearson(significant, n, confidence).Low > j.settings.Alpha) {
		return
	}
	j.result.warn(WarnUnstable, fmt.Sprintf("the same code differs significantly from itself in %d of %d series (%.0f %%, %.3g %% expected): runs differ more than repetitions do", significant, n, 100*float64(significant)/float64(n), 100*j.settings.Alpha),
		"trust the floor, not p; restart the process more often and interleave the two sides")
}

// leading returns how many repetitions "--warmup auto" drops of a series: the
// larger number of both sides.
func leading(base, cand *bench.Series) int {
	n := 0
	for _, s := range []*bench.Series{base, cand} {
		if s == nil {
			continue
		}
		var runs [][]float64
		shortest := math.MaxInt
		for _, r := range s.Samples {
			runs = append(runs, r.Values)
			shortest = min(shortest, len(r.Values))
		}
		if len(runs) > 0 {
			n = max(n, min(stats.Warmup(runs, s.Direction == bench.HigherIsBetter), shortest-1))
		}
	}
	return n
}
