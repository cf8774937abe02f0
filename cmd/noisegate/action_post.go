package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/noisegate/noisegate/cmd/internal/actions"
	"github.com/noisegate/noisegate/cmd/internal/hub"
	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/report"
)

// comment keeps the one comment on the pull request. Whatever goes wrong is
// told in one notice and changes nothing.
func (a *action) comment(ctx context.Context, d *report.Document) {
	if a.request.commentMode == "never" {
		return
	}
	number, why := a.pullRequest(ctx)
	if why != "" {
		a.tell(actions.Notice, "noisegate: no comment", why)
	}
	if number == 0 {
		return
	}
	digest := verdictDigest(d.Result)
	got, err := a.client.UpsertComment(ctx, number, hub.Comment{
		Key: a.request.commentKey, RunID: a.context.RunID, Attempt: a.context.Attempt, Author: a.request.commentAuthor,
		Mode:       a.request.commentMode,
		Regression: d.Verdict == gate.Regression,
		Changed:    func(old string) bool { return !strings.HasSuffix(strings.TrimSpace(old), digest) },
		Body:       func(marker string, maxBytes int) (string, error) { return commentBody(d, marker, digest, maxBytes) },
	})
	if err != nil {
		a.tell(actions.Notice, "noisegate: no comment", a.explainPost("pull-requests: write", err))
		return
	}
	if got.Note != "" {
		_, _ = fmt.Fprintf(a.runner.Log(), "comment: %s\n", got.Note)
	}
	if got.URL != "" {
		a.setOutputs([]actions.Output{{Name: "comment-url", Value: got.URL}})
	}
}

// commentBody is the text of the comment. The digest tells the next run what
// this one said.
func commentBody(d *report.Document, marker, digest string, maxBytes int) (string, error) {
	marked := *d
	marked.Meta.Marker = marker
	tail := "\n" + digest + "\n"
	var text bytes.Buffer
	if err := documentByName("markdown").Write(&text, &marked, report.Options{MaxBytes: maxBytes - len(tail)}); err != nil {
		return "", fmt.Errorf("writing the comment: %w", err)
	}
	return strings.TrimRight(text.String(), "\n") + "\n" + tail, nil
}

// verdictDigest is a line that changes when the verdict of some gated series
// does.
func verdictDigest(r gate.Result) string {
	lines := []string{string(r.Verdict)}
	for _, s := range r.Series {
		if s.Gated {
			lines = append(lines, fmt.Sprintf("%q %q %q %s", s.Group, s.Benchmark, s.Metric, s.Verdict))
		}
	}
	sort.Strings(lines[1:])
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return "<!-- verdicts " + hex.EncodeToString(sum[:12]) + " -->"
}

// pullRequest finds the pull request to comment on; 0 where there is none,
// with the reason where somebody might expect one.
func (a *action) pullRequest(ctx context.Context) (number int, why string) {
	wanted := a.change.pullRequest != 0 || a.change.headBranch != ""
	switch {
	case !wanted:
		return 0, ""
	case a.client == nil:
		return 0, a.clientMissing
	}
	a.lookUp(ctx)
	return a.change.pullRequest, a.change.notFound
}

// lookUp finds, once, the pull request that a workflow_run belongs to, by
// what the event says: a number in an artifact would be the word of a fork.
func (a *action) lookUp(ctx context.Context) {
	ch := &a.change
	if ch.pullRequest != 0 || ch.headBranch == "" || ch.notFound != "" {
		return
	}
	found, err := a.client.FindPullRequest(ctx, ch.headOwner, ch.headBranch, ch.head)
	switch {
	case err != nil:
		ch.notFound = a.explainPost("pull-requests: read", err)
	case found == nil:
		ch.notFound = fmt.Sprintf("no open pull request has the commit %.12s at the head of %s:%s; the report is in the job summary",
			ch.head, ch.headOwner, ch.headBranch)
	default:
		ch.pullRequest, ch.base, ch.branch = found.Number, found.BaseSHA, found.BaseBranch
	}
}

// explainPost says why something could not be posted and what would help.
func (a *action) explainPost(permission string, err error) string {
	where := "; the report is in the job summary"
	var call *hub.Error
	denied := errors.As(err, &call) && (call.Status == 403 || call.Status == 401 || call.Permission != "") && !call.RateLimit && !call.Locked
	switch {
	case denied && a.change.fromFork:
		return "a pull request from a fork has a read-only token, without " + permission + where +
			"; docs/github.md shows the workflow that comments for forks"
	case denied && !strings.Contains(err.Error(), permission):
		return fmt.Sprintf("%v; give the job the permission %s%s", err, permission, where)
	}
	return err.Error() + where
}

// checkRun posts the verdict as a check where it was asked for.
func (a *action) checkRun(ctx context.Context, d *report.Document) {
	if !a.request.checkRun {
		return
	}
	var summary bytes.Buffer
	if err := documentByName("markdown").Write(&summary, d, report.Options{MaxBytes: 60000}); err != nil {
		a.warn(fmt.Errorf("posting the check run: %w", err))
		return
	}
	title, _ := headline(d.Result)
	a.postCheck(ctx, conclusion(d.Result), title, summary.String(), a.checkAnnotations(d.Result))
}

// postCheck posts a check on the head of the change, under a name that does
// not depend on the outcome. A check on the merge commit that GitHub makes up
// would not be shown.
func (a *action) postCheck(ctx context.Context, conclusion, title, summary string, annotations []hub.Annotation) {
	if a.client == nil || a.change.head == "" {
		a.warn(fmt.Errorf("posting the check run: %s", first(a.clientMissing, "the event names no commit")))
		return
	}
	name := "noisegate"
	if a.request.commentKey != "default" {
		name += " " + a.request.commentKey
	}
	got, err := a.client.CheckRun(ctx, hub.CheckRun{Name: name, SHA: a.change.head, Conclusion: conclusion,
		Title: title, Summary: summary, DetailsURL: a.context.RunURL(), Annotations: annotations})
	if err != nil {
		a.tell(actions.Notice, "noisegate: no check run", a.explainPost("checks: write", err))
	}
	if got.Note != "" {
		_, _ = fmt.Fprintf(a.runner.Log(), "check run: %s\n", got.Note)
	}
	a.checked = err == nil && got.Annotations > 0
}

// conclusion of a check: what blocks is a failure, what was not settled is
// neutral, which a required check counts as passed.
func conclusion(r gate.Result) string {
	switch {
	case r.Exit != gate.ExitPass:
		return "failure"
	case r.Verdict == gate.Pass:
		return "success"
	}
	return "neutral"
}
