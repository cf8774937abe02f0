package actions

import (
	"io"
	"strings"

	githubactions "github.com/sethvargo/go-githubactions"
)

// A Runner is the connection to the runner that started this process. It
// works outside of Actions too: annotations are then plain lines.
type Runner struct {
	getenv func(string) string
	action *githubactions.Action
	log    *LogWriter
	shown  map[Level]int // annotations so far
	// Actions says that a runner reads what is printed.
	Actions bool
}

// New returns the runner that the environment describes. What is printed goes
// to stdout, where the runner looks for commands.
func New(getenv func(string) string, stdout io.Writer) *Runner {
	return &Runner{
		getenv: getenv, shown: map[Level]int{},
		// The library panics where a command cannot be written, and a closed
		// standard output must not change a verdict.
		action:  githubactions.New(githubactions.WithWriter(deafWriter{stdout}), githubactions.WithGetenv(getenv)),
		log:     NewLogWriter(stdout),
		Actions: strings.EqualFold(getenv("GITHUB_ACTIONS"), "true"),
	}
}

// Input returns an input of the action without the white space around it;
// empty means not given. The dashes of its name are kept, as the runner keeps
// them.
func (r *Runner) Input(name string) string { return r.action.GetInput(name) }

// Log is where lines for people go; see [LogWriter].
func (r *Runner) Log() io.Writer { return r.log }

// deafWriter hides that writing failed.
type deafWriter struct{ w io.Writer }

// Write writes p and always succeeds.
func (d deafWriter) Write(p []byte) (int, error) {
	_, _ = d.w.Write(p)
	return len(p), nil
}
