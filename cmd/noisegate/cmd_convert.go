package main

import (
	"io"

	"github.com/noisegate/noisegate/gate/bench"
)

// convertCmd writes any harness's results in the native format.
type convertCmd struct {
	Files  []string `arg:"" name:"file" help:"Results: a path, a folder, a pattern, or - for standard input."`
	Output string   `short:"o" placeholder:"OUT" help:"Where to write; default standard output."`
	Format string   `placeholder:"NAME" default:"auto" help:"Format of all files: ${formats}. Default auto: by content."`
}

// Help is the long text of "noisegate convert --help".
func (*convertCmd) Help() string {
	return "The native format keeps runs apart, the values in measured order, the environment, units and directions. " +
		"It is described in docs/formats.md, so that any harness can write it."
}

// Run reads the files and writes them as one.
func (c *convertCmd) Run(a *app) error {
	var o options
	if err := setFormat(&o, c.Format); err != nil {
		return usageError("--format %q: %w", c.Format, err)
	}
	files, notes, err := source{dir: a.dir, stdin: a.stdin}.expand("results", c.Files)
	if err != nil {
		return err
	}
	set, err := readSide("results", files, o.Format)
	if err != nil {
		return err
	}
	for _, n := range notes {
		a.say("%s", n)
	}
	for _, n := range pooled(set.Notes) {
		a.say("%s", n)
	}
	if c.Output == "" || c.Output == "-" {
		return bench.WriteNative(a.stdout, set)
	}
	err = writeFile(a.path(c.Output), func(w io.Writer) error { return bench.WriteNative(w, set) })
	if err != nil {
		return usageError("writing the results to %q: %w", c.Output, cause(err))
	}
	return nil
}
