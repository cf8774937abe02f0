package bench

import (
	"fmt"
	"math"
	"strings"

	"golang.org/x/perf/benchunit"
)

// A goBlock is one process start.
type goBlock struct {
	pkg   string
	env   *Environment
	names map[string]*goBenchmark
	order []*goBenchmark
	// outcomes are benchmarks that failed or were skipped; failure and panics
	// are about the block as a whole.
	outcomes        []Problem
	failure, panics string
	results         bool
}

type goBenchmark struct {
	name    string
	metrics []goMetric
	torn    *goTears // nil where all lines came whole
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
	i := 0
	for i < len(m.metrics) && m.metrics[i].unit != unit {
		i++
	}
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
		b.env.Procs = suffixes[i].procs
		g.b.StartRun(b.env)
		for _, m := range b.order {
			name, lost := g.printed(m.name, suffixes[i].text), 0
			g.b.samples = max(1, runs[goName{b.pkg, m.name}])
			for i := range m.metrics {
				values, dropped := m.settle(i)
				lost = max(lost, dropped)
				g.b.addAll(b.pkg, name, g.metric(m.metrics[i].unit), values)
			}
			g.noteTorn(Key{Group: b.pkg, Benchmark: name}, m, lost)
		}
		g.problems(b)
		b.order, b.names = nil, nil
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

// series guesses how many series there are.
func (g *goReader) series() int {
	if g.last == nil {
		return 0
	}
	return len(g.names) * min(len(g.last.metrics), 4)
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

// printed returns the name of a benchmark without the suffix of its process,
// one copy for all processes.
func (g *goReader) printed(name, suffix string) string {
	key := goName{suffix, name}
	full, ok := g.full[key]
	if !ok {
		full = "Benchmark" + strings.TrimSuffix(name, suffix)
		g.full[key] = full
	}
	return full
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
	for _, p := range b.outcomes {
		if !hasSub(b, p.Benchmark) {
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

func hasSub(b *goBlock, name string) bool {
	for _, p := range b.outcomes {
		if strings.HasPrefix(p.Benchmark, name+"/") {
			return true
		}
	}
	for _, m := range b.order {
		if strings.HasPrefix("Benchmark"+m.name, name+"/") {
			return true
		}
	}
	return false
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
