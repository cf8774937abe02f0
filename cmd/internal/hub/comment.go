package hub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-github/v60/github"
)

// MaxComment is the size in bytes that a comment is first written for. The
// limit that GitHub's error names is 65,536 characters.
const MaxComment = 65000

// Modes of Comment.Mode.
const (
	// ModeAlways writes the comment in any case.
	ModeAlways = "always"
	// ModeOnChange leaves a comment alone that would say the same.
	ModeOnChange = "on-change"
	// ModeOnRegression begins a comment only for a regression, and keeps one
	// that is there up to date, so that it does not go on blaming.
	ModeOnRegression = "on-regression"
	// ModeNever writes nothing.
	ModeNever = "never"
)

// A Comment is a report to put under a pull request.
type Comment struct {
	// Key tells several gates of one pull request apart; one comment per key.
	Key string
	// RunID and Attempt are the run that reports.
	RunID   int64
	Attempt int
	// Author is the login that the comment is written under; empty means to
	// find out: the token's owner where the token may ask, else
	// github-actions[bot].
	Author string
	// Body returns the text, which must begin with the line marker and fit in
	// maxBytes. It may be called again with a smaller bound.
	Body func(marker string, maxBytes int) (string, error)
	// Mode is one of the Mode constants; empty means ModeAlways.
	Mode string
	// Changed tells, for ModeOnChange, whether the report says anything that
	// the old comment ("" for none) does not; nil means yes.
	Changed func(old string) bool
	// Regression tells, for ModeOnRegression, whether there is one.
	Regression bool
}

// Outcomes of a comment.
const (
	// OutcomeCreated is a new comment.
	OutcomeCreated = "created"
	// OutcomeUpdated is the old comment with the new text.
	OutcomeUpdated = "updated"
	// OutcomeNewer is a comment left alone, since a newer run wrote it.
	OutcomeNewer = "newer"
	// OutcomeUnchanged is a comment left alone, or none, for the mode's sake.
	OutcomeUnchanged = "unchanged"
)

// A CommentResult says what became of a comment.
type CommentResult struct {
	// ID and URL are those of the comment; 0 and "" where there is none.
	ID  int64
	URL string
	// Outcome is one of the Outcome constants.
	Outcome string
	// Note is a sentence for the log, or "".
	Note string
}

// An issueComment is go-github's, with what it lacks.
type issueComment struct {
	github.IssueComment
	// Minimized is set where somebody hid the comment.
	Minimized *struct{} `json:"minimized"`

	version version
}

const (
	permissionComment = "pull-requests: write"
	// maxCommentPages bounds the search for the comment.
	maxCommentPages = 50
	// maxRounds bounds how often a comment is looked at again.
	maxRounds = 6
)

// UpsertComment writes the one comment of a key. It looks through all pages
// for comments whose first line is the key's marker and whose author is its
// own, updates the newest in place or writes a first one, and then looks
// again: where two runs wrote at the same time both see both comments, agree
// on the newest run's (the oldest comment of that), and delete the other. A
// comment that a newer run wrote is left alone, and so is a hidden one. The
// old text is lost to nothing but the new one. A list may lag behind what was
// just written, so at most two first comments are written in any case.
//
// The error is an *Error; its fields tell a missing permission and a locked
// conversation. The caller's verdict must not depend on it.
func (c *Client) UpsertComment(ctx context.Context, pr int, m Comment) (CommentResult, error) {
	if m.Mode == ModeNever {
		return CommentResult{Outcome: OutcomeUnchanged}, nil
	}
	w := &writer{c: c, pr: pr, m: m, mine: version{m.RunID, m.Attempt}, size: MaxComment, author: m.Author}
	if w.author == "" {
		w.author = c.whoAmI(ctx)
	}
	for range maxRounds {
		done, err := w.round(ctx)
		if err != nil {
			if w.result.Outcome == "" || w.gone {
				return CommentResult{}, err
			}
			// It is written; only looking again failed.
			w.note("whether another run wrote at the same time is unknown: %v", err)
			return w.result, nil
		}
		if done {
			return w.result, nil
		}
	}
	if w.result.Outcome == "" {
		return CommentResult{}, &Error{Call: fmt.Sprintf("POST /repos/%s/%s/issues/%d/comments", c.owner, c.name, pr),
			Message: fmt.Sprintf("the comment changed under every one of %d tries", maxRounds)}
	}
	return w.result, nil
}

// A writer is one UpsertComment.
type writer struct {
	c      *Client
	pr     int
	m      Comment
	mine   version
	author string
	size   int
	result CommentResult
	wrote  int64 // the comment written last
	gone   bool  // and it is known not to exist any more
	// posts counts the first comments that were written, or may have been;
	// lost is what became of the last one whose answer did not come.
	posts int
	lost  error
	// dead are comments known not to exist, whatever a list says.
	dead map[int64]bool
}

// round looks once and writes once, if there is something to write.
func (w *writer) round(ctx context.Context) (done bool, err error) {
	own, err := w.own(ctx)
	if err != nil {
		return false, err
	}
	if len(own) == 0 {
		w.gone = w.wrote != 0
		if w.result.Outcome == "" && (w.m.Mode == ModeOnRegression && !w.m.Regression || w.unchanged("")) {
			w.result.Outcome = OutcomeUnchanged
			return true, nil
		}
		return false, w.create(ctx)
	}
	top := own[0]
	switch {
	case top.version.newer(w.mine):
		w.settle(top.GetID(), top.GetHTMLURL(), OutcomeNewer)
		w.note("a newer run (%d, attempt %d) has written the comment already", top.version.run, top.version.attempt)
	case w.wrote != 0 && top.version == w.mine:
		w.settle(top.GetID(), top.GetHTMLURL(), w.result.Outcome)
		if top.GetID() != w.wrote {
			w.note("another job of this run wrote the comment at the same time; give each its own comment-key")
		}
	case w.wrote == 0 && w.unchanged(top.GetBody()):
		w.settle(top.GetID(), top.GetHTMLURL(), OutcomeUnchanged)
	default:
		return false, w.update(ctx, top)
	}
	return true, w.tidy(ctx, own[1:])
}

func (w *writer) unchanged(old string) bool {
	return w.m.Mode == ModeOnChange && w.m.Changed != nil && !w.m.Changed(old)
}

func (w *writer) settle(id int64, url, outcome string) {
	w.result.ID, w.result.URL, w.result.Outcome = id, url, outcome
	w.gone = false
}

func (w *writer) note(format string, args ...any) {
	text := oneLine(w.c.redact(fmt.Sprintf(format, args...)), 500)
	if w.result.Note != "" {
		text = w.result.Note + "; " + text
	}
	w.result.Note = text
}

// own lists the key's own visible comments, the one to keep first: the newest
// run's, and of those the oldest.
func (w *writer) own(ctx context.Context) ([]issueComment, error) {
	var own []issueComment
	seen := make(map[int64]bool) // a page may repeat what an earlier one held
	for page := 1; page <= maxCommentPages; page++ {
		list, r, err := ask(ctx, w.c, call{permission: permissionComment}, get[[]issueComment](w.c.path(fmt.Sprintf("issues/%d/comments", w.pr)),
			url.Values{"per_page": {strconv.Itoa(perPage)}, "page": {strconv.Itoa(page)}}))
		if err != nil {
			return nil, err
		}
		known := len(seen)
		for _, k := range list {
			if seen[k.GetID()] {
				continue
			}
			seen[k.GetID()] = true
			v, ok := parseMarker(k.GetBody(), w.m.Key)
			if k.version = v; ok && k.Minimized == nil && k.User != nil && strings.EqualFold(k.User.GetLogin(), w.author) {
				own = append(own, k)
			}
		}
		if len(seen) == known || !r.more(len(list)) {
			break
		}
	}
	own, err := w.catchUp(ctx, own)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(own, func(a, b issueComment) int {
		switch {
		case a.version.newer(b.version):
			return -1
		case b.version.newer(a.version):
			return 1
		}
		return cmp.Compare(a.GetID(), b.GetID())
	})
	return own, nil
}

// create writes a first comment. A try that broke off may have written it all
// the same; the next round sees.
func (w *writer) create(ctx context.Context) error {
	if w.posts == maxPosts {
		return w.tooManyPosts()
	}
	k, err := w.send(ctx, true, func(ctx context.Context, g *github.Client, m *github.IssueComment) (*github.IssueComment, *github.Response, error) {
		return g.Issues.CreateComment(ctx, w.c.owner, w.c.name, w.pr, m)
	})
	var e *Error
	if errors.As(err, &e) && e.unsure && e.cause == nil {
		w.posts, w.lost = w.posts+1, err
		wait := w.c.backoff(2)
		if !w.c.spend(wait) {
			return err
		}
		w.c.log("%s; looking whether the comment is there in %s", e.brief(), wait.Round(10*time.Millisecond))
		if w.c.sleep(ctx, wait) == nil {
			return nil
		}
	}
	if err != nil {
		return err
	}
	w.posts, w.lost, w.wrote = w.posts+1, nil, k.GetID()
	w.settle(k.GetID(), k.GetHTMLURL(), OutcomeCreated)
	if login := k.GetUser().GetLogin(); login != "" && !strings.EqualFold(login, w.author) {
		w.note("the comment's author is %q, not %q as assumed; name it in comment-author", login, w.author)
		w.author = login
	}
	return nil
}

// update writes over a comment. Where it has been deleted meanwhile, the next
// round writes a new one.
func (w *writer) update(ctx context.Context, old issueComment) error {
	k, err := w.send(ctx, false, func(ctx context.Context, g *github.Client, m *github.IssueComment) (*github.IssueComment, *github.Response, error) {
		return g.Issues.EditComment(ctx, w.c.owner, w.c.name, old.GetID(), m)
	})
	var e *Error
	if errors.As(err, &e) && (e.Status == http.StatusNotFound || e.Status == http.StatusGone) {
		_, _, err := w.fetch(ctx, old.GetID()) // a list may go on showing what is deleted
		return err
	}
	if err != nil {
		return err
	}
	w.wrote = old.GetID()
	outcome := OutcomeUpdated
	if w.result.Outcome == OutcomeCreated {
		outcome = OutcomeCreated
	}
	w.settle(old.GetID(), cmp.Or(k.GetHTMLURL(), old.GetHTMLURL()), outcome)
	return nil
}

// send writes the body, smaller where GitHub finds it too long.
func (w *writer) send(ctx context.Context, once bool,
	write func(context.Context, *github.Client, *github.IssueComment) (*github.IssueComment, *github.Response, error)) (*github.IssueComment, error) {
	for {
		marker := Marker(w.m.Key, w.m.RunID, w.m.Attempt)
		body, err := w.m.Body(marker, w.size)
		if err != nil {
			return nil, fmt.Errorf("writing the comment in %d bytes: %w", w.size, err)
		}
		if _, ok := parseMarker(body, w.m.Key); !ok {
			return nil, errors.New("writing the comment: its first line is not the marker")
		}
		got, _, err := ask(ctx, w.c, call{permission: permissionComment, once: once},
			func(ctx context.Context, g *github.Client) (*github.IssueComment, *github.Response, error) {
				return write(ctx, g, &github.IssueComment{Body: &body})
			})
		var e *Error
		if errors.As(err, &e) && tooLong(e) && w.size > 4000 {
			w.size = min(w.size, len(body)) * 2 / 3
			w.c.log("%s; writing a shorter one, of %d bytes at most", e.brief(), w.size)
			continue
		}
		return got, err
	}
}

func tooLong(e *Error) bool {
	text := strings.ToLower(e.Message)
	return e.Status == http.StatusRequestEntityTooLarge ||
		e.Status == http.StatusUnprocessableEntity && (strings.Contains(text, "too long") || strings.Contains(text, "maximum"))
}

// tidy deletes own comments of the key that are superfluous. That one remains
// is sure; that these go is not worth an error.
func (w *writer) tidy(ctx context.Context, extra []issueComment) error {
	for _, k := range extra {
		_, err := w.c.do(ctx, call{permission: permissionComment}, func(ctx context.Context, g *github.Client) (*github.Response, error) {
			return g.Issues.DeleteComment(ctx, w.c.owner, w.c.name, k.GetID())
		})
		var e *Error
		if errors.As(err, &e) && e.Status != http.StatusNotFound {
			w.note("a second comment of this key (%s) could not be deleted: %v", k.GetHTMLURL(), err)
		}
	}
	return nil
}
