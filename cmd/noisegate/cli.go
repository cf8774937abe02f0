package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/noisegate/noisegate/report"
)

// cli is the grammar of the command line: a command is a file cmd_<name>.go
// and a line here.
type cli struct {
	Compare     compareCmd     `cmd:"" help:"Judge a candidate against a baseline, offline."`
	Action      actionCmd      `cmd:"" help:"Run as a GitHub Action: inputs from the environment."`
	Report      reportCmd      `cmd:"" help:"Write a saved JSON report in another form."`
	Noise       noiseCmd       `cmd:"" help:"Tell from runs of the same code which changes can be judged here."`
	Plan        planCmd        `cmd:"" help:"Tell how much to measure to see a change of a given size."`
	Selftest    selftestCmd    `cmd:"" help:"Put slowdowns into runs of the same code and count how many the gate catches."`
	Convert     convertCmd     `cmd:"" help:"Convert any harness's results to the native format."`
	Baseline    baselineCmd    `cmd:"" help:"Show which run of the base branch GitHub has as a baseline, and why."`
	Environment environmentCmd `cmd:"" help:"Record the machine beside the results."`
	Completion  completionCmd  `cmd:"" help:"Write a script that completes this command in a shell."`
	Version     versionCmd     `cmd:"" help:"Print the version."`

	ShowVersion bool `name:"version" help:"Print the version."`
}

const description = `A gate that blocks a change for a confirmed slowdown, and never for noise.

A benchmark blocks only if its slowdown is significant across the whole suite, large enough to matter, and larger than what the same code shows against itself on that machine.`

// leave is how kong's help ends the command: it is thrown and caught.
type leave int

// dispatch parses the command line and runs the command.
func (a *app) dispatch(ctx context.Context) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case leave:
			a.status = int(r)
		default:
			panic(r)
		}
	}()
	grammar := &cli{}
	parser, err := a.parser(grammar)
	if err != nil {
		return fmt.Errorf("building the command line: %w", err)
	}
	args := gatherFiles(a.args)
	if len(args) == 0 {
		args = []string{"--help"}
	}
	k, err := parser.Parse(args)
	if err != nil {
		if grammar.ShowVersion {
			return (&versionCmd{}).Run(a)
		}
		return usageError("%s\nRun %q for usage.", parseMessage(err), helpFor(err))
	}
	k.BindTo(ctx, (*context.Context)(nil))
	return k.Run(a)
}

// parser builds the parser with its help.
func (a *app) parser(grammar *cli) (*kong.Kong, error) {
	vars := kong.Vars{"formats": strings.Join(formatNames(), ", "), "outputs": orList(outputNames()), "config": defaultConfig,
		"artifact": initialOf("baseline-artifact")}
	for _, s := range settings {
		vars[strings.ReplaceAll(s.name, "-", "_")] = s.initial
	}
	return kong.New(grammar, kong.Name("noisegate"), kong.Description(description), vars,
		kong.Writers(a.stdout, a.stderr), kong.Exit(func(code int) { panic(leave(code)) }),
		kong.ExplicitGroups(groups), kong.ConfigureHelp(kong.HelpOptions{WrapUpperBound: 100, Compact: true}),
		kong.Help(printHelp))
}

// parseMessage is kong's message with quotes as everywhere else.
func parseMessage(err error) string {
	return strings.TrimSuffix(err.Error(), ".")
}

// helpFor is the help that an error calls for.
func helpFor(err error) string {
	var p *kong.ParseError
	if errors.As(err, &p) && p.Context != nil {
		if n := p.Context.Selected(); n != nil {
			return n.FullPath() + " --help"
		}
	}
	return "noisegate --help"
}

// fileFlags take one file or pattern each, as often as needed.
var fileFlags = []string{"--baseline", "--candidate", "--aa", "--history"}

// gatherFiles gives every bare argument after a flag of files to that flag:
// a shell replaces --baseline runs/*.json by several words, and only the
// first of them would be meant for the flag.
func gatherFiles(args []string) []string {
	if len(args) == 0 || args[0] != "compare" {
		return args
	}
	out, flag := args[:1:1], ""
	for i := 1; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--":
			return append(out, args[i:]...)
		case strings.HasPrefix(arg, "-") && arg != "-":
			name, _, inline := strings.Cut(arg, "=")
			flag = ""
			for _, f := range fileFlags {
				if f == name {
					flag = f
				}
			}
			// The value of any flag is left to kong: a flag without its "="
			// takes the next word, whatever it is.
			out = append(out, arg)
			if flag != "" && !inline && i+1 < len(args) {
				i++
				out = append(out, args[i])
			}
		case flag != "":
			out = append(out, flag+"="+arg)
		default:
			out = append(out, arg)
		}
	}
	return out
}

func outputNames() []string {
	var names []string
	for _, o := range report.Outputs() {
		names = append(names, o.Name)
	}
	return names
}
