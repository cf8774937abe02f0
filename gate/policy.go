package gate

import (
	"github.com/bmatcuk/doublestar/v4"

	"github.com/noisegate/noisegate/gate/bench"
)

// spellings are other ways to write a metric in settings: what go test prints
// for what its results hold.
var spellings = map[string]string{"ns/op": "sec/op", "MB/s": "B/s"}

// A policy is what the settings say of one series.
type policy struct {
	gated       bool
	exact       bool
	threshold   float64
	direction   bench.Direction
	acknowledge *Acknowledgement
	// ungatedWhy is set where the settings ask for a gate that the series
	// cannot have.
	ungatedWhy string
}

// policyOf applies the metrics setting and the rules to a series. Rules that
// match are marked in used.
func policyOf(s *bench.Series, settings Settings, used []bool) policy {
	p := policy{gated: s.Primary, threshold: settings.Threshold, direction: s.Direction}
	if len(settings.Metrics) > 0 {
		p.gated = false
		for _, m := range settings.Metrics {
			p.gated = p.gated || matchMetric(m, s.Metric)
		}
	}
	for i, r := range settings.Rules {
		if !r.matches(s.Key) {
			continue
		}
		used[i] = true
		p.apply(r)
	}
	if p.gated && p.direction == bench.DirectionUnknown && !p.exact {
		p.gated = false
		p.ungatedWhy = "it is not known whether more or less is better"
	}
	return p
}

func (p *policy) apply(r Rule) {
	if r.Threshold != nil {
		p.threshold = *r.Threshold
	}
	if r.Gate != nil {
		p.gated = *r.Gate
	}
	if r.Exact != nil {
		p.exact = *r.Exact
	}
	if r.HigherIsBetter != nil {
		p.direction = bench.LowerIsBetter
		if *r.HigherIsBetter {
			p.direction = bench.HigherIsBetter
		}
	}
	if r.Acknowledge != nil {
		p.acknowledge = r.Acknowledge
	}
}

// matches reports whether the rule is about the series. A benchmark pattern
// may name the benchmark alone or group/benchmark.
func (r Rule) matches(k bench.Key) bool {
	if r.Metric != "" && !matchMetric(r.Metric, k.Metric) {
		return false
	}
	return r.Benchmark == "" || matchGlob(r.Benchmark, k.Benchmark) ||
		k.Group != "" && matchGlob(r.Benchmark, k.Group+"/"+k.Benchmark)
}

func matchMetric(pattern, metric string) bool {
	if plain, ok := spellings[pattern]; ok {
		pattern = plain
	}
	// Metric names hold slashes ("B/op") that separate nothing, so a star
	// has to cross them.
	return pattern == "*" || matchGlob(pattern, metric)
}

// matchGlob takes a pattern that equals the name literally, so that names
// with brackets need no quoting; a star stops at slashes, two do not.
func matchGlob(pattern, name string) bool {
	return pattern == name || doublestar.MatchUnvalidated(pattern, name)
}
