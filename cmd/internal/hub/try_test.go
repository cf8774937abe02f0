package hub

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

// A transport is a function that carries requests.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A repository that was renamed answers every call by where it is now. All of
// the work is done there, writes and downloads included, and the token still
// stays out of signed addresses, also where these are of the same origin.
func TestRenamed(t *testing.T) {
	for _, gitea := range []bool{false, true} {
		w := world()
		old, now, d := "/repos/acme/widgets/", "/repositories/1001/", description(t, descriptions[0])
		if gitea {
			w.Prefix, w.Gitea, d = "/api/v1", true, nil
			old, now = w.Prefix+old, w.Prefix+now
		}
		moved := make(map[string]int)
		b := serveAs(t, w, d, func(o *Options) { o.Transport = rename(old, now, moved) })
		base, err := b.c.FindBaseline(context.Background(), query())
		if got, want := summary(base), "510 aa[] history[505,506,507,508,509]"; err != nil || got != want {
			t.Errorf("found %s, %v; want %s", got, err, want)
		}
		for i, outcome := range []string{OutcomeCreated, OutcomeUpdated} {
			if r, err := b.c.UpsertComment(context.Background(), 7, comment(600, i+1, "new")); err != nil || r.Outcome != outcome {
				t.Errorf("%+v, %v; want it %s", r, err, outcome)
			}
		}
		if moved["GET"] < 9 || moved["POST"] != 1 || moved["PATCH"] != 1 {
			t.Errorf("the old name was asked %v", moved)
		}
	}
}

// rename redirects calls of one path to another, as GitHub does, and counts
// them by method.
func rename(old, now string, moved map[string]int) transport {
	return func(r *http.Request) (*http.Response, error) {
		u := *r.URL
		if rest, ok := strings.CutPrefix(u.EscapedPath(), old); ok {
			status := http.StatusMovedPermanently
			if r.Method != http.MethodGet {
				status = http.StatusTemporaryRedirect
			}
			moved[r.Method]++
			u.Path, u.RawPath = now+rest, ""
			return &http.Response{StatusCode: status, Header: http.Header{"Location": {u.String()}}, Body: http.NoBody, Request: r}, nil
		}
		if rest, ok := strings.CutPrefix(u.EscapedPath(), now); ok {
			r = r.Clone(r.Context())
			r.URL.Path, r.URL.RawPath = old+rest, ""
		}
		return http.DefaultTransport.RoundTrip(r)
	}
}

// An answer that uses a limit up is an answer like any other. Whether the next
// call is refused only the server can tell, whose clock may be another.
func TestLimitUsedUp(t *testing.T) {
	b := serve(t, world(), func(o *Options) {
		o.Transport = transport(func(r *http.Request) (*http.Response, error) {
			resp, err := http.DefaultTransport.RoundTrip(r)
			if err == nil {
				resp.Header.Set("X-RateLimit-Limit", "1000")
				resp.Header.Set("X-RateLimit-Remaining", "0")
				resp.Header.Set("X-RateLimit-Reset", strconv.FormatInt(time.Now().Add(time.Hour).Unix(), 10))
			}
			return resp, err
		})
	})
	base, err := b.c.FindBaseline(context.Background(), query())
	if got, want := summary(base), "510 aa[] history[505,506,507,508,509]"; err != nil || got != want || len(b.waits) != 0 {
		t.Errorf("found %s, %v, waits %v; want %s", got, err, b.waits, want)
	}
}

// Answers with holes where values are expected are no reason to fall over.
func TestHoles(t *testing.T) {
	answers := map[string]string{
		"/actions/workflows/bench.yml/runs": `{"total_count": 2, "workflow_runs": [null, {}]}`,
		"/actions/artifacts":                `{"total_count": 2, "artifacts": [null, {"workflow_run": null}]}`,
		"/issues/7/comments":                `[null, {"user": null, "body": null}]`,
		"/pulls":                            `[null, {"head": null}, {"state": "open", "head": {"sha": "` + shaB + `", "ref": "x", "repo": {"full_name": "acme/widgets"}}}]`,
		"/compare/":                         `{"merge_base_commit": null}`,
		"/commits":                          `[null, {}]`,
	}
	b := serve(t, &hubtest.World{Owner: "acme", Name: "widgets"}, func(o *Options) {
		o.Transport = transport(func(r *http.Request) (*http.Response, error) {
			resp, err := http.DefaultTransport.RoundTrip(r)
			for path, body := range answers {
				if err == nil && r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/repos/acme/widgets"+path) {
					resp.Body.Close()
					resp.StatusCode, resp.Body, resp.ContentLength = 200, io.NopCloser(strings.NewReader(body)), int64(len(body))
				}
			}
			return resp, err
		})
	})
	if base, err := b.c.FindBaseline(context.Background(), query()); err != nil || base.Reference != nil || len(base.Warnings) != 1 {
		t.Errorf("%s, %v, warnings %q", summary(base), err, base.Warnings)
	}
	if p, err := b.c.FindPullRequest(context.Background(), "acme", "x", shaB); err != nil || p == nil || p.BaseBranch != "" {
		t.Errorf("%+v, %v", p, err)
	}
	w := &writer{c: b.c, pr: 7, m: comment(600, 1, "new"), author: defaultAuthor}
	if own, err := w.own(context.Background()); err != nil || len(own) != 0 {
		t.Errorf("%d own comments, %v", len(own), err)
	}
}
