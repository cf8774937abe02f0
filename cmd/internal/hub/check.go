package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
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
	permissionChecks    = "checks: write"
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

// A CheckResult says what became of a check run.
type CheckResult struct {
	// ID is that of the check run, 0 where there is none.
	ID int64
	// Annotations is how many of them it holds.
	Annotations int
	// Note is a sentence for the log, or "".
	Note string
}

// CheckRun makes a finished check run; of several with one name, GitHub shows
// the newest. Annotations beyond what one request carries follow in further
// ones, up to 1,000 in all; where GitHub does not take them, the check run is
// made without. The error is an *Error, means that there is no check run, and
// must not change the caller's verdict.
func (c *Client) CheckRun(ctx context.Context, k CheckRun) (result CheckResult, err error) {
	all := checkAnnotations(k.Annotations)
	first := min(len(all), maxCheckAnnotations)
	output := &github.CheckRunOutput{Title: github.String(cut(k.Title, maxAnnotationTitle)), Summary: github.String(cutLines(k.Summary, maxCheckText)),
		Annotations: all[:first]}
	create := github.CreateCheckRunOptions{Name: k.Name, HeadSHA: k.SHA, Status: github.String("completed"), Conclusion: text(k.Conclusion),
		DetailsURL: text(k.DetailsURL), ExternalID: text(k.ExternalID), CompletedAt: second(c.now()), Output: output}
	if !k.StartedAt.IsZero() {
		create.StartedAt = second(k.StartedAt)
	}
	made, err := c.createCheck(ctx, create)
	var e *Error
	if errors.As(err, &e) && e.Status == http.StatusUnprocessableEntity && len(all) > 0 {
		refused := err
		all, first, output.Annotations = nil, 0, nil
		if made, err = c.createCheck(ctx, create); err == nil {
			result.Note = fmt.Sprintf("it has no annotations, which were refused: %v", refused)
		}
	}
	if err != nil {
		return CheckResult{}, err
	}
	result.ID, result.Annotations = made.GetID(), first
	for from := first; from < len(all); from += maxCheckAnnotations {
		output.Annotations = all[from:min(from+maxCheckAnnotations, len(all))]
		_, _, err := ask(ctx, c, call{permission: permissionChecks, once: true}, func(ctx context.Context, g *github.Client) (*github.CheckRun, *github.Response, error) {
			return g.Checks.UpdateCheckRun(ctx, c.owner, c.name, made.GetID(), github.UpdateCheckRunOptions{Name: k.Name, Output: output})
		})
		if err != nil {
			result.Note = fmt.Sprintf("it holds %d of %d annotations: %v", result.Annotations, len(all), err)
			break
		}
		result.Annotations += len(output.Annotations)
	}
	return result, nil
}

func (c *Client) createCheck(ctx context.Context, k github.CreateCheckRunOptions) (*github.CheckRun, error) {
	made, _, err := ask(ctx, c, call{permission: permissionChecks}, func(ctx context.Context, g *github.Client) (*github.CheckRun, *github.Response, error) {
		return g.Checks.CreateCheckRun(ctx, c.owner, c.name, k)
	})
	return made, err
}

// checkAnnotations puts annotations in the API's form and within its limits.
func checkAnnotations(list []Annotation) []*github.CheckRunAnnotation {
	all := make([]*github.CheckRunAnnotation, 0, len(list))
	for _, a := range list[:min(len(list), maxCheckTotal)] {
		line := github.Int(max(a.Line, 1))
		all = append(all, &github.CheckRunAnnotation{Path: &a.Path, StartLine: line, EndLine: line, AnnotationLevel: &a.Level,
			Title: text(cut(a.Title, maxAnnotationTitle)), Message: github.String(cut(a.Message, maxAnnotationText))})
	}
	return all
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
