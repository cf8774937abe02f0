package main

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/noisegate/noisegate/cmd/internal/actions"
)

// A change is what the event says of the change to judge. What is not known
// is zero.
type change struct {
	// pullRequest is its number; 0 where there is none, or where it must be
	// looked up by headOwner, headBranch and head.
	pullRequest           int
	headOwner, headBranch string
	// notFound says why the look-up found none.
	notFound string
	// fromFork says that the token cannot write.
	fromFork bool
	// head and base are commits, branch is what the change goes into. The
	// base is its tip at the time of the event, not the merge base.
	head, base, branch string
	// push says that the run is about the branch itself.
	push bool
	// runID is the run that measured, and attempt the one of this run.
	runID int64
	// workflow is the file of the workflow that measured.
	workflow string
	// untrusted says that the workflow has rights that the author of the
	// change has not.
	untrusted bool
}

// mergeRef is the ref of a pull request.
var mergeRef = regexp.MustCompile(`^refs/pull/([0-9]{1,9})/`)

// changeOf reads the change from context and event.
func changeOf(c actions.Context, e actions.Event) change {
	ch := change{head: c.SHA, branch: first(c.BaseRef, e.Repository.DefaultBranch), runID: c.RunID, workflow: c.Workflow}
	switch c.EventName {
	case "pull_request", "pull_request_target":
		ch.ofPullRequest(c, e)
	case "merge_group":
		if g := e.MergeGroup; g != nil {
			ch.head, ch.base, ch.branch = g.HeadSHA, g.BaseSHA, strings.TrimPrefix(g.BaseRef, "refs/heads/")
		}
	case "workflow_run":
		ch.ofWorkflowRun(e)
	default:
		// A run on the branch itself is compared with the branch's earlier
		// run; one on any other branch with where it was cut.
		own, ok := strings.CutPrefix(c.Ref, "refs/heads/")
		if ch.branch == "" {
			ch.branch = own
		}
		ch.push = ok && own == ch.branch
	}
	return ch
}

func (ch *change) ofPullRequest(c actions.Context, e actions.Event) {
	ch.untrusted = c.EventName == "pull_request_target"
	p := e.PullRequest
	if p == nil {
		if ch.untrusted { // GITHUB_SHA is the tip of the base, no commit of the change
			ch.head = ""
		}
		if m := mergeRef.FindStringSubmatch(c.Ref); m != nil {
			ch.pullRequest, _ = strconv.Atoi(m[1])
		}
		return
	}
	ch.pullRequest, ch.head, ch.base, ch.branch = p.Number, p.Head.SHA, p.Base.SHA, p.Base.Ref
	ch.fromFork = p.FromFork()
}

func (ch *change) ofWorkflowRun(e actions.Event) {
	ch.untrusted = true
	w := e.WorkflowRun
	if w == nil {
		ch.head = "" // GITHUB_SHA is the tip of the default branch
		return
	}
	ch.head, ch.runID = w.HeadSHA, w.ID
	// Some payloads add the ref after an @.
	if file, _, _ := strings.Cut(w.Path, "@"); file != "" {
		ch.workflow = path.Base(file)
	}
	switch w.Event {
	case "pull_request", "pull_request_target":
		ch.headOwner, ch.headBranch = w.HeadRepository.OwnerLogin(), w.HeadBranch
	default:
		ch.push = w.HeadBranch == ch.branch && w.HeadRepository.ID == e.Repository.ID && e.Repository.ID != 0
	}
}

// first returns the first text that is not empty.
func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
