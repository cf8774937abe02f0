package report

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

var runnerCommand = regexp.MustCompile(`(?m)^\s*::|##\[`)

// checkTerminal checks that a text can be printed to a terminal and to the
// log of a job.
func checkTerminal(t *testing.T, text string) {
	t.Helper()
	for _, r := range text {
		if r != '\n' && invisible(r) {
			t.Errorf("%U in the text", r)
		}
	}
	if m := runnerCommand.FindString(text); m != "" {
		t.Errorf("a runner would take %q for a command", m)
	}
}

func TestTextIsSafe(t *testing.T) {
	d := hostileNames()
	for _, width := range []int{0, 20, 40, 60, 96, 120, 200} {
		checkTerminal(t, render(t, "text", d, Options{Width: width, Verbose: true}))
	}
}

// TestTextWidth: lines fit, but for single words and numbers that do not.
func TestTextWidth(t *testing.T) {
	for _, s := range situations()[:8] {
		for _, columns := range []int{60, 80} {
			for _, l := range strings.Split(render(t, "text", s.doc, Options{Width: columns}), "\n") {
				if width(l) > columns+20 {
					t.Errorf("%s at %d: %d columns: %s", s.name, columns, width(l), l)
				}
			}
		}
	}
}

func TestColorOnlyWhereAskedFor(t *testing.T) {
	for _, s := range situations() {
		if strings.Contains(render(t, "text", s.doc, Options{}), "\x1b") {
			t.Errorf("%s: colour without being asked", s.name)
		}
	}
	colored := render(t, "text", regression(), Options{Color: true})
	if !strings.Contains(colored, "\x1b[") {
		t.Error("no colour")
	}
	plain := regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(colored, "")
	if plain != render(t, "text", regression(), Options{}) {
		t.Error("colour changes more than colour")
	}
}

func TestTextVerbose(t *testing.T) {
	d := many(400)
	short, long := render(t, "text", d, Options{}), render(t, "text", d, Options{Verbose: true})
	for _, s := range d.Series {
		if !strings.Contains(long, s.Benchmark) {
			t.Fatalf("-v does not show %s", s.Benchmark)
		}
	}
	if !strings.Contains(short, "more (-v shows them)") || len(short) > len(long)/2 {
		t.Errorf("%d bytes, verbose %d", len(short), len(long))
	}
}

func TestWrap(t *testing.T) {
	check := func(s string, columns, indent int, want string) {
		t.Helper()
		if got := strings.Join(wrap(s, columns, indent), "/"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check("one two three", 0, 2, "one two three")
	check("one two three", 7, 0, "one two/three")
	check("  - one two", 7, 4, "  - one/two")
	check("one ::two three", 5, 0, "one ::two/three")
	check("waytoolong x", 5, 0, "waytoolong/x")
}

func TestCut(t *testing.T) {
	for _, s := range []string{"", "short", strings.Repeat("x", 300), strings.Repeat("語", 80), "é" + strings.Repeat("🚀", 40)} {
		for columns := 8; columns < 120; columns += 7 {
			got := cut(s, columns)
			if width(got) > columns || !utf8.ValidString(got) {
				t.Errorf("cut(%.10q…, %d) has %d columns", s, columns, width(got))
			}
			if width(s) <= columns && got != s {
				t.Errorf("cut(%q, %d) = %q", s, columns, got)
			}
		}
	}
}
