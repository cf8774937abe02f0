package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/report"
)

// maxTimes bounds --times; nothing is learnt from more.
const maxTimes = 1_000_000

// selftestCmd shows what a gate with these settings would catch.
type selftestCmd struct {
	Files  []string `arg:"" name:"file" help:"Results of the same code, as for \"noisegate noise\": 2 runs or more, better 4."`
	Effect string   `default:"10%" group:"judging" placeholder:"PERCENT" help:"Slowdown to put in. Default 10%."`
	Times  string   `default:"200" group:"judging" placeholder:"N" help:"Comparisons of each kind, at most. Default 200."`
	Seed   string   `default:"1" group:"judging" placeholder:"N" help:"Start of the random choice of runs and benchmarks; the same seed makes the same choice. Default 1."`

	gateFlags
	toolFlags
}

// gateFlags are the settings of the gate itself that a self-test takes on top.
type gateFlags struct {
	Floor        *string `name:"floor" group:"judging" placeholder:"FLOOR" help:"Smallest effect that the machine can tell from noise: auto (from the runs that are not compared), none, or a percentage. Default ${floor}."`
	AssumedFloor *string `name:"assumed-floor" group:"judging" placeholder:"PERCENT" help:"Floor with --floor auto where there is no A/A evidence. Default ${assumed_floor}."`
	FailOn       *string `name:"fail-on" group:"failing" placeholder:"WHAT" help:"As in compare: regression, unresolved or never. Default ${fail_on}."`
}

// Help is the long text of "noisegate selftest --help".
func (*selftestCmd) Help() string {
	return "Compares your own runs of the same code with each other: as they are, with a slowdown in one benchmark, and with one in all. " +
		"It says how often this gate would catch it, and how often it blocks without one. A gate that never catches anything is told so, with exit status 1."
}

// Run reads the runs, tries, and writes what came out.
func (c *selftestCmd) Run(ctx context.Context, a *app) error {
	trial, seed, err := c.trial()
	if err != nil {
		return err
	}
	s, err := a.sameCode(c.Files, &c.toolFlags, &c.gateFlags)
	if err != nil {
		return err
	}
	s.split()
	meter := a.meter("comparing")
	trial.Step = func(done, total int) bool {
		meter.at(done, total)
		return ctx.Err() == nil
	}
	result, err := gate.Selftest(s.runs, s.Settings, trial)
	meter.end()
	switch {
	case errors.Is(err, gate.ErrStopped):
		return fmt.Errorf("testing the gate: stopped: %w", context.Cause(ctx))
	case err != nil:
		return inputError(err)
	}
	result.Seed = seed
	if result.CannotFail {
		a.status = gate.ExitRegression
	}
	return a.writeTool(s, report.NewSelftest(result, version(), s.notices), c.Verbose)
}

// trial parses how to try.
func (c *selftestCmd) trial() (t gate.Trial, seed uint64, err error) {
	if t.Effect, err = parseEffect(c.Effect); err != nil {
		return t, 0, usageError("--effect %q: %w", c.Effect, err)
	}
	n, err := strconv.ParseUint(c.Times, 10, 31)
	if err != nil || n == 0 || n > maxTimes || c.Times[0] == '+' {
		return t, 0, usageError("--times %q: want a number from 1 to %d", c.Times, maxTimes)
	}
	if seed, err = strconv.ParseUint(c.Seed, 10, 64); err != nil {
		return t, 0, usageError("--seed %q: want a whole number of at least 0", c.Seed)
	}
	t.Times, t.Pick = int(n), rand.New(rand.NewPCG(seed, 0)).IntN
	return t, seed, nil
}

// A meter tells on a terminal how far a long step is; elsewhere nothing.
type meter struct {
	a     *app
	what  string
	begun time.Time
	last  time.Time
	wipe  func()
}

// meterPause is how long a shown number stays.
const meterPause = 200 * time.Millisecond

func (a *app) meter(what string) *meter {
	now := a.now()
	return &meter{a: a, what: what, begun: now, last: now, wipe: func() {}}
}

// at shows the number, not before the step was slow.
func (m *meter) at(done, total int) {
	now := m.a.now()
	if now.Sub(m.begun) < slow || now.Sub(m.last) < meterPause {
		return
	}
	m.last = now
	m.wipe()
	m.wipe = m.a.progressNow("%s: %d of %d", m.what, done, total)
}

// end wipes the line.
func (m *meter) end() { m.wipe() }
