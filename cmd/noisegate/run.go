package main

import (
	"context"
	"fmt"

	"github.com/noisegate/noisegate/cmd/internal/actions"
	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/report"
)

// A comparison is what "compare" was asked to do.
type comparison struct {
	options
	baseline, candidate, aa, history []string
	outputs                          []target
	verbose                          bool
	// reproduce is the command line that does the same again.
	reproduce string
}

// compare is the gate's main job on one screen: find, read, judge, report.
func (a *app) compare(ctx context.Context, c comparison) error {
	found, err := source{dir: a.dir, stdin: a.stdin}.all(c)
	if err != nil {
		return err
	}
	done := a.progress("reading %d files", len(found.baseline)+len(found.candidate)+len(found.aa)+len(found.history))
	read, err := found.read(c.Format)
	done()
	if err == nil {
		err = read.oneHarness()
	}
	if err != nil {
		return err
	}
	if c.verbose {
		a.sayWhatWasRead(read)
	}
	done = a.progress("judging")
	result := gate.Judge(gate.Input{Baseline: read.baseline, Candidate: read.candidate, AA: read.aa, History: read.history}, c.Settings)
	done()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("judging: stopped: %w", context.Cause(ctx))
	}
	a.status = result.Exit
	a.workspaceOf().shorten(&result)
	document := report.New(result, report.Meta{Version: version(), Reproduce: c.reproduce, Notices: found.notes})
	if err := a.write(c.outputs, document, c.verbose); err != nil {
		return a.afterVerdict(err)
	}
	return nil
}

// afterVerdict is an error that came after the verdict: a status that blocks
// stands, and a document that is missing does not look like a pass.
func (a *app) afterVerdict(err error) error {
	if a.status == gate.ExitPass {
		return err
	}
	a.complain(err)
	return nil
}

// say tells a person something that is not a result.
func (a *app) say(format string, args ...any) {
	_, _ = fmt.Fprintf(actions.NewLogWriter(a.stderr), "noisegate: "+format+"\n", args...)
}

// sayWhatWasRead lists the files with what was in them.
func (a *app) sayWhatWasRead(s sets) {
	tell := func(role string, set *bench.Set) {
		if set == nil {
			return
		}
		for _, f := range set.Files {
			a.say("%s %s: %s, %d runs, %d values", role, f.Name, f.Format, f.Runs, f.Values)
		}
	}
	tell("baseline", s.baseline)
	tell("candidate", s.candidate)
	for _, set := range s.aa {
		tell("A/A run", set)
	}
	for _, set := range s.history {
		tell("history", set)
	}
}
