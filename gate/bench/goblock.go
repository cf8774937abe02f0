package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchunit"
)

// A goBlock is one process start.
type goBlock struct {
	pkg   string
	env   *goEnv
	order []*goBenchmark
	// outcomes are benchmarks that failed or were skipped; failure and panics
	// are about the block as a whole.
	outcomes        []Problem
	failure, panics string
	results         bool
}

// A goEnv is what the header of a block says.
type goEnv struct{ cpu, os, arch, tool, commit string }

func (e goEnv) environment(procs int) *Environment {
	return &Environment{CPU: e.cpu, OS: e.os, Arch: e.arch, Procs: procs, Toolchain: e.tool, Commit: e.commit, Harness: "go test"}
}

type goBenchmark struct {
	*goSpelling
	metrics []goMetric
	units   map[string]int // of metrics, where they are many
	torn    *goTears       // nil where all lines came whole
}

// goTears are the results of a benchmark that were torn apart.
type goTears struct {
	results int
	line    int           // of the first of them
	values  map[int][]int // which of the values of each metric are theirs
}

type goMetric struct {
	unit   string
	values []float64
}

// add adds a value. A new metric gets the room that the same one took in the
// benchmark before: a file of many processes has hundreds of thousands of
// benchmarks with a value each, one of a single process few with many.
func (m *goBenchmark) add(unit string, value float64, torn bool, before *goBenchmark, room *chunks) {
	i := m.metric(unit)
	if i == len(m.metrics) {
		n := 1
		if before != nil && i < len(before.metrics) {
			n = len(before.metrics[i].values)
		}
		m.metrics = append(m.metrics, goMetric{unit: unit, values: room.take(n)})
	}
	metric := &m.metrics[i]
	if torn {
		m.torn.values[i] = append(m.torn.values[i], len(metric.values))
	}
	metric.values = append(metric.values, value)
}

// metric returns the index of the metric of a unit, or where it would be. Of a
// long list there is a map, so that a line of thousands of units takes no
// thousands of times thousands of steps.
func (m *goBenchmark) metric(unit string) int {
	if len(m.metrics) < 32 {
		for i := range m.metrics {
			if m.metrics[i].unit == unit {
				return i
			}
		}
		return len(m.metrics)
	}
	if m.units == nil {
		m.units = map[string]int{}
	}
	for len(m.units) < len(m.metrics) {
		m.units[m.metrics[len(m.units)].unit] = len(m.units)
	}
	if i, ok := m.units[unit]; ok {
		return i
	}
	return len(m.metrics)
}

// settle decides on the values of torn lines. Where they are few, a stray line
// of the log fell between, and the gate does without them. Where they are half
// or more the benchmark itself prints, at each start, and without them next to
// nothing would be left of it.
func (m *goBenchmark) settle(metric int) (kept []float64, dropped int) {
	values := m.metrics[metric].values
	if m.torn == nil {
		return values, 0
	}
	torn := m.torn.values[metric]
	if len(torn) == 0 || 2*len(torn) >= len(values) {
		return values, 0
	}
	next := 0
	for i, v := range values {
		if next < len(torn) && torn[next] == i {
			next++
		} else {
			kept = append(kept, v)
		}
	}
	return kept, next
}

// flush hands the blocks to the builder, once all names are known.
func (g *goReader) flush() error {
	suffixes := goSuffixes(g.blocks)
	series, runs := g.count()
	g.b.reserve(series)
	found := false
	for i, b := range g.blocks {
		if !b.results && b.failure == "" && b.panics == "" && len(b.outcomes) == 0 {
			continue
		}
		found = true
		g.b.StartRun(g.environment(b.env, suffixes[i].procs))
		for _, m := range b.order {
			name, lost := m.without(suffixes[i].text), 0
			g.b.samples = max(1, runs[goName{b.pkg, m.name}])
			for i := range m.metrics {
				values, dropped := m.settle(i)
				lost = max(lost, dropped)
				g.b.addAll(b.pkg, name, g.metric(m.metrics[i].unit), values)
			}
			g.noteTorn(Key{Group: b.pkg, Benchmark: name}, m, lost)
		}
		g.problems(b)
		g.blocks[i] = nil
	}
	if g.remarks > 10 {
		g.b.Note(Note{Code: NoteLine, Message: fmt.Sprintf("%d more lines could not be read", g.remarks-10), Advice: goLogAdvice})
	}
	if !found && g.bad != nil {
		return &SyntaxError{File: g.in.Name, Line: g.badLine, Offset: -1, Message: "no result line could be read: " + g.bad.Msg,
			Advice: "pass the output of go test -bench as it is"}
	}
	return nil
}

// environment returns one copy of what is known of blocks alike.
func (g *goReader) environment(e *goEnv, procs int) *Environment {
	at := goMachine{e, procs}
	if g.machines[at] == nil {
		g.machines[at] = e.environment(procs)
	}
	return g.machines[at]
}

type goMachine struct {
	env   *goEnv
	procs int
}

type goName struct{ pkg, name string }

// count counts the series, and in how many blocks each benchmark is; the map
// is nil where there is one block only.
func (g *goReader) count() (series int, runs map[goName]int) {
	if len(g.blocks) > 1 {
		runs = make(map[goName]int, len(g.names))
	}
	for _, b := range g.blocks {
		for _, m := range b.order {
			name := goName{b.pkg, m.name}
			if runs[name] == 0 {
				series += len(m.metrics)
			}
			if runs != nil {
				runs[name]++
			}
		}
	}
	return series, runs
}

// without returns the name without the suffix of its process; processes with
// the same share it.
func (s *goSpelling) without(suffix string) string {
	if s.printed == "" || s.suffix != suffix {
		s.printed, s.suffix = "Benchmark"+strings.TrimSuffix(s.name, suffix), suffix
	}
	return s.printed
}

// noteTorn says what became of the torn lines of a benchmark.
func (g *goReader) noteTorn(key Key, m *goBenchmark, lost int) {
	switch {
	case lost > 0:
		g.remark(m.torn.line, key, fmt.Sprintf("%s: %d of its results were torn apart by other output and left out", key.name(), lost))
	case m.torn != nil:
		g.remark(m.torn.line, key, fmt.Sprintf("%s: %d of its results were torn apart by other output and put together", key.name(), m.torn.results))
	}
}

// problems reports what failed in a block. A parent whose sub-benchmark has an
// outcome of its own is not a benchmark.
func (g *goReader) problems(b *goBlock) {
	var names []string
	if len(b.outcomes) > 0 {
		names = b.sorted()
	}
	for _, p := range b.outcomes {
		below := p.Benchmark + "/"
		if i, _ := slices.BinarySearch(names, below); i == len(names) || !strings.HasPrefix(names[i], below) {
			p.Group = b.pkg
			g.b.Problem(p)
		}
	}
	message := b.failure
	if b.panics != "" {
		message = b.panics
	}
	if message != "" {
		g.b.Problem(Problem{Group: b.pkg, Kind: Failed, Message: message})
	}
}

// sorted returns the names of all benchmarks of a block.
func (b *goBlock) sorted() []string {
	var names []string
	for _, p := range b.outcomes {
		names = append(names, p.Benchmark)
	}
	for _, m := range b.order {
		names = append(names, "Benchmark"+m.name)
	}
	slices.Sort(names)
	return names
}

// metric describes a unit of the Go format, which is its name as well: as
// printed, but for sec/op and B/s, the names of ns/op and MB/s. What go test
// itself measures is gated; of other units only what is declared in a Unit
// line, or is a rate, is known to be better one way.
func (g *goReader) metric(unit string) Metric {
	if m, ok := g.metrics[unit]; ok {
		return m
	}
	m := g.describe(unit)
	g.metrics[unit] = m
	return m
}

func (g *goReader) describe(unit string) Metric {
	factor, tidy := benchunit.Tidy(1, unit)
	by := scale{factor, 1}
	if factor < 1 {
		by = scale{1, math.Round(1 / factor)}
	}
	g.b.units[unit] = unitScale{tidy, by}
	m := Metric{Name: unit, Unit: unit}
	switch unit {
	case "ns/op", "MB/s":
		m.Name = tidy
	}
	switch tidy {
	case "sec/op":
		m.Primary = true
	case "B/op", "allocs/op":
		m.Primary, m.Count = true, true
	}
	switch better := g.units.GetBetter(tidy); {
	case better < 0:
		m.Direction = LowerIsBetter
	case better > 0 || g.units.Get(tidy, "better") == nil && strings.HasSuffix(tidy, "/s"):
		m.Direction = HigherIsBetter
	}
	if a := g.units.Get(tidy, "assume"); a != nil && a.Value == "exact" {
		m.Count = true
	}
	return m
}
