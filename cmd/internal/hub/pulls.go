package hub

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/google/go-github/v60/github"
)

// A PullRequest is what the gate needs to know of one.
type PullRequest struct {
	Number int
	// HeadSHA is the commit of the change, HeadRepository "owner/name" of
	// where it lies.
	HeadSHA, HeadRepository string
	// BaseBranch is the branch that it is to be merged into.
	BaseBranch string
	// BaseSHA is the tip of that branch when the pull request was last
	// updated, which is not the merge base.
	BaseSHA string
	// MergeBase is the merge base where the server tells it, as Gitea does.
	MergeBase string
	Locked    bool
	URL       string
}

// A pull is go-github's, with what it lacks.
type pull struct {
	github.PullRequest
	MergeBase string `json:"merge_base"`
}

func (c *Client) pullRequest(p *pull) *PullRequest {
	head, base := p.GetHead(), p.GetBase()
	return &PullRequest{Number: p.GetNumber(), HeadSHA: head.GetSHA(), HeadRepository: head.GetRepo().GetFullName(), BaseBranch: base.GetRef(),
		BaseSHA: base.GetSHA(), MergeBase: p.MergeBase, Locked: p.GetLocked(),
		URL: cmp.Or(p.GetHTMLURL(), fmt.Sprintf("%s/%s/%s/pull/%d", c.server, c.owner, c.name, p.GetNumber()))}
}

// PullRequest asks for a pull request by its number, open or not. The error is
// an *Error.
func (c *Client) PullRequest(ctx context.Context, number int) (*PullRequest, error) {
	p, r, err := ask(ctx, c, call{permission: permissionPulls}, get[pull](c.path(fmt.Sprintf("pulls/%d", number)), nil))
	if err == nil && (p.GetNumber() != number || p.GetHead().GetSHA() == "" || p.GetBase().GetRef() == "") {
		err = c.errorf(call{}, r, fmt.Sprintf("the answer is no pull request %d", number))
	}
	if err != nil {
		return nil, err
	}
	return c.pullRequest(&p), nil
}

// DefaultBranch asks for the repository's default branch. The error is an
// *Error.
func (c *Client) DefaultBranch(ctx context.Context) (string, error) {
	repository, r, err := ask(ctx, c, call{permission: "contents: read"}, func(ctx context.Context, g *github.Client) (*github.Repository, *github.Response, error) {
		return g.Repositories.Get(ctx, c.owner, c.name)
	})
	if err == nil && repository.GetDefaultBranch() == "" {
		err = c.errorf(call{}, r, "the answer names no default branch")
	}
	return repository.GetDefaultBranch(), err
}

const permissionPulls = "pull-requests: read"

// maxPullPages bounds the search for a pull request where the server sends
// every open one.
const maxPullPages = 20

// FindPullRequest finds the open pull request of this repository whose head is
// that commit on that branch of that owner's: what a workflow_run event tells,
// and a stranger's artifact could lie about. It is nil where none matches: the
// branch has moved on, or the pull request was closed. Where several match
// (one branch, several bases), it is the one that was opened first.
func (c *Client) FindPullRequest(ctx context.Context, headOwner, headBranch, headSHA string) (*PullRequest, error) {
	if headOwner == "" || headBranch == "" || headSHA == "" {
		return nil, nil
	}
	var found *PullRequest
	for page := 1; page <= maxPullPages; page++ {
		options := &github.PullRequestListOptions{State: "open", Head: headOwner + ":" + headBranch, ListOptions: github.ListOptions{PerPage: perPage, Page: page}}
		list, r, err := ask(ctx, c, call{permission: permissionPulls},
			func(ctx context.Context, g *github.Client) ([]*github.PullRequest, *github.Response, error) {
				return g.PullRequests.List(ctx, c.owner, c.name, options)
			})
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			if c.hasHead(p, headOwner, headBranch, headSHA) && (found == nil || p.GetNumber() < found.Number) {
				found = c.pullRequest(&pull{PullRequest: *p})
			}
		}
		if !r.more(len(list)) {
			break
		}
	}
	return found, nil
}

// hasHead tells whether a pull request of this repository is open and has that
// head; servers that do not know the filter send every open one.
func (c *Client) hasHead(p *github.PullRequest, owner, branch, sha string) bool {
	head := p.GetHead()
	of, _, _ := strings.Cut(head.GetRepo().GetFullName(), "/")
	if to := p.GetBase().GetRepo(); to != nil && !strings.EqualFold(to.GetFullName(), c.owner+"/"+c.name) {
		return false
	}
	return p.GetState() == "open" && head.GetSHA() == sha && head.GetRef() == branch && strings.EqualFold(of, owner)
}

// defaultAuthor writes the comments of a workflow's own token, which may not
// ask who it is.
const defaultAuthor = "github-actions[bot]"

// whoAmI asks for the login of the token's owner. The token of a workflow or
// of another app may not ask, so its kind, which its first letters tell, saves
// the call.
func (c *Client) whoAmI(ctx context.Context) string {
	c.mu.Lock()
	login := c.login
	c.mu.Unlock()
	if login != "" || strings.HasPrefix(c.token, "ghs_") {
		return cmp.Or(login, defaultAuthor)
	}
	user, _, err := ask(ctx, c, call{}, func(ctx context.Context, g *github.Client) (*github.User, *github.Response, error) {
		return g.Users.Get(ctx, "")
	})
	if err != nil || user.GetLogin() == "" {
		return defaultAuthor
	}
	c.mu.Lock()
	c.login = user.GetLogin()
	c.mu.Unlock()
	return user.GetLogin()
}
