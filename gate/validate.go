package gate

import (
	"fmt"
	"math"

	"github.com/bmatcuk/doublestar/v4"
)

// Validate reports the first setting that cannot be meant: a level outside
// (0, 0.5], a negative or non-finite percentage, an unknown word.
func (s Settings) Validate() error {
	if !(s.Alpha > 0 && s.Alpha <= 0.5) {
		return fmt.Errorf("alpha %v: must be above 0 and at most 0.5", s.Alpha)
	}
	for _, f := range []struct {
		name  string
		value float64
	}{{"threshold", s.Threshold}, {"floor", s.FloorValue}, {"assumed-floor", s.AssumedFloor}, {"outlier-limit", s.OutlierLimit}} {
		if !(f.value >= 0) || math.IsInf(f.value, 0) {
			return fmt.Errorf("%s %v: must be a number of at least 0", f.name, f.value)
		}
	}
	if s.OutlierLimit != 0 && s.OutlierLimit <= 1 {
		return fmt.Errorf("outlier-limit %v: must be above 1, a factor of the median", s.OutlierLimit)
	}
	if s.Warmup < 0 {
		return fmt.Errorf("warmup %d: must not be negative", s.Warmup)
	}
	if err := s.validateWords(); err != nil {
		return err
	}
	return s.validateGlobs()
}

func (s Settings) validateWords() error {
	words := []struct {
		name, value string
		known       []string
	}{
		{"correction", string(s.Correction), []string{"bonferroni", "holm", "none"}},
		{"floor", string(s.Floor), []string{"auto", "none", "fixed"}},
		{"fail-on", string(s.FailOn), []string{"regression", "unresolved", "never"}},
		{"environment", string(s.Environment), []string{"warn", "ignore", "fail"}},
	}
	for _, w := range words {
		found := false
		for _, k := range w.known {
			found = found || k == w.value
		}
		if !found {
			return fmt.Errorf("%s %q: must be one of %v", w.name, w.value, w.known)
		}
	}
	return nil
}

func (s Settings) validateGlobs() error {
	for _, m := range s.Metrics {
		if !doublestar.ValidatePattern(m) {
			return fmt.Errorf("metrics %q: not a valid pattern", m)
		}
	}
	for i, r := range s.Rules {
		if r.Threshold != nil && (!(*r.Threshold >= 0) || math.IsInf(*r.Threshold, 0)) {
			return fmt.Errorf("rule %d: threshold %v: must be a number of at least 0", i+1, *r.Threshold)
		}
	}
	return nil
}
