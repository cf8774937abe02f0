package hubtest

import (
	"fmt"
	"strings"
	"time"
)

// The objects below are those of Gitea 1.27: the fields that its source fills
// in (services/convert), which are fewer than its description has.

func (s *Server) giteaUser(login string) object {
	return object{"id": workflowID(login), "login": login, "login_name": "", "source_id": 0, "full_name": "", "email": login + "@noreply.example.test",
		"avatar_url": s.web("avatars/1"), "html_url": s.web(login), "language": "", "is_admin": false, "last_login": stamp, "created": stamp,
		"restricted": false, "active": true, "prohibit_login": false, "location": "", "website": "", "description": "", "visibility": "public",
		"followers_count": 0, "following_count": 0, "starred_repos_count": 0}
}

func (s *Server) giteaRepository(owner string, id int64) object {
	full := owner + "/" + s.world.Name
	return object{"id": id, "owner": s.giteaUser(owner), "name": s.world.Name, "full_name": full, "private": false, "fork": id != s.world.ID,
		"url": s.apiRoot() + "/repos/" + full, "html_url": s.web(full), "default_branch": s.world.branch(), "created_at": stamp, "updated_at": stamp}
}

func (s *Server) giteaRun(r Run) object {
	status, conclusion := or(r.Status, "completed"), ""
	if status == "completed" {
		conclusion = or(r.Conclusion, "success")
	}
	ref, branch := "refs/heads/"+or(r.Branch, "main"), or(r.Branch, "main")
	if r.HeadRepository != 0 && r.HeadRepository != s.world.ID || or(r.Event, "push") == "pull_request" {
		ref, branch = "refs/pull/7/head", "" // only a pull request runs a fork's code
	}
	o := object{"id": r.ID, "url": fmt.Sprintf("%s/repos/%s/actions/runs/%d", s.apiRoot(), s.world.fullName(), r.ID), "previous_attempt_url": nil,
		"html_url": s.web(fmt.Sprintf("%s/actions/runs/%d", s.world.fullName(), r.ID)), "display_title": "Change", "path": r.file() + "@" + ref,
		"event": or(r.Event, "push"), "run_attempt": max(r.Attempt, 1), "run_number": r.ID, "head_sha": r.SHA, "status": status,
		"actor": s.giteaUser("dev-a"), "trigger_actor": s.giteaUser("dev-a"), "repository": s.giteaRepository(s.world.Owner, s.world.ID),
		"pull_requests": []any{}, "started_at": r.Created.Format(time.RFC3339), "completed_at": r.Created.Add(time.Minute).Format(time.RFC3339)}
	if branch != "" {
		o["head_branch"] = branch
	}
	if conclusion != "" {
		o["conclusion"] = conclusion
	}
	return o
}

func (s *Server) giteaArtifact(a Artifact) object {
	u := fmt.Sprintf("%s/repos/%s/actions/artifacts/%d", s.apiRoot(), s.world.fullName(), a.ID)
	at, never := a.Created.Format(time.RFC3339), "0001-01-01T00:00:00Z"
	return object{"id": a.ID, "name": a.Name, "size_in_bytes": or(a.Size, int64(len(a.Data))), "url": u, "archive_download_url": u + "/zip",
		"expired": a.Expired, "created_at": at, "updated_at": at, "expires_at": "2099-01-01T00:00:00Z",
		"workflow_run": object{"id": a.RunID, "url": "", "previous_attempt_url": nil, "html_url": "", "display_title": "", "path": "", "event": "",
			"run_attempt": 0, "run_number": 0, "repository_id": s.world.ID, "head_sha": s.shaOf(a.RunID), "status": "", "pull_requests": nil,
			"started_at": never, "completed_at": never}}
}

func (s *Server) shaOf(run int64) string {
	if r := s.world.run(run); r != nil {
		return r.SHA
	}
	return ""
}

func (s *Server) giteaComment(c Comment, number int) object {
	return object{"id": c.ID, "html_url": s.web(fmt.Sprintf("%s/pulls/%d#issuecomment-%d", s.world.fullName(), number, c.ID)),
		"pull_request_url": s.web(fmt.Sprintf("%s/pulls/%d", s.world.fullName(), number)), "issue_url": "", "user": s.giteaUser(c.Login),
		"original_author": "", "original_author_id": 0, "body": c.Body, "assets": []any{}, "created_at": stamp, "updated_at": stamp}
}

func (s *Server) giteaCommit(sha string, parents ...string) object {
	u := fmt.Sprintf("%s/repos/%s/git/commits/%s", s.apiRoot(), s.world.fullName(), sha)
	who := object{"name": "dev-a", "email": "dev-a@example.test", "date": stamp}
	list := []any{}
	for _, p := range parents {
		list = append(list, object{"url": strings.Replace(u, sha, p, 1), "sha": p, "created": "0001-01-01T00:00:00Z"})
	}
	return object{"url": u, "sha": sha, "created": stamp, "html_url": s.web(s.world.fullName() + "/commit/" + sha), "author": nil, "committer": nil,
		"commit":  object{"url": u, "author": who, "committer": who, "message": "Change", "tree": object{"url": u, "sha": sha, "created": stamp}, "verification": nil},
		"parents": list, "files": []any{}, "stats": nil}
}

func (s *Server) giteaPull(p Pull) object {
	owner, id := or(p.HeadOwner, s.world.Owner), or(p.HeadID, s.world.ID)
	u := s.web(fmt.Sprintf("%s/pulls/%d", s.world.fullName(), p.Number))
	return object{"id": p.Number, "url": u, "number": p.Number, "user": s.giteaUser("dev-a"), "title": "Change", "body": "", "labels": []any{},
		"milestone": nil, "assignee": nil, "assignees": nil, "state": or(p.State, "open"), "draft": false, "is_locked": p.Locked, "comments": 0,
		"html_url": u, "diff_url": u + ".diff", "patch_url": u + ".patch", "mergeable": true, "merged": false, "merged_at": nil, "merge_commit_sha": nil,
		"merged_by": nil, "allow_maintainer_edit": false, "merge_base": s.world.MergeBase, "due_date": nil, "created_at": stamp, "updated_at": stamp, "closed_at": nil,
		"base": object{"label": or(p.BaseRef, "main"), "ref": or(p.BaseRef, "main"), "sha": p.BaseSHA, "repo_id": s.world.ID, "repo": s.giteaRepository(s.world.Owner, s.world.ID)},
		"head": object{"label": p.HeadRef, "ref": p.HeadRef, "sha": p.HeadSHA, "repo_id": id, "repo": s.giteaRepository(owner, id)}}
}
