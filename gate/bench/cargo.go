package bench

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// The lines of cargo bench: libtest's results, Criterion's results, and the
// failure of a benchmark.
var (
	libtestLine   = regexp.MustCompile(`^test (\S.*?) +\.\.\. bench: +([\d,.]+ \S+) \(\+/- [\d,.]+\)`)
	libtestFailed = regexp.MustCompile(`^test (\S.*?) +\.\.\. FAILED`)
	libtestHead   = regexp.MustCompile(`^running \d+ tests?$`)
	criterionLine = regexp.MustCompile(`^(\S.*?)? +time: +\[(\S+ \S+ \S+ \S+ \S+ \S+)\]`)
)

// cargoText reports whether the lines are the output of cargo bench, with
// libtest or with Criterion.
func cargoText(lines []string) bool {
	for _, l := range lines {
		// Most text is of other tools, and the expressions are slow to say no.
		if !strings.HasPrefix(l, "test ") && !strings.HasPrefix(l, "running ") && !strings.Contains(l, "time: ") {
			continue
		}
		if libtestLine.MatchString(l) || criterionLine.MatchString(l) || libtestHead.MatchString(l) {
			return true
		}
	}
	return false
}

// maxLine is the longest line that the text of cargo bench may have.
const maxLine = 1 << 20

// readCargo reads the text of cargo bench, to name what has no samples: one
// median and a spread are what libtest prints of a benchmark, and Criterion an
// interval.
func readCargo(r io.Reader, b *Builder) error {
	b.StartRun(&Environment{Harness: "cargo bench"})
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	name := "" // of a long name, which Criterion prints on a line of its own
	for lines.Scan() {
		line := strings.TrimRight(lines.Text(), " \r")
		if m := libtestLine.FindStringSubmatch(line); m != nil {
			b.Problem(Problem{Benchmark: m[1], Kind: Unusable, Message: "libtest prints only a median of it (" + m[2] + ")",
				Advice: "write the benchmark with Criterion.rs, which keeps its samples in target/criterion"})
		} else if m := criterionLine.FindStringSubmatch(line); m != nil {
			if m[1] != "" {
				name = m[1]
			}
			b.Problem(Problem{Benchmark: name, Kind: Unusable, Message: "Criterion's text holds only an interval of it",
				Advice: "pass target/criterion/**/new/sample.json, which Criterion wrote in the same run"})
		} else if m := libtestFailed.FindStringSubmatch(line); m != nil {
			b.Problem(Problem{Benchmark: m[1], Kind: Failed})
		} else if after, ok := strings.CutPrefix(line, "Benchmarking "); ok {
			name, _, _ = strings.Cut(after, ": ")
		} else if line != "" {
			name = line
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("reading lines: %w", err)
	}
	return nil
}
