package gate

import (
	"github.com/noisegate/noisegate/gate/bench"
)

// A pair is a series on both sides, on its way to a verdict.
type pair struct {
	base, cand *bench.Series
	// row is its place among the described series, baseAt and candAt are those
	// in the sets.
	row, baseAt, candAt int
	policy              policy
	out                 *Series
	env                 environmentAnswer
	// exact pairs are compared without a test.
	exact bool
	test  *test
	// calibrated is the calibrated floor, NaN where there is none.
	calibrated float64
	// slowest is the largest true effect that noise between runs leaves
	// possible behind the measured one, NaN where it is not calibrated.
	slowest float64
}

// match goes through the series of both sides: those on both become pairs,
// the others get their verdict here.
func (j *judge) match() {
	for i, b := range j.baseIndex.set.Series {
		if b.Len() == 0 {
			continue
		}
		if at := j.candIndex.find(b.Key, i); at != nowhere {
			j.pairUp(b, j.candIndex.set.Series[at])
		} else {
			j.missing(b, policyOf(b, j.settings, j.used))
		}
	}
	for i, c := range j.candIndex.set.Series {
		if c.Len() > 0 && j.baseIndex.find(c.Key, i) == nowhere {
			j.added(c, policyOf(c, j.settings, j.used))
		}
	}
	j.problemsOnly()
}

// pairUp takes a series that both sides have. The candidate's unit and
// direction must agree with the baseline's; readers have normalised both.
func (j *judge) pairUp(b, c *bench.Series) {
	p := policyOf(b, j.settings, j.used)
	if b.Primary != c.Primary || b.Direction != c.Direction {
		// A side without a direction of its own takes the other's.
		if pc := policyOf(c, j.settings, j.used); p.direction == bench.DirectionUnknown || !p.gated {
			p = pc
		}
	}
	out := j.newSeries(b.Key, p, b, c)
	switch {
	case b.Unit != c.Unit:
		out.Verdict = Unusable
		out.Message = "the unit changed from " + quoteUnit(b) + " to " + quoteUnit(c) + ", and the two cannot be converted"
		j.unjudgeable = j.unjudgeable || p.gated
		return
	case b.Direction != c.Direction && b.Direction != bench.DirectionUnknown && c.Direction != bench.DirectionUnknown:
		out.Verdict = Unusable
		out.Message = "on one side " + b.Direction.String() + " is better, on the other " + c.Direction.String()
		j.unjudgeable = j.unjudgeable || p.gated
		return
	}
	j.pairs = append(j.pairs, &pair{base: b, cand: c, policy: p, out: out, env: j.env.of(b, c), row: len(j.described) - 1})
}

func quoteUnit(s *bench.Series) string {
	if s.OriginalUnit == "" {
		return "none"
	}
	return `"` + s.OriginalUnit + `"`
}

// missing gives a verdict to a series that only the baseline has.
func (j *judge) missing(b *bench.Series, p policy) {
	problem, broken := j.candIndex.problem(b.Key)
	gone := len(j.candIndex.metrics()[nameOfSeries(b)]) == 0
	if !p.gated && (!gone || hasGated(j.baseIndex.metrics()[nameOfSeries(b)], j)) {
		if !gone {
			j.newSeries(b.Key, p, b, nil).Verdict = Info
		}
		return
	}
	out := j.newSeries(b.Key, p, b, nil)
	switch {
	case broken && problem.Kind == bench.Failed:
		out.Verdict = Failed
	case broken && problem.Kind == bench.Unusable:
		out.Verdict = Unusable
	default:
		out.Verdict = Removed
		j.removedGated = j.removedGated || p.gated
	}
	if broken {
		out.Message = describe(problem)
	}
	j.unjudgeable = j.unjudgeable || p.gated && out.Verdict != Removed
}

// added gives a verdict to a series that only the candidate has.
func (j *judge) added(c *bench.Series, p policy) {
	problem, broken := j.baseIndex.problem(c.Key)
	fresh := len(j.baseIndex.metrics()[nameOfSeries(c)]) == 0
	if !p.gated && (!fresh || hasGated(j.candIndex.metrics()[nameOfSeries(c)], j)) {
		if !fresh {
			j.newSeries(c.Key, p, nil, c).Verdict = Info
		}
		return
	}
	out := j.newSeries(c.Key, p, nil, c)
	out.Verdict = Added
	if broken && problem.Kind != bench.Skipped {
		out.Verdict = Unusable
		if problem.Kind == bench.Failed {
			out.Verdict = Failed
		}
		out.Message = "in the baseline: " + describe(problem)
	}
}

// problemsOnly lists benchmarks that have values on neither side.
func (j *judge) problemsOnly() {
	seen := map[name]bool{}
	for _, x := range []*index{j.candIndex, j.baseIndex} {
		if x.set == nil {
			continue
		}
		for _, problem := range x.set.Problems {
			n := name{problem.Group, problem.Benchmark}
			k := bench.Key{Group: problem.Group, Benchmark: problem.Benchmark, Metric: problem.Metric}
			if seen[n] || n.benchmark == "" || len(j.baseIndex.metrics()[n]) > 0 || len(j.candIndex.metrics()[n]) > 0 {
				continue
			}
			seen[n] = true
			worst, _ := x.problem(bench.Key{Group: k.Group, Benchmark: k.Benchmark})
			out := j.newSeries(k, policy{gated: true, threshold: j.settings.Threshold}, nil, nil)
			out.Message = describe(worst)
			switch worst.Kind {
			case bench.Failed:
				out.Verdict = Failed
			case bench.Unusable:
				out.Verdict = Unusable
			default:
				out.Verdict = Info
				out.Message = "skipped: " + out.Message
			}
		}
	}
}

func hasGated(series []*bench.Series, j *judge) bool {
	for _, s := range series {
		if policyOf(s, j.settings, j.used).gated {
			return true
		}
	}
	return false
}

func describe(p bench.Problem) string {
	if p.Advice == "" {
		return p.Message
	}
	return p.Message + "; " + p.Advice
}
