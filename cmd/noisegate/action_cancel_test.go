package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
	"github.com/noisegate/noisegate/gate"
)

// A job that is cancelled while it looks for the baseline leaves a summary
// that nobody can take for a pass.
func TestCancelled(t *testing.T) {
	server := hubtest.Start(&hubtest.World{Owner: "acme", Name: "widgets", ID: 1}, nil)
	defer server.Close()
	dir := t.TempDir()
	candidate := "pkg: example.test/a\nBenchmarkA \t 1\t 10 ns/op\nPASS\n"
	if err := os.WriteFile(filepath.Join(dir, "head.txt"), []byte(candidate), 0o644); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": dir, "GITHUB_OUTPUT": filepath.Join(dir, "out"),
		"GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary"), "GITHUB_REPOSITORY": "acme/widgets", "GITHUB_API_URL": server.URL(),
		"GITHUB_EVENT_NAME": "push", "GITHUB_REF": "refs/heads/main", "GITHUB_RUN_ID": "600",
		"GITHUB_WORKFLOW_REF": "acme/widgets/.github/workflows/bench.yml@refs/heads/main",
		"INPUT_CANDIDATE":     "head.txt", "INPUT_GITHUB-TOKEN": "ghs_secret",
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	status := Main(ctx, []string{"action"}, nil, &stdout, &stderr, func(name string) string { return env[name] })
	if status != gate.ExitGitHub {
		t.Errorf("exit %d, want %d\n%s%s", status, gate.ExitGitHub, &stdout, &stderr)
	}
	summary, err := os.ReadFile(filepath.Join(dir, "summary"))
	if err != nil || !strings.Contains(string(summary), "nothing was judged") {
		t.Errorf("summary %q, %v", summary, err)
	}
}

// A defect of the program is exit 4 and a message, not a crash.
func TestPanicIsNoCrash(t *testing.T) {
	var stdout, stderr bytes.Buffer
	getenv := func(name string) string {
		if name == "NO_COLOR" || name == "NOISEGATE_DEBUG" {
			return ""
		}
		panic("a defect")
	}
	status := Main(context.Background(), []string{"action"}, nil, &stdout, &stderr, getenv)
	if status != gate.ExitNotJudged || !strings.Contains(stderr.String(), "internal error: a defect") {
		t.Errorf("exit %d, stderr %q", status, &stderr)
	}
	if strings.Contains(stderr.String(), "goroutine") {
		t.Errorf("the user sees a stack: %s", &stderr)
	}
}
