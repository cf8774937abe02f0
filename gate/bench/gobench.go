package bench

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"
)

var (
	goResultLine = regexp.MustCompile(`^Benchmark\S*[ \t]+\d+[ \t]+[0-9.,eE+-]+[ \t]\S`)
	goOtherLine  = regexp.MustCompile(`^((goos|goarch): \w+$|pkg: \S+$|(ok  |\?   |FAIL)\t\S|--- (FAIL|BENCH|SKIP): Benchmark)`)
)

// sniffGo knows the text by a result or a line that only go test prints, and
// the stream of go test -json by its events.
func sniffGo(head []byte, _ string) bool {
	if isTest2JSON(head) {
		return true
	}
	for _, line := range linesOf(head) {
		if goResultLine.MatchString(line) || goOtherLine.MatchString(line) {
			return true
		}
	}
	return false
}

// readGo reads the text of go test -bench. A block, up to the next header
// after PASS or ok, is a run; the lines of a name are its repetitions.
func readGo(r io.Reader, in Input, b *Builder) error {
	br := bufio.NewReaderSize(r, SniffLen)
	head, _ := br.Peek(SniffLen)
	lines := &goLines{r: br}
	var source []int
	if isTest2JSON(head) {
		text, numbers, err := joinTest2JSON(br, in)
		if err != nil {
			return err
		}
		lines.r, source = bufio.NewReaderSize(text, SniffLen), numbers
	}
	g := &goReader{in: in, b: b, lines: lines, source: source, config: map[string]string{}, seen: map[string]bool{}}
	if err := g.read(); err != nil {
		return err
	}
	return g.flush()
}

type goReader struct {
	in     Input
	b      *Builder
	lines  *goLines
	source []int // line of the file for each line of a joined stream
	units  benchfmt.UnitMetadataMap

	config  map[string]string
	seen    map[string]bool // header keys of this block
	blocks  []*goBlock
	block   *goBlock // nil between blocks
	bad     *benchfmt.SyntaxError
	badLine int // its line in the file
	comma   *goEvent
	torn    int
	remarks int
}

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
}

type goMetric struct {
	unit   string
	values []float64
}

func (g *goReader) read() error {
	r := benchfmt.NewReader(g.lines, g.in.Name)
	for r.Scan() {
		record := r.Result()
		_, line := record.Pos()
		g.catchUp(line)
		switch record := record.(type) {
		case *benchfmt.Result:
			g.result(record)
		case *benchfmt.SyntaxError:
			g.unreadable(record)
		}
	}
	if err := r.Err(); err != nil {
		return fmt.Errorf("reading %q: %w", g.in.Name, err)
	}
	g.catchUp(math.MaxInt)
	g.units = r.Units()
	if c := g.comma; c != nil {
		return &SyntaxError{File: g.in.Name, Line: g.lineOf(c.line), Offset: -1,
			Message: fmt.Sprintf("a number with a comma in %q", c.value),
			Advice:  "numbers need a decimal point; run the benchmark with LC_ALL=C"}
	}
	return nil
}

// catchUp handles the events up to a line.
func (g *goReader) catchUp(line int) {
	for e := g.lines.before(line); e != nil; e = g.lines.before(line) {
		switch e.kind {
		case goHeader:
			g.header(e)
		case goPass:
			if g.block != nil {
				g.block.panics = ""
			}
			g.end()
		case goFail:
			g.fail(e)
		case goPanic:
			g.current().panics = e.value
		case goBenchFail:
			g.outcome(e, Failed)
		case goBenchSkip:
			g.outcome(e, Skipped)
		case goTorn:
			g.torn++
		case goLost:
			g.remark(g.lineOf(e.line), e.name, fmt.Sprintf("the numbers after the name %q could not be read", shorten(e.name, 120)))
		case goComma:
			if g.comma == nil {
				g.comma = e
			}
		}
	}
}

// header takes a line of configuration. One that comes again after results,
// or another package, is another process even where no PASS stands between.
func (g *goReader) header(e *goEvent) {
	again := g.seen[e.name] && (e.name == "goos" || e.name == "pkg" || e.name == "goarch")
	if g.block != nil && g.block.results && again {
		g.end()
	}
	g.seen[e.name] = true
	g.config[e.name] = e.value
	if g.block != nil {
		g.configure(g.block)
	}
}

func (g *goReader) configure(b *goBlock) {
	b.pkg = g.config["pkg"]
	tool := g.config["toolchain"]
	if v := g.config["goversion"]; v != "" {
		tool = v
	}
	*b.env = Environment{
		CPU: g.config["cpu"], OS: g.config["goos"], Arch: g.config["goarch"],
		Toolchain: tool, Commit: g.config["commit"], Harness: "go test",
	}
}

// end ends the block, if there is one.
func (g *goReader) end() {
	g.block = nil
	clear(g.seen)
}

// current returns the block that lines belong to now.
func (g *goReader) current() *goBlock {
	if g.block == nil {
		g.block = &goBlock{env: &Environment{}, names: map[string]*goBenchmark{}}
		g.configure(g.block)
		g.blocks = append(g.blocks, g.block)
	}
	return g.block
}

// fail takes FAIL. Alone it is the test binary's, or go test's last word; with
// a package it is about that one, which may never have started.
func (g *goReader) fail(e *goEvent) {
	if e.name == "" {
		if g.block != nil && g.block.failure == "" {
			g.block.failure = e.value
		}
		return
	}
	if g.block == nil || g.block.pkg != e.name && (g.block.results || g.block.pkg != "") {
		g.end()
		g.current()
	}
	g.block.pkg = e.name
	g.block.failure = e.value
	g.end()
}

func (g *goReader) outcome(e *goEvent, kind ProblemKind) {
	b := g.current()
	b.outcomes = append(b.outcomes, Problem{Benchmark: e.name, Kind: kind, Message: e.value})
}

// unreadable notes a line that benchfmt could not take.
func (g *goReader) unreadable(e *benchfmt.SyntaxError) {
	line := g.lineOf(e.Line)
	if g.bad == nil {
		g.bad, g.badLine = e, line
	}
	g.remark(line, "", "a result line could not be read: "+e.Msg)
}

// remark notes a line that was passed over. A file with many of them gets a
// few notes and a count.
func (g *goReader) remark(line int, name, message string) {
	g.remarks++
	if g.remarks <= 10 {
		g.b.Note(Note{Code: NoteLine, Line: line, Key: Key{Benchmark: name}, Message: message, Advice: goLogAdvice})
	}
}

const goLogAdvice = "keep the output of the benchmarked program out of the file"

func (g *goReader) lineOf(line int) int {
	if g.source == nil {
		return line
	}
	if line < 1 || line > len(g.source) {
		return 0
	}
	return g.source[line-1]
}

func (g *goReader) result(r *benchfmt.Result) {
	b := g.current()
	b.results = true
	m := b.names[string(r.Name)]
	if m == nil {
		m = &goBenchmark{name: string(r.Name)}
		b.names[m.name] = m
		b.order = append(b.order, m)
	}
	for _, v := range r.Values {
		unit, value := v.Unit, v.Value
		if v.OrigUnit != "" {
			unit, value = v.OrigUnit, v.OrigValue
		}
		m.add(unit, value)
	}
}

func (m *goBenchmark) add(unit string, value float64) {
	for i := range m.metrics {
		if m.metrics[i].unit == unit {
			m.metrics[i].values = append(m.metrics[i].values, value)
			return
		}
	}
	m.metrics = append(m.metrics, goMetric{unit, []float64{value}})
}

// flush hands the blocks to the builder, once all names are known.
func (g *goReader) flush() error {
	suffixes := goSuffixes(g.blocks)
	found := false
	for i, b := range g.blocks {
		if !b.results && b.failure == "" && b.panics == "" && len(b.outcomes) == 0 {
			continue
		}
		found = true
		b.env.Procs = suffixes[i].procs
		g.b.StartRun(b.env)
		for _, m := range b.order {
			name := "Benchmark" + strings.TrimSuffix(m.name, suffixes[i].text)
			for _, v := range m.metrics {
				g.b.addAll(b.pkg, name, g.metric(v.unit), v.values)
			}
		}
		g.problems(b)
	}
	if g.torn > 0 {
		g.b.Note(Note{Code: NoteLine, Message: fmt.Sprintf("results that log lines had torn apart were put together: %d", g.torn),
			Advice: goLogAdvice})
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
// printed, but for sec/op and B/s, the names of ns/op and MB/s. What go test itself measures is
// gated; of other units only what is declared in a Unit line, or is a rate, is
// known to be better one way.
func (g *goReader) metric(unit string) Metric {
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
