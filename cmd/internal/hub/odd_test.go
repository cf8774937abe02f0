package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

// everything makes all that the hub does once, and returns what was found and
// the errors.
func everything(b *bench) (base Baseline, errs []error) {
	ctx := context.Background()
	base, err := b.c.FindBaseline(ctx, query())
	errs = append(errs, err)
	_, err = b.c.DownloadArtifact(ctx, 510, "bench-base", "")
	errs = append(errs, err)
	_, err = b.c.FindPullRequest(ctx, "acme", "feature", shaB)
	errs = append(errs, err)
	_, err = b.c.PullRequest(ctx, 7)
	errs = append(errs, err)
	_, err = b.c.DefaultBranch(ctx)
	errs = append(errs, err)
	for attempt := range 2 {
		_, err = b.c.UpsertComment(ctx, 7, comment(600, attempt+1, "new"))
		errs = append(errs, err)
	}
	_, err = b.c.CheckRun(ctx, CheckRun{Name: "noisegate", SHA: shaB, Conclusion: "failure", Title: "t", Summary: "s"})
	return base, append(errs, err)
}

// Every call that there is agrees with the descriptions of github.com and of
// an Enterprise server.
func TestEveryCall(t *testing.T) {
	for _, prefix := range []string{"", "/api/v3"} {
		w := world()
		w.Prefix = prefix
		w.Me = "dev-a"
		w.Runs[0].SHA = shaC // so that the merge base has no run, and its ancestors are asked for
		b := serve(t, w, func(o *Options) { o.Token = "ghp_" + testToken })
		b.SetToken(b.c.token)
		if _, errs := everything(b); errors.Join(errs...) != nil {
			t.Errorf("%q: %v", prefix, errs)
		}
		extra := comment(602, 1, "new")
		if _, err := b.c.UpsertComment(context.Background(), 7, extra); err != nil {
			t.Error(err)
		}
		q := query()
		q.Workflow = "none.yml" // all runs are listed
		if _, err := b.c.FindBaseline(context.Background(), q); err != nil {
			t.Error(err)
		}
		b.SetComments(7, hubtest.Comment{ID: 1, Login: "dev-a", Body: Marker("default", 1, 1)}, hubtest.Comment{ID: 2, Login: "dev-a", Body: Marker("default", 1, 1)})
		b.Fail(hubtest.Fault{Method: "PATCH", Path: "/comments/1$", Times: 1, Kind: hubtest.NotFound}) // it is asked for by its id, and one is deleted
		if _, err := b.c.UpsertComment(context.Background(), 7, comment(603, 1, "new")); err != nil {
			t.Error(err)
		}
		b.Fail()
		k := CheckRun{Name: "noisegate", SHA: shaB, Conclusion: "failure", Title: "t", Summary: "s", Annotations: make([]Annotation, 60)}
		for i := range k.Annotations {
			k.Annotations[i] = Annotation{Path: "a.go", Level: "failure", Message: "slow"}
		}
		if _, err := b.c.CheckRun(context.Background(), k); err != nil {
			t.Error(err)
		}
		asked := make(map[string]bool)
		for _, r := range b.Requests() {
			if r.Host == "api" {
				asked[hubtest.Route(r.Method, strings.TrimPrefix(r.Path, prefix))] = true
			}
		}
		for _, route := range hubtest.Routes() {
			if !asked[route] {
				t.Errorf("%q: nothing asked for %s", prefix, route)
			}
		}
	}
}

// fieldsRead are those of the answers that the client reads.
var fieldsRead = func() map[string]bool {
	read := make(map[string]bool)
	for _, name := range strings.Fields(`id sha head_sha event status conclusion created_at path repository head_repository full_name name digest expired
		size_in_bytes workflow_run total_count workflow_runs artifacts merge_base_commit body user login number state head base ref repo run_attempt head_branch
		default_branch locked`) {
		read[name] = true
	}
	return read
}()

// prune leaves out the other fields, and makes a page short enough to be made
// in great numbers.
func prune(v any) any {
	o, _ := v.(map[string]any)
	for k, e := range o {
		if prune(e); !fieldsRead[k] {
			delete(o, k)
		}
	}
	return v
}

// oddly answers as the fake GitHub does, except that change may put another
// body in place of the one that a request of the API gets.
func oddly(change func(r *http.Request, body []byte) []byte) func(*Options) {
	return func(o *Options) {
		o.Transport = transport(func(r *http.Request) (*http.Response, error) {
			resp, err := http.DefaultTransport.RoundTrip(r)
			if err != nil || !strings.Contains(resp.Header.Get("Content-Type"), "json") {
				return resp, err
			}
			body, err := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			if err == nil {
				body = change(r, body)
			}
			resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			return resp, err
		})
	}
}

// Whatever stands in place of a field, however wrong its type, is an error or
// an answer, ends after few calls, and names no run that may not be named.
func TestOddAnswers(t *testing.T) {
	odd := []any{nil, "", "x", "\u202e::error::", true, -7, 1.5, 1e300, []any{}, []any{nil}, map[string]any{}, map[string]any{"id": "x"}}
	var fields []string
	collect := serve(t, world(), oddly(func(_ *http.Request, body []byte) []byte {
		var v any
		if json.Unmarshal(body, &v) == nil {
			walk("", v, func(at string, _ func(any)) { fields = append(fields, at) })
		}
		return body
	}))
	if _, errs := everything(collect); errors.Join(errs...) != nil {
		t.Fatal(errs)
	}
	seen := make(map[string]bool)
	for _, field := range fields {
		name := field[strings.LastIndexByte(field, '.')+1:]
		// Each field that the client reads, once.
		if seen[field] || !fieldsRead[strings.TrimSuffix(name, "[]")] || strings.Contains(field, "parents") || strings.Contains(field, "repo.owner") {
			continue
		}
		seen[field] = true
		for i, with := range odd {
			if len(seen)%len(odd) != i { // one for each field
				continue
			}
			b := serveAs(t, world(), nil, oddly(func(_ *http.Request, body []byte) []byte {
				var v any
				if json.Unmarshal(body, &v) != nil {
					return body
				}
				walk("", v, func(at string, set func(any)) {
					if at == field {
						set(with)
					}
				})
				out, err := json.Marshal(v)
				if err != nil {
					t.Error(err)
				}
				return out
			}))
			base, errs := everything(b)
			checkOdd(t, fmt.Sprintf("%s = %v", field, with), b, base, errs)
		}
	}
	t.Logf("%d fields", len(seen))
	if len(seen) < 60 {
		t.Errorf("only %d fields were tried", len(seen))
	}
}

func checkOdd(t *testing.T, what string, b *bench, base Baseline, errs []error) {
	t.Helper()
	for _, err := range errs {
		var e *Error
		var broken *BrokenArtifactError
		var hostile *HostileArtifactError
		var none *NoArtifactError
		if err != nil && !errors.As(err, &e) && !errors.As(err, &broken) && !errors.As(err, &hostile) && !errors.As(err, &none) {
			t.Errorf("%s: an error of another kind: %v", what, err)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\u202e") {
			t.Errorf("%s: not one harmless line: %q", what, err)
		}
	}
	if n := b.Calls(); n > 120 {
		t.Errorf("%s: %d calls", what, n)
	}
	if r := base.Reference; r != nil && (r.ID < 505 || r.ID > 510) {
		t.Errorf("%s: the reference is run %d", what, r.ID)
	}
}

// walk visits all fields of a JSON value with a way to replace each; elements
// of a list are alike.
func walk(at string, v any, visit func(at string, set func(any))) {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			walk(at+"."+k, e, visit)
			visit(at+"."+k, func(with any) { v[k] = with })
		}
	case []any:
		for i, e := range v {
			walk(at+"[]", e, visit)
			visit(at+"[]", func(with any) { v[i] = with })
		}
	}
}
