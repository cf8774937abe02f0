// Package hub asks GitHub for what the gate needs and brings back what it
// decided: baselines out of earlier runs' artifacts, the one comment of a pull
// request, a check run, and which pull request a workflow_run belongs to.
//
// Nothing that GitHub or the blob store answers is trusted further than it
// must be. Artifacts are read in memory within fixed bounds, the token goes to
// the API's own origin and nowhere else and is struck from every message, and
// all waiting together (for rate limits, for a server that stumbles) is
// bounded by [Options.MaxWait].
//
// The package speaks plain HTTP and JSON. A client library was tried and left
// out: the one at hand does not know a run's workflow path, an artifact's
// digest or whether a comment is minimised, which are what decides here; and
// both its own rate check and the usual retrying transports wait, or refuse,
// without regard to a bound over several calls.
package hub
