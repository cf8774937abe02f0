package gate

import "github.com/noisegate/noisegate/gate/bench"

// Input is what [Judge] decides on.
type Input struct {
	// Baseline is nil when there is none.
	Baseline *bench.Set
	// Candidate is never nil.
	Candidate *bench.Set
	// AA are further runs of the baseline's commit, one set a run. The
	// baseline itself is not among them.
	AA []*bench.Set
	// History are earlier runs of the base branch, oldest first, one set a
	// run; their commits may differ, and the newest may be the baseline's
	// predecessor. The baseline itself is not among them.
	History []*bench.Set
}

// Result is the decision with everything that it rests on. Its JSON form is
// the report's (docs/report.schema.json).
type Result struct {
	Verdict     Verdict           `json:"verdict"`
	Exit        int               `json:"exit"`
	Settings    ReportedSettings  `json:"settings"`
	Counts      Counts            `json:"counts"`
	Baseline    Side              `json:"baseline"`
	Candidate   Side              `json:"candidate"`
	Environment EnvironmentReport `json:"environment"`
	SuiteShift  *SuiteShift       `json:"suite_shift"`
	Series      []Series          `json:"series"`
	// Past are the runs that the floor comes from: the history, oldest first,
	// then the A/A runs.
	Past     []PastRun `json:"past,omitempty"`
	Warnings []Warning `json:"warnings"`
}

// ReportedSettings are the settings as the report repeats them.
type ReportedSettings struct {
	Alpha      float64    `json:"alpha"`
	Correction Correction `json:"correction"`
	// Tests is K, the number of hypotheses that Alpha is shared among.
	Tests     int     `json:"tests"`
	Threshold float64 `json:"threshold"`
	// Floor is "auto", "none" or the percentage given.
	Floor        string          `json:"floor"`
	AssumedFloor Number          `json:"assumed_floor"`
	FailOn       FailOn          `json:"fail_on"`
	NoBaseline   string          `json:"no_baseline"`
	Removed      string          `json:"removed"`
	Environment  EnvironmentMode `json:"environment"`
	Warmup       string          `json:"warmup"`
	OutlierLimit Number          `json:"outlier_limit"`
	Metrics      []string        `json:"metrics"`
}

// Counts count series by verdict. Improvements are among Pass.
type Counts struct {
	Regression  int `json:"regression"`
	Improvement int `json:"improvement"`
	Pass        int `json:"pass"`
	WithinNoise int `json:"within_noise"`
	Added       int `json:"added"`
	Removed     int `json:"removed"`
	Failed      int `json:"failed"`
	Unusable    int `json:"unusable"`
	Info        int `json:"info"`
}

// Judged is the number of compared series.
func (c Counts) Judged() int { return c.Regression + c.Pass + c.WithinNoise }

// A Side tells what one side of the comparison is. SHA, RunIDs and MergeBase
// are known to the caller only and may be filled in after [Judge].
type Side struct {
	SHA    string  `json:"sha,omitempty"`
	RunIDs []int64 `json:"run_ids,omitempty"`
	// MergeBase tells whether SHA is the merge base of the change; nil where
	// that is not known.
	MergeBase *bool `json:"merge_base,omitempty"`
	// Runs is the number of process starts, Files the files read.
	Runs  int      `json:"runs"`
	Files []string `json:"files,omitempty"`
	// AARuns and HistoryRuns count the A/A evidence (baseline only).
	AARuns      int `json:"aa_runs,omitempty"`
	HistoryRuns int `json:"history_runs,omitempty"`
}

// EnvironmentReport tells whether both sides were measured alike.
type EnvironmentReport struct {
	// Same is false if a difference was found that a benchmark may depend on.
	Same        bool              `json:"same"`
	Baseline    bench.Environment `json:"baseline"`
	Candidate   bench.Environment `json:"candidate"`
	Differences []Difference      `json:"differences"`
}

// A Difference is one field in which the environments differ.
type Difference struct {
	Field     string `json:"field"`
	Baseline  string `json:"baseline"`
	Candidate string `json:"candidate"`
	// Decisive differences keep a regression from being confirmed; the others
	// are shown.
	Decisive bool `json:"decisive"`
}

// SuiteShift is the median movement of the whole suite; nil in a [Result]
// where there are too few series to tell. Its verdict is Info where no floor
// was calibrated; else it is one of the three of a series, counts in
// [ReportedSettings.Tests], and a Regression blocks.
type SuiteShift struct {
	Effect  Number  `json:"effect"`
	Floor   Number  `json:"floor"`
	Verdict Verdict `json:"verdict"`
	// P is the p-value of the shift as a hypothesis, unknown where untested.
	P Number `json:"p"`
	// Removed says that the series were judged on what remains after the
	// shift.
	Removed bool `json:"removed"`
}

// Series is one compared, or listed, series.
type Series struct {
	Benchmark string `json:"benchmark"`
	Group     string `json:"group"`
	Metric    string `json:"metric"`
	Unit      string `json:"unit"`
	// Direction is what is better: "lower", "higher" or "unknown".
	Direction string  `json:"direction"`
	Gated     bool    `json:"gated"`
	Verdict   Verdict `json:"verdict"`
	Reason    Reason  `json:"reason,omitempty"`
	// Message is what a harness said of a failure, or why the series is
	// unusable.
	Message   string `json:"message,omitempty"`
	Baseline  *Stats `json:"baseline"`
	Candidate *Stats `json:"candidate"`
	// Effect is oriented (0.07 = 7 % worse), with its 95 % interval. Where
	// the suite's shift was removed, effect, interval and p are of what remains
	// after it: the whole change is (1+effect)·(1+shift) − 1.
	Effect     Number `json:"effect"`
	EffectLow  Number `json:"effect_low"`
	EffectHigh Number `json:"effect_high"`
	// MedianChange is plain: (candidate − baseline)/baseline, with the exact
	// 95 % bootstrap interval.
	MedianChange     Number `json:"median_change"`
	MedianChangeLow  Number `json:"median_change_low"`
	MedianChangeHigh Number `json:"median_change_high"`
	P                Number `json:"p"`
	PAdjusted        Number `json:"p_adjusted"`
	// AttainableP is the smallest p that sizes and ties allow.
	AttainableP Number `json:"p_attainable"`
	// Method names the computation of p: "exact", "saddlepoint", …
	Method string `json:"method,omitempty"`
	// Observation is what the test counted: "run" or "repetition".
	Observation string `json:"observation,omitempty"`
	Threshold   Number `json:"threshold"`
	Floor       Number `json:"floor"`
	FloorSource string `json:"floor_source,omitempty"`
	// Resolution is the smallest effect that this sample could have
	// confirmed with 80 % power.
	Resolution Number `json:"resolution"`
	// RepetitionsNeeded is per side; 0 is unknown or not applicable.
	RepetitionsNeeded int `json:"repetitions_needed,omitempty"`
	// Acknowledged is set for a regression that must not block yet.
	Acknowledged *Acknowledged `json:"acknowledged,omitempty"`
	// Past are the medians of the runs of [Result.Past] that have the series.
	Past     []PastValue `json:"past,omitempty"`
	Warnings []Warning   `json:"warnings"`
}

// Acknowledged is the acknowledgement that keeps a regression from blocking.
type Acknowledged struct {
	// Until is the last day, as 2006-01-02.
	Until string `json:"until"`
	Why   string `json:"why"`
}

// Stats describe one side of a series.
type Stats struct {
	Runs        int    `json:"runs"`
	Repetitions int    `json:"repetitions"`
	Median      Number `json:"median"`
	// Low and High bound the median, exact 95 % bootstrap interval.
	Low  Number `json:"low"`
	High Number `json:"high"`
	Min  Number `json:"min"`
	P90  Number `json:"p90"`
	// Amplitude is (max − min)/median, RobustCV is 1.4826·MAD/median.
	Amplitude Number `json:"amplitude"`
	RobustCV  Number `json:"robust_cv"`
	// Values are the measured values in order, by run: the input's own, not to
	// be changed.
	Values [][]float64 `json:"values,omitempty"`
}

// A Warning qualifies a number or the whole result.
type Warning struct {
	// Code is stable (docs/warnings.md).
	Code string `json:"code"`
	// Series names the benchmark and metric, empty for the whole.
	Series string `json:"series,omitempty"`
	// Message says what was seen, Advice what to do.
	Message string `json:"message"`
	Advice  string `json:"advice,omitempty"`
}
