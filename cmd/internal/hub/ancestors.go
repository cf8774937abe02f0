package hub

import (
	"context"
	"iter"
	"net/url"

	"github.com/google/go-github/v60/github"
)

// ancestors yields the merge base, then those of its ancestors that have runs,
// nearest first.
func (f *finder) ancestors(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		base := f.result.MergeBase
		if !f.hasRuns(base) && !f.exhausted {
			// It may lie beyond the pages read; asked for by name it does not.
			query := url.Values{"branch": {f.q.Branch}, "head_sha": {base}}
			if _, _, err := f.search(ctx, query); err != nil {
				yield("", err)
				return
			}
		}
		if !yield(base, nil) {
			return
		}
		for page := 1; (page-1)*perPage < maxAncestors; page++ {
			shas, more, err := f.commitPage(ctx, base, page)
			if err != nil {
				yield("", err)
				return
			}
			for _, sha := range shas {
				if sha != base && f.hasRuns(sha) && !yield(sha, nil) {
					return
				}
			}
			// Runs of the next commits are on the next pages of runs. Where
			// runs are rarer than commits, the pages run ahead; that does not
			// matter, since a commit's place decides, not its run's.
			if !more {
				return
			}
			if !f.exhausted {
				if err := f.moreRuns(ctx); err != nil {
					yield("", err)
					return
				}
			}
		}
		f.warn("only the %d commits before the merge base were searched for a run", maxAncestors)
	}
}

func (f *finder) hasRuns(sha string) bool {
	for _, r := range f.order {
		if r.GetHeadSHA() == sha {
			return true
		}
	}
	return false
}

func (f *finder) commitPage(ctx context.Context, from string, page int) (shas []string, more bool, err error) {
	options := &github.CommitsListOptions{SHA: from, ListOptions: github.ListOptions{PerPage: perPage, Page: page}}
	list, r, err := ask(ctx, f.c, call{permission: "contents: read"},
		func(ctx context.Context, g *github.Client) ([]*github.RepositoryCommit, *github.Response, error) {
			return g.Repositories.ListCommits(ctx, f.c.owner, f.c.name, options)
		})
	for _, k := range list {
		shas = append(shas, k.GetSHA())
	}
	return shas, r.more(len(shas)), err
}
