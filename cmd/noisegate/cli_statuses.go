package main

import "github.com/noisegate/noisegate/gate"

// An exitStatus is a line of a table of exit statuses.
type exitStatus struct {
	status  int
	name    string
	meaning string
}

// exitStatuses is the table of the commands that end as a verdict says, which
// the help of the program and docs/exit-statuses.md show.
var exitStatuses = []exitStatus{
	{gate.ExitPass, "pass", "pass or within noise, or no baseline with --no-baseline warn"},
	{gate.ExitRegression, "regression", "a confirmed regression"},
	{gate.ExitUsage, "usage", "wrong usage or configuration"},
	{gate.ExitInput, "input", "an input that cannot be read"},
	{gate.ExitNotJudged, "not judged", "nothing comparable, a benchmark failed, or unresolved, no baseline, removed or environment set to fail"},
	{gate.ExitGitHub, "GitHub", "GitHub could not be reached for what judging needs (action and baseline only)"},
}

// commandStatuses are the tables of the other commands: what 0 and 1 mean there.
// An internal error is 4 in all of them.
var commandStatuses = map[string][]exitStatus{
	"compare":     exitStatuses[:gate.ExitGitHub],
	"report":      {{gate.ExitPass, "", "as the report that it shows"}, {gate.ExitRegression, "", "as the report that it shows: a confirmed regression"}, statusUsage, {gate.ExitInput, "", "a file that is no report"}, {gate.ExitNotJudged, "", "as the report that it shows: not judged"}},
	"noise":       {{gate.ExitPass, "", "fit: the threshold is within reach of half of the benchmarks or more"}, {gate.ExitRegression, "", "unfit: it is out of reach for more than half of them"}, statusUsage, statusTooFew},
	"plan":        {{gate.ExitPass, "", "the plan was written, whatever it says"}, statusUsage, statusTooFew},
	"selftest":    {{gate.ExitPass, "", "the gate caught a slowdown at least once"}, {gate.ExitRegression, "", "it never did, so it cannot fail"}, statusUsage, statusTooFew},
	"convert":     {statusWritten, statusUsage, exitStatuses[gate.ExitInput]},
	"baseline":    {{gate.ExitPass, "", "a baseline was found, or there is none"}, statusUsage, {gate.ExitInput, "", "files or an artifact that cannot be used"}, {gate.ExitGitHub, "", "GitHub could not be reached"}},
	"environment": {statusWritten, statusUsage},
	"completion":  {statusWritten, statusUsage},
	"version":     {statusWritten, statusUsage},
}

var (
	statusWritten = exitStatus{gate.ExitPass, "", "it was written"}
	statusUsage   = exitStatus{gate.ExitUsage, "", "wrong usage or configuration, or a file that cannot be written"}
	statusTooFew  = exitStatus{gate.ExitInput, "", "results that cannot be read, or too few of them"}
)

// statusesOf are the exit statuses of a command, by the name that its help
// goes by; the verdict's for the program and the action.
func statusesOf(command string) []exitStatus {
	if s, ok := commandStatuses[command]; ok {
		return s
	}
	return exitStatuses
}
