package hub

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

var update = flag.Bool("update", false, "write the tables in docs anew")

const testToken = "ghs_0123456789abcdefTOKEN"

// descriptions are the versions of the API that the tests are held against:
// github.com and an Enterprise server.
var descriptions = []string{"api.github.com", "ghes-3.19"}

// describe loads a version of GitHub's description, or nil where the folder is
// not given.
func description(t testing.TB, name string) *hubtest.Description {
	dir := os.Getenv("NOISEGATE_OPENAPI_DIR")
	if dir == "" {
		return nil
	}
	d, err := hubtest.LoadDescription(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// giteaDescription loads Gitea's description, or nil where the folder is not
// given.
func giteaDescription(t testing.TB) *hubtest.Description {
	dir := os.Getenv("NOISEGATE_GITEA_DIR")
	if dir == "" {
		return nil
	}
	d, err := hubtest.LoadGitea(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestDescriptions says whether the other tests check what is sent and
// answered against GitHub's description.
func TestDescriptions(t *testing.T) {
	if os.Getenv("NOISEGATE_OPENAPI_DIR") == "" {
		t.Skip("NOISEGATE_OPENAPI_DIR is not set: requests and answers are not held against GitHub's description (npm pack @octokit/openapi)")
	}
	for _, name := range descriptions {
		if description(t, name) == nil {
			t.Errorf("no description %q", name)
		}
	}
}

// TestGiteaDescription says whether TestGitea is held against Gitea's
// description.
func TestGiteaDescription(t *testing.T) {
	if giteaDescription(t) == nil {
		t.Skip("NOISEGATE_GITEA_DIR is not set: answers are not held against Gitea's description (go mod download -json code.gitea.io/gitea@v1.27.3)")
	}
}

// A bench is a server, a client and all that the client said.
type bench struct {
	*hubtest.Server
	c *Client

	mu    sync.Mutex
	lines []string
	waits []time.Duration
}

// serve starts a server for a world and a client of it that does not really
// sleep. At the end it checks what must hold whatever happened: the token went
// to the API only, it stands in no log line, and requests and answers agree
// with the description.
func serve(t *testing.T, w *hubtest.World, change ...func(*Options)) *bench {
	t.Helper()
	name := descriptions[0]
	if w.Prefix != "" {
		name = descriptions[1]
	}
	return serveAs(t, w, description(t, name), change...)
}

func serveAs(t *testing.T, w *hubtest.World, d *hubtest.Description, change ...func(*Options)) *bench {
	t.Helper()
	w.Token = testToken
	b := &bench{Server: hubtest.Start(w, d)}
	o := Options{APIURL: b.URL(), ServerURL: "https://github.example.test", Token: testToken, Repository: w.Owner + "/" + w.Name, MaxWait: time.Minute,
		Log: func(format string, args ...any) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.lines = append(b.lines, fmt.Sprintf(format, args...))
		}}
	for _, f := range change {
		f(&o)
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	c.sleep = func(ctx context.Context, d time.Duration) error {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.waits = append(b.waits, d)
		return ctx.Err()
	}
	b.c = c
	t.Cleanup(func() {
		b.Close()
		for _, p := range b.Problems() {
			t.Errorf("against GitHub's description: %s", p)
		}
		for _, r := range b.Requests() {
			if r.Host != "api" && r.Authorized {
				t.Errorf("the token went to the %s: %s %s", r.Host, r.Method, r.Path)
			}
		}
		if all := strings.Join(b.lines, "\n"); strings.Contains(all, testToken) || strings.Contains(all, "synthetic-signature") {
			t.Errorf("the log holds a secret:\n%s", all)
		}
	})
	return b
}

const results = `{"context": {}, "benchmarks": [{"name": "BM_Keep", "run_type": "iteration", "cpu_time": 1.0}]}`

var (
	shaA = hubtest.SHA('a') // the merge base
	shaB = hubtest.SHA('b') // the head
	shaC = hubtest.SHA('c') // newer than the merge base
)

// world is a repository with a pull request 7, cut off at shaA, and six runs
// of main: 510 of shaA and 509 … 505 of the commits before it.
func world() *hubtest.World {
	w := &hubtest.World{Owner: "acme", Name: "widgets", ID: 1001, MergeBase: shaA, History: []string{shaC, shaA},
		Pulls: []hubtest.Pull{{Number: 7, HeadSHA: shaB, HeadRef: "feature", BaseSHA: shaC}}}
	addRun(w, hubtest.Run{ID: 510, SHA: shaA, Created: hubtest.Day(20)})
	for i := range 5 {
		sha := hubtest.SHA(byte('9' - i))
		w.History = append(w.History, sha)
		addRun(w, hubtest.Run{ID: int64(509 - i), SHA: sha, Created: hubtest.Day(19 - i)})
	}
	return w
}

// addRun adds a run with an artifact whose one file names the run.
func addRun(w *hubtest.World, r hubtest.Run) {
	w.Runs = append(w.Runs, r)
	w.Artifacts = append(w.Artifacts, hubtest.Artifact{ID: r.ID * 10, Name: "bench-base", RunID: r.ID, Created: r.Created.Add(5 * time.Minute),
		Data: hubtest.Zip("base.json", fileOf(r.ID))})
}

func fileOf(id int64) string { return fmt.Sprintf("%s %d", results, id) }

// query is the usual one of a pull request.
func query() Query {
	return Query{Workflow: "acme/widgets/.github/workflows/bench.yml@refs/heads/main", Branch: "main", ArtifactPattern: "bench-base",
		Head: shaB, Base: shaC, SelfRunID: 600, HistoryRuns: 5}
}

// summary is a baseline in one line: reference, A/A and history.
func summary(b Baseline) string {
	ids := func(runs []Run) string {
		var s []string
		for _, r := range runs {
			s = append(s, fmt.Sprint(r.ID))
		}
		return strings.Join(s, ",")
	}
	ref := "none"
	if b.Reference != nil {
		ref = fmt.Sprint(b.Reference.ID)
	}
	return fmt.Sprintf("%s aa[%s] history[%s]", ref, ids(b.AA), ids(b.History))
}

func artifactOf(w *hubtest.World, run int64) *hubtest.Artifact {
	for i := range w.Artifacts {
		if w.Artifacts[i].RunID == run {
			return &w.Artifacts[i]
		}
	}
	return nil
}

func runOf(w *hubtest.World, id int64) *hubtest.Run {
	for i := range w.Runs {
		if w.Runs[i].ID == id {
			return &w.Runs[i]
		}
	}
	return nil
}
