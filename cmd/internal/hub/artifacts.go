package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-github/v60/github"
)

// An artifact is go-github's, with what it lacks.
type artifact struct {
	github.Artifact
	Digest string `json:"digest"` // "sha256:…", "" where unknown
}

func (a artifact) runID() int64 { return a.GetWorkflowRun().GetID() }

const (
	perPage = 100
	// maxArtifactPages bounds the listing of one run; a job may upload 500.
	maxArtifactPages = 20
	// maxShards bounds how many artifacts of one run are read: each is a call,
	// and whoever opens a pull request decides how many its run uploads.
	maxShards = 100
	// permissionActions is what runs and artifacts need.
	permissionActions = "actions: read"
)

// runArtifacts lists the artifacts of a run, all pages. Only a plain name can
// be asked for by name.
func (c *Client) runArtifacts(ctx context.Context, run int64, pattern string) ([]artifact, error) {
	query := url.Values{"per_page": {strconv.Itoa(perPage)}}
	if pattern != "" && !isGlob(pattern) {
		query.Set("name", pattern)
	}
	var all []artifact
	for page := 1; page <= maxArtifactPages; page++ {
		list, total, err := c.artifactPage(ctx, fmt.Sprintf("actions/runs/%d/artifacts", run), query, page)
		if err != nil {
			return nil, err
		}
		for i := range list {
			list[i].WorkflowRun = &github.ArtifactWorkflowRun{ID: &run}
		}
		if all = append(all, list...); len(list) == 0 || len(all) >= total {
			break
		}
	}
	return all, nil
}

func (c *Client) artifactPage(ctx context.Context, path string, query url.Values, page int) ([]artifact, int, error) {
	type list struct {
		Total     int        `json:"total_count"`
		Artifacts []artifact `json:"artifacts"`
	}
	query.Set("page", strconv.Itoa(page))
	answer, r, err := ask(ctx, c, call{permission: permissionActions}, get[list](c.path(path), query))
	if err == nil && answer.Artifacts == nil {
		return nil, 0, c.errorf(call{}, r, "the answer has no list of artifacts")
	}
	return answer.Artifacts, answer.Total, err
}

// lastAttempts keeps, of each name that matches, the artifact that was created
// last: running a job again adds another one of the same name to the run.
func lastAttempts(all []artifact, pattern string) []artifact {
	last := make(map[string]artifact)
	for _, a := range all {
		if !matchName(pattern, a.GetName()) {
			continue
		}
		old, ok := last[a.GetName()]
		if d := a.GetCreatedAt().Compare(old.GetCreatedAt().Time); !ok || d > 0 || d == 0 && a.GetID() > old.GetID() {
			last[a.GetName()] = a
		}
	}
	var list []artifact
	for _, a := range last {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b artifact) int { return strings.Compare(a.GetName(), b.GetName()) })
	return list
}

// DownloadArtifact returns the files of a run's artifacts whose names match
// pattern (a name or glob; the last attempt of each name) and whose paths
// match filePattern (globs, one a line; "" all). It is meant for the run that
// triggered a workflow_run, whose content a stranger may have written: the
// bounds of every other artifact hold.
//
// The error is a *NoArtifactError, *BrokenArtifactError (also where expired),
// *HostileArtifactError or *Error.
func (c *Client) DownloadArtifact(ctx context.Context, run int64, pattern, filePattern string) ([]File, error) {
	if err := checkPatterns(pattern, filePattern); err != nil {
		return nil, err
	}
	all, err := c.runArtifacts(ctx, run, pattern)
	if err != nil {
		return nil, err
	}
	list := lastAttempts(all, pattern)
	if len(list) == 0 {
		e := &NoArtifactError{RunID: run, Pattern: pattern}
		for _, a := range all[:min(len(all), 20)] {
			e.Found = append(e.Found, a.GetName())
		}
		return nil, e
	}
	return c.downloadAll(ctx, list, filePattern)
}

// downloadAll reads the artifacts of a run; all of them or none, since a suite
// with a shard missing would look like one whose benchmarks were removed.
func (c *Client) downloadAll(ctx context.Context, list []artifact, filePattern string) ([]File, error) {
	if len(list) > maxShards {
		return nil, &BrokenArtifactError{Artifact: list[0].GetName(), ID: list[0].GetID(), RunID: list[0].runID(),
			Reason: fmt.Sprintf("it is one of %d artifacts that match, more than the %d that are read of one run", len(list), maxShards)}
	}
	var files []File
	left := int64(maxUnpacked)
	for _, a := range list {
		part, err := c.download(ctx, a, filePattern, left)
		if err != nil {
			return nil, err
		}
		for _, f := range part {
			left -= int64(len(f.Data))
		}
		files = append(files, part...)
	}
	return files, nil
}

// download reads one artifact, again where it came damaged and another try can
// help.
func (c *Client) download(ctx context.Context, a artifact, filePattern string, limit int64) ([]File, error) {
	if a.GetExpired() {
		return nil, &BrokenArtifactError{Artifact: a.GetName(), ID: a.GetID(), RunID: a.runID(), Reason: "it has expired", gone: true}
	}
	for try := 1; ; try++ {
		began := c.now()
		files, again, err := c.downloadOnce(ctx, a, filePattern, limit)
		if err == nil {
			return files, nil
		}
		if again && try < 3 {
			wait := c.backoff(try)
			if c.lost(c.now().Sub(began)); c.spend(wait) {
				c.log("%v; trying again in %s", err, wait.Round(10*time.Millisecond))
				if c.sleep(ctx, wait) == nil {
					continue
				}
			}
		}
		return nil, err
	}
}

// downloadOnce asks for a signed address, which lives for about a minute and
// is therefore never used twice, and reads what lies there.
func (c *Client) downloadOnce(ctx context.Context, a artifact, filePattern string, limit int64) (files []File, again bool, err error) {
	broken := func(again bool, format string, args ...any) ([]File, bool, error) {
		return nil, again, &BrokenArtifactError{Artifact: a.GetName(), ID: a.GetID(), RunID: a.runID(), Reason: fmt.Sprintf(format, args...)}
	}
	b, err := c.artifactContent(ctx, a)
	var failure *Error
	switch {
	case errors.As(err, &failure) && (failure.Status == http.StatusGone || failure.Status == http.StatusNotFound):
		_, _, err := broken(false, "it has expired or was deleted: %s", failure.Message)
		err.(*BrokenArtifactError).gone = true
		return nil, false, err
	case errors.Is(err, errTooLarge):
		return nil, false, c.hostile(a, fmt.Sprintf("the archive is larger than the %d MiB allowed", maxUnpacked>>20))
	case errors.As(err, &failure):
		return nil, failure.unsure, err
	case err != nil:
		return broken(true, "%s", err)
	}
	ok, stated := a.verify(b.data)
	if b.page() && (stated == "" || !ok) {
		// Without another word every artifact would count as damaged, and
		// "no baseline" would look like a choice.
		return nil, true, &Error{Call: fmt.Sprintf("the download of artifact %q (id %d)", a.GetName(), a.GetID()), unsure: true,
			Message: "an HTML page came in its place; a proxy between here and the store may have sent it"}
	}
	if !ok {
		if int64(len(b.data)) < a.GetSizeInBytes() {
			return broken(true, "the download ended after %d of %d bytes", len(b.data), a.GetSizeInBytes())
		}
		return nil, false, c.hostile(a, "its SHA-256 digest is not "+stated+", which GitHub states for it")
	}
	if len(b.data) == 0 {
		return broken(a.Digest == "", "it is empty")
	}
	if name, ok := b.bareFile(a.GetName()); ok {
		if int64(len(b.data)) > limit {
			return nil, false, c.hostile(a, "with the others of its run it is larger than allowed")
		}
		if !matchPath(filePattern, name) {
			return nil, false, nil
		}
		return []File{{Artifact: a.GetName(), Name: name, Data: b.data}}, false, nil
	}
	files, err = unpack(b.data, filePattern, limit, maxEntries)
	var bad hostile
	if errors.As(err, &bad) {
		return nil, false, c.hostile(a, string(bad))
	}
	if err != nil {
		// With the digest verified the upload itself was like this.
		return broken(a.Digest == "", "%s", oneLine(c.redact(err.Error()), 300))
	}
	for i := range files {
		files[i].Artifact = a.GetName()
	}
	return files, false, nil
}

func (c *Client) hostile(a artifact, reason string) error {
	return &HostileArtifactError{Artifact: a.GetName(), ID: a.GetID(), RunID: a.runID(), Reason: reason}
}
