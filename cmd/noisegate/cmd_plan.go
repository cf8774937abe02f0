package main

import (
	"errors"
	"strconv"

	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/report"
)

// planCmd tells how much to measure.
type planCmd struct {
	Files  []string `arg:"" name:"file" help:"A pilot: results of one code, with several repetitions or several runs."`
	Effect string   `required:"" group:"judging" placeholder:"PERCENT" help:"Smallest change that must be seen, such as 3%."`
	Power  string   `default:"80%" group:"judging" placeholder:"PERCENT" help:"How often it must be seen. Default 80%."`
	Tests  string   `group:"judging" placeholder:"K" help:"Number of benchmarks that will be tested together. Default: those of the pilot."`

	toolFlags
}

// Help is the long text of "noisegate plan --help".
func (*planCmd) Help() string {
	return "From the noise of a pilot it works out how many repetitions in a run, or how many runs, each benchmark needs on each side " +
		"of a comparison, and where more of them is the wrong answer because the noise has to fall first."
}

// Run reads the pilot and writes the plan.
func (c *planCmd) Run(a *app) error {
	target, err := c.target()
	if err != nil {
		return err
	}
	s, err := a.sameCode(c.Files, &c.toolFlags)
	if err != nil {
		return err
	}
	done := a.progress("planning")
	result, err := gate.Plan(s.runs, s.Settings, target)
	done()
	if err != nil {
		return inputError(err)
	}
	return a.writeTool(s, report.NewPlan(result, version(), s.notices), c.Verbose)
}

// target parses what the plan is for.
func (c *planCmd) target() (t gate.Target, err error) {
	if t.Effect, err = parseEffect(c.Effect); err != nil {
		return t, usageError("--effect %q: %w", c.Effect, err)
	}
	if t.Power, err = parsePercent(c.Power); err == nil && !(t.Power > 0 && t.Power < 1) {
		err = errors.New("a power lies above 0% and below 100%; 80% is usual")
	}
	if err != nil {
		return t, usageError("--power %q: %w", c.Power, err)
	}
	if c.Tests != "" {
		n, err := strconv.ParseUint(c.Tests, 10, 31)
		if err != nil || n == 0 || c.Tests[0] == '+' {
			return t, usageError("--tests %q: want a number of tests, 1 or more", c.Tests)
		}
		t.Tests = int(n)
	}
	return t, nil
}

// parseEffect reads a percentage above 0.
func parseEffect(s string) (float64, error) {
	f, err := parsePercent(s)
	if err == nil && f == 0 {
		err = errors.New("an effect of nothing cannot be told from nothing; write 3% or 0.03")
	}
	return f, err
}
