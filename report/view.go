package report

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// A view is a document sorted for reading: which series go where, in which
// order, and under which label. Every output is written from it.
type view struct {
	*Document
	regressions  []*gate.Series // largest effect first; acknowledged ones apart
	acknowledged []*gate.Series
	improvements []*gate.Series // largest improvement first
	unresolved   []reasonGroup  // within-noise, by reason
	passed       []*gate.Series // without improvements, largest effect first
	failed       []*gate.Series
	unusable     []*gate.Series
	added        []*gate.Series
	removed      []*gate.Series
	info         []*gate.Series
	// groups and metrics tell whether labels need them.
	groups, metrics bool
	// prefix is what all groups begin with, up to a slash; labels leave it
	// out.
	prefix string
	// benchmarks is the number of distinct judged benchmarks.
	benchmarks int
}

// A reasonGroup is the unresolved series that share a reason.
type reasonGroup struct {
	reason gate.Reason
	rows   []*gate.Series
}

// reasonOrder puts first what the reader can do most about.
var reasonOrder = []gate.Reason{gate.Unresolved, gate.BelowFloor, gate.EnvironmentsDiffer, gate.Underpowered}

func newView(d *Document) *view {
	v := &view{Document: d}
	byReason := map[gate.Reason][]*gate.Series{}
	for i := range d.Series {
		s := &d.Series[i]
		switch list := v.list(s); {
		case list != nil:
			*list = append(*list, s)
		case s.Verdict == gate.WithinNoise:
			byReason[s.Reason] = append(byReason[s.Reason], s)
		}
	}
	for _, rows := range [][]*gate.Series{v.regressions, v.acknowledged, v.passed} {
		sortByEffect(rows)
	}
	sortByEffect(v.improvements)
	slices.Reverse(v.improvements)
	for _, r := range reasonOrder {
		v.addGroup(r, byReason)
	}
	for _, r := range sortedKeys(byReason) {
		v.addGroup(r, byReason)
	}
	v.findLabels()
	return v
}

func (v *view) addGroup(r gate.Reason, byReason map[gate.Reason][]*gate.Series) {
	if rows := byReason[r]; len(rows) > 0 {
		sortByEffect(rows)
		v.unresolved = append(v.unresolved, reasonGroup{r, rows})
		delete(byReason, r)
	}
}

// list returns where a series belongs, nil for unresolved ones.
func (v *view) list(s *gate.Series) *[]*gate.Series {
	switch s.Verdict {
	case gate.Regression:
		if s.Acknowledged != nil {
			return &v.acknowledged
		}
		return &v.regressions
	case gate.Pass:
		if s.Reason == gate.Improvement {
			return &v.improvements
		}
		return &v.passed
	case gate.Failed:
		return &v.failed
	case gate.Unusable:
		return &v.unusable
	case gate.Added:
		return &v.added
	case gate.Removed:
		return &v.removed
	case gate.Info:
		return &v.info
	}
	return nil
}

// sortByEffect sorts the worst first; unchanged counts and unknown effects
// come last. Equal ones keep the order of the suite.
func sortByEffect(rows []*gate.Series) {
	key := func(s *gate.Series) float64 {
		if !s.Effect.Known() || s.Reason == gate.Unchanged {
			return math.Inf(-1)
		}
		return float64(s.Effect)
	}
	slices.SortStableFunc(rows, func(a, b *gate.Series) int { return cmp.Compare(key(b), key(a)) })
}

// findLabels decides what a label must hold to tell the series apart.
func (v *view) findLabels() {
	var first *gate.Series
	names := map[[2]string]bool{}
	groups := map[string]bool{}
	for i := range v.Series {
		s := &v.Series[i]
		groups[s.Group] = true
		if s.Verdict.Judged() {
			names[[2]string{s.Group, s.Benchmark}] = true
		}
		// What is shown for information is always labelled with its metric.
		if s.Metric == "" || s.Verdict == gate.Info {
			continue
		}
		if first == nil {
			first = s
		}
		v.metrics = v.metrics || s.Metric != first.Metric
	}
	v.benchmarks = len(names)
	v.groups = len(groups) > 1
	v.prefix = commonPrefix(groups)
}

// commonPrefix returns what all of the names begin with, up to and including
// a slash.
func commonPrefix(names map[string]bool) string {
	prefix, first := "", true
	for n := range names {
		if first {
			prefix, first = n, false
		}
		for !strings.HasPrefix(n, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	return prefix[:strings.LastIndexByte(prefix, '/')+1]
}

// name returns the label of a series without its metric: the benchmark, with
// the group before it where there are several. It is data.
func (v *view) name(s *gate.Series) string {
	name := s.Benchmark
	if name != "" && strings.TrimSpace(visible(name)) == "" {
		name = "(blank)"
	}
	if v.groups && s.Group != "" {
		group := strings.TrimPrefix(s.Group, v.prefix)
		if name == "" {
			return shorten(group, nameLimit)
		}
		return shorten(group, nameLimit/2) + ": " + shorten(name, nameLimit)
	}
	if name == "" {
		name = s.Group
	}
	return shorten(name, nameLimit)
}

// metric returns the metric where series of several are shown, else "".
func (v *view) metric(s *gate.Series) string {
	if !v.metrics && s.Verdict != gate.Info {
		return ""
	}
	return shorten(s.Metric, nameLimit/2)
}

// noun is what the numbers of the headline count: benchmarks where each has
// one judged metric, else series.
func (v *view) noun() string {
	if v.benchmarks == v.judged() {
		return "benchmark"
	}
	return "series"
}

// judged is the number of compared series, from the series themselves.
func (v *view) judged() int {
	n := len(v.regressions) + len(v.acknowledged) + len(v.improvements) + len(v.passed)
	return n + v.unresolvedCount()
}

func (v *view) unresolvedCount() int {
	n := 0
	for _, g := range v.unresolved {
		n += len(g.rows)
	}
	return n
}

// gated yields the judged series, for numbers about the whole run.
func (v *view) gated() []*gate.Series {
	var out []*gate.Series
	for i := range v.Series {
		if v.Series[i].Verdict.Judged() {
			out = append(out, &v.Series[i])
		}
	}
	return out
}

// resolution returns the effects that this run could have confirmed on half
// and on nine tenths of the judged series, and of how many it is known.
// Series without a test (exact ones) have none.
func (v *view) resolution() (half, most gate.Number, known int) {
	var all []float64
	for _, s := range v.gated() {
		if s.Resolution.Known() {
			all = append(all, float64(s.Resolution))
		}
	}
	if len(all) == 0 {
		return gate.Unknown, gate.Unknown, 0
	}
	all = sorted(all)
	at := func(q float64) gate.Number {
		return gate.Number(all[int(math.Ceil(q*float64(len(all))))-1])
	}
	return at(0.5), at(0.9), len(all)
}

// A tally counts series by a word, most frequent first.
type tally struct {
	word string
	n    int
}

// tallyOf counts the judged series by what word says of them; "" is left out.
func (v *view) tallyOf(word func(*gate.Series) string) []tally {
	m := map[string]int{}
	for _, s := range v.gated() {
		if w := word(s); w != "" {
			m[w]++
		}
	}
	var out []tally
	for _, w := range sortedKeys(m) {
		out = append(out, tally{w, m[w]})
	}
	slices.SortStableFunc(out, func(a, b tally) int { return cmp.Compare(b.n, a.n) })
	return out
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// sorted returns a sorted copy.
func sorted(v []float64) []float64 {
	out := append([]float64(nil), v...)
	sort.Float64s(out)
	return out
}
