package gate

import (
	"sync"

	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/gate/stats"
)

// name identifies a benchmark whatever its metrics.
type name struct{ group, benchmark string }

func nameOfSeries(s *bench.Series) name { return name{s.Group, s.Benchmark} }

// An index answers what a run, or a side, knows of a benchmark. Runs of one
// suite mostly hold the same series in the same order, so it looks at the
// place where another one has them first, and keeps tables only where that
// fails.
type index struct {
	set *bench.Set
	// samples are all values of each series of the set, sorted; those of series
	// that nobody asks for are empty.
	samples []stats.Sample
	// groups are those that broke as a whole.
	groups   map[string]bench.Problem
	problems map[name][]bench.Problem
	places   func() map[bench.Key]int
	metrics  func() map[name][]*bench.Series
}

func indexOf(set *bench.Set) *index {
	if set == nil {
		set = &bench.Set{}
	}
	x := &index{set: set, samples: make([]stats.Sample, len(set.Series)),
		problems: map[name][]bench.Problem{}, groups: map[string]bench.Problem{}}
	x.places = sync.OnceValue(func() map[bench.Key]int {
		out := make(map[bench.Key]int, len(set.Series))
		for i, s := range set.Series {
			out[s.Key] = i
		}
		return out
	})
	x.metrics = sync.OnceValue(func() map[name][]*bench.Series {
		out := make(map[name][]*bench.Series, len(set.Series))
		for _, s := range set.Series {
			if s.Len() > 0 {
				out[nameOfSeries(s)] = append(out[nameOfSeries(s)], s)
			}
		}
		return out
	})
	for _, p := range set.Problems {
		if p.Benchmark == "" {
			x.groups[p.Group] = p
			continue
		}
		n := name{p.Group, p.Benchmark}
		x.problems[n] = append(x.problems[n], p)
	}
	return x
}

// nowhere is the place of a series that a set lacks.
const nowhere = -1

// find returns the place of a series that has values, [nowhere] without one.
// The hint is where it probably is.
func (x *index) find(k bench.Key, hint int) int {
	if hint < 0 || hint >= len(x.set.Series) || x.set.Series[hint].Key != k {
		found := false
		if hint, found = x.places()[k]; !found {
			return nowhere
		}
	}
	if x.set.Series[hint].Len() == 0 {
		return nowhere
	}
	return hint
}

// place returns where a past run has the values of a pair, in its unit;
// [nowhere] without them.
func (x *index) place(p *pair) int {
	at := x.find(p.base.Key, p.baseAt)
	if at != nowhere && x.set.Series[at].Unit != p.base.Unit {
		return nowhere
	}
	return at
}

// series returns a series that has values, nil without one.
func (x *index) series(k bench.Key, hint int) *bench.Series {
	if at := x.find(k, hint); at != nowhere {
		return x.set.Series[at]
	}
	return nil
}

// problem returns what keeps a side from having values of a series, the most
// serious first: a failure, no usable values, a broken package.
func (x *index) problem(k bench.Key) (bench.Problem, bool) {
	var found *bench.Problem
	for i, p := range x.problems[name{k.Group, k.Benchmark}] {
		if p.Metric != "" && k.Metric != "" && p.Metric != k.Metric {
			continue
		}
		if found == nil || rank(p.Kind) < rank(found.Kind) {
			found = &x.problems[name{k.Group, k.Benchmark}][i]
		}
	}
	if found != nil {
		return *found, true
	}
	p, ok := x.groups[k.Group]
	return p, ok
}

func rank(k bench.ProblemKind) int {
	switch k {
	case bench.Failed:
		return 0
	case bench.Unusable:
		return 1
	}
	return 2
}
