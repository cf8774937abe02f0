package hub

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
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

type checkOutput struct {
	Title       string            `json:"title"`
	Summary     string            `json:"summary"`
	Annotations []checkAnnotation `json:"annotations,omitempty"`
}

type checkAnnotation struct {
	Path    string `json:"path"`
	Start   int    `json:"start_line"`
	End     int    `json:"end_line"`
	Level   string `json:"annotation_level"`
	Title   string `json:"title,omitempty"`
	Message string `json:"message"`
}

type checkBody struct {
	Name        string      `json:"name,omitempty"`
	HeadSHA     string      `json:"head_sha,omitempty"`
	Status      string      `json:"status,omitempty"`
	Conclusion  string      `json:"conclusion,omitempty"`
	DetailsURL  string      `json:"details_url,omitempty"`
	ExternalID  string      `json:"external_id,omitempty"`
	StartedAt   string      `json:"started_at,omitempty"`
	CompletedAt string      `json:"completed_at,omitempty"`
	Output      checkOutput `json:"output"`
}

// CheckRun makes a finished check run; of several with one name, GitHub shows
// the newest. Annotations beyond what one request carries follow in further
// ones, up to 1,000 in all. The error is an *Error, and the caller's verdict
// must not depend on it.
func (c *Client) CheckRun(ctx context.Context, k CheckRun) error {
	all := make([]checkAnnotation, 0, len(k.Annotations))
	for _, a := range k.Annotations[:min(len(k.Annotations), maxCheckTotal)] {
		all = append(all, checkAnnotation{Path: a.Path, Start: max(a.Line, 1), End: max(a.Line, 1), Level: a.Level,
			Title: cut(a.Title, maxAnnotationTitle), Message: cut(a.Message, maxAnnotationText)})
	}
	first := min(len(all), maxCheckAnnotations)
	output := checkOutput{Title: cut(k.Title, maxAnnotationTitle), Summary: cutLines(k.Summary, maxCheckText), Annotations: all[:first]}
	body := checkBody{Name: k.Name, HeadSHA: k.SHA, Status: "completed", Conclusion: k.Conclusion, DetailsURL: k.DetailsURL,
		ExternalID: k.ExternalID, CompletedAt: c.now().UTC().Format(time.RFC3339), Output: output}
	if !k.StartedAt.IsZero() {
		body.StartedAt = k.StartedAt.UTC().Format(time.RFC3339)
	}
	var made struct {
		ID int64 `json:"id"`
	}
	const permission = "checks: write"
	if _, err := c.do(ctx, call{method: http.MethodPost, path: "check-runs", body: body, permission: permission}, &made); err != nil {
		return err
	}
	for from := first; from < len(all); from += maxCheckAnnotations {
		output.Annotations = all[from:min(from+maxCheckAnnotations, len(all))]
		if _, err := c.do(ctx, call{method: http.MethodPatch, path: fmt.Sprintf("check-runs/%d", made.ID),
			body: checkBody{Output: output}, permission: permission, once: true}, nil); err != nil {
			return err
		}
	}
	return nil
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
