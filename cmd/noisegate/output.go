package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/noisegate/noisegate/report"
	"golang.org/x/term"
)

// A target is one document to write and where to.
type target struct {
	output report.Output
	// file is empty for standard output.
	file string
}

// parseOutputs reads --output NAME[=FILE]. Text goes to standard output
// unless another document goes there or quiet asks for silence.
func parseOutputs(specs []string, quiet bool) ([]target, error) {
	var targets []target
	onStdout := ""
	for _, spec := range specs {
		name, file, hasFile := strings.Cut(spec, "=")
		out, ok := report.OutputByName(name)
		switch {
		case !ok:
			return nil, usageError("--output %q: unknown output %q; want %s%s", spec, name, orList(outputNames()), suggest(name, outputNames()))
		case hasFile && file == "":
			return nil, usageError("--output %q: the file name is empty", spec)
		case file == "-":
			file = ""
		}
		if file == "" {
			if onStdout != "" {
				return nil, usageError("--output %q: %s goes to standard output already; add a file: %s=FILE", spec, onStdout, name)
			}
			onStdout = name
		}
		targets = append(targets, target{out, file})
	}
	if text, ok := report.OutputByName("text"); ok && onStdout == "" && !quiet {
		targets = append([]target{{text, ""}}, targets...)
	}
	return targets, nil
}

// write writes every document, and goes on after an error, which it returns.
func (a *app) write(targets []target, d *report.Document, verbose bool) (err error) {
	for _, t := range targets {
		if e := a.writeOne(t, d, verbose); e != nil && err == nil {
			err = e
		}
	}
	return err
}

func (a *app) writeOne(t target, d *report.Document, verbose bool) error {
	o := report.Options{Verbose: verbose}
	if t.file == "" {
		o.Width, o.Color = a.terminal()
		if err := t.output.Write(a.stdout, d, o); err != nil {
			return fmt.Errorf("writing the %s: %w", t.output.Name, err)
		}
		return nil
	}
	defer a.progress("writing the %s", t.output.Name)()
	err := a.mayWrite(a.path(t.file))
	if err == nil {
		err = writeFile(a.path(t.file), func(w io.Writer) error { return t.output.Write(w, d, o) })
	}
	if err != nil {
		return usageError("writing the %s to %q: %w", t.output.Name, t.file, cause(err))
	}
	return nil
}

// writeFile writes a file that everybody may read, with the folders that it
// needs. The text is complete before the file is touched, so that an error of
// the writer leaves an older file as it was.
func writeFile(path string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text.Bytes(), 0o644)
}

// terminal tells how wide standard output is and whether it shows colours: 0
// and no where it is no terminal. NO_COLOR is the convention of no-color.org.
func (a *app) terminal() (width int, color bool) {
	f, ok := a.stdout.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		width = 80
	}
	return width, a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
}
