package hubtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
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

// A route is a call of the API, by its template in the description.
type route struct {
	method, template string
	serve            func(s *Server, i in) answer
}

const repo = "/repos/{owner}/{repo}"

var routes = []route{
	{http.MethodGet, "/user", (*Server).getUser},
	{http.MethodGet, repo, (*Server).getRepository},
	{http.MethodGet, repo + "/compare/{basehead}", (*Server).compare},
	{http.MethodGet, repo + "/commits", (*Server).listCommits},
	{http.MethodGet, repo + "/actions/workflows/{workflow_id}/runs", (*Server).listWorkflowRuns},
	{http.MethodGet, repo + "/actions/runs", (*Server).listRuns},
	{http.MethodGet, repo + "/actions/artifacts", (*Server).listArtifacts},
	{http.MethodGet, repo + "/actions/runs/{run_id}/artifacts", (*Server).listArtifacts},
	{http.MethodGet, repo + "/actions/artifacts/{artifact_id}/{archive_format}", (*Server).download},
	{http.MethodGet, repo + "/pulls", (*Server).listPulls},
	{http.MethodGet, repo + "/issues/{issue_number}/comments", (*Server).listComments},
	{http.MethodPost, repo + "/issues/{issue_number}/comments", (*Server).createComment},
	{http.MethodGet, repo + "/issues/comments/{comment_id}", (*Server).getComment},
	{http.MethodPatch, repo + "/issues/comments/{comment_id}", (*Server).updateComment},
	{http.MethodDelete, repo + "/issues/comments/{comment_id}", (*Server).deleteComment},
	{http.MethodPost, repo + "/check-runs", (*Server).createCheck},
	{http.MethodPatch, repo + "/check-runs/{check_run_id}", (*Server).updateCheck},
}

// match finds the route of a call and its path parameters.
func match(method, escaped string) (*route, map[string]string) {
	parts := strings.Split(strings.Trim(escaped, "/"), "/")
next:
	for i := range routes {
		want := strings.Split(strings.Trim(routes[i].template, "/"), "/")
		if routes[i].method != method || len(want) != len(parts) {
			continue
		}
		params := make(map[string]string)
		for j, w := range want {
			if name, ok := strings.CutPrefix(w, "{"); ok {
				params[strings.TrimSuffix(name, "}")], _ = url.PathUnescape(parts[j])
			} else if w != parts[j] {
				continue next
			}
		}
		return &routes[i], params
	}
	return nil, nil
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
	if list == nil || s.world.Gitea {
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
		if before != "" && err == nil && r.Created.After(limit) {
			continue
		}
		kept = append(kept, r)
	}
	slices.SortStableFunc(kept, func(a, b Run) int { return b.Created.Compare(a.Created) })
	total := len(kept)
	if i.query.Get("branch") != "" {
		kept = kept[:min(total, searchLimit)]
	}
	if s.world.Gitea {
		i.query.Set("per_page", "10")
	}
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
	part, link := pageOf(s, i.path("/actions/artifacts"), i.query, list)
	out := []any{}
	for _, a := range part {
		out = append(out, s.artifactObject(a))
	}
	return answer{status: 200, body: object{"total_count": len(list), "artifacts": out}, link: link}
}

func (s *Server) download(i in) answer {
	for _, a := range s.world.Artifacts {
		if a.ID != i.number("artifact_id") {
			continue
		}
		if a.Expired || a.Gone {
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
		if (state == "all" || state == or(p.State, "open")) && (i.query.Get("head") == "" || i.query.Get("head") == head) {
			out = append(out, s.pullObject(p))
		}
	}
	part, link := pageOf(s, i.path("/pulls"), i.query, out)
	return answer{status: 200, body: part, link: link}
}

// listed are the comments that a list shows.
func (s *Server) listed(number int) []Comment {
	if s.world.Listed != nil {
		return s.world.Listed[number]
	}
	return s.world.Comments[number]
}

func (s *Server) listComments(i in) answer {
	number := int(i.number("issue_number"))
	part, link := pageOf(s, i.path(fmt.Sprintf("/issues/%d/comments", number)), i.query, s.listed(number))
	if s.world.Gitea {
		part, link = s.listed(number), ""
	}
	out := []any{}
	for _, c := range part {
		out = append(out, s.commentObject(c, number))
	}
	return answer{status: 200, body: out, link: link}
}

// body reads the text of a comment, or gives the answer that refuses it.
func (s *Server) body(i in) (string, *answer) {
	var b struct {
		Body string `json:"body"`
	}
	limit := or(s.world.CommentLimit, 65536)
	if err := json.Unmarshal(i.body, &b); err != nil || b.Body == "" || utf8.RuneCountInString(b.Body) > limit {
		return "", &answer{status: 422, body: object{"message": "Validation Failed", "documentation_url": "https://docs.github.com/rest",
			"errors": []any{object{"resource": "IssueComment", "field": "data", "code": "unprocessable",
				"message": fmt.Sprintf("Body is too long (maximum is %d characters)", limit)}}}}
	}
	return b.Body, nil
}

func (s *Server) createComment(i in) answer {
	number := int(i.number("issue_number"))
	for _, p := range s.world.Pulls {
		if p.Number == number && p.Locked {
			return answer{status: 403, body: object{"message": "Unable to create comment because issue is locked.", "documentation_url": "https://docs.github.com/rest"}}
		}
	}
	text, refusal := s.body(i)
	if refusal != nil {
		return *refusal
	}
	s.nextID++
	c := Comment{ID: s.nextID, Login: s.world.login(), Body: text}
	s.world.Comments[number] = append(s.world.Comments[number], c)
	return answer{status: 201, body: s.commentObject(c, number)}
}

// comment finds a comment by its id.
func (s *Server) comment(id int64) (number, at int, ok bool) {
	for number, list := range s.world.Comments {
		if at := slices.IndexFunc(list, func(c Comment) bool { return c.ID == id }); at >= 0 {
			return number, at, true
		}
	}
	return 0, 0, false
}

func (s *Server) getComment(i in) answer {
	number, at, ok := s.comment(i.number("comment_id"))
	if !ok {
		return notFound
	}
	return answer{status: 200, body: s.commentObject(s.world.Comments[number][at], number)}
}

func (s *Server) updateComment(i in) answer {
	number, at, ok := s.comment(i.number("comment_id"))
	if ok && s.world.VanishOnUpdate {
		s.world.Comments[number] = slices.Delete(slices.Clone(s.world.Comments[number]), at, at+1)
		ok = false
	}
	if !ok {
		return notFound
	}
	text, refusal := s.body(i)
	if refusal != nil {
		return *refusal
	}
	c := &s.world.Comments[number][at]
	c.Body = text
	c.Writes++
	return answer{status: 200, body: s.commentObject(*c, number)}
}

func (s *Server) deleteComment(i in) answer {
	number, at, ok := s.comment(i.number("comment_id"))
	if !ok {
		return notFound
	}
	s.world.Comments[number] = slices.Delete(slices.Clone(s.world.Comments[number]), at, at+1)
	return answer{status: 204}
}

func (s *Server) createCheck(i in) answer {
	var body object
	if json.Unmarshal(i.body, &body) != nil {
		return answer{status: 422, body: object{"message": "Validation Failed"}}
	}
	s.nextID++
	s.checks[s.nextID] = body
	return answer{status: 201, body: s.checkObject(s.nextID, body)}
}

func (s *Server) updateCheck(i in) answer {
	old, ok := s.checks[i.number("check_run_id")]
	var body object
	if !ok || json.Unmarshal(i.body, &body) != nil {
		return notFound
	}
	to, _ := old["output"].(object)
	from, _ := body["output"].(object)
	more, _ := from["annotations"].([]any)
	had, _ := to["annotations"].([]any)
	to["annotations"] = append(had, more...)
	return answer{status: 200, body: s.checkObject(i.number("check_run_id"), old)}
}
