package hub

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

// A faultCall is a place where a fault can strike.
type faultCall struct {
	name         string
	method, path string
	store        bool
	permission   string
	// posting calls report; the others are needed to judge.
	posting bool
	// prepare makes a world and a question in which the call is made, and usual
	// is what is found without a fault; "" for the usual world's.
	prepare func(w *hubtest.World, q *Query)
	usual   string
}

// faultCalls are the calls of a usual pull request, in the order of the table.
var faultCalls = []faultCall{
	{name: "merge base", method: "GET", path: "/compare/", permission: "contents: read"},
	{name: "runs", method: "GET", path: "/runs$", permission: "actions: read"},
	{name: "artifacts", method: "GET", path: "/artifacts$", permission: "actions: read"},
	{name: "address", method: "GET", path: "/artifacts/5100/zip$", permission: "actions: read"},
	{name: "download", method: "GET", path: "/container/5100$", store: true},
	{name: "find the comment", method: "GET", path: "/comments$", permission: "pull-requests: write", posting: true},
	{name: "new comment", method: "POST", path: "/comments$", permission: "pull-requests: write", posting: true},
	{name: "update", method: "PATCH", path: "/comments/", permission: "pull-requests: write", posting: true, prepare: func(w *hubtest.World, _ *Query) {
		w.Comments = map[int][]hubtest.Comment{7: {{ID: 5, Login: defaultAuthor, Body: Marker("default", 599, 1) + "\nold"}}}
	}},
	{name: "check run", method: "POST", path: "/check-runs$", permission: "checks: write", posting: true},
}

// furtherCalls are those that not every pull request needs.
var furtherCalls = []faultCall{
	{name: "commits before the merge base", method: "GET", path: "/commits$", permission: "contents: read", usual: "509 aa[] history[505,506,507,508]",
		prepare: func(w *hubtest.World, _ *Query) { w.Runs = w.Runs[1:] }},
	{name: "runs of the merge base", method: "GET", path: "/runs$", permission: "actions: read", usual: "509 aa[] history[505,506,507,508]",
		prepare: func(w *hubtest.World, _ *Query) { w.Runs = w.Runs[1:] }},
	{name: "artifacts of a run", method: "GET", path: "/runs/510/artifacts$", permission: "actions: read",
		prepare: func(_ *hubtest.World, q *Query) { q.ArtifactPattern = "bench-*" }},
	{name: "is the repository there", method: "GET", path: "/widgets$", permission: "actions: read", usual: "none aa[] history[]",
		prepare: func(_ *hubtest.World, q *Query) { q.Workflow = "none.yml" }},
	{name: "find the pull request", method: "GET", path: "/pulls$", permission: "pull-requests: read", posting: true},
	{name: "who am I", method: "GET", path: "/user$", posting: true, prepare: func(w *hubtest.World, _ *Query) { w.Me = "dev-a" }},
	{name: "a second comment", method: "DELETE", path: "/comments/6$", permission: "pull-requests: write", posting: true, prepare: func(w *hubtest.World, _ *Query) {
		for _, id := range []int64{5, 6} {
			w.Comments[7] = append(w.Comments[7], hubtest.Comment{ID: id, Login: defaultAuthor, Body: Marker("default", 599, 1) + "\nold"})
		}
	}},
	{name: "more annotations", method: "PATCH", path: "/check-runs/", permission: "checks: write", posting: true},
}

// tried is what came of one fault before one call.
type tried struct {
	outcome string
	words   string // every message that came of it
}

// strike lets a fault happen, times times (0 for always), before a call, and
// says what came of it.
func strike(t *testing.T, k faultCall, kind hubtest.Kind, times int) tried {
	w, q := world(), query()
	w.Comments = map[int][]hubtest.Comment{}
	if k.prepare != nil {
		k.prepare(w, &q)
	}
	b := serve(t, w, func(o *Options) {
		if w.Me != "" {
			o.Token = strings.Replace(testToken, "ghs_", "ghp_", 1)
		}
	})
	b.SetToken(b.c.token)
	hurry(b)
	b.Fail(hubtest.Fault{Method: k.method, Path: k.path, Store: k.store, Times: times, Kind: kind})
	var out tried
	if k.posting {
		out = strikePost(b, k.name, kind)
	} else {
		out = strikeJudge(t, b, k, q)
	}
	for _, r := range b.Requests() {
		// Where an artifact lies, the API says; no other call goes elsewhere.
		if r.Host == "stranger" && k.name != "address" && k.name != "download" {
			t.Errorf("%s: a request went to a stranger: %s %s", k.name, r.Method, r.Path)
		}
	}
	if b.Struck() == 0 {
		t.Errorf("%s, %s: the call was not made", k.name, kind)
	}
	if strings.Contains(out.words, b.c.token) || strings.Contains(out.words, "synthetic-signature") {
		t.Errorf("%s, %s: a secret is in %q", k.name, kind, out.words)
	}
	return out
}

// hurry lets a call's time run out at once when the server keeps silent, and
// only then. Calls of a test follow one another, so the timer started last is
// the one of the call that waits.
func hurry(b *bench) {
	var mu sync.Mutex
	var last func()
	b.c.timer = func(d time.Duration, f func()) timer {
		mu.Lock()
		defer mu.Unlock()
		last = f
		return time.AfterFunc(time.Hour, f)
	}
	b.OnSilence(func() {
		mu.Lock()
		defer mu.Unlock()
		last()
	})
}

func strikeJudge(t *testing.T, b *bench, k faultCall, q Query) tried {
	base, err := b.c.FindBaseline(context.Background(), q)
	words := spoken(base)
	if err != nil {
		words += "\n" + err.Error()
	}
	var hostile *HostileArtifactError
	var e *Error
	switch {
	case errors.As(err, &hostile):
		return tried{"exit 3", words}
	case errors.As(err, &e):
		if e.Call == "" || !strings.Contains(err.Error(), e.Call) {
			t.Errorf("the call is not named: %v", err)
		}
		if e.Status == 403 && !e.RateLimit && k.permission != "" && !strings.Contains(err.Error(), k.permission) {
			t.Errorf("the permission %q is not named: %v", k.permission, err)
		}
		return tried{"exit 5", words}
	case err != nil:
		return tried{err.Error(), words}
	}
	if k.usual != "" {
		if summary(base) == k.usual {
			return tried{"same", words}
		}
		return tried{summary(base), words}
	}
	switch summary(base) {
	case "510 aa[] history[505,506,507,508,509]":
		if base.MergeBase == "" {
			return tried{"newest run, warned", words}
		}
		return tried{"same", words}
	case "509 aa[] history[505,506,507,508]":
		return tried{"older run", words}
	}
	return tried{summary(base), words}
}

func strikePost(b *bench, name string, kind hubtest.Kind) tried {
	var err error
	note := ""
	switch name {
	case "check run", "more annotations":
		k := CheckRun{Name: "noisegate", SHA: shaB, Conclusion: "success", Title: "t", Summary: "s"}
		if name == "more annotations" {
			for range 60 {
				k.Annotations = append(k.Annotations, Annotation{Path: "a.go", Level: "failure", Message: "slow"})
			}
		}
		var r CheckResult
		if r, err = b.c.CheckRun(context.Background(), k); err == nil && r.Annotations < len(k.Annotations) {
			return tried{"the first 50", r.Note}
		}
	case "find the pull request":
		var p *PullRequest
		if p, err = b.c.FindPullRequest(context.Background(), "acme", "feature", shaB); err == nil && (p == nil || p.Number != 7) {
			return tried{fmt.Sprint(p), ""}
		}
	default:
		var r CommentResult
		r, err = b.c.UpsertComment(context.Background(), 7, comment(600, 1, "new"))
		note = r.Note
		if list := b.Comments(7); err == nil && name == "a second comment" && len(list) == 2 && strings.Contains(list[0].Body, "new") && (kind == hubtest.NotFound || strings.Contains(note, "could not be deleted")) {
			return tried{"it stays", note}
		} else if err == nil && (len(list) != 1 || !strings.Contains(list[0].Body, "new")) {
			return tried{fmt.Sprint(outline(list)), note}
		} else if len(list) > 1 || len(list) == 0 && name == "update" {
			return tried{fmt.Sprintf("left %v", outline(list)), note}
		}
	}
	if err != nil {
		return tried{"notice", note + err.Error()}
	}
	return tried{"same", note}
}

// Every fault before every call ends in one of the outcomes that the table in
// docs/github.md names, and no message of any holds the token.
func TestFaults(t *testing.T) {
	document(t, "faults", tableOfFaults(t, faultCalls))
	document(t, "further faults", tableOfFaults(t, furtherCalls))
}

func tableOfFaults(t *testing.T, calls []faultCall) string {
	judging := map[string]bool{"same": true, "exit 5": true, "exit 3": true, "older run": true, "newest run, warned": true}
	posting := map[string]bool{"same": true, "notice": true, "the first 50": true, "it stays": true}
	var b strings.Builder
	b.WriteString("| fault |")
	for _, k := range calls {
		b.WriteString(" " + k.name + " |")
	}
	b.WriteString("\n| --- |" + strings.Repeat(" --- |", len(calls)) + "\n")
	for _, kind := range hubtest.Kinds() {
		fmt.Fprintf(&b, "| %s |", kind)
		for _, k := range calls {
			once, always := strike(t, k, kind, 1), strike(t, k, kind, 0)
			cell := once.outcome
			if always.outcome != cell {
				cell += " / " + always.outcome
			}
			for _, o := range []tried{once, always} {
				if allowed := map[bool]map[string]bool{false: judging, true: posting}[k.posting]; !allowed[o.outcome] {
					t.Errorf("%s before %q, which posts: %t, ends in %s", kind, k.name, k.posting, o.outcome)
				}
			}
			fmt.Fprintf(&b, " %s |", cell)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// document compares the part of docs/github.md between the markers of a name
// with want, or writes it there with -update.
func document(t *testing.T, name, want string) {
	t.Helper()
	file := filepath.Join("..", "..", "..", "docs", "github.md")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->"
	before, rest, ok1 := strings.Cut(string(data), begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s lacks the markers of %q", file, name)
	}
	if *update {
		if err := os.WriteFile(file, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s is out of date, run the test with -update (-want +got):\n%s", file, diff)
	}
}
