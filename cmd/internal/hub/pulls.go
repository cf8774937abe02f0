package hub

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
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

type pull struct {
	Number int    `json:"number"`
	State  string `json:"state"`
	Locked bool   `json:"locked"`
	URL    string `json:"html_url"`
	Head   struct {
		SHA  string    `json:"sha"`
		Ref  string    `json:"ref"`
		Repo *fullName `json:"repo"`
	} `json:"head"`
	Base struct {
		SHA  string    `json:"sha"`
		Ref  string    `json:"ref"`
		Repo *fullName `json:"repo"`
	} `json:"base"`
}

type fullName struct {
	FullName string `json:"full_name"`
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
	var list []pull
	_, err := c.do(ctx, call{method: http.MethodGet, path: "pulls", permission: "pull-requests: read",
		query: url.Values{"state": {"open"}, "head": {headOwner + ":" + headBranch}, "per_page": {"100"}}}, &list)
	if err != nil {
		return nil, err
	}
	var found *PullRequest
	for _, p := range list {
		// Servers that do not know the filter send every open pull request.
		owner := ""
		if p.Head.Repo != nil {
			owner, _, _ = strings.Cut(p.Head.Repo.FullName, "/")
		}
		if p.State != "open" || p.Head.SHA != headSHA || p.Head.Ref != headBranch || !strings.EqualFold(owner, headOwner) {
			continue
		}
		if p.Base.Repo != nil && !strings.EqualFold(p.Base.Repo.FullName, c.owner+"/"+c.name) {
			continue
		}
		if found == nil || p.Number < found.Number {
			found = p.public(c)
		}
	}
	return found, nil
}

func (p pull) public(c *Client) *PullRequest {
	out := &PullRequest{Number: p.Number, HeadSHA: p.Head.SHA, BaseBranch: p.Base.Ref, BaseSHA: p.Base.SHA, Locked: p.Locked, URL: p.URL}
	if p.Head.Repo != nil {
		out.HeadRepository = p.Head.Repo.FullName
	}
	if out.URL == "" {
		out.URL = fmt.Sprintf("%s/%s/%s/pull/%d", c.server, c.owner, c.name, p.Number)
	}
	return out
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
	var user struct {
		Login string `json:"login"`
	}
	if _, err := c.do(ctx, call{method: http.MethodGet, path: "/user"}, &user); err != nil || user.Login == "" {
		return defaultAuthor
	}
	c.mu.Lock()
	c.login = user.Login
	c.mu.Unlock()
	return user.Login
}
