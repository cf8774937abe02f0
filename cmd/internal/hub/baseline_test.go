package hub

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

func TestFindBaseline(t *testing.T) {
	const usual = "510 aa[] history[505,506,507,508,509]"
	tests := []struct {
		name   string
		reason string // why it matters
		world  func(w *hubtest.World)
		query  func(q *Query)
		want   string
		why    string // part of a reason or warning
	}{
		{name: "merge base", want: usual, why: "run of the merge base"},
		{name: "fewer", query: func(q *Query) { q.HistoryRuns = 2 }, want: "510 aa[] history[508,509]"},
		{name: "none", query: func(q *Query) { q.HistoryRuns = 0 }, want: "510 aa[] history[]"},
		{name: "the base branch moved on", reason: "the tip is not what the change was cut from",
			world: func(w *hubtest.World) { addRun(w, hubtest.Run{ID: 515, SHA: shaC, Created: hubtest.Day(25)}) },
			query: func(q *Query) { q.HistoryRuns = 6 }, want: "510 aa[] history[505,506,507,508,509,515]"},
		{name: "no run of the merge base", world: func(w *hubtest.World) { w.Runs = w.Runs[1:] },
			want: "509 aa[] history[505,506,507,508]", why: "run of the nearest older commit"},
		{name: "a newer run is no ancestor", reason: "it holds changes that the pull request lacks",
			world: func(w *hubtest.World) {
				w.Runs = w.Runs[1:]
				addRun(w, hubtest.Run{ID: 515, SHA: shaC, Created: hubtest.Day(25)})
			}, query: func(q *Query) { q.HistoryRuns = 5 }, want: "509 aa[] history[505,506,507,508,515]"},
		{name: "the merge base's run failed", reason: "it may hold the regression that made it red",
			world: func(w *hubtest.World) { runOf(w, 510).Conclusion = "failure" },
			want:  "509 aa[] history[505,506,507,508,510]", why: "it ended as failure"},
		{name: "red and green runs of one commit", reason: "leaving red runs out would understate the noise",
			world: func(w *hubtest.World) {
				addRun(w, hubtest.Run{ID: 530, SHA: shaA, Created: hubtest.Day(25), Conclusion: "failure"})
				addRun(w, hubtest.Run{ID: 529, SHA: shaA, Created: hubtest.Day(24), Conclusion: "cancelled"})
				addRun(w, hubtest.Run{ID: 520, SHA: shaA, Created: hubtest.Day(23), Event: "schedule"})
			}, want: "520 aa[510,529,530] history[508,509]"},
		{name: "fork's branch of the same name", reason: "a branch's name proves nothing",
			world: func(w *hubtest.World) {
				addRun(w, hubtest.Run{ID: 530, SHA: shaA, Created: hubtest.Day(25), HeadRepository: 2002})
			}, want: usual, why: "from a fork"},
		{name: "pull request's run", world: func(w *hubtest.World) {
			addRun(w, hubtest.Run{ID: 530, SHA: shaA, Created: hubtest.Day(25), Event: "pull_request"})
		}, want: usual, why: `its event is "pull_request"`},
		{name: "pull_request_target's run", world: func(w *hubtest.World) {
			addRun(w, hubtest.Run{ID: 530, SHA: shaA, Created: hubtest.Day(25), Event: "pull_request_target"})
		}, want: usual, why: `its event is "pull_request_target"`},
		{name: "another workflow", world: func(w *hubtest.World) {
			addRun(w, hubtest.Run{ID: 530, SHA: shaA, Created: hubtest.Day(25), Workflow: "lint.yml"})
		}, want: usual},
		{name: "another branch", world: func(w *hubtest.World) {
			addRun(w, hubtest.Run{ID: 530, SHA: shaA, Created: hubtest.Day(25), Branch: "release"})
		}, want: usual},
		{name: "this run itself", reason: "compared with itself everything is green", world: func(w *hubtest.World) {
			addRun(w, hubtest.Run{ID: 600, SHA: shaA, Created: hubtest.Day(25), Status: "in_progress"})
		}, want: usual, why: "this run itself"},
		{name: "unfinished", world: func(w *hubtest.World) {
			addRun(w, hubtest.Run{ID: 530, SHA: shaA, Created: hubtest.Day(25), Status: "in_progress"})
		}, want: usual, why: "has not ended"},
		{name: "expired", world: func(w *hubtest.World) { artifactOf(w, 510).Expired = true },
			want: "509 aa[] history[505,506,507,508]", why: "has expired"},
		{name: "expired but not listed so", world: func(w *hubtest.World) { artifactOf(w, 510).Gone = true },
			want: "509 aa[] history[505,506,507,508]", why: "expired or was deleted"},
		{name: "damaged", world: func(w *hubtest.World) { a := artifactOf(w, 510); a.Data = a.Data[:len(a.Data)/2] },
			want: "509 aa[] history[505,506,507,508]", why: "not a whole zip archive"},
		{name: "damaged history", world: func(w *hubtest.World) { artifactOf(w, 508).Data = []byte("<html>") },
			want: "510 aa[] history[505,506,507,509]", why: `reading artifact "bench-base" (id 5080 of run 508)`},
		{name: "everything expired", world: func(w *hubtest.World) {
			for i := range w.Artifacts {
				w.Artifacts[i].Expired = true
			}
		}, want: "none aa[] history[]", why: "6 with the artifact expired"},
		{name: "no artifact", query: func(q *Query) { q.ArtifactPattern = "other" }, want: "none aa[] history[]", why: `no artifact "other"`},
		{name: "no workflow", query: func(q *Query) { q.Workflow = "new.yml" }, want: "none aa[] history[]", why: "not known to the repository"},
		{name: "workflow by id is its file", query: func(q *Query) { q.Workflow = "bench.yml" }, want: usual},
		{name: "unreadable files", query: func(q *Query) {
			q.Check = func(files []File) error {
				if strings.HasSuffix(string(files[0].Data), "510") {
					return errors.New("no reader knows base.json")
				}
				return nil
			}
		}, want: "509 aa[] history[505,506,507,508]", why: "no reader knows base.json"},
		{name: "files that match none", query: func(q *Query) { q.FilePattern = "*.txt" }, want: "none aa[] history[]", why: "6 with the artifact damaged"},
		{name: "the machine most like the candidate's", world: func(w *hubtest.World) {
			addRun(w, hubtest.Run{ID: 520, SHA: shaA, Created: hubtest.Day(23)})
		}, query: func(q *Query) {
			q.Prefer = func(files []File) int {
				if strings.HasSuffix(string(files[0].Data), "510") {
					return 2
				}
				return 1
			}
		}, want: "510 aa[520] history[506,507,508,509]", why: "preferred for its machine"},
		{name: "push", query: func(q *Query) { q.Push, q.Head, q.Base = true, "", "" }, want: usual, why: "newest earlier run"},
		{name: "push, a newer run", reason: "an old run that is repeated must not look ahead",
			world: func(w *hubtest.World) { addRun(w, hubtest.Run{ID: 700, SHA: shaC, Created: hubtest.Day(28)}) },
			query: func(q *Query) { q.Push = true }, want: usual, why: "newer than this run"},
		{name: "no merge base to be had", world: func(w *hubtest.World) { w.MergeBase = "" }, want: usual, why: "merge base of bbbbbbb and ccccccc is unknown"},
	}
	for _, test := range tests {
		for _, prefix := range []string{"", "/api/v3"} {
			t.Run(test.name+prefix, func(t *testing.T) {
				w, q := world(), query()
				w.Prefix = prefix
				if test.world != nil {
					test.world(w)
				}
				if test.query != nil {
					test.query(&q)
				}
				b, err := serve(t, w).c.FindBaseline(context.Background(), q)
				if err != nil {
					t.Fatal(err)
				}
				if got := summary(b); got != test.want {
					t.Errorf("found %s, want %s (%s)", got, test.want, test.reason)
				}
				if all := spoken(b); !strings.Contains(all, test.why) {
					t.Errorf("nothing said %q:\n%s", test.why, all)
				}
				if b.Reference != nil && b.IsMergeBase != nil && *b.IsMergeBase != (b.Reference.SHA == shaA) {
					t.Errorf("IsMergeBase is %v for %s", *b.IsMergeBase, b.Reference.SHA)
				}
			})
		}
	}
}

// spoken is everything that a baseline says in words.
func spoken(b Baseline) string {
	all := append([]string{b.Reason}, b.Warnings...)
	for _, k := range b.Considered {
		all = append(all, fmt.Sprintf("%d %s: %s", k.RunID, k.Role, k.Why))
	}
	return strings.Join(all, "\n")
}

func TestReferenceFields(t *testing.T) {
	w := world()
	runOf(w, 510).Attempt = 3
	b, err := serve(t, w).c.FindBaseline(context.Background(), query())
	if err != nil {
		t.Fatal(err)
	}
	r := b.Reference
	got := fmt.Sprint(r.ID, r.Attempt, r.SHA, r.Event, r.Branch, r.Conclusion, r.URL, r.CreatedAt.Day(), r.Artifacts, r.Files[0].Artifact, r.Files[0].Name, string(r.Files[0].Data))
	want := fmt.Sprint(510, 3, shaA, "push", "main", "success", "https://github.example.test/acme/widgets/actions/runs/510", 20,
		[]string{"bench-base"}, "bench-base", "base.json", fileOf(510))
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if b.MergeBase != shaA || len(b.Considered) != 6 {
		t.Errorf("merge base %s, %d runs considered", b.MergeBase, len(b.Considered))
	}
}

// A usual pull request costs at most 12 calls: six artifacts and the comment.
func TestCalls(t *testing.T) {
	for _, existing := range []bool{false, true} {
		w := world()
		if existing {
			w.Comments = map[int][]hubtest.Comment{7: {{ID: 1, Login: defaultAuthor, Body: Marker("default", 599, 1) + "\nold"}}}
		}
		b := serve(t, w)
		if _, err := b.c.FindBaseline(context.Background(), query()); err != nil {
			t.Fatal(err)
		}
		if _, err := b.c.UpsertComment(context.Background(), 7, comment(600, 1, "new")); err != nil {
			t.Fatal(err)
		}
		if n := b.Calls(); n > 12 || n != b.c.Calls() {
			t.Errorf("comment exists %t: %d calls (counted %d), want at most 12", existing, n, b.c.Calls())
		}
	}
}

// A search ends after 1,000 results; what is older is found all the same, by
// its commit or by searching on before the last date.
func TestSearchBound(t *testing.T) {
	for _, push := range []bool{false, true} {
		w, q := world(), query()
		for i := range 1100 {
			w.Runs = append(w.Runs, hubtest.Run{ID: int64(1000 + i), SHA: fmt.Sprintf("%040x", 1<<20+i), Created: hubtest.Day(21).Add(time.Duration(i) * time.Second)})
		}
		q.SelfRunID, q.Push = 9999, push
		b, err := serve(t, w).c.FindBaseline(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if b.Reference == nil || b.Reference.ID != 510 {
			t.Errorf("push %t: found %s", push, summary(b))
		}
	}
}
