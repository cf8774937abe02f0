package bench

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"regexp"

	"golang.org/x/perf/benchfmt"
)

var (
	goResultLine = regexp.MustCompile(`^Benchmark\S*[ \t]+\d+[ \t]+[0-9.,eE+-]+[ \t]\S`)
	goOtherLine  = regexp.MustCompile(`^((goos|goarch): \w+$|pkg: \S+$|(ok  |\?   |FAIL)\t\S|--- (FAIL|BENCH|SKIP): Benchmark)`)
)

// sniffGo knows the text by a result or a line that only go test prints, and
// the stream of go test -json by its events.
func sniffGo(h *head) bool {
	if isTest2JSON(h.lines()) {
		return true
	}
	for _, line := range h.lines() {
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
	text, _ := br.Peek(SniffLen)
	lines := &goLines{r: br}
	var source []int
	if isTest2JSON(linesOf(text)) {
		text, numbers, err := joinTest2JSON(br, in)
		if err != nil {
			return err
		}
		lines.r, source = bufio.NewReaderSize(text, SniffLen), numbers
	}
	g := &goReader{in: in, b: b, lines: lines, source: source, config: map[string]string{}, seen: map[string]bool{},
		envs: map[goEnv]*goEnv{}, names: map[string]*goSpelling{}, metrics: map[string]Metric{}, machines: map[goMachine]*Environment{}}
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
	block   *goBlock         // nil between blocks
	envs    map[goEnv]*goEnv // one copy of each
	bad     *benchfmt.SyntaxError
	badLine int // its line in the file
	comma   *goEvent
	remarks int

	names        map[string]*goSpelling // by what benchfmt calls them
	metrics      map[string]Metric      // by unit, once all is read
	last, before *goBenchmark           // the last two that were opened
	room         chunks
	machines     map[goMachine]*Environment
}

// A goSpelling is a name, one for all blocks.
type goSpelling struct {
	name string
	// printed is the name without the suffix of a process.
	printed, suffix string
	// block is the last one that the name was in, and as what.
	block *goBlock
	as    *goBenchmark
}

func (g *goReader) read() error {
	r := benchfmt.NewReader(g.lines, g.in.Name)
	for r.Scan() {
		record := r.Result()
		_, line := record.Pos()
		g.catchUp(line)
		switch record := record.(type) {
		case *benchfmt.Result:
			g.result(record, g.lines.tornAt(line))
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
		case goLost:
			g.remark(g.lineOf(e.line), Key{Benchmark: e.name}, fmt.Sprintf("the numbers after the name %q could not be read", shorten(e.name, 120)))
		case goLong:
			g.remark(g.lineOf(e.line), Key{}, fmt.Sprintf("a result line that begins with %q is longer than any that can be read", e.value))
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
	env := goEnv{cpu: g.config["cpu"], os: g.config["goos"], arch: g.config["goarch"], tool: tool, commit: g.config["commit"]}
	if b.env = g.envs[env]; b.env == nil {
		b.env = &env
		g.envs[env] = b.env
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
		g.block = &goBlock{}
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
	g.remark(line, Key{}, "a result line could not be read: "+e.Msg)
}

// remark notes a line that was passed over. A file with many of them gets a
// few notes and a count.
func (g *goReader) remark(line int, key Key, message string) {
	g.remarks++
	if g.remarks <= 10 {
		g.b.Note(Note{Code: NoteLine, Line: line, Key: key, Message: message, Advice: goLogAdvice})
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

// start opens a benchmark of a block.
func (g *goReader) start(b *goBlock, s *goSpelling) *goBenchmark {
	metrics := 0
	if g.before = g.last; g.before != nil {
		metrics = len(g.before.metrics)
	}
	m := &goBenchmark{goSpelling: s, metrics: make([]goMetric, 0, metrics)}
	g.last = m
	s.block, s.as = b, m
	b.order = append(b.order, m)
	return m
}

// result keeps the values of one line.
func (g *goReader) result(r *benchfmt.Result, torn bool) {
	b := g.current()
	b.results = true
	s := g.names[string(r.Name)]
	if s == nil {
		s = &goSpelling{name: g.lines.nameOf(r.Name)}
		g.names[string(r.Name)] = s
	}
	m := s.as
	if s.block != b {
		m = g.start(b, s)
	}
	if torn {
		if m.torn == nil {
			_, line := r.Pos()
			m.torn = &goTears{line: g.lineOf(line), values: map[int][]int{}}
		}
		m.torn.results++
	}
	before := g.before
	if m != g.last {
		before = nil
	}
	for _, v := range r.Values {
		unit, value := v.Unit, v.Value
		if v.OrigUnit != "" {
			unit, value = v.OrigUnit, v.OrigValue
		}
		m.add(unit, value, torn, before, &g.room)
	}
}
