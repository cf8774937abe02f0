package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/noisegate/noisegate/cmd/internal/actions"
)

// actionCmd is what the container runs.
type actionCmd struct{}

// Help is the long text of "noisegate action --help".
func (*actionCmd) Help() string {
	return "Everything comes from the environment as a GitHub Actions runner sets it: inputs as INPUT_<NAME> with the dashes of the name kept (set them with env, a shell drops such variables), " +
		"the context as GITHUB_…, the event as a file. docs/action.md lists inputs and outputs. " +
		"It also runs elsewhere, with INPUT_BASELINE and INPUT_CANDIDATE alone, and says what is missing."
}

// Run runs the action. A runner that cancels a job asks twice before it kills:
// at the first signal the action gives up what it waits for and leaves a
// summary, at the second it ends at once, whatever it is computing.
func (*actionCmd) Run(ctx context.Context, a *app) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	r := actions.New(a.getenv, a.stdout)
	return (&action{app: a, runner: r, context: r.Context()}).run(ctx)
}
