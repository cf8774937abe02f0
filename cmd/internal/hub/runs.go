package hub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-github/v60/github"
)

// A run is go-github's, with what it lacks.
type run struct {
	github.WorkflowRun
	Path    string            `json:"path"` // of the workflow: ".github/workflows/bench.yml"
	Started *github.Timestamp `json:"started_at"`
}

// created is when a run began to exist. Gitea tells only when it started.
func (r *run) created() time.Time {
	if r.CreatedAt == nil && r.Started != nil {
		return r.Started.Time
	}
	return r.GetCreatedAt().Time
}

// foreign tells whether the code of a run is from a fork, or may be. Gitea
// names no head repository but the ref in the workflow's path, and a branch of
// this repository is written by nobody who may not.
func (r *run) foreign() bool {
	own := r.GetRepository().GetID()
	if own != 0 && r.HeadRepository == nil && r.CreatedAt == nil {
		_, ref, _ := strings.Cut(r.Path, "@")
		return ref != "refs/heads/"+r.GetHeadBranch()
	}
	return own == 0 || r.GetHeadRepository().GetID() != own
}

const (
	// searchBound is how many results a filtered search returns at most; what
	// is older must be asked for by date.
	searchBound = 1000
	// maxRuns bounds how far back is looked.
	maxRuns = 3000
	// maxAncestors bounds the walk from the merge base into the past.
	maxAncestors = 1000
)

// A finder holds the state of one FindBaseline.
type finder struct {
	c      *Client
	q      Query
	result Baseline

	runs  map[int64]*run
	order []*run // newest first
	fate  map[int64]*Considered
	// useless are runs whose artifact was of no use, passed their number by
	// reason.
	useless map[int64]bool
	passed  map[string]int

	page       int       // pages of the present search that were read
	window     int       // and the runs on them
	oldest     time.Time // of the runs of all windows
	before     time.Time // end of the present window, zero for now
	exhausted  bool
	flat       bool // the server has no runs by workflow, only all runs
	noWorkflow bool

	index      map[int64][]artifact // by run, from the listing by name
	indexWhole bool                 // the listing held everything
	listings   int                  // runs that were asked for one by one
}

// mergeBase asks where the change left the base.
func (f *finder) mergeBase(ctx context.Context) error {
	base := f.q.Base
	if base == "" {
		base = f.q.Branch
	}
	if f.q.Head == "" {
		f.warn("the commit of the change is unknown, so the newest run of branch %q is the reference", f.q.Branch)
		return nil
	}
	answer, _, err := ask(ctx, f.c, call{permission: "contents: read"},
		func(ctx context.Context, g *github.Client) (*github.CommitsComparison, *github.Response, error) {
			return g.Repositories.CompareCommits(ctx, f.c.owner, f.c.name, base, f.q.Head, &github.ListOptions{PerPage: 1})
		})
	var e *Error
	if errors.As(err, &e) && e.Status == http.StatusNotFound && strings.Contains(strings.ToLower(e.Message), "no common ancestor") {
		err = nil // unrelated histories
	}
	if f.result.MergeBase = answer.GetMergeBaseCommit().GetSHA(); f.result.MergeBase == "" && f.q.PullRequest != 0 && (err == nil || e != nil && e.Status == http.StatusNotFound) {
		// Gitea compares without telling the merge base, and cannot compare with
		// a fork's commit; it tells the merge base of a pull request.
		if p, failed := f.c.PullRequest(ctx, f.q.PullRequest); failed == nil && p.HeadSHA == f.q.Head && p.MergeBase != "" {
			f.result.MergeBase, err = p.MergeBase, nil
		}
	}
	if f.result.MergeBase == "" && err == nil {
		f.warn("the merge base of %s and %s is unknown, so the newest run of branch %q is the reference", short(f.q.Head), short(base), f.q.Branch)
	}
	return err
}

// moreRuns reads the next page of the branch's runs. When the 1,000 results of
// a search are used up, it searches again for what is older.
func (f *finder) moreRuns(ctx context.Context) error {
	if f.window >= searchBound {
		f.before, f.page, f.window = f.oldest, 0, 0
	}
	known := len(f.order)
	query := url.Values{"branch": {f.q.Branch}, "page": {strconv.Itoa(f.page + 1)}}
	if !f.before.IsZero() {
		query.Set("created", "<="+f.before.UTC().Format(time.RFC3339))
	}
	list, total, err := f.search(ctx, query)
	if err != nil {
		return err
	}
	for _, r := range list {
		if at := r.created(); f.oldest.IsZero() || at.Before(f.oldest) {
			f.oldest = at
		}
	}
	f.page++
	f.window += len(list)
	f.exhausted = len(list) == 0 || f.window >= total || f.page == 1 && len(f.order) == known
	if len(f.order) >= maxRuns && !f.exhausted {
		f.exhausted = true
		f.warn("only the newest %d runs of branch %q were searched", len(f.order), f.q.Branch)
	}
	return nil
}

// search adds the runs of one page. It returns these, and how many runs there
// are in all.
func (f *finder) search(ctx context.Context, query url.Values) (list []run, total int, err error) {
	type page struct {
		Total int   `json:"total_count"`
		Runs  []run `json:"workflow_runs"`
	}
	query.Set("per_page", strconv.Itoa(perPage))
	query.Set("exclude_pull_requests", "true")
	path := "actions/workflows/" + url.PathEscape(f.q.Workflow) + "/runs"
	if f.flat {
		path = "actions/runs"
	}
	answer, r, err := ask(ctx, f.c, call{permission: permissionActions}, get[page](f.c.path(path), query))
	if err == nil && answer.Runs == nil {
		return nil, 0, f.c.errorf(call{}, r, "the answer has no list of runs")
	}
	var e *Error
	if errors.As(err, &e) && e.Status == http.StatusNotFound && !f.flat {
		return f.searchFlat(ctx, query, err)
	}
	if err != nil {
		return nil, 0, err
	}
	for i := range answer.Runs {
		r := &answer.Runs[i]
		if f.runs[r.GetID()] == nil {
			f.runs[r.GetID()] = r
			f.order = append(f.order, r)
		}
	}
	slices.SortStableFunc(f.order, func(a, b *run) int {
		return cmp.Or(b.created().Compare(a.created()), cmp.Compare(b.GetID(), a.GetID()))
	})
	return answer.Runs, answer.Total, nil
}

// searchFlat tells a workflow that is not there from a repository that may not
// be seen, and falls back to all runs, which servers have that know no runs by
// workflow.
func (f *finder) searchFlat(ctx context.Context, query url.Values, cause error) (list []run, total int, err error) {
	_, _, err = ask(ctx, f.c, call{permission: permissionActions}, func(ctx context.Context, g *github.Client) (*github.Repository, *github.Response, error) {
		return g.Repositories.Get(ctx, f.c.owner, f.c.name)
	})
	if err != nil {
		return nil, 0, cause
	}
	f.flat, f.noWorkflow = true, true
	if list, total, err = f.search(ctx, query); err != nil {
		return nil, 0, cause
	}
	for _, r := range f.order {
		f.noWorkflow = f.noWorkflow && !f.ofWorkflow(r)
	}
	return list, total, nil
}

// ofWorkflow tells whether a run belongs to the workflow of the query.
func (f *finder) ofWorkflow(r *run) bool {
	if id, err := strconv.ParseInt(f.q.Workflow, 10, 64); err == nil {
		return r.GetWorkflowID() == id
	}
	return workflowName(r.Path) == path.Base(f.q.Workflow)
}

// eligible tells whether a run may be used at all, and keeps the reason where
// not.
func (f *finder) eligible(r *run) bool {
	why := ""
	switch {
	case r.GetID() == f.q.SelfRunID:
		why = "it is this run itself"
	case r.foreign():
		why = "its code is not from this repository but from a fork"
	case r.GetEvent() != "push" && r.GetEvent() != "schedule" && r.GetEvent() != "workflow_dispatch":
		why = "its event is " + strconv.Quote(r.GetEvent()) + ", not push, schedule or workflow_dispatch"
	case r.GetHeadBranch() != f.q.Branch:
		why = "it ran on branch " + strconv.Quote(r.GetHeadBranch())
	case !f.ofWorkflow(r):
		why = "it is of another workflow"
	case r.GetStatus() != "completed":
		why = "it has not ended"
	case f.q.Push && f.q.SelfRunID != 0 && r.GetID() > f.q.SelfRunID:
		why = "it is newer than this run"
	default:
		return true
	}
	f.why(r, "", why)
	return false
}

// why keeps the reason of a run's fate; the first reason to pass it over, or
// the role it got.
func (f *finder) why(r *run, role, why string) {
	if old := f.fate[r.GetID()]; old != nil && role == "" && (old.Role != "" || old.Why != "") {
		return
	}
	f.fate[r.GetID()] = &Considered{RunID: r.GetID(), Attempt: r.GetRunAttempt(), SHA: r.GetHeadSHA(), Event: r.GetEvent(), Branch: r.GetHeadBranch(),
		URL: f.runURL(r), CreatedAt: r.created(), Role: role, Why: why}
}

func (f *finder) considered() []Considered {
	var list []Considered
	for _, r := range f.order {
		if f.fate[r.GetID()] == nil && f.eligible(r) {
			switch {
			case f.result.Reference != nil:
				f.why(r, "", "enough nearer runs were taken")
			case r.GetConclusion() != "success":
				f.why(r, "", "it ended as "+r.GetConclusion()+", so it is no reference")
			default:
				f.why(r, "", "its commit is not among those before the merge base")
			}
		}
		list = append(list, *f.fate[r.GetID()])
	}
	return list
}

func (f *finder) runURL(r *run) string {
	return cmp.Or(r.GetHTMLURL(), fmt.Sprintf("%s/%s/%s/actions/runs/%d", f.c.server, f.c.owner, f.c.name, r.GetID()))
}

func (f *finder) warn(format string, args ...any) {
	f.result.Warnings = append(f.result.Warnings, oneLine(f.c.redact(fmt.Sprintf(format, args...)), 1000))
}

func short(sha string) string {
	if len(sha) == 40 {
		return sha[:7]
	}
	return strconv.Quote(sha)
}

func sortByTime(runs []Run) {
	slices.SortStableFunc(runs, func(a, b Run) int { return a.CreatedAt.Compare(b.CreatedAt) })
}

// commits yields the commits whose runs may be the reference, the best first.
func (f *finder) commits(ctx context.Context) iter.Seq2[string, error] {
	if f.result.MergeBase == "" {
		return f.newestFirst(ctx)
	}
	return f.ancestors(ctx)
}

// newestFirst yields the commits of the branch's runs in the order of the
// runs, newest first.
func (f *finder) newestFirst(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		seen := make(map[string]bool)
		for {
			for _, r := range slices.Clone(f.order) {
				if !seen[r.GetHeadSHA()] && f.eligible(r) {
					if seen[r.GetHeadSHA()] = true; !yield(r.GetHeadSHA(), nil) {
						return
					}
				}
			}
			if f.exhausted {
				return
			}
			if err := f.moreRuns(ctx); err != nil {
				yield("", err)
				return
			}
		}
	}
}
