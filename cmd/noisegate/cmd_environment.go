package main

import (
	"encoding/json"
	"fmt"
	"io"
)

// environmentCmd records what result files do not say of the machine.
type environmentCmd struct {
	Output string `short:"o" placeholder:"FILE" help:"Where to write; default standard output. Lay it beside the results: it is read with them, and fills in what they do not say."`
}

// Help is the long text of "noisegate environment --help".
func (*environmentCmd) Help() string {
	return "Most harnesses do not record the model of the CPU, and hosted runners mix models that differ by more than any threshold. " +
		"Run this in the job that measures, and store the file with the results: in the same folder or artifact."
}

// Run writes the description of this machine.
func (c *environmentCmd) Run(a *app) error {
	d := machineDocument{machineSchema, thisMachine("/", a.now().UTC())}
	write := func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(d)
	}
	if c.Output == "" || c.Output == "-" {
		return write(a.stdout)
	}
	if err := writeFile(a.path(c.Output), write); err != nil {
		return usageError("writing the environment to %q: %w", c.Output, cause(err))
	}
	_, err := fmt.Fprintf(a.stderr, "wrote %s\n", c.Output)
	return err
}
