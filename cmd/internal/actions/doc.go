// Package actions speaks the protocol of a GitHub Actions runner: inputs and
// context from the environment, outputs and job summary through files,
// annotations through workflow commands, and the event that started the run.
//
// Nothing in it fails a job. What cannot be written is an error that the
// caller reports; what a name or a log line holds can never become a command
// of its own. There is no ::add-mask:: on purpose: the runner masks its token
// and secrets already, and the command would print what it is to hide.
package actions
