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

// calls are the places where a fault can strike, in the order of the table.
var faultCalls = []struct {
	name         string
	method, path string
	store        bool
	permission   string
	// posting calls report; the others are needed to judge.
	posting bool
}{
	{name: "merge base", method: "GET", path: "/compare/", permission: "contents: read"},
	{name: "runs", method: "GET", path: "/runs$", permission: "actions: read"},
	{name: "artifacts", method: "GET", path: "/artifacts$", permission: "actions: read"},
	{name: "address", method: "GET", path: "/artifacts/5100/zip$", permission: "actions: read"},
	{name: "download", method: "GET", path: "/container/5100$", store: true},
	{name: "find the comment", method: "GET", path: "/comments$", permission: "pull-requests: write", posting: true},
	{name: "new comment", method: "POST", path: "/comments$", permission: "pull-requests: write", posting: true},
	{name: "update", method: "PATCH", path: "/comments/", permission: "pull-requests: write", posting: true},
	{name: "check run", method: "POST", path: "/check-runs$", permission: "checks: write", posting: true},
}

// tried is what came of one fault before one call.
type tried struct {
	outcome string
	words   string // every message that came of it
}

// strike lets a fault happen, times times (0 for always), before a call, and
// says what came of it.
func strike(t *testing.T, call int, kind hubtest.Kind, times int) tried {
	k := faultCalls[call]
	w := world()
	if k.name == "update" {
		w.Comments = map[int][]hubtest.Comment{7: {{ID: 5, Login: defaultAuthor, Body: Marker("default", 599, 1) + "\nold"}}}
	}
	b := serve(t, w)
	hurry(b)
	b.Fail(hubtest.Fault{Method: k.method, Path: k.path, Store: k.store, Times: times, Kind: kind})
	var out tried
	if k.posting {
		out = strikePost(b, k.name)
	} else {
		out = strikeJudge(t, b, k.permission)
	}
	for _, r := range b.Requests() {
		// Where an artifact lies, the API says; no other call goes elsewhere.
		if r.Host == "stranger" && k.name != "address" && k.name != "download" {
			t.Errorf("%s: a request went to a stranger: %s %s", k.name, r.Method, r.Path)
		}
	}
	if strings.Contains(out.words, testToken) || strings.Contains(out.words, "synthetic-signature") {
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

func strikeJudge(t *testing.T, b *bench, permission string) tried {
	base, err := b.c.FindBaseline(context.Background(), query())
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
		if e.Status == 403 && !e.RateLimit && permission != "" && !strings.Contains(err.Error(), permission) {
			t.Errorf("the permission %q is not named: %v", permission, err)
		}
		return tried{"exit 5", words}
	case err != nil:
		return tried{err.Error(), words}
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

func strikePost(b *bench, name string) tried {
	var err error
	note := ""
	if name == "check run" {
		_, err = b.c.CheckRun(context.Background(), CheckRun{Name: "noisegate", SHA: shaB, Conclusion: "success", Title: "t", Summary: "s"})
	} else {
		var r CommentResult
		r, err = b.c.UpsertComment(context.Background(), 7, comment(600, 1, "new"))
		note = r.Note
		if list := b.Comments(7); err == nil && (len(list) != 1 || !strings.Contains(list[0].Body, "new")) {
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
	allowed := map[string]bool{"same": true, "exit 5": true, "exit 3": true, "older run": true, "newest run, warned": true, "notice": true}
	var b strings.Builder
	b.WriteString("| fault |")
	for _, k := range faultCalls {
		b.WriteString(" " + k.name + " |")
	}
	b.WriteString("\n| --- |" + strings.Repeat(" --- |", len(faultCalls)) + "\n")
	for _, kind := range hubtest.Kinds() {
		fmt.Fprintf(&b, "| %s |", kind)
		for i, k := range faultCalls {
			once, always := strike(t, i, kind, 1), strike(t, i, kind, 0)
			cell := once.outcome
			if always.outcome != cell {
				cell += " / " + always.outcome
			}
			for _, o := range []tried{once, always} {
				if !allowed[o.outcome] {
					t.Errorf("%s before %q: %s", kind, k.name, o.outcome)
				}
				if k.posting != (o.outcome == "notice") && o.outcome != "same" {
					t.Errorf("%s before %q, which posts: %t, ends in %s", kind, k.name, k.posting, o.outcome)
				}
			}
			fmt.Fprintf(&b, " %s |", cell)
		}
		b.WriteString("\n")
	}
	document(t, "faults", b.String())
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
