package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// An Error is a call that GitHub did not answer as needed.
type Error struct {
	// Call is method and path: "GET /repos/acme/widgets/actions/artifacts".
	Call string
	// Status is the HTTP status, 0 where no answer came.
	Status int
	// Permission is what the token lacks, as a workflow's permissions block
	// spells it: "actions: read". Empty where permissions are not the reason.
	Permission string
	// RateLimit tells that a rate limit was the reason, not a permission.
	RateLimit bool
	// Locked tells that the conversation is locked.
	Locked bool
	// Message is the reason, in one line and without the token.
	Message string

	unsure bool  // the call may have had its effect all the same
	cause  error // a context's error, or nil
}

// Error returns "GET /path: reason (status 403); way out".
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "calling %s: %s", e.Call, e.Message)
	if e.Status != 0 {
		fmt.Fprintf(&b, " (status %d)", e.Status)
	}
	switch {
	case e.RateLimit:
		b.WriteString("; try again later, or raise max-wait")
	case e.Locked:
		b.WriteString("; unlock the conversation to get the report there")
	case e.Permission != "" && e.Status == http.StatusNotFound:
		fmt.Fprintf(&b, "; check the name, and that the token has the permission %s (a private repository hides itself otherwise)", e.Permission)
	case e.Permission != "":
		fmt.Fprintf(&b, "; give the job the permission %s", e.Permission)
	case e.Status == http.StatusUnauthorized:
		b.WriteString("; check the input github-token")
	}
	return b.String()
}

// Unwrap returns the context's error where the caller ended the call.
func (e *Error) Unwrap() error { return e.cause }

// A HostileArtifactError is an artifact that no honest upload makes: a bomb, a
// path that leaves its folder, a link, or the stated size with other content.
type HostileArtifactError struct {
	// Artifact and ID name the artifact, RunID the run it belongs to.
	Artifact  string
	ID, RunID int64
	// Reason says what is wrong.
	Reason string
}

// Error names artifact, run and reason.
func (e *HostileArtifactError) Error() string {
	return fmt.Sprintf("reading artifact %q (id %d of run %d): %s; it is refused, since no upload makes such an archive by accident: look at who could write it",
		e.Artifact, e.ID, e.RunID, e.Reason)
}

// A BrokenArtifactError is an artifact that could not be read: damaged, cut
// off, expired or gone.
type BrokenArtifactError struct {
	// Artifact and ID name the artifact, RunID the run it belongs to.
	Artifact  string
	ID, RunID int64
	// Reason says what is wrong.
	Reason string

	gone bool // expired or deleted, so a second try is of no use
}

// Error names artifact, run and reason.
func (e *BrokenArtifactError) Error() string {
	return fmt.Sprintf("reading artifact %q (id %d of run %d): %s", e.Artifact, e.ID, e.RunID, e.Reason)
}

// A NoArtifactError is a run without the artifact that was asked for.
type NoArtifactError struct {
	RunID   int64
	Pattern string
	// Found are the names that the run has, at most 20.
	Found []string
}

// Error names run and pattern, and what is there instead.
func (e *NoArtifactError) Error() string {
	s := fmt.Sprintf("looking for artifact %q in run %d: it has none of that name", e.Pattern, e.RunID)
	if len(e.Found) > 0 {
		s += fmt.Sprintf(", only %q", e.Found)
	}
	return s
}

func contextError(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.Is(err, context.DeadlineExceeded):
		return context.DeadlineExceeded
	}
	return nil
}
