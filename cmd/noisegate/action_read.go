package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"github.com/noisegate/noisegate/cmd/internal/hub"
	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/gate/bench"
)

// evidence is all that the action judges on.
type evidence struct {
	sets
	// found is what the hub found; nil where the baseline is files.
	found *hub.Baseline
	// past are the runs of the history and then the A/A runs, those whose
	// files were read: the order of gate.Result.Past.
	past []hub.Run
	// head is the commit of the candidate.
	head string
	// extra are warnings of the way to the baseline.
	extra []gate.Warning
}

// An artifactReader reads the files of runs, each once: the hub asks whether
// they can be read and how much their machine is like ours, and then they are
// judged.
type artifactReader struct {
	format string
	read   map[*hub.File]*bench.Set
}

func (r *artifactReader) set(files []hub.File) (*bench.Set, error) {
	if len(files) == 0 {
		return nil, errors.New("the artifact holds no file")
	}
	if set, ok := r.read[&files[0]]; ok {
		return set, nil
	}
	set, err := readInputs("baseline", artifactInputs(files, true), r.format)
	if err == nil {
		r.read[&files[0]] = set
	}
	return set, err
}

// The codes of warnings that the action adds.
const (
	warnBaselinePassedOver = "baseline-passed-over"
	warnBaselineOlder      = "baseline-not-merge-base"
)

func (e evidence) input() gate.Input {
	return gate.Input{Baseline: e.baseline, Candidate: e.candidate, AA: e.aa, History: e.history}
}

// describe adds to the result what only the caller knows.
func (e evidence) describe(r *gate.Result) {
	r.Candidate.SHA = e.head
	r.Warnings = append(r.Warnings, e.extra...)
	if e.found == nil || e.found.Reference == nil {
		return
	}
	r.Baseline.SHA, r.Baseline.MergeBase = e.found.Reference.SHA, e.found.IsMergeBase
	r.Baseline.RunIDs = e.runIDs()
	for i := range min(len(r.Past), len(e.past)) {
		r.Past[i].SHA, r.Past[i].RunID = e.past[i].SHA, e.past[i].ID
	}
}

// runIDs are the runs of the reference commit, the reference first.
func (e evidence) runIDs() []int64 {
	if e.found == nil || e.found.Reference == nil {
		return nil
	}
	ids := []int64{e.found.Reference.ID}
	for _, r := range e.found.AA {
		ids = append(ids, r.ID)
	}
	return ids
}

// gather reads the candidate first, so that a typo in a path costs no
// request, and then finds what to compare it with.
func (a *action) gather(ctx context.Context) (evidence, error) {
	e := evidence{head: a.change.head}
	var err error
	if e.candidate, err = a.readCandidate(ctx); err != nil {
		return e, err
	}
	if len(a.request.baseline) > 0 {
		return e, a.readBaselineFiles(&e)
	}
	return e, a.findBaseline(ctx, &e)
}

func (a *action) source() source {
	return source{dir: a.dir, inside: a.context.Inside, stdin: a.stdin, confined: true}
}

// readCandidate reads the files of this change, from the workspace or from an
// artifact of the run that triggered this one.
func (a *action) readCandidate(ctx context.Context) (*bench.Set, error) {
	if a.request.candidateArtifact != "" {
		return a.readCandidateArtifact(ctx)
	}
	files, notes, err := a.source().expand("candidate", a.request.candidate)
	if err != nil {
		return nil, err
	}
	for _, n := range notes {
		a.notice(n)
	}
	return readSide("candidate", files, a.options.Format)
}

func (a *action) readCandidateArtifact(ctx context.Context) (*bench.Set, error) {
	if a.client == nil {
		return nil, usageError("input candidate-artifact %q: %s", a.request.candidateArtifact, a.clientMissing)
	}
	if a.change.runID == 0 {
		return nil, usageError("input candidate-artifact %q: the event names no run to take it from", a.request.candidateArtifact)
	}
	pattern := strings.Join(a.request.candidate, "\n")
	files, err := a.client.DownloadArtifact(ctx, a.change.runID, a.request.candidateArtifact, pattern)
	if err != nil {
		return nil, hubStatus(fmt.Errorf("reading the candidate: %w", err))
	}
	if len(files) == 0 {
		return nil, inputError(fmt.Errorf("reading the candidate: artifact %q of run %d holds no file %q", a.request.candidateArtifact, a.change.runID, pattern))
	}
	return readInputs("candidate", artifactInputs(files, pattern == ""), a.options.Format)
}

// readBaselineFiles reads baseline, A/A runs and history from the workspace.
// No floor is assumed: whoever has files can have A/A runs.
func (a *action) readBaselineFiles(e *evidence) error {
	found, err := a.source().all(comparison{baseline: a.request.baseline, aa: a.request.aa, history: a.request.history})
	if err != nil {
		return err
	}
	for _, n := range found.notes {
		a.notice(n)
	}
	candidate := e.candidate
	e.sets, err = found.read(a.options.Format)
	e.candidate = candidate
	return err
}

// findBaseline asks GitHub for the run to compare with.
func (a *action) findBaseline(ctx context.Context, e *evidence) error {
	if a.client == nil {
		return usageError("looking for a baseline: %s; or name baseline files in the input baseline", a.clientMissing)
	}
	if !a.options.assumedFloorGiven {
		// A baseline from another job was measured on another machine, maybe
		// of another kind; nothing is known of what that alone makes.
		floor, err := parsePercent(artifactFloor)
		if err != nil {
			return err
		}
		a.options.AssumedFloor = floor
	}
	a.lookUp(ctx)
	reader := &artifactReader{format: a.options.Format, read: map[*hub.File]*bench.Set{}}
	query := hub.Query{
		Workflow: first(a.request.baselineWorkflow, a.change.workflow), Branch: first(a.request.baselineBranch, a.change.branch),
		ArtifactPattern: a.request.baselineArtifact, FilePattern: a.request.baselineFiles,
		Head: a.change.head, PullRequest: a.change.pullRequest, SelfRunID: a.change.runID, HistoryRuns: a.request.baselineRuns,
		Push:   a.change.push && (a.request.baselineBranch == "" || a.request.baselineBranch == a.change.branch),
		Prefer: reader.likeness(e.candidate),
		Check: func(files []hub.File) error {
			_, err := reader.set(files)
			return err
		},
	}
	if query.Workflow == "" || query.Branch == "" {
		return usageError("looking for a baseline: the environment names no workflow or no branch; set the inputs baseline-workflow and baseline-branch")
	}
	found, err := a.client.FindBaseline(ctx, query)
	if err != nil {
		return hubStatus(fmt.Errorf("looking for a baseline: %w", err))
	}
	e.found = &found
	return a.readFound(e, reader)
}

// readFound reads the files of what was found.
func (a *action) readFound(e *evidence, reader *artifactReader) error {
	for _, w := range e.found.Warnings {
		e.extra = append(e.extra, gate.Warning{Code: warnBaselinePassedOver, Message: w})
		a.warn(errors.New(w))
	}
	ref := e.found.Reference
	if ref == nil {
		a.notice("no baseline: " + e.found.Reason)
		return nil
	}
	var err error
	if e.baseline, err = reader.set(ref.Files); err != nil {
		return inputError(fmt.Errorf("reading the baseline: run %d: %w", ref.ID, err))
	}
	if is := e.found.IsMergeBase; is != nil && !*is {
		e.extra = append(e.extra, gate.Warning{Code: warnBaselineOlder,
			Message: fmt.Sprintf("the merge base %.7s has no baseline; the change is compared with %.7s, the nearest older commit that has one", e.found.MergeBase, ref.SHA),
			Advice:  "what was merged between the two counts as part of this change; let every push to the base branch store a baseline"})
	}
	read := func(runs []hub.Run) (out []*bench.Set) {
		for _, r := range runs {
			set, err := reader.set(r.Files)
			if err != nil {
				a.warn(fmt.Errorf("reading the artifact of run %d: %w; it was left out of the noise", r.ID, err))
				continue
			}
			out = append(out, set)
			e.past = append(e.past, r)
		}
		return out
	}
	e.history, e.aa = read(e.found.History), read(e.found.AA)
	return nil
}

// hubStatus gives an error of the hub its exit status.
func hubStatus(err error) error {
	var hostile *hub.HostileArtifactError
	var broken *hub.BrokenArtifactError
	var none *hub.NoArtifactError
	if errors.As(err, &hostile) || errors.As(err, &broken) || errors.As(err, &none) {
		return inputError(err)
	}
	var call *hub.Error
	if errors.As(err, &call) || errors.Is(err, context.Canceled) {
		return githubError(err)
	}
	return usageError("%w", err)
}

// artifactInputs are the files of artifacts as inputs. What no reader knows is
// passed over where it is optional.
func artifactInputs(files []hub.File, optional bool) []bench.Input {
	at := map[string][]byte{}
	for _, f := range files {
		at[f.Artifact+"/"+f.Name] = f.Data
	}
	several := map[string]bool{}
	for _, f := range files {
		several[f.Artifact] = true
	}
	ins := make([]bench.Input, 0, len(files))
	for _, f := range files {
		folder := path.Dir(f.Artifact + "/" + f.Name)
		name := f.Name
		if len(several) > 1 {
			name = f.Artifact + "/" + f.Name
		}
		ins = append(ins, memoryInput(name, f.Data, func(sibling string) (io.ReadCloser, error) {
			data, ok := at[path.Join(folder, sibling)]
			if !ok {
				return nil, fmt.Errorf("opening %q: %w", sibling, os.ErrNotExist)
			}
			return io.NopCloser(strings.NewReader(string(data))), nil
		}, optional))
	}
	return ins
}

// exists reports whether the workspace holds a file.
func (a *action) exists(name string) bool {
	_, err := os.Stat(a.path(name))
	return err == nil
}
