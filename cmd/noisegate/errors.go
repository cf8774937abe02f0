package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/noisegate/noisegate/gate"
)

// A statusError is an error that ends the command with a status of its own.
type statusError struct {
	status int
	err    error
}

// Error returns the text of the cause.
func (e *statusError) Error() string { return e.err.Error() }

// Unwrap returns the cause.
func (e *statusError) Unwrap() error { return e.err }

// usageError is wrong usage or configuration: exit 2.
func usageError(format string, args ...any) error {
	return &statusError{gate.ExitUsage, fmt.Errorf(format, args...)}
}

// inputError is an input that cannot be read: exit 3.
func inputError(err error) error { return &statusError{gate.ExitInput, err} }

// githubError is GitHub out of reach for what judging needs: exit 5.
func githubError(err error) error { return &statusError{gate.ExitGitHub, err} }

// exitOf is the one place where errors become exit statuses. An error that
// nobody gave a status is one about a file to read or to write.
func exitOf(err error) int {
	var s *statusError
	switch {
	case err == nil:
		return gate.ExitPass
	case errors.As(err, &s):
		return s.status
	}
	return gate.ExitInput
}

// A reportedError was shown to the user already, as an annotation.
type reportedError struct{ err error }

// Error returns the text of the cause.
func (e *reportedError) Error() string { return e.err.Error() }

// Unwrap returns the cause.
func (e *reportedError) Unwrap() error { return e.err }

// cause is the error without the path that the message names already.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
