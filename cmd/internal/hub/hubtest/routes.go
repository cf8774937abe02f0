package hubtest

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// in is what a route gets.
type in struct {
	params map[string]string
	query  url.Values
	body   []byte
}

func (i in) number(name string) int64 {
	n, _ := strconv.ParseInt(i.params[name], 10, 64)
	return n
}

// A route is a call of the API, by its template in GitHub's description.
type route struct {
	method, template string
	// gitea is the template in Gitea's description, "" where it has no such
	// call.
	gitea string
	serve func(s *Server, i in) answer
}

const repo = "/repos/{owner}/{repo}"

var routes = []route{
	{http.MethodGet, "/user", "/user", (*Server).getUser},
	{http.MethodGet, repo, repo, (*Server).getRepository},
	{http.MethodGet, repo + "/compare/{basehead}", repo + "/compare/{basehead}", (*Server).compare},
	{http.MethodGet, repo + "/commits", repo + "/commits", (*Server).listCommits},
	{http.MethodGet, repo + "/actions/workflows/{workflow_id}/runs", repo + "/actions/workflows/{workflow_id}/runs", (*Server).listWorkflowRuns},
	{http.MethodGet, repo + "/actions/runs", repo + "/actions/runs", (*Server).listRuns},
	{http.MethodGet, repo + "/actions/artifacts", repo + "/actions/artifacts", (*Server).listArtifacts},
	{http.MethodGet, repo + "/actions/runs/{run_id}/artifacts", repo + "/actions/runs/{run}/artifacts", (*Server).listArtifacts},
	{http.MethodGet, repo + "/actions/artifacts/{artifact_id}/{archive_format}", repo + "/actions/artifacts/{artifact_id}/zip", (*Server).download},
	{http.MethodGet, repo + "/pulls", repo + "/pulls", (*Server).listPulls},
	{http.MethodGet, repo + "/pulls/{pull_number}", repo + "/pulls/{index}", (*Server).getPull},
	{http.MethodGet, repo + "/issues/{issue_number}/comments", repo + "/issues/{index}/comments", (*Server).listComments},
	{http.MethodPost, repo + "/issues/{issue_number}/comments", repo + "/issues/{index}/comments", (*Server).createComment},
	{http.MethodGet, repo + "/issues/comments/{comment_id}", repo + "/issues/comments/{id}", (*Server).getComment},
	{http.MethodPatch, repo + "/issues/comments/{comment_id}", repo + "/issues/comments/{id}", (*Server).updateComment},
	{http.MethodDelete, repo + "/issues/comments/{comment_id}", repo + "/issues/comments/{id}", (*Server).deleteComment},
	{http.MethodPost, repo + "/check-runs", "", (*Server).createCheck},
	{http.MethodPatch, repo + "/check-runs/{check_run_id}", "", (*Server).updateCheck},
}

// match finds the route of a call and its path parameters.
func match(method, escaped string) (*route, map[string]string) {
	for i := range routes {
		if params, ok := fit(routes[i].template, escaped); ok && routes[i].method == method {
			return &routes[i], params
		}
	}
	return nil, nil
}

// fit reads the parameters off a path, if it is one of the template's.
func fit(template, escaped string) (params map[string]string, ok bool) {
	parts, want := strings.Split(strings.Trim(escaped, "/"), "/"), strings.Split(strings.Trim(template, "/"), "/")
	if len(want) != len(parts) {
		return nil, false
	}
	params = make(map[string]string)
	for i, w := range want {
		if name, found := strings.CutPrefix(w, "{"); found {
			params[strings.TrimSuffix(name, "}")], _ = url.PathUnescape(parts[i])
		} else if w != parts[i] {
			return nil, false
		}
	}
	return params, true
}

var notFound = answer{status: 404, body: object{"message": "Not Found", "documentation_url": "https://docs.github.com/rest", "status": "404"}}

func (s *Server) getUser(in) answer {
	if s.world.Me == "" {
		return answer{status: 403, body: object{"message": "Resource not accessible by integration", "documentation_url": "https://docs.github.com/rest"}}
	}
	return answer{status: 200, body: s.publicUser(s.world.Me)}
}

func (s *Server) getRepository(in) answer {
	return answer{status: 200, body: s.repository(s.world.Owner, s.world.ID)}
}

func (s *Server) compare(i in) answer {
	base, head, ok := strings.Cut(i.params["basehead"], "...")
	if !ok || s.world.MergeBase == "" {
		return answer{status: 404, body: object{"message": "No common ancestor between " + base + " and " + head + ".", "documentation_url": "https://docs.github.com/rest", "status": "404"}}
	}
	return answer{status: 200, body: s.comparison(base, head)}
}

func (s *Server) listCommits(i in) answer {
	list := s.world.History
	if at := slices.Index(list, i.query.Get("sha")); at >= 0 {
		list = list[at:]
	}
	s.giteaPage(i)
	part, link := pageOf(s, i.path("/commits"), i.query, list)
	out := []any{}
	for _, sha := range part {
		var parents []string
		if at := slices.Index(s.world.History, sha); at+1 < len(s.world.History) {
			parents = s.world.History[at+1 : at+2]
		}
		out = append(out, s.commitObject(sha, parents...))
	}
	return answer{status: 200, body: out, link: link}
}

func (i in) path(rest string) string {
	return "/repos/" + i.params["owner"] + "/" + i.params["repo"] + rest
}

func (s *Server) listWorkflowRuns(i in) answer {
	want := i.params["workflow_id"]
	var list []Run
	for _, r := range s.world.Runs {
		if want == path.Base(r.path()) || want == strconv.FormatInt(workflowID(r.file()), 10) {
			list = append(list, r)
		}
	}
	if list == nil && !s.world.Gitea || s.world.NoRunsByWorkflow {
		return notFound
	}
	return s.runs(i, i.path("/actions/workflows/"+want+"/runs"), list)
}

func (s *Server) listRuns(i in) answer { return s.runs(i, i.path("/actions/runs"), s.world.Runs) }

// searchLimit is how many results a filtered search gives.
const searchLimit = 1000

func (s *Server) runs(i in, path string, list []Run) answer {
	var kept []Run
	before := strings.TrimPrefix(i.query.Get("created"), "<=")
	limit, err := time.Parse(time.RFC3339, before)
	for _, r := range list {
		if b := i.query.Get("branch"); b != "" && b != or(r.Branch, "main") {
			continue
		}
		if sha := i.query.Get("head_sha"); sha != "" && sha != r.SHA {
			continue
		}
		if before != "" && err == nil && r.Created.After(limit) && !s.world.Gitea {
			continue
		}
		kept = append(kept, r)
	}
	slices.SortStableFunc(kept, func(a, b Run) int { return b.Created.Compare(a.Created) })
	total := len(kept)
	if i.query.Get("branch") != "" && !s.world.Gitea {
		kept = kept[:min(total, searchLimit)]
	}
	s.giteaPage(i)
	part, link := pageOf(s, path, i.query, kept)
	out := []any{}
	for _, r := range part {
		out = append(out, s.runObject(r))
	}
	return answer{status: 200, body: object{"total_count": total, "workflow_runs": out}, link: link}
}

func (s *Server) listArtifacts(i in) answer {
	var list []Artifact
	run, of := i.params["run_id"]
	for _, a := range s.world.Artifacts {
		if (!of || strconv.FormatInt(a.RunID, 10) == run) && (i.query.Get("name") == "" || i.query.Get("name") == a.Name) {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b Artifact) int { return int(b.ID - a.ID) })
	if s.world.Gitea { // the oldest first, and no Link header
		slices.Reverse(list)
	}
	s.giteaPage(i)
	part, link := pageOf(s, i.path("/actions/artifacts"), i.query, list)
	out := []any{}
	for _, a := range part {
		out = append(out, s.artifactObject(a))
	}
	if s.world.Gitea {
		link = ""
	}
	return answer{status: 200, body: object{"total_count": len(list), "artifacts": out}, link: link}
}

func (s *Server) download(i in) answer {
	for _, a := range s.world.Artifacts {
		if a.ID != i.number("artifact_id") {
			continue
		}
		if a.Expired || a.Gone {
			if s.world.Gitea {
				return answer{status: 404, body: object{"message": "Artifact has expired", "url": s.apiRoot() + "/swagger"}}
			}
			return answer{status: 410, body: object{"message": "Artifact has expired", "documentation_url": "https://docs.github.com/rest"}}
		}
		s.nextID++
		sig := fmt.Sprintf("synthetic-signature-%d", s.nextID)
		s.signed[sig] = a.ID
		if s.world.Gitea {
			return answer{status: 302, to: fmt.Sprintf("%s/repos/%s/actions/artifacts/%d/zip/raw?sig=%s", s.apiRoot(), s.world.fullName(), a.ID, sig)}
		}
		return answer{status: 302, to: fmt.Sprintf("%s/container/%d?sig=%s", s.StoreURL(), a.ID, sig)}
	}
	return notFound
}

func (s *Server) listPulls(i in) answer {
	out := []any{}
	for _, p := range s.world.Pulls {
		head := or(p.HeadOwner, s.world.Owner) + ":" + p.HeadRef
		state := or(i.query.Get("state"), "open")
		if (state == "all" || state == or(p.State, "open")) && (s.world.Gitea || i.query.Get("head") == "" || i.query.Get("head") == head) {
			out = append(out, s.pullObject(p))
		}
	}
	s.giteaPage(i)
	part, link := pageOf(s, i.path("/pulls"), i.query, out)
	return answer{status: 200, body: part, link: link}
}

func (s *Server) getPull(i in) answer {
	for _, p := range s.world.Pulls {
		if int64(p.Number) == i.number("pull_number") {
			return answer{status: 200, body: s.fullPullObject(p)}
		}
	}
	return notFound
}

// giteaPage makes a list as long as Gitea makes it, where "limit" has the place
// of "per_page".
func (s *Server) giteaPage(i in) {
	if s.world.Gitea {
		i.query.Set("per_page", or(i.query.Get("limit"), "30"))
	}
}
