package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/noisegate/noisegate/gate"
)

// maxRetest is the length from which on the expression stands for everything,
// in bytes: a command line takes 128 KiB.
const maxRetest = 96 << 10

// retest is a regular expression (RE2) in one line for the benchmarks worth
// measuring again: regressions, and what could not be told from noise. It is
// empty where there are none.
func retest(r gate.Result) string {
	var names []string
	seen := map[string]bool{}
	for _, s := range r.Series {
		if s.Verdict != gate.Regression && s.Verdict != gate.WithinNoise || seen[s.Benchmark] {
			continue
		}
		seen[s.Benchmark] = true
		names = append(names, quoteOneLine(s.Benchmark))
	}
	if len(names) == 0 {
		return ""
	}
	expression := "^(" + strings.Join(names, "|") + ")$"
	if len(expression) > maxRetest {
		return "^(.*)$"
	}
	return expression
}

// quoteOneLine quotes a name for RE2, with control characters as escapes.
func quoteOneLine(name string) string {
	var b strings.Builder
	for _, r := range regexp.QuoteMeta(name) {
		switch {
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			fmt.Fprintf(&b, `\x{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
