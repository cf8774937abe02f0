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
// Every call to the API is made by go-github. It is sent, and sent again where
// that helps, in one place, call.go; the content of an artifact, which lies
// elsewhere, is read by blob.go.
package hub
