package main

import (
	"context"
	"reflect"
	"strings"
)

// compareCmd is the gate's main job, offline.
type compareCmd struct {
	Baseline  []string `name:"baseline" group:"files" sep:"none" placeholder:"FILE" help:"Results of the code that the change goes into. Needed unless --no-baseline says what to do without."`
	Candidate []string `name:"candidate" group:"files" sep:"none" placeholder:"FILE" required:"" help:"Results of the change."`
	AA        []string `name:"aa" group:"files" sep:"none" placeholder:"FILE" help:"Further runs of the baseline's very commit (A/A): they tell how much a result moves by itself. Each file is a run; files with disjoint names are parts of one."`
	History   []string `name:"history" group:"files" sep:"none" placeholder:"FILE" help:"Earlier runs of the base branch, oldest first: more evidence of the noise, of other commits."`

	settingFlags

	Output  []string `name:"output" group:"output" sep:"none" placeholder:"NAME[=FILE]" help:"What to write, and where to: ${outputs}. Without a FILE it goes to standard output. Repeatable; default text."`
	Quiet   bool     `short:"q" group:"output" help:"No text on standard output."`
	Verbose bool     `short:"v" group:"output" help:"Tell more: every series in the text, and what was read on standard error."`
}

// Help is the long text of "noisegate compare --help".
func (*compareCmd) Help() string {
	return "Reads the results of both sides, tests every benchmark, and says of each: regression, pass, or within noise. " +
		"A regression is significant over the whole suite, at least the threshold, and larger than the noise that --aa and --history show. " +
		"Whatever cannot be told from noise is said to be so, with what would settle it; it never blocks by itself."
}

// settingFlags are the settings as flags, nil where not given. The names are
// those of the table in settings.go; a test holds the two together.
type settingFlags struct {
	Config       string  `name:"config" group:"judging" placeholder:"FILE" help:"Configuration file; default ${config} in the working directory, where it exists."`
	Format       *string `name:"format" group:"judging" placeholder:"NAME" help:"Format of all files: ${formats}. Default ${format}: by content."`
	Metrics      *string `name:"metrics" group:"judging" placeholder:"GLOBS" help:"Metrics to gate, globs between commas, in place of what each format gates by default."`
	Threshold    *string `name:"threshold" group:"judging" placeholder:"PERCENT" help:"Smallest slowdown that matters. Default ${threshold}; 0.05 is the same."`
	Alpha        *string `name:"alpha" group:"judging" placeholder:"RATE" help:"Chance of a false alarm over the whole suite, above 0 and at most 0.5. Default ${alpha}."`
	Correction   *string `name:"correction" group:"judging" placeholder:"NAME" help:"How alpha is shared among the tests: bonferroni, holm or none. Default ${correction}."`
	Floor        *string `name:"floor" group:"judging" placeholder:"FLOOR" help:"Smallest effect that the machine can tell from noise: auto (from the A/A evidence), none, or a percentage. Default ${floor}."`
	AssumedFloor *string `name:"assumed-floor" group:"judging" placeholder:"PERCENT" help:"Floor with --floor auto where there is no A/A evidence. Default ${assumed_floor}: judge by the threshold alone, with a warning."`
	Environment  *string `name:"environment" group:"judging" placeholder:"MODE" help:"If the sides were measured on different machines: warn (nothing is confirmed), ignore, or fail. Default ${environment}."`
	Warmup       *string `name:"warmup" group:"judging" placeholder:"N" help:"Leading repetitions of each run to drop on both sides, or auto. Default ${warmup}."`
	OutlierLimit *string `name:"outlier-limit" group:"judging" placeholder:"FACTOR" help:"Remove values beyond this factor of their run's median, such as 5. Default ${outlier_limit}."`

	FailOn     *string `name:"fail-on" group:"failing" placeholder:"WHAT" help:"regression, unresolved (whatever is within noise fails as well, exit 4), or never (a regression is shown, exit 0). Default ${fail_on}."`
	NoBaseline *string `name:"no-baseline" group:"failing" placeholder:"MODE" help:"If there is no baseline: warn, or fail (exit 4). Default ${no_baseline}."`
	Removed    *string `name:"removed" group:"failing" placeholder:"MODE" help:"If the candidate lacks a gated benchmark: warn, or fail (exit 4). Default ${removed}."`
}

// given lists the settings that are on the command line.
func (f *settingFlags) given() map[string]string {
	given := map[string]string{}
	v := reflect.ValueOf(f).Elem()
	for i := range v.NumField() {
		if text, ok := v.Field(i).Interface().(*string); ok && text != nil {
			given[v.Type().Field(i).Tag.Get("name")] = *text
		}
	}
	return given
}

// Run judges.
func (c *compareCmd) Run(ctx context.Context, a *app) error {
	o, err := a.settings(c.Config, "", c.given(), func(name string) string { return "--" + name })
	if err != nil {
		return err
	}
	if len(c.Baseline) == 0 && c.NoBaseline == nil {
		// Forgetting the flag must not look like a first run.
		return usageError("missing flags: --baseline=FILE, or --no-baseline=warn|fail where there is none\nRun %q for usage.", "noisegate compare --help")
	}
	outputs, err := parseOutputs(c.Output, c.Quiet)
	if err != nil {
		return err
	}
	return a.compare(ctx, comparison{options: o, outputs: outputs, verbose: c.Verbose,
		baseline: c.Baseline, candidate: c.Candidate, aa: c.AA, history: c.History,
		reproduce: c.reproduction(a.workspaceOf()).command()})
}

// reproduction is the comparison as somebody else can repeat it.
func (c *compareCmd) reproduction(w workspace) reproduction {
	return reproduction{baseline: w.all(c.Baseline), candidate: w.all(c.Candidate), aa: w.all(c.AA), history: w.all(c.History),
		given: c.given(), config: w.relative(c.Config)}
}

// shellJoin writes words so that a POSIX shell reads them as they are.
func shellJoin(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellQuote(w)
	}
	return strings.Join(quoted, " ")
}

func shellQuote(w string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("%+,-./:=@_", r)
	}
	if w != "" && strings.IndexFunc(w, func(r rune) bool { return !plain(r) }) < 0 {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}
