package bench

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// goLines prepares the output of "go test -bench" for benchfmt: it passes on
// the lines that may be results or unit metadata and empties all others, so
// that line numbers stay true, a log line of any length does no harm, and the
// lines that only go test knows (PASS, FAIL, panic) arrive as events.
//
// A result whose line was torn apart by output of the program, as in
//
//	BenchmarkStore-4   	2026/01/15 10:00:02 slow disk
//	 1000000	      1297 ns/op
//
// is put together and marked: go test runs one benchmark at a time, so the
// numbers belong to the last name, unless another one came between.
type goLines struct {
	r    *bufio.Reader
	buf  []byte // what lines are put together in
	out  []byte // the part of it that was not read yet
	line int
	err  error

	events []*goEvent
	torn   string // name that still waits for its numbers
	detail string // last indented line, where -v puts messages
	owner  *goEvent

	// long holds the names that are too long for benchfmt, by what stands for
	// them in what is passed on.
	long map[string]string
}

// A goEvent is a line with a meaning of its own.
type goEvent struct {
	line  int
	kind  goEventKind
	name  string // of the key, package or benchmark
	value string // of the key, or a message
}

type goEventKind uint8

const (
	goHeader    goEventKind = iota // key: value
	goPass                         // PASS or ok
	goFail                         // FAIL alone, or with a package
	goPanic                        // panic: or a fatal error
	goBenchFail                    // --- FAIL: BenchmarkX
	goBenchSkip                    // --- SKIP: BenchmarkX
	goTorn                         // a result that was put together
	goLost                         // a name whose numbers did not come
	goComma                        // a number with a comma
	goLong                         // a result line beyond any length
)

// goCommaLine matches a result whose number has a comma: 12,50 or 1,234.5.
var goCommaLine = regexp.MustCompile(`^\S+[ \t]+\d+[ \t]+\d+,\d`)

// longestGoLine bounds what is passed on; benchfmt gives up at twice that.
const longestGoLine = 32 << 10

// Read implements io.Reader.
func (g *goLines) Read(p []byte) (int, error) {
	for len(g.out) == 0 {
		if g.err != nil {
			return 0, g.err
		}
		g.fill()
	}
	n := copy(p, g.out)
	g.out = g.out[n:]
	return n, nil
}

func (g *goLines) fill() {
	g.buf = g.buf[:0]
	defer func() { g.out = g.buf }()
	for len(g.buf) < 16<<10 {
		line, err := g.r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) || len(line) > longestGoLine {
			line, err = g.longLine(line, err)
		} else if err != nil && len(line) == 0 {
			g.lose()
			g.err = err
			return
		}
		g.line++
		g.take(bytes.TrimRight(line, "\r\n"))
		g.buf = append(g.buf, '\n')
		if err != nil && !errors.Is(err, io.EOF) {
			g.err = err
			return
		}
	}
}

// take looks at one line and passes it on, or not.
func (g *goLines) take(line []byte) {
	if len(line) == 0 {
		return
	}
	switch c := line[0]; {
	case c == 'B' && bytes.HasPrefix(line, []byte("Benchmark")):
		g.benchmark(line)
	case c == 'U' && bytes.HasPrefix(line, []byte("Unit")):
		g.buf = append(g.buf, line...)
	case c == ' ' || c == '\t' || '0' <= c && c <= '9':
		g.numbers(line)
	default:
		g.word(string(line))
	}
}

// benchmark takes a line that begins with Benchmark: a result, a name alone
// (go test -v), a torn result, or prose.
func (g *goLines) benchmark(line []byte) {
	end := bytes.IndexAny(line, " \t")
	if end < 0 {
		if isBenchmarkName(line) {
			g.lose()
		}
		return
	}
	name := line[:end]
	rest := bytes.TrimLeft(line[end:], " \t")
	if !isBenchmarkName(name) {
		return
	}
	g.lose()
	g.detail = ""
	switch {
	case startsNumber(rest):
		if bytes.IndexByte(line, ',') >= 0 && goCommaLine.Match(line) {
			g.event(goComma, "", shorten(string(line), 80))
		}
		g.buf = append(g.buf, line...)
	case len(name) == len("Benchmark"): // prose: "Benchmark finished in 3 s"
	default:
		g.torn = string(name)
	}
}

// isBenchmarkName reports whether go test would run a benchmark of that name:
// what follows the prefix does not begin with a lower-case letter.
func isBenchmarkName(b []byte) bool {
	r, n := utf8.DecodeRune(b[len("Benchmark"):])
	return n == 0 || !unicode.IsLower(r)
}

// startsNumber reports whether b begins with an iteration count, as a field
// of its own.
func startsNumber(b []byte) bool {
	i := 0
	for i < len(b) && '0' <= b[i] && b[i] <= '9' {
		i++
	}
	return i > 0 && i < len(b) && (b[i] == ' ' || b[i] == '\t')
}

// numbers takes a line that begins with white space or a digit: the second
// half of a torn result, or a message of a benchmark.
func (g *goLines) numbers(line []byte) {
	trimmed := bytes.TrimLeft(line, " \t")
	if g.torn != "" && startsNumber(trimmed) && bytes.Contains(trimmed, []byte("/op")) {
		g.buf = append(g.buf, g.torn...)
		g.buf = append(g.buf, '\t')
		g.buf = append(g.buf, trimmed...)
		g.event(goTorn, g.torn, "")
		g.torn = ""
		return
	}
	if bytes.HasPrefix(line, []byte("    ")) {
		g.detail = shorten(string(trimmed), 200)
		if g.owner != nil && g.owner.value == "" {
			g.owner.value = g.detail
			g.detail = ""
		}
	}
}

// word takes a line that begins with anything else.
func (g *goLines) word(line string) {
	owner := g.owner
	g.owner = nil
	switch {
	case line == "PASS" || strings.HasPrefix(line, "ok  \t") || strings.HasPrefix(line, "ok      "):
		g.lose()
		g.event(goPass, "", "")
	case line == "FAIL":
		g.lose()
		g.event(goFail, "", "the test binary ended with FAIL")
	case strings.HasPrefix(line, "FAIL\t"):
		g.lose()
		pkg, why, _ := strings.Cut(line[len("FAIL\t"):], "\t")
		if before, build, ok := strings.Cut(pkg, " ["); ok {
			pkg, why = before, "["+build
		}
		message := "go test prints FAIL for the package"
		if strings.HasPrefix(why, "[") {
			message += " " + why
		}
		g.event(goFail, pkg, message)
	case strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: "):
		g.event(goPanic, "", shorten(line, 200))
	case strings.HasPrefix(line, "--- FAIL: Benchmark"):
		g.outcome(goBenchFail, line[len("--- FAIL: "):])
	case strings.HasPrefix(line, "--- SKIP: Benchmark"):
		g.outcome(goBenchSkip, line[len("--- SKIP: "):])
	default:
		g.owner = owner
		g.header(line)
	}
}

func (g *goLines) outcome(kind goEventKind, name string) {
	name, _, _ = strings.Cut(name, " ")
	g.lose()
	g.event(kind, name, g.detail)
	g.detail = ""
	g.owner = g.events[len(g.events)-1]
}

// header takes a "key: value" line with a key that says where the run was
// measured. Other keys do not matter here.
func (g *goLines) header(line string) {
	key, value, ok := strings.Cut(line, ":")
	if !ok || value != "" && value[0] != ' ' && value[0] != '\t' {
		return
	}
	switch key {
	case "goos", "goarch", "pkg", "cpu", "toolchain", "goversion", "commit":
		g.event(goHeader, key, shorten(strings.TrimSpace(value), 500))
	}
}

// lose gives up the torn name.
func (g *goLines) lose() {
	g.owner = nil
	if g.torn != "" {
		g.event(goLost, g.torn, "")
		g.torn = ""
	}
}

func (g *goLines) event(kind goEventKind, name, value string) {
	g.events = append(g.events, &goEvent{g.line, kind, name, value})
}

// tornAt reports whether the result of a line was put together.
func (g *goLines) tornAt(line int) bool {
	return len(g.events) > 0 && g.events[0].line == line && g.events[0].kind == goTorn
}

// before returns the next event of a line before the given one, nil if there
// is none.
func (g *goLines) before(line int) *goEvent {
	if len(g.events) == 0 || g.events[0].line >= line {
		return nil
	}
	e := g.events[0]
	g.events = g.events[1:]
	return e
}
