package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/noisegate/noisegate/cmd/internal/hub"
)

// baselineSchema names the form of the JSON that "noisegate baseline --json"
// writes. Fields may be added to v1, none is removed or changes its meaning.
const baselineSchema = "noisegate/baseline/v1"

// A baselineList is the answer of "noisegate baseline".
type baselineList struct {
	Schema     string `json:"schema"`
	Repository string `json:"repository"`
	Workflow   string `json:"workflow"`
	Branch     string `json:"branch"`
	Artifact   string `json:"artifact"`
	// PullRequest is 0, and left out, where none was named; Head likewise.
	PullRequest int    `json:"pull_request,omitempty"`
	Head        string `json:"head,omitempty"`
	// MergeBase is "" where it was not asked for or is unknown; IsMergeBase
	// then is null.
	MergeBase   string `json:"merge_base,omitempty"`
	IsMergeBase *bool  `json:"is_merge_base"`
	// Reference is the run to compare with, null where there is none; Reason
	// says why.
	Reference *baselineRun `json:"reference"`
	Reason    string       `json:"reason,omitempty"`
	// Considered are the runs looked at, newest first.
	Considered []consideredRun `json:"considered"`
	Warnings   []string        `json:"warnings"`
}

// A baselineRun is the reference with what was read of it.
type baselineRun struct {
	RunID     int64    `json:"run_id"`
	SHA       string   `json:"sha"`
	URL       string   `json:"url"`
	Artifacts []string `json:"artifacts"`
	Files     []string `json:"files"`
	// Series is how many series a reader found in the files.
	Series int `json:"series"`
}

// A consideredRun is a run that was looked at. Role is "reference", "a/a",
// "history", or "" where it was passed over.
type consideredRun struct {
	RunID     int64     `json:"run_id"`
	Attempt   int       `json:"attempt"`
	SHA       string    `json:"sha"`
	Event     string    `json:"event"`
	Branch    string    `json:"branch"`
	URL       string    `json:"url"`
	CreatedAt time.Time `json:"created_at"`
	Role      string    `json:"role"`
	Why       string    `json:"why"`
}

// list puts what was found in the form that is shown.
func (c *baselineCmd) list(found hub.Baseline, reader *artifactReader) baselineList {
	l := baselineList{Schema: baselineSchema, Repository: c.Repo, Workflow: c.Workflow, Branch: c.Branch, Artifact: c.Artifact, PullRequest: c.Pull, Head: c.Head,
		MergeBase: found.MergeBase, IsMergeBase: found.IsMergeBase, Reason: found.Reason,
		Considered: []consideredRun{}, Warnings: append([]string{}, found.Warnings...)}
	for _, r := range found.Considered {
		l.Considered = append(l.Considered, consideredRun(r))
	}
	if r := found.Reference; r != nil {
		l.Reference = &baselineRun{RunID: r.ID, SHA: r.SHA, URL: r.URL, Artifacts: append([]string{}, r.Artifacts...), Files: []string{}}
		for _, f := range r.Files {
			l.Reference.Files = append(l.Reference.Files, f.Name)
		}
		if set, err := reader.set(r.Files); err == nil {
			l.Reference.Series = len(set.Series)
		}
	}
	return l
}

// text writes the list for people.
func (l baselineList) text(w io.Writer) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: workflow %s, branch %s, artifact %s\n", l.Repository, l.Workflow, l.Branch, l.Artifact)
	if l.MergeBase != "" {
		fmt.Fprintf(&b, "merge base of %.9s and %s: %.9s\n", l.Head, l.Branch, l.MergeBase)
	}
	switch r := l.Reference; {
	case r == nil && l.Reason != "":
		fmt.Fprintf(&b, "no baseline: %s\n", l.Reason)
	case r != nil:
		fmt.Fprintf(&b, "baseline: run %d of %.9s%s, %s with %d series in %s\n  %s\n", r.RunID, r.SHA, l.place(), times(len(r.Files), "file"), r.Series, strings.Join(r.Artifacts, ", "), r.URL)
	}
	fmt.Fprintf(&b, "\n%s looked at, newest first\n", times(len(l.Considered), "run"))
	l.table(&b)
	for _, x := range l.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", x)
	}
	_, _ = io.WriteString(w, b.String())
}

// times is a number with its noun.
func times(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// place says how the reference lies to the merge base.
func (l baselineList) place() string {
	switch {
	case l.IsMergeBase == nil:
		return ""
	case *l.IsMergeBase:
		return " (the merge base)"
	}
	return " (not the merge base, which has no results)"
}

func (l baselineList) table(w io.Writer) {
	if len(l.Considered) == 0 {
		return
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "  taken as\trun\tcommit\tevent\tbranch\tcreated\twhy\n")
	// A tab or a line break in a name would make a column or a row.
	cell := strings.NewReplacer("\t", " ", "\n", " ", "\r", " ", "\v", " ", "\f", " ")
	for _, r := range l.Considered {
		role, run := r.Role, fmt.Sprint(r.RunID)
		if role == "" {
			role = "–"
		}
		if r.Attempt > 1 {
			run += fmt.Sprintf(".%d", r.Attempt)
		}
		fmt.Fprintf(t, "  %s\t%s\t%.9s\t%s\t%s\t%s\t%s\n", role, run, cell.Replace(r.SHA), cell.Replace(r.Event), cell.Replace(r.Branch),
			r.CreatedAt.UTC().Format("2006-01-02 15:04"), cell.Replace(r.Why))
	}
	_ = t.Flush() // a strings.Builder takes everything
}
