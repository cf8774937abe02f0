package hub

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

// gitea is the usual world on a Gitea, with runs of another workflow, more
// pull requests than a page holds, and more comments.
func gitea() *hubtest.World {
	w := world()
	w.Prefix, w.Gitea, w.Me = "/api/v1", true, "gitea-actions"
	for i := range 45 {
		addRun(w, hubtest.Run{ID: int64(700 + i), SHA: shaB, Workflow: "lint.yml", Created: hubtest.Day(25)})
		w.Pulls = append(w.Pulls, hubtest.Pull{Number: 100 + i, HeadSHA: shaC, HeadRef: "other", BaseSHA: shaA})
	}
	slices.Reverse(w.Pulls)
	var list []hubtest.Comment
	for i := range 150 {
		list = append(list, hubtest.Comment{ID: int64(100 + i), Login: "human-a", Body: "hello"})
	}
	list[120] = hubtest.Comment{ID: 220, Login: "gitea-actions", Body: Marker("default", 1, 1) + "\nold"}
	w.Comments = map[int][]hubtest.Comment{7: list}
	return w
}

// Gitea speaks most of the API. What it lacks costs a call or a warning, and
// nothing is lost or written twice.
func TestGitea(t *testing.T) {
	const usual = "510 aa[] history[505,506,507,508,509]"
	tests := []struct {
		name     string
		world    func(w *hubtest.World)
		query    func(q *Query)
		want     string
		merge    string
		warnings int
	}{
		{name: "a pull request", query: func(q *Query) { q.PullRequest = 7 }, want: usual, merge: shaA},
		{name: "one that has moved on", query: func(q *Query) { q.PullRequest = 100 }, want: usual, warnings: 1},
		{name: "a commit", want: usual, warnings: 1},
		{name: "a push", query: func(q *Query) { q.Push = true }, want: usual},
		{name: "an older version", world: func(w *hubtest.World) { w.NoRunsByWorkflow = true }, query: func(q *Query) { q.PullRequest = 7 }, want: usual, merge: shaA},
		{name: "a fork's run of a branch called main", world: func(w *hubtest.World) {
			addRun(w, hubtest.Run{ID: 511, SHA: shaA, HeadRepository: 2002, Created: hubtest.Day(21)})
			addRun(w, hubtest.Run{ID: 512, SHA: shaA, Event: "pull_request", Created: hubtest.Day(22)})
		}, query: func(q *Query) { q.PullRequest = 7 }, want: usual, merge: shaA},
		{name: "newer runs", world: func(w *hubtest.World) {
			addRun(w, hubtest.Run{ID: 511, SHA: shaC, Created: hubtest.Day(21)})
			addRun(w, hubtest.Run{ID: 512, SHA: shaA, Conclusion: "failure", Created: hubtest.Day(22)})
		}, query: func(q *Query) { q.PullRequest, q.HistoryRuns = 7, 3 }, want: "510 aa[512] history[508,509]", merge: shaA},
		{name: "the artifact expired", world: func(w *hubtest.World) { artifactOf(w, 510).Gone = true }, query: func(q *Query) { q.PullRequest = 7 },
			want: "509 aa[] history[505,506,507,508]", merge: shaA, warnings: 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w, q := gitea(), query()
			if test.world != nil {
				test.world(w)
			}
			if test.query != nil {
				test.query(&q)
			}
			b := serveAs(t, w, giteaDescription(t))
			base, err := b.c.FindBaseline(context.Background(), q)
			if err != nil {
				t.Fatal(err)
			}
			if got := summary(base); got != test.want || base.MergeBase != test.merge || len(base.Warnings) != test.warnings {
				t.Errorf("found %s after %q, want %s after %q; warnings %q", got, base.MergeBase, test.want, test.merge, base.Warnings)
			}
			if base.Reference != nil && base.Reference.CreatedAt.Year() != 2026 {
				t.Errorf("the reference was created %v", base.Reference.CreatedAt)
			}
		})
	}
}

// The comment is found among all, under the name that the server tells, and
// a check run, which Gitea does not have, is an error that harms nothing.
func TestGiteaPosts(t *testing.T) {
	b := serveAs(t, gitea(), giteaDescription(t), func(o *Options) { o.Token = "0123456789abcdef0123456789abcdef01234567" })
	b.SetToken(b.c.token)
	for _, outcome := range []string{"220 gitea-actions new"} {
		if r, err := b.c.UpsertComment(context.Background(), 7, comment(600, 1, "new")); err != nil || r.Outcome != OutcomeUpdated || r.Note != "" {
			t.Errorf("%+v, %v", r, err)
		}
		after := b.Comments(7)
		if diff := cmp.Diff([]string{outcome}, outline(after[120:121])); diff != "" || len(after) != 150 {
			t.Errorf("%s comments (-want +got):\n%s", fmt.Sprint(len(after)), diff)
		}
	}
	b.SetComments(7)
	for i, outcome := range []string{OutcomeCreated, OutcomeUpdated} {
		if r, err := b.c.UpsertComment(context.Background(), 7, comment(601, i+1, "new")); err != nil || r.Outcome != outcome || len(b.Comments(7)) != 1 {
			t.Errorf("%+v, %v; want it %s", r, err, outcome)
		}
	}
	if _, err := b.c.CheckRun(context.Background(), CheckRun{Name: "noisegate", SHA: shaB, Conclusion: "success"}); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("a check run: %v", err)
	}
	p, err := b.c.FindPullRequest(context.Background(), "acme", "feature", shaB)
	if err != nil || p == nil || p.Number != 7 {
		t.Errorf("the pull request on the second page: %+v, %v", p, err)
	}
	if branch, err := b.c.DefaultBranch(context.Background()); err != nil || branch != "main" {
		t.Errorf("default branch %q, %v", branch, err)
	}
}
