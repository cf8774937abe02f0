package hub

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"
)

// A Query says which runs may be a baseline, and what to bring of them.
type Query struct {
	// Workflow is the file name or id of the workflow that made the
	// artifacts. The value of GITHUB_WORKFLOW_REF will do.
	Workflow string
	// Branch is the branch that the change is merged into.
	Branch string
	// ArtifactPattern is a name, or a glob where a run has several shards.
	ArtifactPattern string
	// FilePattern are globs for paths inside the artifacts, one a line; empty
	// means all files.
	FilePattern string
	// Head is the commit of the change; its merge base with Base is looked
	// for first.
	Head string
	// PullRequest is its number, 0 where there is none: servers that compare
	// without telling the merge base tell it of a pull request.
	PullRequest int
	// Base is the commit or branch to compare with; empty means Branch.
	Base string
	// SelfRunID is the run that asks. It is never an answer.
	SelfRunID int64
	// HistoryRuns is how many further runs to bring for the noise: those of
	// the reference commit first, then others of the branch.
	HistoryRuns int
	// Push makes the newest earlier run of the branch the reference, with no
	// regard to merge bases: for push, schedule and workflow_dispatch.
	Push bool
	// Prefer chooses among finished runs of the same commit: the higher, the
	// more like the candidate's machine. Nil prefers the newest.
	Prefer func(files []File) int
	// Check says whether the files can be read at all; a run whose files
	// cannot is passed over like one whose artifact is damaged. Nil accepts
	// all.
	Check func(files []File) error
}

// A Run is a workflow run whose artifacts were read.
type Run struct {
	ID      int64
	Attempt int
	// SHA is the commit it ran on.
	SHA, Event, Branch, Conclusion string
	// URL is the page of the run.
	URL       string
	CreatedAt time.Time
	// Artifacts are the names of the artifacts read, in order of name; Files
	// what they hold.
	Artifacts []string
	Files     []File
}

// A Considered run is one that was looked at, with the reason of its fate.
type Considered struct {
	RunID     int64
	Attempt   int
	SHA       string
	Event     string
	Branch    string
	URL       string
	CreatedAt time.Time
	// Role is "reference", "a/a", "history", or "" where it was passed over.
	Role string
	// Why is a phrase: "run of the merge base", "it is from a fork", …
	Why string
}

// A Baseline is what was found.
type Baseline struct {
	// Reference is the run to compare with; nil means that there is none, and
	// Reason says why.
	Reference *Run
	Reason    string
	// MergeBase is the merge base of change and base, "" where unknown.
	MergeBase string
	// IsMergeBase tells whether the reference ran on the merge base; nil where
	// that is unknown or was not asked.
	IsMergeBase *bool
	// AA are further runs of the reference's commit, red ones included, oldest
	// first.
	AA []Run
	// History are runs of other commits of the branch, red ones included,
	// oldest first.
	History []Run
	// Considered lists the runs looked at, newest first.
	Considered []Considered
	// Warnings are sentences for the report: artifacts passed over, bounds
	// that were reached.
	Warnings []string
}

// FindBaseline finds the run to compare with and the runs that tell how noisy
// this repository's machines are.
//
// A run counts if its event is push, schedule or workflow_dispatch, its branch
// and workflow are those of the query, its head repository is this repository
// (a fork's branch may bear any name) and it has ended. Of these the reference
// is a successful run of the merge base, else of the nearest older commit;
// a red run may hold the very regression that made it red, so it tells about
// the noise only. Of several attempts the last counts.
//
// Damaged, expired and missing artifacts are passed over with a warning. The
// error is a *HostileArtifactError, or an *Error where GitHub did not answer:
// fewer runs than there are would change the floor, and so the verdict.
func (c *Client) FindBaseline(ctx context.Context, q Query) (Baseline, error) {
	if err := checkPatterns(q.ArtifactPattern, q.FilePattern); err != nil {
		return Baseline{}, err
	}
	if q.ArtifactPattern == "" || q.Workflow == "" || q.Branch == "" {
		return Baseline{}, errors.New("looking for a baseline: workflow, branch and artifact must be named")
	}
	q.Workflow = workflowName(q.Workflow)
	f := &finder{c: c, q: q, runs: make(map[int64]*run), fate: make(map[int64]*Considered),
		useless: make(map[int64]bool), passed: make(map[string]int)}
	err := f.find(ctx)
	f.result.Considered = f.considered()
	return f.result, err
}

// workflowName takes a workflow's file name out of a path or reference:
// "acme/widgets/.github/workflows/bench.yml@refs/heads/main" is bench.yml.
func workflowName(s string) string {
	s, _, _ = strings.Cut(s, "@")
	return path.Base(s)
}

// find fills in the result.
func (f *finder) find(ctx context.Context) error {
	if !f.q.Push {
		if err := f.mergeBase(ctx); err != nil {
			return err
		}
	}
	if err := f.moreRuns(ctx); err != nil {
		return err
	}
	for commit, err := range f.commits(ctx) {
		if err != nil {
			return err
		}
		ok, err := f.tryCommit(ctx, commit)
		if err != nil {
			return err
		}
		if ok {
			return f.history(ctx)
		}
	}
	f.result.Reason = f.reason()
	return nil
}

// tryCommit looks for the reference among the runs of one commit, and for A/A
// runs beside it.
func (f *finder) tryCommit(ctx context.Context, commit string) (bool, error) {
	var green, red []*run
	for _, r := range f.order {
		if r.GetHeadSHA() == commit && f.eligible(r) {
			if r.GetConclusion() == "success" {
				green = append(green, r)
			} else {
				red = append(red, r)
				f.why(r, "", "it ended as "+r.GetConclusion()+", so it is no reference")
			}
		}
	}
	var read []Run // green ones only
	for _, r := range green {
		if len(read) > f.q.HistoryRuns {
			break
		}
		got, ok, err := f.read(ctx, r)
		if err != nil {
			return false, err
		}
		if ok {
			read = append(read, got)
		}
	}
	if len(read) == 0 {
		return false, nil
	}
	f.choose(read)
	for _, r := range red {
		if len(f.result.AA) >= f.q.HistoryRuns {
			break
		}
		got, ok, err := f.read(ctx, r)
		if err != nil {
			return false, err
		}
		if ok {
			f.result.AA = append(f.result.AA, got)
			f.why(r, "a/a", "another run of the reference commit, which ended as "+r.GetConclusion())
		}
	}
	sortByTime(f.result.AA)
	return true, nil
}

// choose makes the best of the runs of a commit, newest first, the reference.
func (f *finder) choose(runs []Run) {
	best, score := 0, 0
	for i := range runs {
		if f.q.Prefer == nil {
			break
		}
		if s := f.q.Prefer(runs[i].Files); i == 0 || s > score {
			best, score = i, s
		}
	}
	ref := runs[best]
	f.result.Reference = &ref
	why := "the newest earlier run of the branch"
	if !f.q.Push {
		why = "run of the nearest older commit"
		if f.result.MergeBase != "" {
			is := ref.SHA == f.result.MergeBase
			f.result.IsMergeBase = &is
			if is {
				why = "run of the merge base"
			}
		}
	}
	if best > 0 {
		why += ", preferred for its machine"
	}
	f.why(f.runs[ref.ID], "reference", why)
	for i, r := range runs {
		if i != best {
			f.result.AA = append(f.result.AA, r)
			f.why(f.runs[r.ID], "a/a", "another run of the reference commit")
		}
	}
}

// reason says why there is no baseline.
func (f *finder) reason() string {
	var b strings.Builder
	fmt.Fprintf(&b, "no artifact %q of a successful push, schedule or workflow_dispatch run of workflow %q on branch %q",
		f.q.ArtifactPattern, f.q.Workflow, f.q.Branch)
	if f.noWorkflow {
		b.WriteString("; the workflow is not known to the repository yet")
		return b.String()
	}
	fmt.Fprintf(&b, " (%d runs looked at", len(f.order))
	for _, group := range []string{"expired", "damaged", "missing"} {
		if n := f.passed[group]; n > 0 {
			fmt.Fprintf(&b, ", %d with the artifact %s", n, group)
		}
	}
	b.WriteString(")")
	return b.String()
}
