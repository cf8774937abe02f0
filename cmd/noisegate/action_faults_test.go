package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
	"github.com/noisegate/noisegate/gate"
)

const faultToken = "ghs_0123456789abcdefFAULTS"

// faultCalls are the calls of the table in docs/github.md, with the permission
// that each needs.
var faultCalls = map[string]struct {
	hubtest.Fault
	call, permission string
}{
	"merge base":       {hubtest.Fault{Method: "GET", Path: "/compare/"}, "GET /repos/acme/widgets/compare/", "contents: read"},
	"runs":             {hubtest.Fault{Method: "GET", Path: "/runs$"}, "/actions/workflows/bench.yml/runs", "actions: read"},
	"artifacts":        {hubtest.Fault{Method: "GET", Path: "/artifacts$"}, "GET /repos/acme/widgets/actions/artifacts", "actions: read"},
	"address":          {hubtest.Fault{Method: "GET", Path: "/artifacts/5100/zip$"}, "5100", "actions: read"},
	"download":         {hubtest.Fault{Method: "GET", Path: "/container/5100$", Store: true}, "download", ""},
	"find the comment": {hubtest.Fault{Method: "GET", Path: "/comments$"}, "/comments", "pull-requests: write"},
	"new comment":      {hubtest.Fault{Method: "POST", Path: "/comments$"}, "/comments", "pull-requests: write"},
	"update":           {hubtest.Fault{Method: "PATCH", Path: "/comments/"}, "/comments", "pull-requests: write"},
	"check run":        {hubtest.Fault{Method: "POST", Path: "/check-runs$"}, "/check-runs", "checks: write"},
}

// written is all that one run of the action leaves.
type written struct {
	status          int
	stdout, summary string
	comments        []hubtest.Comment
	calls           int    // of the API
	all             string // with every file and everything posted
}

// runFaulty runs the action on a usual pull request whose benchmark is slower
// than the merge base's.
func runFaulty(t *testing.T, call string, faults ...hubtest.Fault) written {
	t.Helper()
	w := &hubtest.World{Owner: "acme", Name: "widgets", ID: 1, Token: faultToken, MergeBase: strings.Repeat("a", 40),
		Pulls: []hubtest.Pull{{Number: 7, HeadSHA: strings.Repeat("b", 40), HeadRef: "feature"}}}
	for i, sha := range []string{"a", "9", "8", "7", "6", "5"} {
		sha, at := strings.Repeat(sha, 40), hubtest.Day(20-i)
		w.History = append(w.History, sha)
		w.Runs = append(w.Runs, hubtest.Run{ID: int64(510 - i), SHA: sha, Created: at})
		w.Artifacts = append(w.Artifacts, hubtest.Artifact{ID: int64(10 * (510 - i)), Name: "noisegate-baseline", RunID: int64(510 - i), Created: at,
			Data: hubtest.Zip("bench.txt", goResults(10, "BenchmarkA"))})
	}
	if call == "update" {
		w.Comments = map[int][]hubtest.Comment{7: {{ID: 5, Login: "github-actions[bot]", Body: "<!-- noisegate:default run=599.1 -->\nold"}}}
	}
	server := hubtest.Start(w, nil)
	defer server.Close()
	server.Fail(faults...)
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{"head.txt": goResults(20, "BenchmarkA"),
		"event.json": `{"repository": {"id": 1}, "pull_request": {"number": 7, "head": {"sha": "` + strings.Repeat("b", 40) + `", "repo": {"id": 1}},
			"base": {"sha": "` + strings.Repeat("a", 40) + `", "ref": "main", "repo": {"id": 1}}}}`})
	env := map[string]string{"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": dir, "GITHUB_OUTPUT": filepath.Join(dir, "out"), "RUNNER_DEBUG": "1",
		"GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary"), "GITHUB_REPOSITORY": "acme/widgets", "GITHUB_API_URL": server.URL(),
		"GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": filepath.Join(dir, "event.json"), "GITHUB_RUN_ID": "600",
		"GITHUB_WORKFLOW_REF": "acme/widgets/.github/workflows/bench.yml@refs/heads/main",
		"INPUT_CANDIDATE":     "head.txt", "INPUT_CHECK-RUN": "true", "INPUT_MAX-WAIT": "0s", "INPUT_GITHUB-TOKEN": faultToken}
	if call == "new comment" && len(faults) > 0 && faults[0].Kind == hubtest.Cut {
		env["INPUT_MAX-WAIT"] = "3s" // to look again whether it was written
	}
	var stdout, stderr bytes.Buffer
	out := written{status: Main(context.Background(), []string{"action"}, nil, &stdout, &stderr, func(name string) string { return env[name] })}
	summary, err := os.ReadFile(filepath.Join(dir, "summary"))
	if err != nil {
		t.Fatal(err)
	}
	out.stdout, out.summary, out.comments, out.calls = stdout.String(), string(summary), server.Comments(7), server.Calls()
	parts := []string{stdout.String(), stderr.String(), fmt.Sprint(out.comments), fmt.Sprint(server.Checks())}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		parts = append(parts, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range server.Requests() {
		if r.Host != "store" { // whose address is signed
			parts = append(parts, r.Path+"?"+r.Query, r.Body)
		}
		if r.Authorized != (r.Host == "api") {
			t.Errorf("the token at the %s: %t", r.Host, r.Authorized)
		}
	}
	out.all = strings.Join(parts, "\n")
	return out
}

// The whole action ends, for every fault before every call, as the table in
// docs/github.md says: with the same verdict and summary, or with exit 5 and
// the call and permission named. Nothing that it writes or sends holds the
// token, which some of the faults repeat, or a signed address.
func TestFaultsOfTheAction(t *testing.T) {
	usual := runFaulty(t, "")
	if usual.status != gate.ExitRegression || len(usual.comments) != 1 {
		t.Fatalf("without a fault: exit %d, %d comments\n%s", usual.status, len(usual.comments), usual.stdout)
	}
	if usual.calls > 12+1 {
		t.Errorf("a usual pull request took %d calls, want at most 12 and the check run", usual.calls)
	}
	tried := 0
	for _, line := range faultTable(t) {
		kind := hubtest.Kind(line["fault"])
		if kind == hubtest.Slow {
			continue // half a minute each; TestFaults of the hub has it
		}
		for call, outcome := range line {
			k, ok := faultCalls[call]
			if !ok {
				continue
			}
			if _, always, ok := strings.Cut(outcome, " / "); ok {
				outcome = always
			}
			tried++
			k.Kind = kind
			got := runFaulty(t, call, k.Fault)
			if problem := outcomeProblem(usual, got, outcome, call, kind); problem != "" {
				t.Errorf("%s before %q, which ends in %q: %s\n%s", kind, call, outcome, problem, got.stdout)
			}
			for _, secret := range []string{faultToken, "synthetic-signature"} {
				if strings.Contains(got.all, secret) {
					t.Errorf("%s before %q: %q is written", kind, call, secret)
				}
			}
		}
	}
	if want := (len(hubtest.Kinds()) - 1) * len(faultCalls); tried != want {
		t.Errorf("%d faults tried, want %d; has the table moved?", tried, want)
	}
}

// outcomeProblem says in what a run does not end as the table's word says.
func outcomeProblem(usual, got written, outcome, call string, kind hubtest.Kind) string {
	same := cmp.Diff(usual.summary, got.summary)
	k := faultCalls[call]
	switch outcome {
	case "same", "notice":
		if got.status != usual.status || same != "" {
			return fmt.Sprintf("exit %d, another summary (-without +with):\n%s", got.status, same)
		}
		if posted := strings.Contains(got.stdout, "::notice title=noisegate%3A no "); posted != (outcome == "notice") {
			return fmt.Sprintf("a notice: %t", posted)
		}
		if outcome == "notice" && kind == hubtest.Forbidden && !strings.Contains(got.stdout, k.permission) {
			return "the permission is not named"
		}
	case "exit 5", "exit 3":
		if fmt.Sprint("exit ", got.status) != outcome || !strings.Contains(got.summary, "nothing was judged") || len(got.comments) != 0 {
			return fmt.Sprintf("exit %d, %d comments, summary:\n%s", got.status, len(got.comments), got.summary)
		}
		if outcome == "exit 5" && (!strings.Contains(got.summary, k.call) || kind == hubtest.Forbidden && !strings.Contains(got.summary, k.permission)) {
			return "the call or the permission is not named:\n" + got.summary
		}
	case "older run", "newest run, warned":
		if got.status != usual.status || !strings.Contains(got.stdout, "::warning title=noisegate::") {
			return fmt.Sprintf("exit %d", got.status)
		}
		if older := strings.Contains(got.summary, strings.Repeat("9", 7)); older != (outcome == "older run") {
			return fmt.Sprintf("the older run is the reference: %t", older)
		}
	default:
		return "the word means nothing here"
	}
	return ""
}

// faultTable reads the table: a line for each fault, by the names of its
// columns.
func faultTable(t *testing.T) (lines []map[string]string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "github.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(data), "<!-- begin faults -->\n")
	table, _, _ = strings.Cut(table, "<!-- end faults -->")
	var names []string
	for i, line := range strings.Split(strings.TrimSpace(table), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		switch {
		case i == 0:
			names = cells
		case i > 1 && len(cells) == len(names):
			at := map[string]string{}
			for j, c := range cells {
				at[names[j]] = c
			}
			lines = append(lines, at)
		}
	}
	return lines
}
