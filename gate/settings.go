package gate

import "time"

// Settings are the team's decisions.
type Settings struct {
	// Alpha is the family-wise error rate, in (0, 0.5].
	Alpha float64
	// Correction is how Alpha is shared among the tests.
	Correction Correction
	// Threshold is the smallest effect that matters, a fraction ≥ 0.
	Threshold float64
	// Floor is where the noise floor comes from: FloorAuto, FloorNone or
	// FloorFixed with FloorValue.
	Floor FloorMode
	// FloorValue is the floor with FloorFixed, a fraction ≥ 0.
	FloorValue float64
	// AssumedFloor is used with FloorAuto for series without A/A evidence; 0
	// means that the floor stays unknown.
	AssumedFloor float64
	// FailOn is what makes the exit status non-zero.
	FailOn FailOn
	// FailNoBaseline and FailRemoved make exit 4 of a missing baseline and of
	// removed benchmarks.
	FailNoBaseline, FailRemoved bool
	// Environment is what a difference of the environments does.
	Environment EnvironmentMode
	// Metrics are globs of metric names that replace the formats' defaults of
	// what is gated; empty keeps those.
	Metrics []string
	// Warmup is the number of leading repetitions of each run to drop on both
	// sides; WarmupAuto finds it.
	Warmup     int
	WarmupAuto bool
	// OutlierLimit removes values beyond this factor of the run's median; 0
	// removes none.
	OutlierLimit float64
	// Rules override settings for some series; the last match wins, field by
	// field.
	Rules []Rule
	// Today decides which acknowledgements have run out. Zero: none.
	Today time.Time
}

// A Rule overrides settings for the series that it matches. Nil fields say
// nothing.
type Rule struct {
	// Benchmark and Metric are globs; empty matches everything. A pattern
	// that equals the name matches whatever it holds.
	Benchmark, Metric string
	Threshold         *float64
	Gate              *bool
	Exact             *bool
	// HigherIsBetter sets the direction.
	HigherIsBetter *bool
	Acknowledge    *Acknowledgement
}

// An Acknowledgement lets a known regression pass until a date. It stays
// visible, with a warning, and blocks again after the day named.
type Acknowledgement struct {
	Until time.Time
	Why   string
}

// Correction names a correction for multiple tests.
type Correction string

// The corrections.
const (
	Bonferroni   Correction = "bonferroni"
	Holm         Correction = "holm"
	NoCorrection Correction = "none"
)

// FloorMode says where the floor comes from.
type FloorMode string

// The floor modes.
const (
	FloorAuto  FloorMode = "auto"
	FloorNone  FloorMode = "none"
	FloorFixed FloorMode = "fixed"
)

// FailOn says what makes the exit status non-zero.
type FailOn string

// What may fail the job.
const (
	FailOnRegression FailOn = "regression"
	FailOnUnresolved FailOn = "unresolved"
	FailOnNever      FailOn = "never"
)

// EnvironmentMode says what a difference of the environments does.
type EnvironmentMode string

// The environment modes.
const (
	EnvironmentWarn   EnvironmentMode = "warn"
	EnvironmentIgnore EnvironmentMode = "ignore"
	EnvironmentFail   EnvironmentMode = "fail"
)

// DefaultSettings returns the settings of a team that sets nothing.
func DefaultSettings() Settings {
	return Settings{
		Alpha:       0.05,
		Correction:  Bonferroni,
		Threshold:   0.05,
		Floor:       FloorAuto,
		FailOn:      FailOnRegression,
		Environment: EnvironmentWarn,
	}
}
