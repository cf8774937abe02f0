package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// groups are the headings of flags in help, in this order.
var groups = []kong.Group{
	{Key: "files", Title: "Files:", Description: "FILE is a path, a folder, a pattern such as 'runs/**/*.json', or - for standard input. Repeat the flag, or list several files after it."},
	{Key: "judging", Title: "Judging:", Description: "The same names as the action's inputs and the keys of " + defaultConfig + "; a flag overrides the file."},
	{Key: "failing", Title: "What fails:"},
	{Key: "output", Title: "Output:"},
}

// examples show how each command is meant to be used, and under "" the program;
// TestExamples runs their lines.
var examples = map[string][]string{
	"": {
		"noisegate compare --baseline main/ --candidate change/",
		"noisegate compare --baseline main/ --aa main-again/ --candidate change/ --output html=report.html",
	},
	"compare": {
		"noisegate compare --baseline base.json --candidate head.json",
		"noisegate compare --baseline 'base/**/*.json' --candidate head/ --aa base-again/ --threshold 3%",
		"noisegate compare --baseline base.txt --candidate head.txt --output text --output json=report.json",
	},
	"action": {"INPUT_BASELINE=base.json INPUT_CANDIDATE=head.json noisegate action"},
	"noise": {
		"noisegate noise 'aa/*.json'",
		"noisegate noise --threshold 3% --output json=noise.json aa/",
	},
	"plan": {
		"noisegate plan --effect 3% pilot.json",
		"noisegate plan --effect 3% --power 90% --tests 120 'pilot/*.json'",
	},
	"selftest": {
		"noisegate selftest 'aa/*.json'",
		"noisegate selftest --effect 7% --times 500 --threshold 3% aa/",
	},
	"report": {
		"noisegate report report.json --output html=report.html",
		"noisegate report report.json --output markdown",
	},
	"convert": {
		"noisegate convert 'target/criterion/**/sample.json' -o samples.json",
		"noisegate convert --format customsmaller - -o samples.json < results.json",
	},
	"baseline": {
		"noisegate baseline --repo acme/widgets --workflow bench.yml",
		"noisegate baseline --repo acme/widgets --workflow bench.yml --pull-request 7 --json",
	},
	"environment": {"noisegate environment -o results/environment.json"},
	"completion": {
		"source <(noisegate completion bash)",
		"noisegate completion fish | source",
	},
}

// printHelp prints kong's help, and after it what a manual page has besides.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil {
		return err
	}
	out := ctx.Stdout
	name := ""
	if n := ctx.Selected(); n != nil {
		name = n.Name
	}
	if lines := examples[name]; len(lines) > 0 {
		fmt.Fprintf(out, "\nExamples:\n")
		for _, l := range lines {
			fmt.Fprintf(out, "  %s\n", l)
		}
	}
	printStatuses(out, statusesOf(name))
	_, err := fmt.Fprintf(out, "\nDocumentation: %s/tree/main/docs\n", project)
	return err
}

// statusWidth is where lines of the table break: a terminal of 80 columns.
const statusWidth = 74

func printStatuses(out io.Writer, statuses []exitStatus) {
	fmt.Fprintf(out, "\nExit statuses:\n")
	for _, s := range statuses {
		head, rest := fmt.Sprintf("  %d  ", s.status), s.meaning
		for len(rest) > statusWidth {
			at := strings.LastIndexByte(rest[:statusWidth], ' ')
			fmt.Fprintf(out, "%s%s\n", head, rest[:at])
			head, rest = "     ", rest[at+1:]
		}
		fmt.Fprintf(out, "%s%s\n", head, rest)
	}
}
