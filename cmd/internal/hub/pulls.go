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
	Locked  bool
	URL     string
}

// FindPullRequest finds the open pull request of this repository whose head is
// that commit on that branch of that owner's: what a workflow_run event tells,
// and a stranger's artifact could lie about. It is nil where none matches: the
// branch has moved on, or the pull request was closed. Where several match
// (one branch, several bases), it is the one that was opened first.
func (c *Client) FindPullRequest(ctx context.Context, headOwner, headBranch, headSHA string) (*PullRequest, error) {
	if headOwner == "" || headBranch == "" || headSHA == "" {
		return nil, nil
	}
	options := &github.PullRequestListOptions{State: "open", Head: headOwner + ":" + headBranch, ListOptions: github.ListOptions{PerPage: perPage}}
	list, _, err := ask(ctx, c, call{permission: "pull-requests: read"},
		func(ctx context.Context, g *github.Client) ([]*github.PullRequest, *github.Response, error) {
			return g.PullRequests.List(ctx, c.owner, c.name, options)
		})
	if err != nil {
		return nil, err
	}
	var found *PullRequest
	for _, p := range list {
		// Servers that do not know the filter send every open pull request.
		head, base := p.GetHead(), p.GetBase()
		owner, _, _ := strings.Cut(head.GetRepo().GetFullName(), "/")
		if p.GetState() != "open" || head.GetSHA() != headSHA || head.GetRef() != headBranch || !strings.EqualFold(owner, headOwner) {
			continue
		}
		if to := base.GetRepo(); to != nil && !strings.EqualFold(to.GetFullName(), c.owner+"/"+c.name) {
			continue
		}
		if found == nil || p.GetNumber() < found.Number {
			found = &PullRequest{Number: p.GetNumber(), HeadSHA: headSHA, HeadRepository: head.GetRepo().GetFullName(), BaseBranch: base.GetRef(),
				BaseSHA: base.GetSHA(), Locked: p.GetLocked(),
				URL: cmp.Or(p.GetHTMLURL(), fmt.Sprintf("%s/%s/%s/pull/%d", c.server, c.owner, c.name, p.GetNumber()))}
		}
	}
	return found, nil
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
