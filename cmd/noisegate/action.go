package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/noisegate/noisegate/cmd/internal/actions"
	"github.com/noisegate/noisegate/cmd/internal/hub"
	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/report"
)

// An action is one run of the action.
type action struct {
	*app
	runner  *actions.Runner
	context actions.Context
	request request
	options options
	change  change
	// client is nil where there is no repository or no token.
	client *hub.Client
	// clientMissing says what to do about that.
	clientMissing string
	notices       []string
	// told are annotations to show at the end.
	told []actions.Annotation
	// checked says that a check run holds the regressions as annotations.
	checked bool
	places  places
}

// run is the action on one screen. Its order makes sure that what comes later
// can spoil nothing that came earlier: the verdict is in the job summary
// before the first attempt to comment.
func (a *action) run(ctx context.Context) error {
	if err := a.prepare(); err != nil {
		return a.stop(ctx, err)
	}
	evidence, err := a.gather(ctx)
	if err == nil {
		err = evidence.sets.oneHarness()
	}
	if err != nil {
		return a.stop(ctx, err)
	}
	result := gate.Judge(evidence.input(), a.options.Settings)
	evidence.describe(&result)
	a.status = result.Exit
	document := report.New(result, a.meta(evidence))

	paths := a.writeReports(document)
	a.writeSummary(document)
	a.setOutputs(append(verdictOutputs(result, evidence.runIDs()), paths...))
	a.writeLog(document)
	a.comment(ctx, document)
	a.checkRun(ctx, document)
	a.annotate(result)
	return nil
}

// prepare reads inputs and event, before anything is asked of the network.
func (a *action) prepare() (err error) {
	a.dir = a.context.Workspace
	a.places.folder = a.dir
	if a.request, err = readRequest(a.runner); err != nil {
		return err
	}
	event, err := a.runner.ReadEvent()
	if err != nil && a.context.EventName != "" {
		a.notice(err.Error() + "; the run is judged without it")
	}
	a.change = changeOf(a.context, event)
	a.connect()
	label := func(name string) string { return "input " + name }
	config, err := a.config()
	if err != nil {
		return err
	}
	if a.options, err = a.settings(config, a.context.Workspace, a.request.settings, label); err != nil {
		return err
	}
	return nil
}

// config is the configuration file to read. Where the workflow has rights
// that the author of the change lacks, a file that may come with the change
// decides nothing unless somebody named it. A link out of the workspace is
// followed in no case: what an error says of a file must not tell what is
// elsewhere.
func (a *action) config() (string, error) {
	name := a.context.Inside(a.request.config)
	switch {
	case name == "" && a.change.untrusted:
		if a.exists(defaultConfig) {
			a.notice(fmt.Sprintf("%s was not read: on %s it may come with the change; name it in the input config if it does not", defaultConfig, a.context.EventName))
		}
		return noConfig, nil
	case a.dir == "":
		return name, nil
	}
	file := first(name, defaultConfig)
	real, err := filepath.EvalSymlinks(a.path(file))
	if errors.Is(err, fs.ErrNotExist) {
		if info, e := os.Lstat(a.path(file)); e == nil && info.Mode()&fs.ModeSymlink != 0 {
			return "", usageError("reading configuration %q: it is a link that leads nowhere", file)
		}
		return name, nil // whether it must exist, and how that is said, is decided where it is read
	}
	if err == nil {
		_, err = a.source().leaves(a.path(file), real)
	}
	if err != nil {
		return "", usageError("reading configuration %q: %w", file, cause(err))
	}
	return name, nil
}

// connect makes the client where there is enough for one.
func (a *action) connect() {
	switch {
	case a.context.Repository == "":
		a.clientMissing = "GITHUB_REPOSITORY is not set, so this is no run of a repository"
	case a.request.token == "":
		a.clientMissing = "the input github-token is empty: leave it out for the job's own token"
	default:
		client, err := hub.New(hub.Options{APIURL: a.context.APIURL, ServerURL: a.context.ServerURL,
			Token: a.request.token, Repository: a.context.Repository, MaxWait: a.request.maxWait,
			UserAgent: "noisegate/" + version(), Log: func(format string, args ...any) {
				_, _ = fmt.Fprintf(a.runner.Log(), format+"\n", args...)
			}})
		if err != nil {
			a.clientMissing = err.Error()
			return
		}
		a.client = client
	}
}

// notice keeps a remark for the report and for the end.
func (a *action) notice(text string) {
	a.notices = append(a.notices, text)
	a.tell(actions.Notice, "noisegate", text)
}

// stop ends the action before a verdict: an annotation, and a summary that
// nobody can take for a pass. A check that was asked for fails as well: a rule
// that requires it would wait for ever, or go by that of an earlier attempt.
func (a *action) stop(ctx context.Context, err error) error {
	status := exitOf(err)
	text := err.Error()
	a.runner.Annotate(actions.Annotation{Level: actions.Error, Title: "noisegate: nothing was judged", Message: text})
	a.setOutputs([]actions.Output{{Name: "verdict", Value: string(gate.NotJudged)}})
	summary := fmt.Sprintf("### noisegate: nothing was judged\n\n%s\n\nExit status %d: %s.\n", codeBlock(actions.Harmless(text)), status, meaningOf(status))
	if e := a.runner.AppendSummary(func(w io.Writer, maxBytes int) error {
		_, err := io.WriteString(w, summary[:min(len(summary), maxBytes)])
		return err
	}); e != nil {
		a.warn(e)
	}
	if a.request.checkRun && a.client != nil {
		a.postCheck(ctx, "failure", "nothing was judged", summary, nil)
	}
	a.flush()
	return &reportedError{err}
}

// codeBlock puts text between fences that it cannot end.
func codeBlock(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(text, "\n") + "\n" + fence
}

// meaningOf explains an exit status.
func meaningOf(status int) string {
	for _, s := range exitStatuses {
		if s.status == status {
			return s.meaning
		}
	}
	return "unknown"
}

// warn shows an error that changes nothing.
func (a *action) warn(err error) {
	a.tell(actions.Warning, "noisegate", err.Error())
}

// setOutputs passes outputs on; that they cannot be is worth a warning only.
func (a *action) setOutputs(outputs []actions.Output) {
	if err := a.runner.SetOutputs(outputs...); err != nil {
		if !a.runner.Actions && errors.Is(err, actions.ErrNotSet) {
			return // nobody waits for outputs outside of a runner
		}
		a.warn(err)
	}
}

// verdictOutputs are the outputs that the verdict decides.
func verdictOutputs(r gate.Result, runs []int64) []actions.Output {
	c := r.Counts
	ids := make([]string, len(runs))
	for i, id := range runs {
		ids[i] = strconv.FormatInt(id, 10)
	}
	number := strconv.Itoa
	return []actions.Output{
		{Name: "verdict", Value: string(r.Verdict)},
		{Name: "regressions", Value: number(c.Regression)},
		{Name: "improvements", Value: number(c.Improvement)},
		{Name: "passed", Value: number(c.Pass)},
		{Name: "within-noise", Value: number(c.WithinNoise)},
		{Name: "not-judged", Value: number(c.Added + c.Removed + c.Failed + c.Unusable)},
		{Name: "tests", Value: number(r.Settings.Tests)},
		{Name: "baseline-sha", Value: r.Baseline.SHA},
		{Name: "baseline-run-ids", Value: strings.Join(ids, ",")},
		{Name: "retest", Value: retest(r)},
	}
}

// writeReports writes the documents and returns the outputs that name them,
// relative to the workspace, where later steps find them.
func (a *action) writeReports(d *report.Document) (outputs []actions.Output) {
	folder := a.context.Inside(a.request.reportDir)
	for _, f := range reportFiles {
		name := filepath.Join(folder, f.file)
		out := documentByName(f.document)
		err := a.mayWrite(a.path(name))
		if err == nil {
			err = writeFile(a.path(name), func(w io.Writer) error { return out.Write(w, d, report.Options{}) })
		}
		if err != nil {
			a.warn(fmt.Errorf("writing %q: %w", name, cause(err)))
			continue
		}
		outputs = append(outputs, actions.Output{Name: f.output, Value: a.relative(name)})
	}
	if err := a.write(a.request.outputs, d, a.request.verbose); err != nil {
		a.warn(err)
	}
	return outputs
}

// relative is a path as seen from the workspace, with slashes.
func (a *action) relative(name string) string {
	if filepath.IsAbs(name) && a.dir != "" {
		if rel, err := filepath.Rel(a.dir, name); err == nil {
			name = rel
		}
	}
	return filepath.ToSlash(filepath.Clean(name))
}

// writeSummary appends the report to the job summary.
func (a *action) writeSummary(d *report.Document) {
	out := documentByName("summary")
	err := a.runner.AppendSummary(func(w io.Writer, maxBytes int) error {
		return out.Write(w, d, report.Options{MaxBytes: maxBytes})
	})
	if err != nil && (a.runner.Actions || !errors.Is(err, actions.ErrNotSet)) {
		a.warn(err)
	}
}

// writeLog shows the report as text in the log of the step.
func (a *action) writeLog(d *report.Document) {
	if a.request.quiet {
		return
	}
	verbose := a.request.verbose || a.context.Debug
	if err := documentByName("text").Write(a.runner.Log(), d, report.Options{Width: 160, Verbose: verbose}); err != nil {
		a.warn(fmt.Errorf("writing the log: %w", err))
	}
}
