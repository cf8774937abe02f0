package main

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/noisegate/noisegate/cmd/internal/actions"
	"github.com/noisegate/noisegate/report"
)

// artifactFloor is the floor assumed for a baseline from another job, where
// nobody chose one and nothing is known of the noise between jobs.
const artifactFloor = "10%"

// actionInputs are the inputs of the action apart from the settings, with the
// default that action.yml states. A test holds both together.
var actionInputs = []struct{ name, initial string }{
	{"candidate", ""},
	{"candidate-artifact", ""},
	{"baseline", ""},
	{"aa", ""},
	{"history", ""},
	{"baseline-artifact", "noisegate-baseline"},
	{"baseline-branch", ""},
	{"baseline-files", ""},
	{"baseline-workflow", ""},
	{"baseline-runs", "5"},
	{"config", ""},
	{"output", ""},
	{"quiet", "false"},
	{"verbose", "false"},
	{"comment", "always"},
	{"comment-key", "default"},
	{"comment-author", ""},
	{"check-run", "false"},
	{"report-dir", "noisegate-report"},
	{"max-wait", "60s"},
	{"github-token", ""},
}

// initialOf is the default of an input.
func initialOf(input string) string {
	for _, i := range actionInputs {
		if i.name == input {
			return i.initial
		}
	}
	return ""
}

// commentModes say when to comment.
var commentModes = []string{"always", "on-change", "on-regression", "never"}

// A request is what the inputs of the action ask for.
type request struct {
	candidate, baseline, aa, history                []string
	candidateArtifact                               string
	baselineArtifact, baselineBranch, baselineFiles string
	baselineWorkflow                                string
	baselineRuns                                    int
	config                                          string
	outputs                                         []target
	quiet, verbose                                  bool
	commentMode, commentKey, commentAuthor          string
	checkRun                                        bool
	reportDir                                       string
	maxWait                                         time.Duration
	token                                           string
	settings                                        map[string]string
}

// readRequest reads the inputs; errors are of usage and name the input.
func readRequest(r *actions.Runner) (request, error) {
	in := inputReader{runner: r}
	q := request{
		candidate: in.lines("candidate"), baseline: in.lines("baseline"), aa: in.lines("aa"), history: in.lines("history"),
		candidateArtifact: in.text("candidate-artifact"),
		baselineArtifact:  in.text("baseline-artifact"), baselineBranch: in.text("baseline-branch"),
		baselineFiles: in.text("baseline-files"), baselineWorkflow: in.text("baseline-workflow"),
		baselineRuns: in.count("baseline-runs"), config: in.text("config"),
		quiet: in.boolean("quiet"), verbose: in.boolean("verbose"),
		commentMode: in.word("comment", commentModes), commentKey: in.key("comment-key"), commentAuthor: in.text("comment-author"),
		checkRun: in.boolean("check-run"), reportDir: in.text("report-dir"), maxWait: in.duration("max-wait"),
		token: in.text("github-token"), settings: map[string]string{},
	}
	q.outputs = in.outputs("output")
	for _, s := range settings {
		if text := r.Input(s.name); text != "" {
			q.settings[s.name] = text
		}
	}
	switch {
	case in.err != nil:
		return q, in.err
	case len(q.candidate) == 0 && q.candidateArtifact == "":
		return q, usageError("input candidate is empty: name the result files of this change, one path or pattern a line")
	case len(q.baseline) == 0 && len(q.aa)+len(q.history) > 0:
		return q, usageError("inputs aa and history go with baseline: where the baseline is an artifact, its noise is measured by baseline-runs")
	}
	return q, nil
}

// inputReader reads inputs and keeps the first error.
type inputReader struct {
	runner *actions.Runner
	err    error
}

// text is an input, or its default where it is empty.
func (in *inputReader) text(name string) string {
	if s := in.runner.Input(name); s != "" {
		return s
	}
	for _, i := range actionInputs {
		if i.name == name {
			return i.initial
		}
	}
	panic("noisegate: no input " + name)
}

func (in *inputReader) fail(name, text string, err error) {
	if in.err == nil {
		in.err = usageError("input %s %q: %w", name, text, err)
	}
}

// lines splits an input into its lines that are not blank.
func (in *inputReader) lines(name string) []string {
	var out []string
	for line := range strings.Lines(in.text(name)) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

func (in *inputReader) boolean(name string) bool {
	text := in.text(name)
	b, err := parseBool(text)
	if err != nil {
		in.fail(name, text, err)
	}
	return b
}

func (in *inputReader) count(name string) int {
	text := in.text(name)
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n > 100 {
		in.fail(name, text, errors.New("want a whole number from 0 to 100"))
	}
	return int(n)
}

func (in *inputReader) word(name string, words []string) string {
	text := in.text(name)
	for _, w := range words {
		if w == text {
			return w
		}
	}
	in.fail(name, text, errors.New("want "+orList(words)+suggest(text, words)))
	return ""
}

// key is part of the comment's marker, so it cannot be just anything.
func (in *inputReader) key(name string) string {
	text := in.text(name)
	bad := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-/", r))
	}
	if len(text) > 100 || strings.IndexFunc(text, bad) >= 0 || strings.Contains(text, "--") {
		in.fail(name, text, errors.New("want at most 100 letters, digits and . _ - / without two dashes in a row"))
	}
	return text
}

// duration is a time to wait, such as 90s or 2m; bare seconds are an error,
// as bare percentages are.
func (in *inputReader) duration(name string) time.Duration {
	text := in.text(name)
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d > time.Hour {
		in.fail(name, text, errors.New("want a duration such as 15s or 2m, at most 1h"))
	}
	return d
}

// outputs are further documents; they need a file, since the log is no place
// to pick a document from.
func (in *inputReader) outputs(name string) []target {
	lines := in.lines(name)
	targets, err := parseOutputs(lines, true)
	for i, t := range targets {
		if err == nil && t.file == "" {
			err = errors.New("write NAME=FILE: " + t.output.Name + "=noisegate." + t.output.Name)
		}
		if err != nil {
			in.fail(name, lines[min(i, len(lines)-1)], err)
			return nil
		}
	}
	if err != nil {
		in.fail(name, strings.Join(lines, " "), err)
	}
	return targets
}

// reportFiles are the documents that the action always writes, by the output
// that names them.
var reportFiles = []struct{ output, document, file string }{
	{"report-json", "json", "report.json"},
	{"report-html", "html", "report.html"},
	{"report-markdown", "summary", "report.md"},
}

// documentByName is an output that is known to exist.
func documentByName(name string) report.Output {
	o, ok := report.OutputByName(name)
	if !ok {
		panic("noisegate: no output " + name)
	}
	return o
}
