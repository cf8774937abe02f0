package gate

import (
	"errors"
	"math"
	"slices"
	"sort"

	"github.com/noisegate/noisegate/gate/bench"
)

// ErrStopped is the error of a self-test that its caller stopped.
var ErrStopped = errors.New("the self-test was stopped")

// A Trial says how a self-test is done.
type Trial struct {
	// Effect is the slowdown that is put in, > 0.
	Effect float64
	// Times is how many comparisons of each kind are made at most, ≥ 1.
	Times int
	// Pick returns a number in [0, n): the only chance in it. It decides what
	// is compared, never a verdict.
	Pick func(n int) int
	// Step is told of every comparison; false stops. It may be nil.
	Step func(done, total int) bool
}

// SelftestResult tells how often a gate with these settings catches a
// slowdown in these runs, and how often it blocks without one.
type SelftestResult struct {
	Effect     float64    `json:"effect"`
	Seed       uint64     `json:"seed"`
	Alpha      float64    `json:"alpha"`
	Correction Correction `json:"correction"`
	// Tests is K, the largest of all comparisons.
	Tests     int     `json:"tests"`
	Threshold float64 `json:"threshold"`
	FailOn    FailOn  `json:"fail_on"`
	Runs      int     `json:"runs"`
	// Quiet counts the comparisons of two runs as they are that blocked (exit
	// status 1). Each ordered pair of runs is compared at most once; because
	// pairs share runs, the interval is that of as many comparisons as there
	// are runs.
	Quiet Rate `json:"quiet"`
	// Failing counts the same comparisons that ended with another status
	// above 0: not judged, or unresolved where that fails.
	Failing int `json:"failing"`
	// One counts how often a slowdown of one series was confirmed as its
	// regression and blocked; each pair and series is tried at most once. The
	// interval is about the choice of pairs and series among all of them.
	One Rate `json:"one"`
	// All counts how often a slowdown of every gated series blocked, Shift
	// how often the suite's shift was the reason or one of them.
	All   Rate `json:"all"`
	Shift int  `json:"shift"`
	// Missed counts why slowdowns of one series were not caught, most
	// frequent first.
	Missed []Miss `json:"missed"`
	// CannotFail says that no slowdown was caught, of one or of all.
	CannotFail bool             `json:"cannot_fail"`
	Series     []SelftestSeries `json:"series"`
}

// A Miss is a reason for slowdowns that were not caught: a [Reason], a
// [Verdict] where there is none, or "not-failing" for one that was confirmed
// and did not make the command fail.
type Miss struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// MissNotFailing is the reason of a confirmed slowdown that the settings keep
// from failing.
const MissNotFailing = "not-failing"

// SelftestSeries tells of the slowdowns of one series.
type SelftestSeries struct {
	Benchmark string `json:"benchmark"`
	Group     string `json:"group"`
	Metric    string `json:"metric"`
	Caught    int    `json:"caught"`
	Tried     int    `json:"tried"`
}

// Selftest compares runs of the same code, oldest first, with each other: as
// they are, with a slowdown in one gated series, and with one in all. The
// runs that are not compared are the A/A evidence. Series that are compared
// exactly get a slowdown only where there are no others. An error says what is
// missing, or is [ErrStopped].
func Selftest(runs []*bench.Set, settings Settings, t Trial) (SelftestResult, error) {
	if len(runs) < leastRuns {
		return SelftestResult{}, tooFewRuns(runs, "a self-test compares runs of the same code")
	}
	j, tests, err := judgeItself(runs, settings, 0)
	if err != nil {
		return SelftestResult{}, err
	}
	s := &selftest{runs: runs, settings: settings, trial: t, out: SelftestResult{Effect: t.Effect, Alpha: settings.Alpha, Correction: settings.Correction,
		Threshold: settings.Threshold, FailOn: settings.FailOn, Runs: len(runs), Missed: []Miss{}, Series: []SelftestSeries{}}}
	s.choose(j, tests)
	if err := s.run(); err != nil {
		return SelftestResult{}, err
	}
	return s.out, nil
}

// A selftest carries one self-test.
type selftest struct {
	runs     []*bench.Set
	settings Settings
	trial    Trial
	// victims are the series that get a slowdown, gated all that are gated;
	// the value tells whether more is better.
	victims     []bench.Key
	gated       map[bench.Key]bool
	pairs       [][2]int
	done, total int
	missed      map[string]int
	out         SelftestResult
}

// choose decides what is compared and what gets slower.
func (s *selftest) choose(j *judge, tests []*pair) {
	s.gated, s.missed = map[bench.Key]bool{}, map[string]int{}
	for _, p := range j.pairs {
		if p.policy.gated {
			s.gated[p.base.Key] = p.higherIsBetter()
		}
	}
	for _, p := range j.pairs {
		if p.policy.gated && (len(tests) == 0 || !p.exact) {
			s.victims = append(s.victims, p.base.Key)
		}
	}
	for b := range s.runs {
		for c := range s.runs {
			if b != c {
				s.pairs = append(s.pairs, [2]int{b, c})
			}
		}
	}
	shuffle(s.pairs, s.trial.Pick)
	shuffle(s.victims, s.trial.Pick)
}

func shuffle[T any](x []T, pick func(int) int) {
	for i := len(x) - 1; i > 0; i-- {
		k := pick(i + 1)
		x[i], x[k] = x[k], x[i]
	}
}

func (s *selftest) run() error {
	whole := min(s.trial.Times, len(s.pairs))
	single := s.trial.Times
	if single/len(s.victims) >= len(s.pairs) {
		single = len(s.pairs) * len(s.victims)
	}
	s.total = 2*whole + single
	if err := s.runWhole(s.pairs[:whole]); err != nil {
		return err
	}
	if err := s.runSingle(single); err != nil {
		return err
	}
	for reason, n := range s.missed {
		s.out.Missed = append(s.out.Missed, Miss{reason, n})
	}
	sort.Slice(s.out.Missed, func(a, b int) bool {
		x, y := s.out.Missed[a], s.out.Missed[b]
		return x.Count > y.Count || x.Count == y.Count && x.Reason < y.Reason
	})
	s.out.CannotFail = s.out.One.Count == 0 && s.out.All.Count == 0
	return nil
}

// runWhole compares pairs of runs as they are, and with every gated series
// slowed down.
func (s *selftest) runWhole(pairs [][2]int) error {
	blocked, caught := 0, 0
	everything := make([]bench.Key, 0, len(s.gated))
	for k := range s.gated {
		everything = append(everything, k)
	}
	for _, pair := range pairs {
		quiet, err := s.judge(pair, nil)
		if err != nil {
			return err
		}
		s.out.Tests = max(s.out.Tests, quiet.Settings.Tests)
		switch quiet.Exit {
		case ExitPass:
		case ExitRegression:
			blocked++
		default:
			s.out.Failing++
		}
		slow, err := s.judge(pair, everything)
		if err != nil {
			return err
		}
		if slow.Exit == ExitRegression {
			caught++
		}
		if slow.SuiteShift != nil && slow.SuiteShift.Verdict == Regression {
			s.out.Shift++
		}
	}
	s.out.Quiet, s.out.All = sharedRate(blocked, len(pairs), len(s.runs)), sharedRate(caught, len(pairs), len(s.runs))
	return nil
}

// sharedRate is a rate of comparisons that share their runs: its interval is
// that of as many independent ones as there are runs.
func sharedRate(n, of, runs int) Rate {
	r := rateOf(n, of)
	if of <= runs {
		return r
	}
	like := int(math.Round(float64(n) / float64(of) * float64(runs)))
	if n > 0 {
		like = max(like, 1)
	}
	if n < of {
		like = min(like, runs-1)
	}
	bounds := rateOf(like, runs)
	r.Low, r.High = bounds.Low, bounds.High
	return r
}

// runSingle slows down one series at a time, each as often as the others and
// with another pair of runs every time.
func (s *selftest) runSingle(times int) error {
	caught, tried := 0, 0
	offsets := make([]int, len(s.victims))
	series := make([]SelftestSeries, len(s.victims))
	for i, k := range s.victims {
		offsets[i] = s.trial.Pick(len(s.pairs))
		series[i] = SelftestSeries{Benchmark: k.Benchmark, Group: k.Group, Metric: k.Metric}
	}
	for i := range times {
		v := i % len(s.victims)
		r, err := s.judge(s.pairs[(offsets[v]+i/len(s.victims))%len(s.pairs)], s.victims[v:v+1])
		if err != nil {
			return err
		}
		miss, found := missOf(r, s.victims[v])
		if !found {
			continue // one of the two runs lacks it
		}
		tried++
		series[v].Tried++
		if miss == "" {
			caught++
			series[v].Caught++
		} else {
			s.missed[miss]++
		}
	}
	s.out.One = rateOf(caught, tried)
	sort.Slice(series, func(a, b int) bool {
		x, y := series[a], series[b]
		return nameOf(bench.Key{Group: x.Group, Benchmark: x.Benchmark, Metric: x.Metric}) < nameOf(bench.Key{Group: y.Group, Benchmark: y.Benchmark, Metric: y.Metric})
	})
	s.out.Series = series
	return nil
}

// missOf tells why a slowdown was not caught, "" if it was.
func missOf(r Result, k bench.Key) (reason string, found bool) {
	i := slices.IndexFunc(r.Series, func(s Series) bool {
		return s.Benchmark == k.Benchmark && s.Group == k.Group && s.Metric == k.Metric
	})
	if i < 0 || r.Series[i].Baseline == nil || r.Series[i].Candidate == nil {
		return "", false
	}
	s := r.Series[i]
	switch {
	case s.Verdict == Regression && (s.Acknowledged != nil || r.Exit != ExitRegression):
		return MissNotFailing, true
	case s.Verdict == Regression:
		return "", true
	case s.Reason != "":
		return string(s.Reason), true
	}
	return string(s.Verdict), true
}

// judge compares a pair of runs, the candidate's series slowed down.
func (s *selftest) judge(pair [2]int, slow []bench.Key) (Result, error) {
	if s.trial.Step != nil && !s.trial.Step(s.done, s.total) {
		return Result{}, ErrStopped
	}
	s.done++
	in := Input{Baseline: s.runs[pair[0]], Candidate: slowed(s.runs[pair[1]], slow, s.gated, s.trial.Effect)}
	for i, r := range s.runs {
		if i != pair[0] && i != pair[1] {
			in.AA = append(in.AA, r)
		}
	}
	return Judge(in, s.settings), nil
}

// slowed returns a copy of a set in which some series are worse by an effect;
// the set itself where there are none.
func slowed(set *bench.Set, keys []bench.Key, higherIsBetter map[bench.Key]bool, effect float64) *bench.Set {
	if len(keys) == 0 {
		return set
	}
	wanted := map[bench.Key]bool{}
	for _, k := range keys {
		wanted[k] = true
	}
	out := *set
	out.Series = slices.Clone(set.Series)
	for i, old := range out.Series {
		if !wanted[old.Key] {
			continue
		}
		factor := 1 + effect
		if higherIsBetter[old.Key] {
			factor = 1 / factor
		}
		c := *old
		c.Samples = make([]bench.Sample, len(old.Samples))
		for n, r := range old.Samples {
			values := make([]float64, len(r.Values))
			for m, v := range r.Values {
				values[m] = v * factor
			}
			c.Samples[n] = bench.Sample{Run: r.Run, Values: values}
		}
		out.Series[i] = &c
	}
	return &out
}
