package main

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/noisegate/noisegate/cmd/internal/actions"
	"github.com/noisegate/noisegate/cmd/internal/hub"
	"github.com/noisegate/noisegate/gate/bench"
)

// baselineCmd shows which run the action would compare with, and why.
type baselineCmd struct {
	Repo     string `name:"repo" placeholder:"OWNER/NAME" env:"GITHUB_REPOSITORY" required:"" help:"Repository."`
	Workflow string `name:"workflow" placeholder:"FILE" required:"" help:"File name or id of the workflow that stores the results, such as bench.yml: the input baseline-workflow."`
	Branch   string `name:"branch" placeholder:"NAME" help:"Branch that the change goes into: the input baseline-branch. Default: that of --pull-request, else the repository's default branch."`
	Artifact string `name:"artifact" default:"${artifact}" placeholder:"NAME" help:"Name or glob of the artifact: the input baseline-artifact. Default ${default}."`
	Files    string `name:"files" placeholder:"GLOB" help:"Files inside the artifact: the input baseline-files. Default all."`
	Pull     int    `name:"pull-request" placeholder:"NUMBER" help:"Pull request, whose head and base are asked for."`
	Head     string `name:"head" placeholder:"SHA" help:"Commit of the change, whose merge base is looked for. Without it and --pull-request, what a push to the branch is compared with."`
	Runs     int    `name:"runs" default:"5" placeholder:"N" help:"Runs to read beside the reference: the input baseline-runs. Default ${default}."`
	Self     int64  `name:"self" placeholder:"RUN-ID" help:"Run that asks: it and, for a push, later ones are no baseline."`

	Candidate []string      `name:"candidate" sep:"none" placeholder:"FILE" help:"Results of the change: of several runs of one commit the one on the most similar machine is taken. Repeatable."`
	Format    string        `name:"format" default:"auto" placeholder:"NAME" help:"Format of all files: ${formats}. Default auto: by content."`
	MaxWait   time.Duration `name:"max-wait" default:"60s" placeholder:"DURATION" help:"Most to wait for limits and retries together. Default ${default}."`
	JSON      bool          `name:"json" help:"Write JSON instead of text."`
}

// Help is the long text of "noisegate baseline --help".
func (*baselineCmd) Help() string {
	return "Asks GitHub as the action does, downloads and reads what the action would, and lists every run that was looked at with the reason why it was taken or passed over. Nothing is judged and nothing is written. " +
		"The token is read from the variable GITHUB_TOKEN; it needs actions: read, contents: read, and with --pull-request pull-requests: read. GITHUB_API_URL names another server. " +
		"The exit status is 0 also where there is no baseline, 3 for files or artifacts that cannot be used, and 5 if GitHub could not be reached."
}

// Run asks and lists. That there is no baseline is an answer, not an error.
func (c *baselineCmd) Run(ctx context.Context, a *app) error {
	reader, query, err := c.query(a)
	if err != nil {
		return err
	}
	client, err := hub.New(hub.Options{APIURL: a.getenv("GITHUB_API_URL"), ServerURL: a.getenv("GITHUB_SERVER_URL"),
		Token: a.getenv("GITHUB_TOKEN"), Repository: c.Repo, MaxWait: c.MaxWait, UserAgent: "noisegate/" + version(),
		Log: func(format string, args ...any) { a.say(format, args...) }})
	if err != nil {
		return usageError("%w", err)
	}
	done := a.progress("asking GitHub for runs and artifacts")
	var found hub.Baseline
	if err = c.complete(ctx, client, &query); err == nil {
		found, err = client.FindBaseline(ctx, query)
	}
	done()
	list := c.list(found, reader)
	if err != nil {
		// What was seen until then tells more than the error alone.
		if len(found.Considered) > 0 && !c.JSON {
			list.text(actions.NewLogWriter(a.stdout))
		}
		err = fmt.Errorf("looking for a baseline: %w", err)
		if a.getenv("GITHUB_TOKEN") == "" {
			err = fmt.Errorf("%w; GITHUB_TOKEN is not set, and artifacts cannot be read without a token", err)
		}
		return hubStatus(err)
	}
	if !c.JSON {
		list.text(actions.NewLogWriter(a.stdout))
		return nil
	}
	b, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return fmt.Errorf("encoding the list of runs: %w", err)
	}
	if _, err := a.stdout.Write(append(b, '\n')); err != nil {
		return fmt.Errorf("writing the list of runs: %w", err)
	}
	return nil
}

// complete asks for what the question leaves open: the head and base of a pull
// request, the default branch.
func (c *baselineCmd) complete(ctx context.Context, client *hub.Client, q *hub.Query) error {
	if c.Pull != 0 {
		p, err := client.PullRequest(ctx, c.Pull)
		if err != nil {
			return err
		}
		c.Head, q.Head, q.PullRequest = p.HeadSHA, p.HeadSHA, p.Number
		if c.Branch == "" {
			c.Branch = p.BaseBranch
		}
	}
	if c.Branch == "" {
		branch, err := client.DefaultBranch(ctx)
		if err != nil {
			return err
		}
		c.Branch = branch
	}
	q.Branch = c.Branch
	return nil
}

// objectID is a commit as Git writes it, in full or abbreviated.
var objectID = regexp.MustCompile(`^[0-9a-f]{7,64}$`)

// query is the question that the action would ask.
func (c *baselineCmd) query(a *app) (*artifactReader, hub.Query, error) {
	fail := func(format string, args ...any) (*artifactReader, hub.Query, error) {
		return nil, hub.Query{}, usageError(format, args...)
	}
	var o options
	if err := setFormat(&o, c.Format); err != nil {
		return fail("--format %q: %w", c.Format, err)
	}
	switch {
	case c.Head != "" && c.Pull != 0:
		return fail("--head and --pull-request: the pull request has a head; name one of them")
	case c.Pull < 0:
		return fail("--pull-request %d: want its number", c.Pull)
	case c.Head != "" && !objectID.MatchString(strings.ToLower(c.Head)):
		return fail("--head %q: want the SHA of a commit", c.Head)
	case c.Runs < 0 || c.Runs > 100:
		return fail("--runs %d: want 0 to 100", c.Runs)
	case c.MaxWait < 0:
		return fail("--max-wait %s: want a duration such as 15s", c.MaxWait)
	case c.Workflow == "" || c.Artifact == "":
		return fail("--workflow and --artifact must not be empty")
	}
	reader := &artifactReader{format: o.Format, read: map[*hub.File]*bench.Set{}}
	q := hub.Query{Workflow: c.Workflow, Branch: c.Branch, ArtifactPattern: c.Artifact, FilePattern: c.Files,
		Head: strings.ToLower(c.Head), SelfRunID: c.Self, HistoryRuns: c.Runs, Push: c.Head == "" && c.Pull == 0,
		Check: func(files []hub.File) error {
			_, err := reader.set(files)
			return err
		}}
	if len(c.Candidate) > 0 {
		files, _, err := source{dir: a.dir, stdin: a.stdin}.expand("candidate", c.Candidate)
		if err != nil {
			return nil, q, err
		}
		set, err := readSide("candidate", files, o.Format)
		if err != nil {
			return nil, q, err
		}
		q.Prefer = reader.likeness(set)
	}
	return reader, q, nil
}
