package actions

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInput(t *testing.T) {
	r := New(environment{"INPUT_FAIL-ON": "  never\n", "INPUT_CANDIDATE": "a\nb"}.get, io.Discard)
	for name, want := range map[string]string{"fail-on": "never", "candidate": "a\nb", "threshold": ""} {
		if got := r.Input(name); got != want {
			t.Errorf("Input(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestContext(t *testing.T) {
	e := environment{
		"GITHUB_REPOSITORY": "acme/widgets", "GITHUB_API_URL": "https://ghes.example.test/api/v3/",
		"GITHUB_SERVER_URL": "https://ghes.example.test", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": "/nonexistent/broken",
		"GITHUB_REF": "refs/pull/7/merge", "GITHUB_SHA": "c0ffee", "GITHUB_BASE_REF": "main", "GITHUB_HEAD_REF": "feature",
		"GITHUB_RUN_ID": "600", "GITHUB_RUN_ATTEMPT": "2", "GITHUB_JOB": "bench", "GITHUB_WORKSPACE": "/github/workspace",
		"GITHUB_WORKFLOW_REF": "acme/widgets/.github/workflows/bench.yml@refs/heads/a@b", "RUNNER_WORKSPACE": "/srv/runner/widgets", "RUNNER_DEBUG": "1",
	}
	want := Context{
		Repository: "acme/widgets", APIURL: "https://ghes.example.test/api/v3", ServerURL: "https://ghes.example.test",
		EventName: "pull_request", Ref: "refs/pull/7/merge", SHA: "c0ffee", BaseRef: "main", HeadRef: "feature",
		RunID: 600, Attempt: 2, Workflow: "bench.yml", Job: "bench", Workspace: "/github/workspace",
		HostWorkspace: "/srv/runner/widgets", Debug: true,
	}
	got := New(e.get, io.Discard).Context()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Context (-want +got)\n%s", diff)
	}
	if got, want := got.RunURL(), "https://ghes.example.test/acme/widgets/actions/runs/600"; got != want {
		t.Errorf("RunURL = %q, want %q", got, want)
	}
}

func TestWorkflowFile(t *testing.T) {
	check := func(ref, name, want string) {
		t.Helper()
		if got := New(environment{"GITHUB_WORKFLOW_REF": ref, "GITHUB_WORKFLOW": name}.get, io.Discard).Context().Workflow; got != want {
			t.Errorf("the workflow of %q, named %q, is %q, want %q", ref, name, got, want)
		}
	}
	check("acme/widgets/.github/workflows/bench.yml@refs/heads/main", "Benchmarks", "bench.yml")
	check("acme/widgets/.github/workflows/bench.yml@refs/heads/main", "other.yml", "bench.yml")
	check("", "bench.yaml", "bench.yaml") // Gitea
	check("", "Benchmarks", "")
	check("bench.yml", "other.yml", "")
}

func TestContextOfNothing(t *testing.T) {
	got := New(environment{"GITHUB_RUN_ID": "x"}.get, io.Discard).Context()
	want := Context{APIURL: "https://api.github.com", ServerURL: "https://github.com", Attempt: 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Context (-want +got)\n%s", diff)
	}
	if u := got.RunURL(); u != "" {
		t.Errorf("RunURL = %q, want none", u)
	}
}

func TestInside(t *testing.T) {
	c := Context{Repository: "acme/widgets", Workspace: "/github/workspace", HostWorkspace: "/srv/runner/widgets/"}
	for in, want := range map[string]string{
		"/srv/runner/widgets/widgets/a/b.json": "/github/workspace/a/b.json",
		"/srv/runner/widgets/widgets":          "/github/workspace",
		"/srv/runner/widgets/other/b.json":     "/srv/runner/widgets/other/b.json",
		"relative.json":                        "relative.json",
		"/tmp/x.json":                          "/tmp/x.json",
	} {
		if got := c.Inside(in); got != want {
			t.Errorf("Inside(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestReadEvent(t *testing.T) {
	write := func(text string) Event {
		t.Helper()
		path := filepath.Join(t.TempDir(), "event.json")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		e, err := New(environment{"GITHUB_EVENT_PATH": path}.get, io.Discard).ReadEvent()
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	if e := write(`{"inputs": null}`); e.PullRequest != nil || e.WorkflowRun != nil || e.MergeGroup != nil {
		t.Errorf("an event of nothing: %+v", e)
	}
	pull := func(head, base string) Event {
		return write(`{"pull_request":{"number":7,"head":{"sha":"` + strings.Repeat("b", 40) + `","repo":` + head + `},"base":{"ref":"main","sha":"` +
			strings.Repeat("a", 64) + `","repo":` + base + `}}}`)
	}
	fork := pull(`{"id":2}`, `{"id":1}`)
	if fork.PullRequest.Number != 7 || !fork.PullRequest.FromFork() {
		t.Errorf("a fork's pull request: %+v", fork.PullRequest)
	}
	gone := pull("null", `{"id":1}`)
	if !gone.PullRequest.FromFork() {
		t.Error("a head whose repository is gone counts as our own")
	}
	own := pull(`{"id":1}`, `{"id":1}`)
	if own.PullRequest.FromFork() {
		t.Error("our own branch counts as a fork")
	}
	run := write(`{"workflow_run":{"id":5,"head_sha":"` + strings.Repeat("b", 40) + `","head_repository":{"full_name":"contrib/widgets"}}}`)
	if got := run.WorkflowRun.HeadRepository.OwnerLogin(); got != "contrib" {
		t.Errorf("owner %q, want contrib", got)
	}
}

func TestReadEventRefuses(t *testing.T) {
	folder := t.TempDir()
	sha := `"` + strings.Repeat("a", 40) + `"`
	pull := `{"pull_request":{"number":7,"head":{"sha":` + sha + `},"base":{"sha":` + sha + `,"ref":"main"}}}`
	run := `{"workflow_run":{"id":5,"head_sha":` + sha + `,"head_branch":"x"}}`
	group := `{"merge_group":{"head_sha":` + sha + `,"base_sha":` + sha + `,"base_ref":"refs/heads/main"}}`
	bad := map[string]string{"empty": "", "text": "no", "array": "[]", "wrong type": `{"pull_request": {"number": "7"}}`}
	change := func(name, text, old, with string) {
		bad[name] = strings.Replace(text, old, with, 1)
		if bad[name] == text {
			t.Fatalf("%s changes nothing", name)
		}
	}
	change("negative number", pull, `"number":7`, `"number":-7`)
	change("no number", pull, `"number":7`, `"number":null`)
	change("zero", pull, `"number":7`, `"number":0`)
	change("fraction", pull, `"number":7`, `"number":7.5`)
	change("exponent", pull, `"number":7`, `"number":1e99`)
	change("beyond integers", pull, `"number":7`, `"number":9007199254740993`)
	change("a path for a commit", pull, sha, `"../../user"`)
	change("a range for a commit", pull, sha, `"main...dev"`)
	change("a commit in capitals", pull, sha, `"`+strings.Repeat("A", 40)+`"`)
	change("a short commit", pull, sha, `"abcdef0"`)
	change("a commit that is a number", pull, sha, `12`)
	change("no commit", pull, sha, `null`)
	change("no base", pull, `"base":`, `"bass":`)
	change("no branch", pull, `"main"`, `""`)
	change("a branch of two lines", pull, `"main"`, `"main\n::error::x"`)
	change("a branch of an owner", pull, `"main"`, `"acme:main"`)
	change("a very long branch", pull, `"main"`, `"`+strings.Repeat("x", 2000)+`"`)
	change("a run of a negative id", run, `"id":5`, `"id":-5`)
	change("a run without an id", run, `"id":5,`, ``)
	change("a run of no commit", run, sha, `"HEAD"`)
	change("a run of a strange branch", run, `"x"`, `"x y"`)
	change("a queue's entry without a base", group, `"base_sha"`, `"b"`)
	change("a default branch with a wildcard", `{"repository":{"default_branch":"main"}}`, "main", "*")
	for _, text := range []string{pull, run, group} {
		path := filepath.Join(folder, "good")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := New(environment{"GITHUB_EVENT_PATH": path}.get, io.Discard).ReadEvent(); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for name, text := range bad {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		e, err := New(environment{"GITHUB_EVENT_PATH": path}.get, io.Discard).ReadEvent()
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		if diff := cmp.Diff(Event{}, e); diff != "" {
			t.Errorf("%s: an error and an event\n%s", name, diff)
		}
	}
	pipe := filepath.Join(folder, "pipe") // nobody writes it, so opening it would never end
	if out, err := exec.Command("mkfifo", pipe).CombinedOutput(); err != nil {
		t.Skipf("mkfifo: %v %s", err, out)
	}
	for _, path := range []string{"", folder, filepath.Join(folder, "none"), pipe, "/dev/zero"} {
		if _, err := New(environment{"GITHUB_EVENT_PATH": path}.get, io.Discard).ReadEvent(); err == nil {
			t.Errorf("event at %q: no error", path)
		}
	}
}

// FuzzReadEvent: a payload never makes the reader panic.
func FuzzReadEvent(f *testing.F) {
	f.Add([]byte(`{"pull_request":{"number":7}}`))
	f.Add([]byte(`{"workflow_run":{"id":1}}`))
	path := filepath.Join(f.TempDir(), "event.json")
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		e, err := readEvent(path)
		if err == nil && e.PullRequest != nil {
			e.PullRequest.FromFork()
		}
	})
}
