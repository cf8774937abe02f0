package hub

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

// comment is a report of a run; its text fills what it is allowed.
func comment(run int64, attempt int, text string) Comment {
	return Comment{Key: "default", RunID: run, Attempt: attempt,
		Body: func(marker string, maxBytes int) (string, error) {
			return marker + "\n" + text[:min(len(text), maxBytes-len(marker)-1)], nil
		}}
}

func TestUpsertComment(t *testing.T) {
	const bot = defaultAuthor
	own := func(id, run int64) hubtest.Comment {
		return hubtest.Comment{ID: id, Login: bot, Body: Marker("default", run, 1) + "\nold"}
	}
	tests := []struct {
		name    string
		before  []hubtest.Comment
		world   func(w *hubtest.World)
		faults  []hubtest.Fault
		change  func(m *Comment)
		want    []string // "id login first word of the text", in order
		outcome string
		note    string
		err     string
	}{
		{name: "first", want: []string{"9001 bot new"}, outcome: OutcomeCreated},
		{name: "update", before: []hubtest.Comment{own(5, 599)}, want: []string{"5 bot new"}, outcome: OutcomeUpdated},
		{name: "same run again", before: []hubtest.Comment{own(5, 600)}, want: []string{"5 bot new"}, outcome: OutcomeUpdated},
		{name: "newer run was here", before: []hubtest.Comment{own(5, 601)}, want: []string{"5 bot old"}, outcome: OutcomeNewer, note: "newer run (601"},
		{name: "newer attempt was here", before: []hubtest.Comment{{ID: 5, Login: bot, Body: Marker("default", 600, 2) + "\nold"}},
			want: []string{"5 bot old"}, outcome: OutcomeNewer},
		{name: "quoted, stolen and others' markers", before: []hubtest.Comment{
			{ID: 1, Login: "human-a", Body: "> " + Marker("default", 599, 1) + "\nold"},
			{ID: 2, Login: "other-bot[bot]", Body: Marker("default", 999, 1) + "\nold"},
			{ID: 3, Login: bot, Body: "old\n" + Marker("default", 599, 1)},
			{ID: 4, Login: bot, Body: Marker("other", 599, 1) + "\nold"},
			own(5, 599)}, want: []string{"1 human-a old", "2 other-bot old", "3 bot old", "4 bot old", "5 bot new"}, outcome: OutcomeUpdated},
		{name: "markers that are not the first line as it is", before: []hubtest.Comment{
			{ID: 1, Login: bot, Body: "```\n" + Marker("default", 599, 1) + "\nold\n```"},
			{ID: 2, Login: bot, Body: "\r\n" + Marker("default", 599, 1) + "\r\nold"},
			{ID: 3, Login: bot, Body: "    " + Marker("default", 599, 1) + "\nold"},
			{ID: 4, Login: bot, Body: Marker("default", 599, 1) + Marker("other", 599, 1) + "\nold"},
			{ID: 5, Login: bot, Body: "<!-- noisegate:default run=-1.1 -->\nold"},
			{ID: 6, Login: bot, Body: "<!-- noisegate:default run=99999999999999999999.1 -->\nold"},
			{ID: 7, Login: bot, Body: ""}},
			want: []string{"1 bot old", "2 bot old", "3 bot old", "4 bot old", "5 bot old", "6 bot old", "7 bot old", "9001 bot new"}, outcome: OutcomeCreated},
		{name: "only others", before: []hubtest.Comment{{ID: 2, Login: "human-a", Body: Marker("default", 599, 1) + "\nold"}},
			want: []string{"2 human-a old", "9001 bot new"}, outcome: OutcomeCreated},
		{name: "line end of another system", before: []hubtest.Comment{{ID: 5, Login: bot, Body: Marker("default", 599, 1) + "\r\nold"}},
			want: []string{"5 bot new"}, outcome: OutcomeUpdated},
		{name: "two are there", before: []hubtest.Comment{own(5, 599), own(6, 599)}, want: []string{"5 bot new"}, outcome: OutcomeUpdated},
		{name: "hidden", before: []hubtest.Comment{{ID: 5, Login: bot, Minimized: true, Body: Marker("default", 599, 1) + "\nold"}},
			want: []string{"5 bot old", "9001 bot new"}, outcome: OutcomeCreated},
		{name: "a user's token", world: func(w *hubtest.World) { w.Me = "dev-a" },
			before: []hubtest.Comment{{ID: 5, Login: "Dev-A", Body: Marker("default", 599, 1) + "\nold"}}, want: []string{"5 Dev-A new"}, outcome: OutcomeUpdated},
		{name: "another app by name", world: func(w *hubtest.World) { w.Me = "gate[bot]" }, change: func(m *Comment) { m.Author = "gate[bot]" },
			before: []hubtest.Comment{{ID: 5, Login: "gate[bot]", Body: Marker("default", 599, 1) + "\nold"}}, want: []string{"5 gate new"}, outcome: OutcomeUpdated},
		{name: "deleted meanwhile", before: []hubtest.Comment{own(5, 599)}, world: func(w *hubtest.World) { w.VanishOnUpdate = true },
			want: []string{"9001 bot new"}, outcome: OutcomeCreated},
		{name: "locked", world: func(w *hubtest.World) { w.Pulls[0].Locked = true }, err: "issue is locked"},
		{name: "never", change: func(m *Comment) { m.Mode = ModeNever }, outcome: OutcomeUnchanged},
		{name: "on-change, changed", before: []hubtest.Comment{own(5, 599)}, change: onChange(true), want: []string{"5 bot new"}, outcome: OutcomeUpdated},
		{name: "on-change, the same", before: []hubtest.Comment{own(5, 599)}, change: onChange(false), want: []string{"5 bot old"}, outcome: OutcomeUnchanged},
		{name: "on-regression, none", change: func(m *Comment) { m.Mode = ModeOnRegression }, outcome: OutcomeUnchanged},
		{name: "on-regression, one", change: func(m *Comment) { m.Mode, m.Regression = ModeOnRegression, true }, want: []string{"9001 bot new"}, outcome: OutcomeCreated},
		{name: "on-regression, no more", before: []hubtest.Comment{own(5, 599)}, change: func(m *Comment) { m.Mode = ModeOnRegression },
			want: []string{"5 bot new"}, outcome: OutcomeUpdated},
		{name: "created, but the answer was lost", faults: []hubtest.Fault{{Method: "POST", Path: "/comments$", Times: 1, Kind: hubtest.Cut}},
			want: []string{"9001 bot new"}, outcome: OutcomeUpdated},
		{name: "not created, and no answer", faults: []hubtest.Fault{{Method: "POST", Path: "/comments$", Times: 1, Kind: hubtest.BadGateway}},
			want: []string{"9001 bot new"}, outcome: OutcomeCreated},
		{name: "the update fails", before: []hubtest.Comment{own(5, 599)}, faults: []hubtest.Fault{{Method: "PATCH", Path: "/comments/", Kind: hubtest.Unavailable}},
			want: []string{"5 bot old"}, err: "503"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := world()
			if test.world != nil {
				test.world(w)
			}
			w.Comments = map[int][]hubtest.Comment{7: test.before}
			b := serve(t, w, func(o *Options) {
				if w.Me == "dev-a" {
					o.Token = "ghp_" + strings.TrimPrefix(testToken, "ghs_")
				}
			})
			if w.Me == "dev-a" {
				w.Token = b.c.token
			}
			b.Fail(test.faults...)
			m := comment(600, 1, "new")
			if test.change != nil {
				test.change(&m)
			}
			r, err := b.c.UpsertComment(context.Background(), 7, m)
			if test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) || test.err == "" && err != nil {
				t.Errorf("error %v, want %q", err, test.err)
			}
			if diff := cmp.Diff(test.want, outline(b.Comments(7))); diff != "" {
				t.Errorf("comments (-want +got):\n%s", diff)
			}
			if r.Outcome != test.outcome || !strings.Contains(r.Note, test.note) {
				t.Errorf("outcome %q, note %q; want %q, %q", r.Outcome, r.Note, test.outcome, test.note)
			}
			if (r.URL != "") != (len(r.Outcome) > 0 && r.ID != 0) {
				t.Errorf("id %d with address %q", r.ID, r.URL)
			}
		})
	}
}

func onChange(changed bool) func(m *Comment) {
	return func(m *Comment) {
		m.Mode, m.Changed = ModeOnChange, func(old string) bool { return changed }
	}
}

func outline(list []hubtest.Comment) []string {
	var out []string
	for _, c := range list {
		word := "old"
		if strings.Contains(c.Body, "new") {
			word = "new"
		}
		login := strings.TrimSuffix(c.Login, "[bot]")
		if c.Login == defaultAuthor {
			login = "bot"
		}
		out = append(out, fmt.Sprintf("%d %s %s", c.ID, login, word))
	}
	return out
}

// An app's token may not ask who it is. It finds out by what it wrote, and
// still ends with one comment.
func TestUnknownApp(t *testing.T) {
	w := world()
	w.Me = "gate[bot]"
	w.Comments = map[int][]hubtest.Comment{7: {{ID: 5, Login: "gate[bot]", Body: Marker("default", 599, 1) + "\nold"}}}
	b := serve(t, w)
	r, err := b.c.UpsertComment(context.Background(), 7, comment(600, 1, "new"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"9001 gate new"}, outline(b.Comments(7))); diff != "" {
		t.Errorf("comments (-want +got):\n%s", diff)
	}
	if !strings.Contains(r.Note, `comment-author`) {
		t.Errorf("note %q", r.Note)
	}
}

func TestLaterPage(t *testing.T) {
	w := world()
	var list []hubtest.Comment
	for i := range 250 {
		list = append(list, hubtest.Comment{ID: int64(100 + i), Login: "human-a", Body: "hello"})
	}
	list[230] = hubtest.Comment{ID: 330, Login: defaultAuthor, Body: Marker("default", 1, 1) + "\nold"}
	w.Comments = map[int][]hubtest.Comment{7: list}
	b := serve(t, w)
	r, err := b.c.UpsertComment(context.Background(), 7, comment(600, 1, "new"))
	if err != nil || r.ID != 330 || r.Outcome != OutcomeUpdated || len(b.Comments(7)) != 250 {
		t.Errorf("%+v, %v, %d comments", r, err, len(b.Comments(7)))
	}
}

// Where GitHub finds a comment too long, a shorter one is written, with its
// marker.
func TestTooLong(t *testing.T) {
	w := world()
	w.CommentLimit = 9000
	b := serve(t, w)
	if _, err := b.c.UpsertComment(context.Background(), 7, comment(600, 1, strings.Repeat("new ", 50000))); err != nil {
		t.Fatal(err)
	}
	list := b.Comments(7)
	if len(list) != 1 || len(list[0].Body) > 9000 || len(list[0].Body) < 4000 || !strings.HasPrefix(list[0].Body, Marker("default", 600, 1)+"\n") {
		t.Errorf("%d comments; the first has %d bytes", len(list), len(list[0].Body))
	}
}

func TestCommentPermission(t *testing.T) {
	b := serve(t, world())
	b.Fail(hubtest.Fault{Method: "POST", Path: "/comments$", Kind: hubtest.Forbidden})
	_, err := b.c.UpsertComment(context.Background(), 7, comment(600, 1, "new"))
	var e *Error
	if !errors.As(err, &e) || e.Permission != "pull-requests: write" || e.RateLimit || len(b.waits) != 0 {
		t.Errorf("%#v, waits %v", err, b.waits)
	}
}

// turns lets one request at a time through, of a client chosen at random
// among those that wait.
type turns struct {
	mu      sync.Mutex
	rnd     *rand.Rand
	waiting []chan struct{}
	running int // clients that are neither waiting nor done
}

func (q *turns) next() {
	if q.running == 0 && len(q.waiting) > 0 {
		i := q.rnd.IntN(len(q.waiting))
		ch := q.waiting[i]
		q.waiting = append(q.waiting[:i], q.waiting[i+1:]...)
		q.running++
		close(ch)
	}
}

func (q *turns) wait() {
	ch := make(chan struct{})
	q.mu.Lock()
	q.waiting = append(q.waiting, ch)
	q.running--
	q.next()
	q.mu.Unlock()
	<-ch
}

func (q *turns) done() {
	q.mu.Lock()
	q.running--
	q.next()
	q.mu.Unlock()
}

type turnTransport struct {
	q    *turns
	base http.RoundTripper
}

func (t turnTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	t.q.wait()
	return t.base.RoundTrip(r)
}

// Two runs that report at the same time leave one comment, whatever the order
// in which their requests come through; it is a run's own whole report, and
// where neither found a comment to write over, it is the newer run's.
func TestRace(t *testing.T) {
	const rounds = 1000
	w := world()
	b := serve(t, w)
	kept := make(map[string]int)
	for round := range rounds {
		rnd := rand.New(rand.NewPCG(1, uint64(round)))
		var before []hubtest.Comment
		switch round % 4 {
		case 1:
			before = []hubtest.Comment{{ID: 5, Login: defaultAuthor, Body: Marker("default", 1, 1) + "\nold"}}
		case 2:
			before = []hubtest.Comment{{ID: 5, Login: defaultAuthor, Body: Marker("default", 1, 1) + "\nold"},
				{ID: 6, Login: defaultAuthor, Body: Marker("default", 2, 1) + "\nold"}}
		}
		b.SetComments(7, before...)
		runs := []int64{600, 601}
		if round%4 == 3 {
			runs = []int64{600, 600} // two jobs of one run
		}
		q := &turns{rnd: rnd, running: len(runs)}
		var all sync.WaitGroup
		for i, run := range runs {
			c, err := New(Options{APIURL: b.URL(), Token: testToken, Repository: "acme/widgets", Transport: turnTransport{q, http.DefaultTransport}})
			if err != nil {
				t.Fatal(err)
			}
			all.Go(func() {
				defer q.done()
				if _, err := c.UpsertComment(context.Background(), 7, comment(run, 1, fmt.Sprintf("new %d.", i))); err != nil {
					t.Errorf("round %d: %v", round, err)
				}
			})
		}
		all.Wait()
		list := b.Comments(7)
		if len(list) != 1 {
			t.Fatalf("round %d left %d comments: %v", round, len(list), outline(list))
		}
		v, ok := parseMarker(list[0].Body, "default")
		if !ok || v.run < 600 {
			t.Errorf("round %d left %q", round, list[0].Body)
		}
		if len(before) == 0 && v.run != runs[1] {
			t.Errorf("round %d: without a comment before, run %d won over %d", round, v.run, runs[1])
		}
		kept[fmt.Sprintf("%d before, run %d", len(before), v.run)]++
	}
	t.Logf("%d interleavings: %v", rounds, kept)
}
