package gate

// A Verdict is what the gate says of a series or of the whole.
type Verdict string

// The verdicts. The first three are given to compared series, the next five
// to series outside the comparison, and the last two only to the whole.
const (
	Regression  Verdict = "regression"
	Pass        Verdict = "pass"
	WithinNoise Verdict = "within-noise"

	Added    Verdict = "added"
	Removed  Verdict = "removed"
	Failed   Verdict = "failed"
	Unusable Verdict = "unusable"
	Info     Verdict = "info"

	NotJudged  Verdict = "not-judged"
	NoBaseline Verdict = "no-baseline"
)

// Judged reports whether a series with this verdict was compared.
func (v Verdict) Judged() bool { return v == Regression || v == Pass || v == WithinNoise }

// A Reason is why a series got its verdict.
type Reason string

// The reasons, by the verdict that they go with.
const (
	// Regression.
	Confirmed  Reason = "confirmed"
	Exact      Reason = "exact"
	SuiteMoved Reason = "suite-shift"
	// Pass.
	Improvement       Reason = "improvement"
	BelowThreshold    Reason = "below-threshold"
	NoRegressionShown Reason = "no-regression-shown"
	Unchanged         Reason = "unchanged"
	// WithinNoise.
	BelowFloor         Reason = "below-floor"
	EnvironmentsDiffer Reason = "environment"
	Underpowered       Reason = "underpowered"
	Unresolved         Reason = "unresolved"
)

// Where a floor comes from.
const (
	FloorObserved   = "observed"
	FloorCalibrated = "calibrated"
	FloorAssumed    = "assumed"
	FloorGiven      = "given"
	FloorUnknown    = "unknown"
)

// Exit statuses of the command and the action.
const (
	ExitPass       = 0 // pass or within noise, or no baseline with "warn"
	ExitRegression = 1 // a confirmed regression
	ExitUsage      = 2 // wrong usage or configuration
	ExitInput      = 3 // input that cannot be read
	ExitNotJudged  = 4 // not judged, or unresolved/no baseline/removed set to fail
	ExitGitHub     = 5 // GitHub could not be reached for what judging needs
)
