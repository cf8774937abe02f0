package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
	"github.com/noisegate/noisegate/gate"
)

// Whatever becomes of a run, its check has one name, so that a rule can
// require it, and where nothing was judged it fails.
func TestCheckRunAlways(t *testing.T) {
	good := "pkg: example.test/a\n" + strings.Repeat("BenchmarkA \t 1\t 10 ns/op\n", 6) + "PASS\n"
	tests := []struct {
		name, head, config, baseline, conclusion string
		status                                   int
	}{
		{"judged", good, "", "base.txt", "success", gate.ExitPass},
		{"no result file", "::error::`hello`", "", "base.txt", "failure", gate.ExitInput},
		{"a configuration that is none", good, "threshold: -1", "base.txt", "failure", gate.ExitUsage},
		{"no baseline file", good, "", "missing.txt", "failure", gate.ExitInput},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server := hubtest.Start(&hubtest.World{Owner: "acme", Name: "widgets", ID: 1}, nil)
			defer server.Close()
			dir, sha := t.TempDir(), strings.Repeat("b", 40)
			for name, text := range map[string]string{"head.txt": test.head, "base.txt": good, ".noisegate.yml": test.config,
				"event.json": `{"pull_request": {"number": 7, "head": {"sha": "` + sha + `"}, "base": {"ref": "main"}}}`} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			env := map[string]string{"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": dir, "GITHUB_OUTPUT": filepath.Join(dir, "out"),
				"GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary"), "GITHUB_REPOSITORY": "acme/widgets", "GITHUB_API_URL": server.URL(),
				"GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": filepath.Join(dir, "event.json"), "GITHUB_RUN_ID": "600",
				"INPUT_CANDIDATE": "head.txt", "INPUT_BASELINE": test.baseline, "INPUT_CHECK-RUN": "true", "INPUT_COMMENT": "never",
				"INPUT_GITHUB-TOKEN": "ghs_secret"}
			var stdout, stderr bytes.Buffer
			status := Main(context.Background(), []string{"action"}, nil, &stdout, &stderr, func(name string) string { return env[name] })
			if status != test.status {
				t.Errorf("exit %d, want %d\n%s", status, test.status, &stdout)
			}
			checks := server.Checks()
			if len(checks) != 1 {
				t.Fatalf("%d checks\n%s", len(checks), &stdout)
			}
			if got, want := fmt.Sprint(checks[0]["name"], checks[0]["head_sha"], checks[0]["conclusion"]), fmt.Sprint("noisegate", sha, test.conclusion); got != want {
				t.Errorf("check %q, want %q", got, want)
			}
		})
	}
}
