package main

import (
	"strings"
	"testing"
)

func TestWorkspaceRelative(t *testing.T) {
	check := func(w workspace, name, want string) {
		t.Helper()
		if got := w.relative(name); got != want {
			t.Errorf("%q in %q from %q: %q, want %q", name, w.root, w.from, got, want)
		}
	}
	home, below := workspace{"/w", "/w"}, workspace{"/w", "/w/bench"}
	check(home, "/w/results/a.json", "results/a.json")
	check(home, "results/a.json", "results/a.json")
	check(home, "./results//a.json", "results/a.json")
	check(home, "/w/runs/**/*.json", "runs/**/*.json")
	check(home, "/w/runs/", "runs/")
	check(home, "/w", ".")
	check(home, "/elsewhere/a.json", "/elsewhere/a.json")
	check(home, "/world/a.json", "/world/a.json")
	check(home, "../a.json", "../a.json")
	check(home, "-", "-")
	check(home, "", "")
	check(below, "a.json", "bench/a.json")
	check(below, "../base/a.json", "base/a.json")
	check(below, "/w/a.json", "a.json")
	check(workspace{}, "/w/a.json", "/w/a.json")
}

// TestReproduction: the command names the files and what decides, and not
// where documents went; and it can be parsed again to the same.
func TestReproduction(t *testing.T) {
	check := func(line, want string) {
		t.Helper()
		got := parseCompare(t, strings.Fields(line)).reproduction(workspace{"/w", "/w"}).command()
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		words := strings.Fields(strings.ReplaceAll(got, "'", ""))[1:]
		if again := parseCompare(t, words).reproduction(workspace{"/w", "/w"}).command(); again != got {
			t.Errorf("again %s\nfirst %s", again, got)
		}
	}
	check("compare --baseline /w/base.json --candidate head.json --output json=/tmp/x.json --output markdown -q -v",
		"noisegate compare --baseline base.json --candidate head.json")
	check("compare --candidate /w/head/*.json --aa /w/aa/ --history old/*.json --baseline base.json --threshold 3% --no-baseline warn --config /w/ci/gate.yml --output text",
		"noisegate compare --baseline base.json --candidate 'head/*.json' --aa aa/ --history 'old/*.json' --threshold=3% --no-baseline=warn --config ci/gate.yml")
}

func parseCompare(t *testing.T, args []string) *compareCmd {
	t.Helper()
	grammar := &cli{}
	parser, err := (&app{}).parser(grammar)
	if err != nil {
		t.Fatal(err)
	}
	parser.Exit = func(int) {}
	if _, err := parser.Parse(gatherFiles(args)); err != nil {
		t.Fatal(err)
	}
	return &grammar.Compare
}
