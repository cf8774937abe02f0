package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

// A server whose lists never end, each page full of new elements and with a
// next one, is asked a bounded number of times.
func TestEndlessPages(t *testing.T) {
	next := int64(100_000)
	models := make(map[string]any) // an element of each list
	fill := func(path string, list []any, change func(map[string]any, int64)) []any {
		if len(list) > 0 {
			models[path] = prune(list[0])
		}
		out := []any{}
		for range perPage {
			text, _ := json.Marshal(models[path])
			var one map[string]any
			_ = json.Unmarshal(text, &one)
			next++
			one["id"] = next
			change(one, next)
			out = append(out, one)
		}
		return out
	}
	w := world()
	w.Runs[0].Conclusion = "failure" // so that there is no reference, and the search goes on
	for i := range w.Artifacts {
		w.Artifacts[i].Expired = true
	}
	w.Comments = map[int][]hubtest.Comment{7: {{ID: 1, Login: "human-a", Body: "x"}}}
	b := serveAs(t, w, nil, func(o *Options) {
		o.Transport = transport(func(r *http.Request) (*http.Response, error) {
			resp, err := http.DefaultTransport.RoundTrip(r)
			if err != nil || r.Method != http.MethodGet || !strings.Contains(resp.Header.Get("Content-Type"), "json") {
				return resp, err
			}
			text, _ := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			var v any
			_ = json.Unmarshal(text, &v)
			at := time.Now().Add(-time.Duration(next) * time.Second).UTC().Format(time.RFC3339)
			switch body := v.(type) {
			case []any:
				v = fill(r.URL.Path, body, func(o map[string]any, n int64) { o["sha"], o["number"] = fmt.Sprintf("%040x", n), n })
			case map[string]any:
				for _, k := range []string{"workflow_runs", "artifacts"} {
					if list, ok := body[k].([]any); ok {
						body[k], body["total_count"] = fill(r.URL.Path, list, func(o map[string]any, n int64) { o["created_at"], o["head_sha"] = at, fmt.Sprintf("%040x", n) }), 1<<40
					}
				}
			}
			page, _ := strconv.Atoi(r.URL.Query().Get("page"))
			q := r.URL.Query()
			q.Set("page", strconv.Itoa(page+1))
			text, _ = json.Marshal(v)
			resp.Header.Set("Link", fmt.Sprintf(`<%s?%s>; rel="next", <https://stranger.example.test/x?page=%d>; rel="last"`, r.URL.Path, q.Encode(), 1<<40))
			resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
			return resp, nil
		})
	})
	for name, f := range map[string]func() error{
		"a baseline": func() error { _, err := b.c.FindBaseline(context.Background(), query()); return err },
		"a push": func() error {
			q := query()
			q.Push = true
			_, err := b.c.FindBaseline(context.Background(), q)
			return err
		},
		"an artifact":    func() error { _, err := b.c.DownloadArtifact(context.Background(), 510, "bench-*", ""); return err },
		"a pull request": func() error { _, err := b.c.FindPullRequest(context.Background(), "acme", "feature", shaC); return err },
		"a comment":      func() error { _, err := b.c.UpsertComment(context.Background(), 7, comment(600, 1, "new")); return err },
	} {
		before := b.Calls()
		err := f()
		if n := b.Calls() - before; n > 250 || n < 15 {
			t.Errorf("%s took %d calls: %v", name, n, err)
		}
	}
}

// An answer without an end is an error that names the call, and is not asked
// for again.
func TestHugeAnswer(t *testing.T) {
	b := serve(t, world(), func(o *Options) {
		o.Transport = transport(func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(zeros{}), Request: r}, nil
		})
	})
	_, err := b.c.FindBaseline(context.Background(), query())
	var e *Error
	if !errors.As(err, &e) || !strings.Contains(err.Error(), "GET /repos/acme/widgets/compare/") || !strings.Contains(err.Error(), "larger than allowed") || b.c.Calls() != 1 {
		t.Errorf("%v after %d calls", err, b.c.Calls())
	}
}

// zeros never end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// Where a download is said to lie is followed by the rules of redirects: no
// step back to http, no credentials, no endless way, and the token nowhere.
func TestDownloadAddresses(t *testing.T) {
	tests := []struct{ name, location, want string }{
		{"no address", "", "no usable address"},
		{"another scheme", "ftp://store.example.test/x", "no usable address"},
		{"a file", "file:///etc/passwd", "no usable address"},
		{"no host", "https:///x", "no usable address"},
		{"a password", "https://user:secret@store.example.test/x", "no usable address"},
		{"no address at all", "https://exa mple.test/%zz", "no usable address"},
		{"back to http", "http://store.example.test/x", "from https to http"},
		{"http, then a password", "https://once.example.test/x", "from https to http"},
		{"round and round", "https://loop.example.test/x", "5 redirects"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := New(Options{APIURL: "https://api.example.test", Token: testToken, Repository: "acme/widgets", Transport: transport(func(r *http.Request) (*http.Response, error) {
				to := test.location
				switch r.URL.Host {
				case "api.example.test":
				case "once.example.test":
					to = "http://user:secret@store.example.test/x"
				case "loop.example.test":
					to = r.URL.String()
				default:
					t.Errorf("%s was asked", r.URL)
				}
				if got := r.Header.Get("Authorization"); (got != "") != (r.URL.Host == "api.example.test") {
					t.Errorf("%s got %q", r.URL.Host, got)
				}
				return &http.Response{StatusCode: http.StatusFound, Header: http.Header{"Location": {to}}, Body: http.NoBody, Request: r}, nil
			})})
			if err != nil {
				t.Fatal(err)
			}
			a := artifact{}
			id, name := int64(60), "bench"
			a.ID, a.Name = &id, &name
			_, err = c.download(context.Background(), a, "", maxUnpacked)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}

// More artifacts than are read of one run cost no call each.
func TestManyShards(t *testing.T) {
	w := world()
	for i := range 150 {
		w.Artifacts = append(w.Artifacts, hubtest.Artifact{ID: int64(60000 + i), Name: fmt.Sprintf("bench-%d", i), RunID: 510, Created: hubtest.Day(20), Data: hubtest.Zip("r.json", "")})
	}
	b := serve(t, w)
	_, err := b.c.DownloadArtifact(context.Background(), 510, "bench-*", "")
	var broken *BrokenArtifactError
	if !errors.As(err, &broken) || !strings.Contains(err.Error(), "151 artifacts that match, more than the 100") || b.Calls() > 2 {
		t.Errorf("%v after %d calls", err, b.Calls())
	}
}
