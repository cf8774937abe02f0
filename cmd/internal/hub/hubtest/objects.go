package hubtest

import (
	"fmt"
	"strings"
	"time"
)

// object is a JSON object.
type object = map[string]any

// The fields below that nobody here reads are those that GitHub's description
// requires; without them a client that is stricter than ours would fail.

var repositoryURLs = strings.Fields(`archive assignees blobs branches collaborators comments commits compare contents
	contributors deployments downloads events forks git_commits git_refs git_tags hooks issue_comment issue_events issues
	keys labels languages merges milestones notifications pulls releases stargazers statuses subscribers subscription
	tags teams trees`)

var userURLs = strings.Fields(`avatar events followers following gists html organizations received_events repos starred subscriptions`)

const stamp = "2026-01-01T00:00:00Z"

func (s *Server) user(login string) object {
	kind := "User"
	if strings.HasSuffix(login, "[bot]") {
		kind = "Bot"
	}
	u := s.apiRoot() + "/users/" + strings.NewReplacer("[", "%5B", "]", "%5D").Replace(login)
	o := object{"login": login, "id": workflowID(login), "node_id": "U", "gravatar_id": "", "url": u, "type": kind, "site_admin": false}
	for _, k := range userURLs {
		o[k+"_url"] = u + "/" + k
	}
	return o
}

func (s *Server) publicUser(login string) object {
	if s.world.Gitea {
		return s.giteaUser(login)
	}
	o := s.user(login)
	for _, k := range []string{"bio", "blog", "company", "email", "hireable", "location", "name"} {
		o[k] = nil
	}
	for _, k := range []string{"followers", "following", "public_gists", "public_repos"} {
		o[k] = 0
	}
	o["created_at"], o["updated_at"], o["user_view_type"] = stamp, stamp, "public"
	return o
}

func (s *Server) repository(owner string, id int64) object {
	if s.world.Gitea {
		return s.giteaRepository(owner, id)
	}
	full := owner + "/" + s.world.Name
	u := s.apiRoot() + "/repos/" + full
	o := object{
		"id": id, "node_id": "R", "name": s.world.Name, "full_name": full, "private": false, "owner": s.user(owner),
		"description": nil, "fork": id != s.world.ID, "url": u, "html_url": s.web(full), "clone_url": s.web(full + ".git"),
		"git_url": "git://example/" + full, "ssh_url": "git@example:" + full, "svn_url": s.web(full), "mirror_url": nil,
		"homepage": nil, "language": nil, "license": nil, "default_branch": s.world.branch(),
		"pushed_at": stamp, "created_at": stamp, "updated_at": stamp,
	}
	for _, k := range repositoryURLs {
		o[k+"_url"] = u + "/" + k
	}
	for _, k := range strings.Fields("forks forks_count open_issues open_issues_count size stargazers_count watchers watchers_count network_count subscribers_count") {
		o[k] = 0
	}
	for _, k := range strings.Fields("has_issues has_projects has_wiki has_pages has_discussions has_downloads archived disabled") {
		o[k] = false
	}
	return o
}

func (s *Server) runObject(r Run) object {
	if s.world.Gitea {
		return s.giteaRun(r)
	}
	u := fmt.Sprintf("%s/repos/%s/actions/runs/%d", s.apiRoot(), s.world.fullName(), r.ID)
	status := or(r.Status, "completed")
	var conclusion any
	if status == "completed" {
		conclusion = or(r.Conclusion, "success")
	}
	head := s.repository(s.world.Owner, s.world.ID)
	if r.HeadRepository != 0 && r.HeadRepository != s.world.ID {
		head = s.repository("contrib-x", r.HeadRepository)
	}
	o := object{
		"id": r.ID, "name": "bench", "node_id": "WR", "head_branch": or(r.Branch, "main"), "head_sha": r.SHA, "path": r.path(),
		"run_number": 1, "run_attempt": max(r.Attempt, 1), "display_title": "Change", "event": or(r.Event, "push"), "status": status, "conclusion": conclusion,
		"workflow_id": workflowID(r.file()), "url": u, "html_url": s.web(fmt.Sprintf("%s/actions/runs/%d", s.world.fullName(), r.ID)),
		"created_at": r.Created.Format(time.RFC3339), "updated_at": r.Created.Format(time.RFC3339), "pull_requests": []any{},
		"repository": s.repository(s.world.Owner, s.world.ID), "head_repository": head,
		"head_commit": object{"id": r.SHA, "tree_id": r.SHA, "message": "Change", "timestamp": r.Created.Format(time.RFC3339),
			"author": object{"name": "dev-a", "email": "dev-a@example.test"}, "committer": object{"name": "dev-a", "email": "dev-a@example.test"}},
	}
	for _, k := range []string{"jobs", "logs", "check_suite", "cancel", "rerun", "artifacts", "workflow"} {
		o[k+"_url"] = u + "/" + k
	}
	return o
}

func (s *Server) artifactObject(a Artifact) object {
	if s.world.Gitea {
		return s.giteaArtifact(a)
	}
	u := fmt.Sprintf("%s/repos/%s/actions/artifacts/%d", s.apiRoot(), s.world.fullName(), a.ID)
	at := a.Created.Format(time.RFC3339)
	o := object{"id": a.ID, "node_id": "A", "name": a.Name, "size_in_bytes": or(a.Size, int64(len(a.Data))), "url": u, "archive_download_url": u + "/zip",
		"expired": a.Expired, "digest": a.digest(), "created_at": at, "updated_at": at, "expires_at": "2099-01-01T00:00:00Z"}
	if r := s.world.run(a.RunID); r != nil {
		o["workflow_run"] = object{"id": r.ID, "repository_id": s.world.ID, "head_repository_id": or(r.HeadRepository, s.world.ID),
			"head_branch": or(r.Branch, "main"), "head_sha": r.SHA}
	}
	return o
}

func (s *Server) commitObject(sha string, parents ...string) object {
	if s.world.Gitea {
		return s.giteaCommit(sha, parents...)
	}
	u := fmt.Sprintf("%s/repos/%s/commits/%s", s.apiRoot(), s.world.fullName(), sha)
	who := object{"name": "dev-a", "email": "dev-a@example.test", "date": stamp}
	list := []any{}
	for _, p := range parents {
		list = append(list, object{"sha": p, "url": strings.Replace(u, sha, p, 1), "html_url": s.web(s.world.fullName() + "/commit/" + p)})
	}
	return object{"url": u, "sha": sha, "node_id": "C", "html_url": s.web(s.world.fullName() + "/commit/" + sha), "comments_url": u + "/comments",
		"commit": object{"url": u, "author": who, "committer": who, "message": "Change", "comment_count": 0, "tree": object{"sha": sha, "url": u}},
		"author": s.user("dev-a"), "committer": s.user("dev-a"), "parents": list}
}

func (s *Server) comparison(base, head string) object {
	u := fmt.Sprintf("%s/repos/%s/compare/%s...%s", s.apiRoot(), s.world.fullName(), base, head)
	mb := s.commitObject(s.world.MergeBase)
	if s.world.Gitea { // the commits of the change, without where it was cut
		return object{"total_commits": 1, "commits": []any{s.commitObject(head)}}
	}
	return object{"url": u, "html_url": u, "permalink_url": u, "diff_url": u, "patch_url": u, "base_commit": mb, "merge_base_commit": mb,
		"status": "diverged", "ahead_by": 1, "behind_by": 1, "total_commits": 1, "commits": []any{s.commitObject(s.world.MergeBase)}, "files": []any{}}
}

func (s *Server) commentObject(c Comment, number int) object {
	if s.world.Gitea {
		return s.giteaComment(c, number)
	}
	u := fmt.Sprintf("%s/repos/%s/issues/comments/%d", s.apiRoot(), s.world.fullName(), c.ID)
	o := object{"id": c.ID, "node_id": "IC", "url": u, "html_url": s.web(fmt.Sprintf("%s/pull/%d#issuecomment-%d", s.world.fullName(), number, c.ID)),
		"issue_url": fmt.Sprintf("%s/repos/%s/issues/%d", s.apiRoot(), s.world.fullName(), number), "body": c.Body, "user": s.user(c.Login),
		"created_at": stamp, "updated_at": stamp, "author_association": "NONE"}
	if c.Minimized {
		o["minimized"] = object{"reason": "outdated"}
	}
	return o
}

// fullPullObject is what asking for one pull request gives.
func (s *Server) fullPullObject(p Pull) object {
	o := s.pullObject(p)
	if s.world.Gitea {
		return o
	}
	for _, k := range strings.Fields("additions changed_files comments commits deletions review_comments") {
		o[k] = 1
	}
	o["maintainer_can_modify"], o["mergeable"], o["mergeable_state"], o["merged"], o["merged_by"] = false, nil, "unknown", false, nil
	return o
}

func (s *Server) pullObject(p Pull) object {
	if s.world.Gitea {
		return s.giteaPull(p)
	}
	u := fmt.Sprintf("%s/repos/%s/pulls/%d", s.apiRoot(), s.world.fullName(), p.Number)
	owner := or(p.HeadOwner, s.world.Owner)
	o := object{"id": p.Number, "node_id": "PR", "url": u, "number": p.Number, "state": or(p.State, "open"), "locked": p.Locked, "title": "Change",
		"user": s.user("dev-a"), "body": nil, "assignee": nil, "milestone": nil, "labels": []any{}, "merge_commit_sha": nil, "auto_merge": nil,
		"author_association": "NONE", "created_at": stamp, "updated_at": stamp, "closed_at": nil, "merged_at": nil,
		"html_url": s.web(fmt.Sprintf("%s/pull/%d", s.world.fullName(), p.Number)),
		"head": object{"label": owner + ":" + p.HeadRef, "ref": p.HeadRef, "sha": p.HeadSHA, "user": s.user(owner),
			"repo": s.repository(owner, or(p.HeadID, s.world.ID))},
		"base": object{"label": s.world.Owner + ":" + or(p.BaseRef, "main"), "ref": or(p.BaseRef, "main"), "sha": p.BaseSHA, "user": s.user(s.world.Owner),
			"repo": s.repository(s.world.Owner, s.world.ID)}}
	for _, k := range strings.Fields("comments commits diff issue patch review_comment review_comments statuses") {
		o[k+"_url"] = u + "/" + k
	}
	links := object{}
	for _, k := range strings.Fields("comments commits statuses html issue review_comments review_comment self") {
		links[k] = object{"href": u}
	}
	o["_links"] = links
	return o
}

func (s *Server) checkObject(id int64, body object) object {
	u := fmt.Sprintf("%s/repos/%s/check-runs/%d", s.apiRoot(), s.world.fullName(), id)
	out, _ := body["output"].(object)
	annotations, _ := out["annotations"].([]any)
	return object{"id": id, "node_id": "CR", "head_sha": body["head_sha"], "name": body["name"], "url": u, "html_url": u, "details_url": nil,
		"status": "completed", "conclusion": body["conclusion"], "started_at": nil, "completed_at": stamp, "external_id": "", "check_suite": nil, "app": nil,
		"pull_requests": []any{}, "output": object{"title": out["title"], "summary": out["summary"], "text": nil,
			"annotations_count": len(annotations), "annotations_url": u + "/annotations"}}
}
