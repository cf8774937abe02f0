package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/noisegate/noisegate/cmd/internal/actions"
	"github.com/noisegate/noisegate/cmd/internal/hub"
	"github.com/noisegate/noisegate/gate"
)

// tell keeps an annotation for the end. GitHub shows the first ten of a level
// only, and what there is to say of the way to the verdict must not cut off
// the verdict.
func (a *action) tell(level actions.Level, title, message string) {
	a.told = append(a.told, actions.Annotation{Level: level, Title: title, Message: message})
}

// flush shows what was told; what GitHub would not show becomes plain lines of
// the log.
func (a *action) flush() {
	for _, left := range a.runner.Annotate(a.told...) {
		a.runner.Say(left)
	}
	a.told = nil
}

// annotate shows the verdict, the regressions one by one, and then what was
// told on the way.
func (a *action) annotate(r gate.Result) {
	text, level := headline(r)
	a.runner.Annotate(actions.Annotation{Level: level, Title: "noisegate: " + string(r.Verdict), Message: text})
	var list []actions.Annotation
	for _, s := range worstFirst(r) {
		n := actions.Annotation{Level: regressionLevel(r, s), Title: "noisegate: slower", Message: describeRegression(s)}
		if !a.checked { // else the check run shows it there
			n.File, n.Line = a.places.of(s)
		}
		list = append(list, n)
	}
	if left := len(a.runner.Annotate(list...)); left > 0 {
		_, _ = fmt.Fprintf(a.runner.Log(), "%d more regressions are in the report; GitHub shows %d annotations of a kind\n", left, actions.MaxAnnotations)
	}
	a.flush()
}

// checkAnnotations are the regressions as annotations of the check run. Each
// needs a file: where the code of a benchmark is not known, it is that of the
// workflow which measured it.
func (a *action) checkAnnotations(r gate.Result) (list []hub.Annotation) {
	workflow := ".github"
	if a.change.workflow != "" {
		workflow += "/workflows/" + a.change.workflow
	}
	for _, s := range worstFirst(r) {
		n := hub.Annotation{Path: workflow, Level: "warning", Title: actions.Harmless(s.Benchmark) + " is slower", Message: actions.Harmless(describeRegression(s))}
		if regressionLevel(r, s) == actions.Error {
			n.Level = "failure"
		}
		if file, line := a.places.of(s); file != "" {
			n.Path, n.Line = file, line
		}
		list = append(list, n)
	}
	return list
}

// worstFirst are the regressions, those that block before those acknowledged,
// and of each the largest first: there may be more than are shown.
func worstFirst(r gate.Result) (list []gate.Series) {
	for _, s := range r.Series {
		if s.Verdict == gate.Regression {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b gate.Series) int {
		switch x, y := float64(a.Effect), float64(b.Effect); {
		case (a.Acknowledged == nil) != (b.Acknowledged == nil):
			if a.Acknowledged == nil {
				return -1
			}
			return 1
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return list
}

func regressionLevel(r gate.Result, s gate.Series) actions.Level {
	if r.Exit == gate.ExitRegression && s.Acknowledged == nil {
		return actions.Error
	}
	return actions.Warning
}

// headline is the verdict in one line, and how loud it is.
func headline(r gate.Result) (string, actions.Level) {
	c := r.Counts
	judged := fmt.Sprintf("%d of %d series judged: %d regressions, %d pass (%d better), %d within noise",
		c.Judged(), len(r.Series)-c.Info, c.Regression, c.Pass, c.Improvement, c.WithinNoise)
	if s := r.SuiteShift; s != nil && s.Effect.Known() && (s.Verdict == gate.Regression || s.Verdict == gate.WithinNoise) {
		// Without it a job that fails for the whole suite would show no cause.
		judged = fmt.Sprintf("the whole suite moved by %+.1f %% (more is worse), %s; %s", 100*float64(s.Effect),
			map[gate.Verdict]string{gate.Regression: "a regression of its own", gate.WithinNoise: "not told from noise"}[s.Verdict], judged)
	}
	switch r.Verdict {
	case gate.NoBaseline:
		return "there is no baseline to compare with, so nothing was judged", levelOf(r)
	case gate.NotJudged:
		return fmt.Sprintf("not judged: %s, %d failed, %d unusable, %d removed", judged, c.Failed, c.Unusable, c.Removed), actions.Error
	}
	return judged, levelOf(r)
}

func levelOf(r gate.Result) actions.Level {
	switch {
	case r.Exit != gate.ExitPass:
		return actions.Error
	case r.Verdict == gate.Pass:
		return actions.Notice
	}
	return actions.Warning
}

// describeRegression is one regression in one line.
func describeRegression(s gate.Series) string {
	name := s.Benchmark
	if s.Group != "" {
		name = s.Group + ": " + name
	}
	effect := "worse than 0 before"
	if !s.Effect.Infinite() && s.Effect.Known() {
		effect = percent(float64(s.Effect)) + " worse"
	}
	return fmt.Sprintf("%s %s: %s", name, s.Metric, effect)
}

// percent writes a fraction with as many digits as a reader needs.
func percent(f float64) string {
	p := math.Abs(f * 100)
	digits := 1
	if p >= 100 {
		digits = 0
	}
	return fmt.Sprintf("%.*f %%", digits, p)
}
