package actions

import (
	"path"
	"path/filepath"
	"strconv"
	"strings"

	githubactions "github.com/sethvargo/go-githubactions"
)

// A Context is where and for what the step runs. Texts are empty and numbers
// 0 where the environment does not say.
type Context struct {
	// Repository is "owner/name".
	Repository string
	// APIURL and ServerURL have no slash at their end.
	APIURL, ServerURL string
	// EventName is the event that started the workflow.
	EventName string
	// Ref and SHA are what the workflow runs on; for a pull request a merge
	// that GitHub made up.
	Ref, SHA string
	// BaseRef and HeadRef are the branches of a pull request.
	BaseRef, HeadRef string
	RunID            int64
	Attempt          int
	// Workflow is the file name of the running workflow.
	Workflow string
	Job      string
	// Workspace is the folder of the checkout.
	Workspace string
	// HostWorkspace is the folder that the runner knows as RUNNER_WORKSPACE:
	// the checkout's parent outside of a container.
	HostWorkspace string
	// Debug says that the run was started with debug logging.
	Debug bool
}

// Context reads the context from the environment.
func (r *Runner) Context() Context {
	// The library would read the event as well, and fail on a broken one; it
	// is shown an environment without it. What it cannot parse stays zero.
	withoutEvent := func(name string) string {
		if name == "GITHUB_EVENT_PATH" {
			return ""
		}
		return r.getenv(name)
	}
	c := Context{
		APIURL: "https://api.github.com", ServerURL: "https://github.com",
		HostWorkspace: r.getenv("RUNNER_WORKSPACE"), Debug: r.getenv("RUNNER_DEBUG") == "1",
		Workflow: workflowFile(r.getenv("GITHUB_WORKFLOW_REF"), r.getenv("GITHUB_WORKFLOW")),
	}
	if g := read(withoutEvent); g != nil {
		c.Repository, c.EventName, c.Ref, c.SHA = g.Repository, g.EventName, g.Ref, g.SHA
		c.BaseRef, c.HeadRef, c.Job, c.Workspace = g.BaseRef, g.HeadRef, g.Job, g.Workspace
		c.RunID, c.Attempt = g.RunID, int(g.RunAttempt)
		c.APIURL, c.ServerURL = strings.TrimRight(g.APIURL, "/"), strings.TrimRight(g.ServerURL, "/")
	}
	if c.Attempt == 0 {
		c.Attempt = 1
	}
	return c
}

// RunURL is the page of this run, empty outside of Actions.
func (c Context) RunURL() string {
	if c.Repository == "" || c.RunID == 0 {
		return ""
	}
	return c.ServerURL + "/" + c.Repository + "/actions/runs/" + itoa(c.RunID)
}

// workflowFile takes bench.yml out of
// owner/name/.github/workflows/bench.yml@refs/heads/main. Gitea has no such
// reference; the name of a workflow is that of its file there.
func workflowFile(ref, name string) string {
	file, _, _ := strings.Cut(ref, "@")
	switch {
	case strings.Contains(file, "/"):
		return path.Base(file)
	case ref == "" && (path.Ext(name) == ".yml" || path.Ext(name) == ".yaml"):
		return path.Base(name)
	}
	return ""
}

// Inside maps a path of the host, as an expression like github.workspace
// gives it, to the workspace as this process sees it. Other paths are
// returned as they are.
func (c Context) Inside(name string) string {
	if c.HostWorkspace == "" || c.Workspace == "" || !strings.HasPrefix(name, "/") {
		return name
	}
	_, repository, _ := strings.Cut(c.Repository, "/")
	host := strings.TrimRight(c.HostWorkspace, "/") + "/" + repository
	rest, ok := strings.CutPrefix(name, host+"/")
	switch {
	case name == host:
		return c.Workspace
	case !ok || c.Workspace == host:
		return name
	}
	return filepath.Join(c.Workspace, filepath.FromSlash(rest))
}

// read asks the library for the context; nil where it reads nothing at all.
func read(getenv func(string) string) *githubactions.GitHubContext {
	g, _ := githubactions.New(githubactions.WithGetenv(getenv)).Context()
	return g
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
