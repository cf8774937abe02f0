package actions

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// An Event is what the gate needs of the payload that started the run. What
// an event does not carry is zero.
type Event struct {
	Repository Repository `json:"repository"`
	// PullRequest is set for pull_request and pull_request_target.
	PullRequest *PullRequest `json:"pull_request"`
	// WorkflowRun is the run that triggered this one, for workflow_run.
	WorkflowRun *WorkflowRun `json:"workflow_run"`
	// MergeGroup is set for merge_group.
	MergeGroup *MergeGroup `json:"merge_group"`
	// Ref, Before and After are those of a push; Before is all zeros where
	// the branch is new.
	Ref    string `json:"ref"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Repository names a repository.
type Repository struct {
	ID            int64  `json:"id"`
	FullName      string `json:"full_name"`
	Fork          bool   `json:"fork"`
	DefaultBranch string `json:"default_branch"`
	Owner         struct {
		Login string `json:"login"`
	} `json:"owner"`
}

// A PullRequest is the change to judge.
type PullRequest struct {
	Number int  `json:"number"`
	Locked bool `json:"locked"`
	Head   Side `json:"head"`
	Base   Side `json:"base"`
}

// FromFork reports whether the head lies in another repository, or in one
// that is gone.
func (p *PullRequest) FromFork() bool {
	return p.Head.Repository == nil || p.Base.Repository == nil || p.Head.Repository.ID != p.Base.Repository.ID
}

// A Side is the head or the base of a pull request.
type Side struct {
	SHA string `json:"sha"`
	Ref string `json:"ref"`
	// Repository is nil where it was deleted.
	Repository *Repository `json:"repo"`
}

// A MergeGroup is an entry of a merge queue.
type MergeGroup struct {
	HeadSHA string `json:"head_sha"`
	BaseSHA string `json:"base_sha"`
	BaseRef string `json:"base_ref"`
}

// A WorkflowRun is the finished run that a workflow_run event is about.
type WorkflowRun struct {
	ID         int64  `json:"id"`
	Event      string `json:"event"`
	Conclusion string `json:"conclusion"`
	HeadBranch string `json:"head_branch"`
	HeadSHA    string `json:"head_sha"`
	// Path is the file of its workflow.
	Path           string     `json:"path"`
	HeadRepository Repository `json:"head_repository"`
}

// maxEvent bounds what is read of a payload; GitHub stops at 25 MiB.
const maxEvent = 32 << 20

// ReadEvent reads the payload that GITHUB_EVENT_PATH names. An error means
// that nothing is known of the event, and says why; runs without an event are
// possible, so it need not be the end.
func (r *Runner) ReadEvent() (Event, error) {
	e, err := readEvent(r.getenv("GITHUB_EVENT_PATH"))
	if err != nil {
		return Event{}, fmt.Errorf("reading the event: %w", err)
	}
	return e, nil
}

func readEvent(path string) (e Event, err error) {
	if path == "" {
		return e, fmt.Errorf("GITHUB_EVENT_PATH is %w", ErrNotSet)
	}
	f, _, err := openRegular(path, os.O_RDONLY)
	if err != nil {
		return e, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxEvent+1))
	switch {
	case err != nil:
		return e, err
	case len(text) == 0:
		return e, errors.New("the file is empty")
	case len(text) > maxEvent:
		return e, fmt.Errorf("larger than %d bytes", maxEvent)
	}
	if err := json.Unmarshal(text, &e); err != nil {
		return Event{}, err
	}
	if err := e.check(); err != nil {
		return Event{}, err
	}
	return e, nil
}

// objectID is a commit as Git writes it, by SHA-1 or SHA-256.
var objectID = regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)

// check finds values that no event has. They go into addresses and into what
// is posted, and one that is wrong makes the others doubtful.
func (e *Event) check() (err error) {
	commit := func(field, sha string) {
		if err == nil && !objectID.MatchString(sha) {
			err = fmt.Errorf("%s is %q, which is no commit", field, sha)
		}
	}
	branch := func(field, name string) {
		if err == nil && (name == "" || len(name) > maxBranch || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune(`:?*[\^~`, r) })) {
			err = fmt.Errorf("%s is %q, which is no branch", field, name)
		}
	}
	number := func(field string, n int64) {
		if err == nil && (n <= 0 || n > maxNumber) {
			err = fmt.Errorf("%s is %d", field, n)
		}
	}
	if p := e.PullRequest; p != nil {
		number("pull_request.number", int64(p.Number))
		commit("pull_request.head.sha", p.Head.SHA)
		if p.Base.SHA != "" { // nothing depends on it
			commit("pull_request.base.sha", p.Base.SHA)
		}
		branch("pull_request.base.ref", p.Base.Ref)
	}
	if w := e.WorkflowRun; w != nil {
		number("workflow_run.id", w.ID)
		commit("workflow_run.head_sha", w.HeadSHA)
		if w.HeadBranch != "" { // a tag has none
			branch("workflow_run.head_branch", w.HeadBranch)
		}
	}
	if g := e.MergeGroup; g != nil {
		commit("merge_group.head_sha", g.HeadSHA)
		commit("merge_group.base_sha", g.BaseSHA)
		branch("merge_group.base_ref", g.BaseRef)
	}
	if b := e.Repository.DefaultBranch; b != "" {
		branch("repository.default_branch", b)
	}
	return err
}

const (
	// maxBranch is what Git and file systems allow of a name, in bytes.
	maxBranch = 1024
	// maxNumber is the largest integer that every JSON reader keeps.
	maxNumber = 1<<53 - 1
)

// OwnerLogin is the account that the repository belongs to.
func (r Repository) OwnerLogin() string {
	if r.Owner.Login != "" {
		return r.Owner.Login
	}
	for i := range len(r.FullName) {
		if r.FullName[i] == '/' {
			return r.FullName[:i]
		}
	}
	return ""
}
