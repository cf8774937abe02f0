package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/noisegate/noisegate/cmd/internal/actions"
	"github.com/noisegate/noisegate/gate"
)

// An app is one invocation of the command with everything it touches.
type app struct {
	args           []string
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	now            func() time.Time
	// dir is the folder that relative paths start from; empty is the
	// process's own.
	dir string
	// status is the exit status of a command that ended without an error.
	status int
}

// Main runs the command and returns its exit status (docs/exit-statuses.md).
// The action returns early when ctx ends or the process is asked to stop.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	a := &app{args: args, stdin: stdin, stdout: stdout, stderr: stderr, getenv: getenv, now: time.Now}
	return a.main(ctx)
}

// main parses and runs, and turns whatever happens into a status and a
// message.
func (a *app) main(ctx context.Context) (status int) {
	defer func() {
		if r := recover(); r != nil {
			status = a.internalError(r)
		}
	}()
	defer a.watchStdout()()
	err := a.dispatch(ctx)
	if err == nil {
		return a.status
	}
	a.complain(err)
	return exitOf(err)
}

// complain prints an error for people. What a file holds may be part of it,
// so it is made harmless.
func (a *app) complain(err error) {
	var reported *reportedError
	if !errors.As(err, &reported) {
		_, _ = fmt.Fprintf(actions.NewLogWriter(a.stderr), "noisegate: %s\n", err)
	}
}

// internalError reports a defect of the program. It was not judged, so the
// status says so.
func (a *app) internalError(cause any) int {
	if a.getenv("NOISEGATE_DEBUG") == "1" {
		_, _ = a.stderr.Write(debug.Stack())
	}
	_, _ = fmt.Fprintf(actions.NewLogWriter(a.stderr), "noisegate: internal error: %v\n"+
		"This is a defect of noisegate %s; please report it with the input at %s/issues\n", cause, version(), project)
	return gate.ExitNotJudged
}

// project is where noisegate lives.
const project = "https://github.com/noisegate/noisegate"
