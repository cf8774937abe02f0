package bench

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Detect returns the format that is at home in a file, from its first bytes
// (up to [SniffLen]) and its name. The error says what the file looks like; it
// is a *[SyntaxError].
func Detect(head []byte, name string) (Format, error) {
	return detect(newHead(head, name))
}

func detect(h *head) (Format, error) {
	var found []Format
	for _, f := range formats {
		if !f.ask && f.sniff(h) {
			found = append(found, f)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Format{}, unknown(h)
	}
	return Format{}, &SyntaxError{File: h.name, Offset: -1,
		Message: fmt.Sprintf("the file looks like %s as well as %s", found[0].Name, found[1].Name),
		Advice:  "put the results of each harness into a file of its own"}
}

// unknown is the error for a file that no reader knows.
func unknown(h *head) *SyntaxError {
	e := &SyntaxError{File: h.name, Offset: -1}
	look, advice := looksLike(h)
	e.Message = "not a result file that noisegate knows: " + look
	if advice == "" {
		advice = "known formats: " + strings.Join(formatNames(), ", ")
	}
	e.Advice = advice
	return e
}

// Signs are the first words of outputs that people pass by mistake.
var signs = []struct{ text, look, advice string }{
	{"command,mean,stddev", "hyperfine's CSV export", "use hyperfine --export-json"},
	{"name,iterations,real_time,cpu_time", "Google Benchmark's CSV", "use --benchmark_out=FILE --benchmark_out_format=json"},
	{"Run on (", "Google Benchmark's console output", "use --benchmark_out=FILE --benchmark_out_format=json"},
	{"# JMH version:", "JMH's console output", "use -rf json -rff FILE"},
	{"Mode  Cnt", "JMH's table", "use -rf json -rff FILE"},
	{"test bench_", "the output of cargo bench", "it holds no samples; use criterion, whose target/criterion/**/new/sample.json does"},
	{"benchmark name", "Catch2's console output", "it holds no samples"},
	{"window.BENCHMARK_DATA", "the history file of github-action-benchmark", "it holds no samples; pass the harness's own output"},
	{" sec/op ", "the output of benchstat", "pass the output of go test -bench itself"},
	{"name old time/op", "the output of benchstat", "pass the output of go test -bench itself"},
	{"<testsuite", "JUnit's XML, which holds no benchmark of Catch2", "use -r xml -o FILE"},
	{"<?xml", "XML", ""},
	{"<html", "HTML", ""},
	{"<!DOCTYPE", "HTML", ""},
}

// looksLike describes the head of a file in words that are safe to print.
func looksLike(h *head) (look, advice string) {
	head := h.text
	switch {
	case len(head) == 0:
		return "the file is empty", "check that the benchmark ran and wrote its results there"
	case len(bytes.TrimSpace(head)) == 0:
		return "the file holds white space only", "check that the benchmark ran and wrote its results there"
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return "a zip archive", "unpack it first"
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return "gzip data", "unpack it first"
	}
	lines := h.lines()
	if !isText(strings.Join(lines, "\n")) {
		return "binary data", ""
	}
	for _, f := range formats {
		if f.ask && f.sniff(h) {
			return "JSON of custom benchmarks, which does not say whether smaller or bigger is better", "say --format customsmaller or --format custombigger"
		}
	}
	if o := h.outline(); o.root != 0 {
		return lookOfJSON(o)
	}
	for _, s := range signs {
		for _, line := range lines {
			if strings.Contains(line, s.text) {
				return "it looks like " + s.look, s.advice
			}
		}
	}
	return fmt.Sprintf("text that begins with %q", shorten(firstLine(lines), 60)), ""
}

func lookOfJSON(o outline) (look, advice string) {
	switch {
	case strings.HasPrefix(o.texts["schema"], "noisegate/report/"):
		return "a report of noisegate", "pass the results that it was made from"
	case o.texts["type"] == "bench" || o.texts["type"] == "suite":
		return "libtest's JSON, which holds a median and no samples", "use criterion, whose target/criterion/**/new/sample.json does"
	}
	kind := "a JSON object"
	if o.root == '[' {
		kind = "a JSON array"
	}
	keys := o.keys()
	if len(keys) == 0 {
		return kind + " without any key", ""
	}
	for i, k := range keys {
		keys[i] = fmt.Sprintf("%q", shorten(k, 40))
	}
	return kind + " with the keys " + strings.Join(keys, ", "), ""
}

func firstLine(lines []string) string {
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			return l
		}
	}
	return ""
}

// isText reports whether s holds no bytes that text does not have. A character
// that the end of the head cut in two does not count.
func isText(s string) bool {
	odd := 0
	for i, r := range s {
		if r == utf8.RuneError && i < len(s)-utf8.UTFMax || r < ' ' && r != '\t' && r != '\n' && r != '\r' && r != '\x1b' && r != '\b' && r != '\f' {
			odd++
		}
	}
	return odd*100 <= len(s)
}
