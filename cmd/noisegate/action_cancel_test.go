package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
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

// The signal with which a runner cancels a job does the same to a process that
// waits for GitHub, before the verdict; after it, the verdict stays.
func TestTerminated(t *testing.T) {
	tests := []struct {
		name, silent, baseline, words string
		status                        int
	}{
		{"looking for the baseline", "/runs$", "", "nothing was judged", gate.ExitGitHub},
		{"writing the comment", "/comments$", "head.txt", "no regressions", gate.ExitPass},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server := hubtest.Start(&hubtest.World{Owner: "acme", Name: "widgets", ID: 1, MergeBase: strings.Repeat("a", 40)}, nil)
			defer server.Close()
			dir := t.TempDir()
			for name, text := range map[string]string{
				"head.txt":   "pkg: example.test/a\n" + strings.Repeat("BenchmarkA \t 1\t 10 ns/op\n", 6) + "PASS\n",
				"event.json": `{"pull_request": {"number": 7, "head": {"sha": "` + strings.Repeat("b", 40) + `"}, "base": {"ref": "main", "sha": "` + strings.Repeat("a", 40) + `"}}}`,
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command("noisegate", "action")
			cmd.Env = append(os.Environ(), "GITHUB_ACTIONS=true", "GITHUB_WORKSPACE="+dir, "GITHUB_OUTPUT="+filepath.Join(dir, "out"),
				"GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary"), "GITHUB_REPOSITORY=acme/widgets", "GITHUB_API_URL="+server.URL(),
				"GITHUB_EVENT_NAME=pull_request", "GITHUB_EVENT_PATH="+filepath.Join(dir, "event.json"), "GITHUB_RUN_ID=600",
				"GITHUB_WORKFLOW_REF=acme/widgets/.github/workflows/bench.yml@refs/heads/main",
				"INPUT_CANDIDATE=head.txt", "INPUT_BASELINE="+test.baseline, "INPUT_GITHUB-TOKEN=ghs_secret")
			var stdout bytes.Buffer
			cmd.Stdout = &stdout
			server.Fail(hubtest.Fault{Method: "GET", Path: test.silent, Kind: hubtest.Slow})
			started := make(chan struct{})
			server.OnSilence(func() {
				<-started
				_ = cmd.Process.Signal(syscall.SIGTERM)
			})
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			close(started)
			_ = cmd.Wait() // the status tells
			if status := cmd.ProcessState.ExitCode(); status != test.status {
				t.Errorf("exit %d, want %d\n%s", status, test.status, &stdout)
			}
			summary, err := os.ReadFile(filepath.Join(dir, "summary"))
			if err != nil || !strings.Contains(string(summary), test.words) {
				t.Errorf("summary %q, %v", summary, err)
			}
		})
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
