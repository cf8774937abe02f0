package main

import (
	"fmt"

	"github.com/noisegate/noisegate/report"
)

// reportCmd writes a saved report in another form.
type reportCmd struct {
	Report  string   `arg:"" placeholder:"REPORT.json" help:"A report that --output json wrote; - for standard input."`
	Output  []string `name:"output" sep:"none" placeholder:"NAME[=FILE]" help:"What to write, and where to: ${outputs}. Repeatable; default text."`
	Quiet   bool     `short:"q" help:"No text on standard output."`
	Verbose bool     `short:"v" help:"Every series in the text."`
}

// Help is the long text of "noisegate report --help".
func (*reportCmd) Help() string {
	return "Nothing is judged again; the exit status is the one that the report says, so that a later job can fail in the place of the one that measured."
}

// Run reads the report and writes it.
func (c *reportCmd) Run(a *app) error {
	targets, err := parseOutputs(c.Output, c.Quiet)
	if err != nil {
		return err
	}
	files, err := source{dir: a.dir, stdin: a.stdin}.find(c.Report)
	if err == nil && len(files) != 1 {
		err = fmt.Errorf("it names %d files; want one report", len(files))
	}
	if err != nil {
		return inputError(fmt.Errorf("reading the report %q: %w", c.Report, err))
	}
	r, err := files[0].Open()
	if err != nil {
		return inputError(fmt.Errorf("reading the report %q: %w", c.Report, cause(err)))
	}
	defer r.Close()
	done := a.progress("reading the report")
	d, err := report.Parse(r)
	done()
	if err != nil {
		return inputError(fmt.Errorf("reading the report %q: %w", c.Report, err))
	}
	a.status = d.Exit
	return a.write(targets, d, c.Verbose)
}
