package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A change cannot have the reports written over what lies outside of the
// workspace by checking in links where they go, and loses no verdict by it.
func TestReportsStayInTheWorkspace(t *testing.T) {
	const victim = "not to be written"
	tests := []struct {
		name string
		link map[string]string // where to what; OUT is a folder outside
		ok   bool
	}{
		{name: "no link", ok: true},
		{name: "a link inside", link: map[string]string{"noisegate-report": "real"}, ok: true},
		{name: "the folder", link: map[string]string{"noisegate-report": "OUT"}},
		{name: "a folder above", link: map[string]string{"noisegate-report": "real", "real": "OUT"}},
		{name: "a file", link: map[string]string{"noisegate-report/report.json": "OUT/report.json"}},
		{name: "a file that is not there", link: map[string]string{"noisegate-report/report.json": "OUT/new.json"}},
		{name: "a loop", link: map[string]string{"noisegate-report": "noisegate-report"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			work, out := t.TempDir(), t.TempDir()
			results := "pkg: example.test/a\n" + strings.Repeat("BenchmarkA \t 1\t 10 ns/op\n", 6) + "PASS\n"
			files := map[string]string{filepath.Join(work, "head.txt"): results, filepath.Join(out, "report.json"): victim}
			for name, text := range files {
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Mkdir(filepath.Join(work, "real"), 0o755); err != nil {
				t.Fatal(err)
			}
			for at, to := range test.link {
				at = filepath.Join(work, at)
				if filepath.Base(at) == "real" {
					if err := os.Remove(at); err != nil {
						t.Fatal(err)
					}
				}
				if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(strings.Replace(to, "OUT", out, 1), at); err != nil {
					t.Fatal(err)
				}
			}
			env := map[string]string{"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": work, "GITHUB_EVENT_NAME": "pull_request_target",
				"GITHUB_OUTPUT": filepath.Join(t.TempDir(), "out"), "GITHUB_STEP_SUMMARY": filepath.Join(t.TempDir(), "summary"),
				"INPUT_CANDIDATE": "head.txt", "INPUT_BASELINE": "head.txt", "INPUT_OUTPUT": "json=noisegate-report/report.json"}
			var stdout, stderr bytes.Buffer
			if status := Main(context.Background(), []string{"action"}, nil, &stdout, &stderr, func(name string) string { return env[name] }); status != 0 {
				t.Errorf("exit %d", status)
			}
			if _, err := os.Stat(filepath.Join(work, "noisegate-report", "report.html")); test.ok && err != nil {
				t.Error(err)
			}
			if refused := strings.Contains(stdout.String(), "a link that leaves the workspace"); refused == test.ok {
				t.Errorf("refused: %v\n%s", refused, &stdout)
			}
			text, err := os.ReadFile(filepath.Join(out, "report.json"))
			list, _ := os.ReadDir(out)
			if err != nil || string(text) != victim || len(list) != 1 {
				t.Errorf("outside of the workspace: %d files, %.40q, %v", len(list), text, err)
			}
		})
	}
}
