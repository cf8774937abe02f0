package actions

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestRealPayloads reads the examples of npm's @octokit/webhooks-examples,
// which are payloads that GitHub really sent. NOISEGATE_WEBHOOKS_DIR names
// the folder that holds api.github.com/index.json.
func TestRealPayloads(t *testing.T) {
	root := os.Getenv("NOISEGATE_WEBHOOKS_DIR")
	if root == "" {
		t.Skip("NOISEGATE_WEBHOOKS_DIR is not set")
	}
	text, err := os.ReadFile(filepath.Join(root, "api.github.com", "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	var webhooks []struct {
		Name     string            `json:"name"`
		Examples []json.RawMessage `json:"examples"`
	}
	if err := json.Unmarshal(text, &webhooks); err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, w := range webhooks {
		for i, example := range w.Examples {
			path := filepath.Join(t.TempDir(), "event.json")
			if err := os.WriteFile(path, example, 0o644); err != nil {
				t.Fatal(err)
			}
			e, err := New(environment{"GITHUB_EVENT_PATH": path}.get, io.Discard).ReadEvent()
			if err != nil {
				t.Errorf("%s, example %d: %v", w.Name, i, err)
				continue
			}
			read++
			checkPayload(t, w.Name, i, e)
		}
	}
	if read < 100 {
		t.Errorf("only %d payloads were read", read)
	}
}

func checkPayload(t *testing.T, name string, i int, e Event) {
	switch name {
	case "pull_request":
		if p := e.PullRequest; p == nil || p.Number == 0 || len(p.Head.SHA) != 40 || p.Base.Ref == "" || p.Base.Repository == nil {
			t.Errorf("%s, example %d: %+v", name, i, p)
		}
	case "push":
		if e.Ref == "" || len(e.After) != 40 || e.Repository.DefaultBranch == "" {
			t.Errorf("%s, example %d: ref %q after %q", name, i, e.Ref, e.After)
		}
	case "workflow_run":
		if w := e.WorkflowRun; w == nil || w.ID == 0 || len(w.HeadSHA) != 40 || w.HeadRepository.OwnerLogin() == "" {
			t.Errorf("%s, example %d: %+v", name, i, w)
		}
	}
}
