package hub

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

// Gitea speaks most of the API. What it lacks costs a call or a warning, and
// nothing is lost or written twice.
func TestGitea(t *testing.T) {
	w := world()
	w.Prefix, w.Gitea, w.Me = "/api/v1", true, "gitea-actions"
	for i := range 25 { // a second and third page
		addRun(w, hubtest.Run{ID: int64(700 + i), SHA: shaB, Branch: "main", Workflow: "lint.yml", Created: hubtest.Day(25)})
	}
	var list []hubtest.Comment
	for i := range 150 {
		list = append(list, hubtest.Comment{ID: int64(100 + i), Login: "human-a", Body: "hello"})
	}
	list[120] = hubtest.Comment{ID: 220, Login: "gitea-actions", Body: Marker("default", 1, 1) + "\nold"}
	w.Comments = map[int][]hubtest.Comment{7: list}
	b := serveAs(t, w, nil)
	base, err := b.c.FindBaseline(context.Background(), query())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := summary(base), "510 aa[] history[505,506,507,508,509]"; got != want || base.IsMergeBase != nil || len(base.Warnings) != 1 {
		t.Errorf("found %s, want %s; warnings %q", got, want, base.Warnings)
	}
	m := comment(600, 1, "new")
	m.Author = "gitea-actions"
	if _, err := b.c.UpsertComment(context.Background(), 7, m); err != nil {
		t.Fatal(err)
	}
	after := b.Comments(7)
	if diff := cmp.Diff([]string{"220 gitea-actions new"}, outline(after[120:121])); diff != "" || len(after) != 150 {
		t.Errorf("%s comments (-want +got):\n%s", fmt.Sprint(len(after)), diff)
	}
}
