package report

import "github.com/noisegate/noisegate/gate"

// exceed names the bar that a series had to clear: "5% threshold", "6.8%
// floor".
func exceed(s *gate.Series) string {
	if finite(s.Floor, 0) > finite(s.Threshold, 0) {
		if s.FloorSource == gate.FloorAssumed || s.FloorSource == gate.FloorGiven {
			return percent(s.Floor) + " " + s.FloorSource + " floor"
		}
		return percent(s.Floor) + " floor"
	}
	if !s.Threshold.Known() {
		return "–"
	}
	return percent(s.Threshold) + " threshold"
}

// floorSize is the noise floor, in a word where it has no size.
func floorSize(s *gate.Series) string {
	switch {
	case s.Floor.Known():
		return percent(s.Floor)
	case s.FloorSource == gate.FloorUnknown:
		return "unknown"
	}
	return "–"
}

// resolutionSize is the smallest effect that could have been confirmed, in a
// word where there is none.
func resolutionSize(s *gate.Series) string {
	switch {
	case !s.Resolution.Known():
		return "–"
	case s.Resolution.Infinite():
		return "none"
	}
	return percent(s.Resolution)
}

// chance returns how sure a series' verdict is: the adjusted p, or that the
// values are exact.
func chance(s *gate.Series) string {
	if s.Reason == gate.Exact || s.Reason == gate.Unchanged || !s.PAdjusted.Known() && !s.P.Known() {
		if s.Reason == gate.Exact || s.Reason == gate.Unchanged {
			return "exact"
		}
		return "–"
	}
	if !s.PAdjusted.Known() {
		return pvalue(s.P)
	}
	return pvalue(s.PAdjusted)
}

// observed prints effect and interval in one line.
func observed(s *gate.Series) string {
	if i := interval(s.EffectLow, s.EffectHigh); i != "" {
		return effect(s) + " (" + i + ")"
	}
	return effect(s)
}
