package hub

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

// A list of comments may lag behind what was just written or deleted. Whatever
// it shows, one update writes at most two comments, and one where the server
// answers.
func TestCommentListLags(t *testing.T) {
	old := hubtest.Comment{ID: 5, Login: defaultAuthor, Body: Marker("default", 599, 1) + "\nold"}
	tests := []struct {
		name           string
		before, listed []hubtest.Comment
		world          func(w *hubtest.World)
		faults         []hubtest.Fault
		want           []string
		posts, patches int
		outcome, err   string
	}{
		{name: "never shows the first one", want: []string{"9001 bot new"}, posts: 1, outcome: OutcomeCreated},
		{name: "never shows the update", before: []hubtest.Comment{old}, listed: []hubtest.Comment{old},
			want: []string{"5 bot new"}, patches: 1, outcome: OutcomeUpdated},
		{name: "still shows one that was deleted", listed: []hubtest.Comment{old},
			want: []string{"9001 bot new"}, posts: 1, patches: 1, outcome: OutcomeCreated},
		{name: "shows it hidden", listed: []hubtest.Comment{{ID: 9001, Login: defaultAuthor, Minimized: true, Body: Marker("default", 600, 1) + "\nnew"}},
			want: []string{"9001 bot new"}, posts: 1, outcome: OutcomeCreated},
		{name: "never shows one whose answer was lost", faults: []hubtest.Fault{{Method: "POST", Path: "/comments$", Times: 1, Kind: hubtest.Cut}},
			want: []string{"9001 bot new", "9002 bot new"}, posts: 2, outcome: OutcomeCreated},
		{name: "never shows them, and every answer is lost", faults: []hubtest.Fault{{Method: "POST", Path: "/comments$", Kind: hubtest.Cut}},
			want: []string{"9001 bot new", "9002 bot new"}, posts: 2, err: "POST /repos/acme/widgets/issues/7/comments"},
		{name: "and the first one is gone at once", faults: []hubtest.Fault{{Method: "GET", Path: "/issues/comments/", Kind: hubtest.NotFound}},
			want: []string{"9001 bot new", "9002 bot new"}, posts: 2, err: "written 2 times"},
		{name: "and asking for it fails", faults: []hubtest.Fault{{Method: "GET", Path: "/issues/comments/", Kind: hubtest.Forbidden}},
			want: []string{"9001 bot new"}, posts: 1, outcome: OutcomeCreated},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := world()
			w.Comments = map[int][]hubtest.Comment{7: test.before}
			w.Listed = map[int][]hubtest.Comment{7: test.listed}
			b := serve(t, w)
			b.Fail(test.faults...)
			r, err := b.c.UpsertComment(context.Background(), 7, comment(600, 1, "new"))
			if test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) || test.err == "" && err != nil {
				t.Errorf("error %v, want %q", err, test.err)
			}
			if diff := cmp.Diff(test.want, outline(b.Comments(7))); diff != "" {
				t.Errorf("comments (-want +got):\n%s", diff)
			}
			var posts, patches int
			for _, q := range b.Requests() {
				switch q.Method {
				case "POST":
					posts++
				case "PATCH":
					patches++
				}
			}
			if posts != test.posts || patches != test.patches || r.Outcome != test.outcome {
				t.Errorf("%d posts, %d updates, outcome %q; want %d, %d, %q", posts, patches, r.Outcome, test.posts, test.patches, test.outcome)
			}
		})
	}
}
