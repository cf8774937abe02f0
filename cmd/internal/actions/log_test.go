package actions

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

func TestHarmless(t *testing.T) {
	check := func(in, want string) {
		t.Helper()
		if got := Harmless(in); got != want {
			t.Errorf("Harmless(%q) = %q, want %q", in, got, want)
		}
	}
	check("plain", "plain")
	check("a\nb\n", "a\nb\n")
	check("::error::boom", ": :error::boom")
	check("x\n  \t::add-mask::s", "x\n  \t: :add-mask::s")
	check("name ::error:: inside", "name ::error:: inside")
	check("x ##[error]legacy", "x ## [error]legacy")
	check("crlf\r\nnext", "crlf\nnext")
	check("BM_\r::stop-commands::tok", "BM_\ufffd::stop-commands::tok")
	check("\x1b[31mred\x1b[0m", "\ufffd[31mred\ufffd[0m")
	check("left\u202eright", "left\ufffdright")
	check("a\u2028::error::b", "a\ufffd::error::b")
	check("\u00a0::error::nbsp", "\u00a0: :error::nbsp")
}

// A runner acts on a line that begins with :: after white space, and on ##[
// anywhere.
var command = regexp.MustCompile(`(?m)^\s*::|##\[`)

func TestHarmlessHoldsNoCommand(t *testing.T) {
	part := rapid.SampledFrom([]string{"::", "##[", "#", "[", ":", "\r", "\n", " ", "\t", "error", "\u2028", "\u00a0", "\v", "x", "::error::"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(part, 0, 12).Draw(t, "parts"), "")
		got := Harmless(text)
		if command.MatchString(got) {
			t.Fatalf("Harmless(%q) = %q holds a command", text, got)
		}
		for _, line := range strings.Split(got, "\n") {
			if strings.HasPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::") {
				t.Fatalf("Harmless(%q) = %q begins a line with ::", text, got)
			}
		}
		if again := Harmless(got); again != got {
			t.Fatalf("Harmless is not settled: %q then %q", got, again)
		}
	})
}

func TestAnnotate(t *testing.T) {
	var out bytes.Buffer
	r := New(environment{"GITHUB_ACTIONS": "true"}.get, &out)
	left := r.Annotate(
		Annotation{Level: Error, Title: "title: a, b", Message: "first\n::error::second\r100%"},
		Annotation{Level: Notice, Message: "plain"},
		Annotation{Level: Warning, Message: "at", File: "a,b/x_test.go", Line: 7},
		Annotation{Level: Warning, Message: "in", File: "x\n::error::y"},
	)
	want := "::error title=title%3A a%2C b::first%0A: :error::second\ufffd100%25\n::notice::plain\n" +
		"::warning file=a%2Cb/x_test.go,line=7::at\n::warning file=x%0A%3A %3Aerror%3A%3Ay::in\n"
	if got := out.String(); got != want || left != nil {
		t.Errorf("Annotate wrote %q, left %v; want %q", got, left, want)
	}
}

func TestAnnotateKeepsToTheLimit(t *testing.T) {
	var out bytes.Buffer
	r := New(environment{"GITHUB_ACTIONS": "true"}.get, &out)
	list := make([]Annotation, 25)
	for i := range list {
		list[i] = Annotation{Level: Error, Message: strings.Repeat("ö", 10_000)}
	}
	list[24].Level = Warning
	if left := r.Annotate(list[:3]...); left != nil {
		t.Errorf("the first ones were left out: %v", left)
	}
	// What was shown before counts.
	if left := r.Annotate(list[3:]...); len(left) != 14 {
		t.Errorf("Annotate left %d out, want 14", len(left))
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 11 {
		t.Errorf("Annotate wrote %d lines, want 11", len(lines))
	}
	for _, l := range lines {
		if len(l) > maxMessage+20 || strings.ContainsRune(l, '\ufffd') {
			t.Errorf("an annotation of %d bytes, or one cut inside a character", len(l))
		}
	}
}

func TestOutsideOfActions(t *testing.T) {
	var out bytes.Buffer
	r := New(environment{}.get, &out)
	r.Annotate(Annotation{Level: Warning, Title: "noisegate", Message: "careful\n::error::x"})
	if got, want := out.String(), "warning: noisegate: careful\n: :error::x\n"; got != want {
		t.Errorf("outside of Actions: %q, want %q", got, want)
	}
}

// environment is a fixed environment.
type environment map[string]string

func (e environment) get(name string) string { return e[name] }

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errBroken }

func TestBrokenStdoutIsNoPanic(t *testing.T) {
	r := New(environment{"GITHUB_ACTIONS": "true"}.get, brokenPipe{})
	r.Annotate(Annotation{Level: Error, Title: "t", Message: "m"})
	if _, err := r.Log().Write([]byte("line\n")); err != nil {
		t.Errorf("Log().Write: %v", err)
	}
}
