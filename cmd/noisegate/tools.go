package main

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/report"
)

// toolFlags are what the commands that look at runs of the same code share:
// settings under the same names as in compare, and where to write.
type toolFlags struct {
	Config       string  `name:"config" group:"judging" placeholder:"FILE" help:"Configuration file; default ${config} in the working directory, where it exists."`
	Format       *string `name:"format" group:"judging" placeholder:"NAME" help:"Format of all files: ${formats}. Default ${format}: by content."`
	Metrics      *string `name:"metrics" group:"judging" placeholder:"GLOBS" help:"Metrics that are gated, globs between commas."`
	Threshold    *string `name:"threshold" group:"judging" placeholder:"PERCENT" help:"Smallest slowdown that matters. Default ${threshold}."`
	Alpha        *string `name:"alpha" group:"judging" placeholder:"RATE" help:"Chance of a false alarm over the whole suite. Default ${alpha}."`
	Correction   *string `name:"correction" group:"judging" placeholder:"NAME" help:"How alpha is shared among the tests: bonferroni, holm or none. Default ${correction}."`
	Environment  *string `name:"environment" group:"judging" placeholder:"MODE" help:"If runs were measured on different machines: warn or fail (they do not speak for each other), or ignore. Default ${environment}."`
	Warmup       *string `name:"warmup" group:"judging" placeholder:"N" help:"Leading repetitions of each run to drop, or auto. Default ${warmup}."`
	OutlierLimit *string `name:"outlier-limit" group:"judging" placeholder:"FACTOR" help:"Remove values beyond this factor of their run's median, such as 5. Default ${outlier_limit}."`

	Output  []string `name:"output" group:"output" sep:"none" placeholder:"NAME[=FILE]" help:"What to write, and where to: text or json. Without a FILE it goes to standard output. Repeatable; default text."`
	Verbose bool     `short:"v" group:"output" help:"Every series in the text."`
}

// givenIn lists the settings that are on the command line, from the fields of
// flag structs whose names are settings.
func givenIn(flags ...any) map[string]string {
	given := map[string]string{}
	for _, f := range flags {
		v := reflect.ValueOf(f).Elem()
		for i := range v.NumField() {
			if text, ok := v.Field(i).Interface().(*string); ok && text != nil {
				given[v.Type().Field(i).Tag.Get("name")] = *text
			}
		}
	}
	return given
}

// flagLabel is how messages name a setting of the command line.
func flagLabel(name string) string { return "--" + name }

// A sameCode is what such a command works on.
type sameCode struct {
	options
	runs    []*bench.Set
	notices []string
	targets []toolTarget
}

// sameCode parses the flags and reads the runs, oldest first. more are further
// flag structs that hold settings.
func (a *app) sameCode(patterns []string, f *toolFlags, more ...any) (s sameCode, err error) {
	if s.options, err = a.settings(f.Config, "", givenIn(append(more, f)...), flagLabel); err != nil {
		return s, err
	}
	if s.targets, err = parseToolOutputs(f.Output); err != nil {
		return s, err
	}
	files, notes, err := source{dir: a.dir, stdin: a.stdin}.expand("runs", patterns)
	if err != nil {
		return s, err
	}
	s.notices = notes
	done := a.progress("reading %d files", len(files))
	s.runs, err = readRuns("runs", files, s.Format)
	done()
	if err != nil {
		return s, err
	}
	var remarks []bench.Note
	for _, r := range s.runs {
		remarks = append(remarks, r.Notes...)
	}
	s.notices = append(s.notices, pooled(remarks)...)
	return s, nil
}

// pooled are the readers' remarks, each kind once.
func pooled(notes []bench.Note) []string {
	var warnings []gate.Warning
	for _, n := range notes {
		warnings = append(warnings, gate.Warning{Code: n.Code, Series: n.Key.Benchmark, Message: placeOf(n) + n.Message, Advice: n.Advice})
	}
	return report.Pooled(warnings)
}

// placeOf is where a remark points, with a colon; "" for nowhere.
func placeOf(n bench.Note) string {
	switch {
	case n.File == "":
		return ""
	case n.Line > 0:
		return fmt.Sprintf("%s:%d: ", n.File, n.Line)
	}
	return n.File + ": "
}

// split takes a single measurement apart into its process starts.
func (s *sameCode) split() {
	if len(s.runs) != 1 {
		return
	}
	if s.runs = gate.SplitRuns(s.runs[0]); len(s.runs) > 1 {
		s.notices = append(s.notices, fmt.Sprintf("there is one measurement, so each of its %d process starts counted as a run", len(s.runs)))
	}
}

// A toolTarget is one document and where to, an empty file for standard
// output.
type toolTarget struct{ name, file string }

// parseToolOutputs reads --output NAME[=FILE]. Text goes to standard output
// unless something else does.
func parseToolOutputs(specs []string) ([]toolTarget, error) {
	names := []string{"text", "json"}
	var targets []toolTarget
	onStdout := ""
	for _, spec := range specs {
		name, file, hasFile := strings.Cut(spec, "=")
		switch {
		case name != "text" && name != "json":
			return nil, usageError("--output %q: unknown output %q; want %s%s", spec, name, orList(names), suggest(name, names))
		case hasFile && file == "":
			return nil, usageError("--output %q: the file name is empty", spec)
		case file == "-":
			file = ""
		}
		if file == "" && onStdout != "" {
			return nil, usageError("--output %q: %s goes to standard output already; add a file: %s=FILE", spec, onStdout, name)
		}
		if file == "" {
			onStdout = name
		}
		targets = append(targets, toolTarget{name, file})
	}
	if onStdout == "" {
		targets = append([]toolTarget{{"text", ""}}, targets...)
	}
	return targets, nil
}

// writeTool writes the answer of a tool to all targets.
func (a *app) writeTool(s sameCode, t *report.Tool, verbose bool) error {
	for _, target := range s.targets {
		o := report.Options{Verbose: verbose}
		if target.file == "" {
			o.Width, o.Color = a.terminal()
		}
		write := func(w io.Writer) error {
			if target.name == "json" {
				return t.WriteJSON(w)
			}
			return t.WriteText(w, o)
		}
		if target.file == "" {
			if err := write(a.stdout); err != nil {
				return fmt.Errorf("writing the %s: %w", target.name, err)
			}
			continue
		}
		if err := writeFile(a.path(target.file), write); err != nil {
			return usageError("writing the %s to %q: %w", target.name, target.file, cause(err))
		}
	}
	return nil
}
