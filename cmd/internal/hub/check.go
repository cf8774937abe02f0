package hub

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/go-github/v60/github"
)

// Limits of a check run, as the API states them.
const (
	maxCheckText        = 65535
	maxCheckAnnotations = 50 // in one request
	maxCheckTotal       = 1000
	maxAnnotationText   = 64 << 10
	maxAnnotationTitle  = 255
)

// A CheckRun is a verdict shown beside the commit. A branch rule can require
// it by its name, so the name must not change from run to run.
type CheckRun struct {
	Name string
	// SHA is the head of the pull request. A check on the merge commit that
	// GITHUB_SHA holds would be shown nowhere.
	SHA string
	// Conclusion is success, failure, neutral, cancelled, skipped, timed_out
	// or action_required. A rule takes neutral and skipped for success.
	Conclusion string
	Title      string
	// Summary is Markdown; it is cut at the last whole line that fits.
	Summary string
	// DetailsURL is the page with all of it, or "".
	DetailsURL string
	// ExternalID ties the check run to the run that made it, or "".
	ExternalID  string
	Annotations []Annotation
	// StartedAt is zero where unknown.
	StartedAt time.Time
}

// An Annotation points at a line of a file of the change.
type Annotation struct {
	// Path is relative to the repository's root.
	Path string
	// Line counts from 1.
	Line int
	// Level is notice, warning or failure.
	Level   string
	Title   string
	Message string
}

// CheckRun makes a finished check run; of several with one name, GitHub shows
// the newest. Annotations beyond what one request carries follow in further
// ones, up to 1,000 in all. The error is an *Error, and the caller's verdict
// must not depend on it.
func (c *Client) CheckRun(ctx context.Context, k CheckRun) error {
	all := make([]*github.CheckRunAnnotation, 0, len(k.Annotations))
	for _, a := range k.Annotations[:min(len(k.Annotations), maxCheckTotal)] {
		line := github.Int(max(a.Line, 1))
		all = append(all, &github.CheckRunAnnotation{Path: &a.Path, StartLine: line, EndLine: line, AnnotationLevel: &a.Level,
			Title: text(cut(a.Title, maxAnnotationTitle)), Message: github.String(cut(a.Message, maxAnnotationText))})
	}
	first := min(len(all), maxCheckAnnotations)
	output := &github.CheckRunOutput{Title: github.String(cut(k.Title, maxAnnotationTitle)), Summary: github.String(cutLines(k.Summary, maxCheckText)),
		Annotations: all[:first]}
	create := github.CreateCheckRunOptions{Name: k.Name, HeadSHA: k.SHA, Status: github.String("completed"), Conclusion: text(k.Conclusion),
		DetailsURL: text(k.DetailsURL), ExternalID: text(k.ExternalID), CompletedAt: second(c.now()), Output: output}
	if !k.StartedAt.IsZero() {
		create.StartedAt = second(k.StartedAt)
	}
	const permission = "checks: write"
	made, _, err := ask(ctx, c, call{permission: permission}, func(ctx context.Context, g *github.Client) (*github.CheckRun, *github.Response, error) {
		return g.Checks.CreateCheckRun(ctx, c.owner, c.name, create)
	})
	for from := first; err == nil && from < len(all); from += maxCheckAnnotations {
		output.Annotations = all[from:min(from+maxCheckAnnotations, len(all))]
		_, _, err = ask(ctx, c, call{permission: permission, once: true}, func(ctx context.Context, g *github.Client) (*github.CheckRun, *github.Response, error) {
			return g.Checks.UpdateCheckRun(ctx, c.owner, c.name, made.GetID(), github.UpdateCheckRunOptions{Name: k.Name, Output: output})
		})
	}
	return err
}

// text is nil for "", which is then left out.
func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// second is a time as the API writes it.
func second(t time.Time) *github.Timestamp {
	return &github.Timestamp{Time: t.UTC().Truncate(time.Second)}
}

// cut shortens to limit bytes, at a rune's border.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	const mark = "…"
	s = s[:limit-len(mark)]
	for len(s) > 0 {
		if r, n := utf8.DecodeLastRuneInString(s); r != utf8.RuneError || n != 1 {
			break
		}
		s = s[:len(s)-1]
	}
	return s + mark
}

// cutLines shortens to limit bytes by leaving out whole lines at the end.
func cutLines(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	const mark = "\n\n(shortened)"
	s = s[:limit-len(mark)]
	if i := strings.LastIndexByte(s, '\n'); i > 0 {
		s = s[:i]
	} else {
		s = strings.ToValidUTF8(s, "")
	}
	return s + mark
}
