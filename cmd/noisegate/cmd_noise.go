package main

import (
	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/report"
)

// noiseCmd tells what runs of the same code show of where they were measured.
type noiseCmd struct {
	Files []string `arg:"" name:"file" help:"Results of the same code, oldest first: each file is a run. Files with disjoint names are parts of one; a single file is taken apart into its process starts."`

	toolFlags
}

// Help is the long text of "noisegate noise --help".
func (*noiseCmd) Help() string {
	return "Measure one commit several times, the way your pull requests are measured, and name all results. For every benchmark it " +
		"says how far runs of the same code lie apart, and from which change on a verdict is possible. The exit status is 1 if " +
		"the threshold is out of reach for more than half of the benchmarks: a gate with it would mostly answer \"within noise\"."
}

// Run reads the runs and writes what they show.
func (c *noiseCmd) Run(a *app) error {
	s, err := a.sameCode(c.Files, &c.toolFlags)
	if err != nil {
		return err
	}
	s.split()
	done := a.progress("comparing %d runs", len(s.runs))
	result, err := gate.Noise(s.runs, s.Settings)
	done()
	if err != nil {
		return inputError(err)
	}
	if !result.Fit {
		a.status = gate.ExitRegression
	}
	return a.writeTool(s, report.NewNoise(result, version(), s.notices), c.Verbose)
}
