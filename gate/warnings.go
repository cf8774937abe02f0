package gate

import (
	"fmt"

	"github.com/noisegate/noisegate/gate/bench"
)

// The codes of warnings, beside those of package bench. They are stable:
// tools may rely on them.
const (
	WarnNoiseUnmeasured   = "noise-unmeasured"
	WarnNoCorrection      = "no-correction"
	WarnEnvironment       = "environment-differs"
	WarnEvidenceElsewhere = "evidence-elsewhere"
	WarnEvidenceUnmatched = "evidence-unmatched"
	WarnDirectionUnknown  = "direction-unknown"
	WarnExactVaries       = "exact-varies"
	WarnAcknowledged      = "acknowledged"
	WarnAcknowledgedOver  = "acknowledgement-expired"
	WarnWarmupDropped     = "warmup-dropped"
	WarnOutliersRemoved   = "outliers-removed"
	WarnUnderpowered      = "underpowered"
	WarnSuiteShift        = "suite-shift"
	WarnRuleUnmatched     = "rule-unmatched"
)

// nameOf is how a warning names a series.
func nameOf(k bench.Key) string {
	name := k.Benchmark
	if k.Group != "" {
		name = k.Group + " " + name
	}
	if k.Metric != "" {
		name += " " + k.Metric
	}
	return name
}

// warn adds a warning to the series.
func (s *Series) warn(code, message, advice string) {
	s.Warnings = append(s.Warnings, Warning{Code: code, Series: s.name(), Message: message, Advice: advice})
}

func (s *Series) name() string {
	return nameOf(bench.Key{Group: s.Group, Benchmark: s.Benchmark, Metric: s.Metric})
}

// notesOf turns the remarks of the readers into warnings.
func notesOf(side string, set *bench.Set) []Warning {
	if set == nil {
		return nil
	}
	var out []Warning
	for _, n := range set.Notes {
		where := n.File
		if n.Line > 0 {
			where = fmt.Sprintf("%s:%d", n.File, n.Line)
		}
		message := n.Message
		if where != "" {
			message = where + ": " + message
		}
		w := Warning{Code: n.Code, Message: side + ": " + message, Advice: n.Advice}
		if n.Key.Benchmark != "" {
			w.Series = nameOf(n.Key)
		}
		out = append(out, w)
	}
	return out
}
