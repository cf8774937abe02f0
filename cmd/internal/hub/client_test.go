package hub

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
	"pgregory.net/rapid"
)

func TestNew(t *testing.T) {
	check := func(o Options, want string) {
		t.Helper()
		if o.Repository == "" {
			o.Repository = "acme/widgets"
		}
		c, err := New(o)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = c.api.JoinPath(c.path("actions/runs")).String()
		}
		if !strings.Contains(got, want) || want == "" {
			t.Errorf("New(%+v): %q, want %q", o, got, want)
		}
	}
	check(Options{}, "https://api.github.com/repos/acme/widgets/actions/runs")
	check(Options{APIURL: "https://ghes.example.test/api/v3/"}, "https://ghes.example.test/api/v3/repos/acme/widgets/actions/runs")
	check(Options{APIURL: " https://gitea.example.test/api/v1 "}, "https://gitea.example.test/api/v1/repos/acme/widgets/actions/runs")
	check(Options{APIURL: "ftp://example.test"}, "must be http(s)://host/path")
	check(Options{APIURL: "https://me:secret@example.test"}, "me:xxxxx@")
	check(Options{APIURL: "https://example.test/?a=b"}, "without a user or query")
	check(Options{APIURL: "https://exa mple"}, "is no address")
	check(Options{ServerURL: "github.com"}, "server address")
	check(Options{Repository: "widgets"}, "must be owner/name")
	check(Options{Repository: "../widgets"}, "must be owner/name")
	check(Options{Repository: "acme/.."}, "must be owner/name")
	check(Options{Repository: "acme/widgets/x"}, "must be owner/name")
	check(Options{Token: "abc def"}, "white space")
	check(Options{Token: "abc\n"}, "check the secret")
}

func TestRedact(t *testing.T) {
	c, err := New(Options{Repository: "a/b", Token: "se+cret/token"})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"Bearer se+cret/token!", "?t=se%2Bcret%2Ftoken", "x/se+cret%2Ftoken"} {
		if got := c.redact(s); strings.Contains(got, "cret") || !strings.Contains(got, "***") {
			t.Errorf("%q became %q", s, got)
		}
	}
}

func TestOneLine(t *testing.T) {
	check := func(s, want string) {
		t.Helper()
		if got := oneLine(s, 20); got != want {
			t.Errorf("oneLine(%q) is %q, want %q", s, got, want)
		}
	}
	check("a\r\n::error::b\x1b[31m", "a ::error::b [31m")
	check("  a\u2028b\u0085c ", "a b c")
	check(strings.Repeat("ä", 20), strings.Repeat("ä", 10)+"…")
}

func TestLimited(t *testing.T) {
	c, err := New(Options{Repository: "a/b"})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	c.now, c.jitter = func() time.Time { return at }, func() float64 { return 0 }
	check := func(status int, body string, want time.Duration, limited bool, header ...string) {
		t.Helper()
		r := reply{status: status, header: make(http.Header), body: []byte(body)}
		for i := 0; i+1 < len(header); i += 2 {
			r.header.Set(header[i], header[i+1])
		}
		if wait, ok := c.limited(r); wait != want || ok != limited {
			t.Errorf("%d %q %q: %v, %t; want %v, %t", status, body, header, wait, ok, want, limited)
		}
	}
	reset := strconv.FormatInt(at.Add(2*time.Second).Unix(), 10)
	check(403, `{"message": "Resource not accessible by integration"}`, 0, false, "X-RateLimit-Remaining", "900", "X-RateLimit-Reset", reset)
	check(403, "", 2500*time.Millisecond, true, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", reset)
	check(429, "", 2500*time.Millisecond, true, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", reset)
	check(403, "", time.Second, true, "Retry-After", "1")
	check(429, "", 3*time.Second, true, "Retry-After", at.Add(3*time.Second).Format(http.TimeFormat))
	check(403, `{"message": "You have exceeded a secondary rate limit"}`, time.Minute, true)
	check(429, "", time.Minute, true)
	check(403, "", time.Minute, true, "X-RateLimit-Remaining", "0")
	check(404, "rate limit", 0, false)
	// Times beyond all sense are long waits, and no overflow that ends in none.
	check(403, "", longestWait, true, "Retry-After", "2147483647")
	check(429, "", longestWait, true, "Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT")
	check(403, "", longestWait+500*time.Millisecond, true, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "9223372036854775807")
	check(403, "", longestWait+500*time.Millisecond, true, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", reset, "Date", "Mon, 01 Jan 0001 00:00:00 GMT")
	check(403, "", 500*time.Millisecond, true, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "-9223372036854775808")
	check(403, "", time.Minute, true, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "soon")
	check(429, "", time.Minute, true, "Retry-After", "-5")
	check(429, "", time.Minute, true, "Retry-After", "99999999999999999999")
	check(200, "rate limit", 0, false, "X-RateLimit-Remaining", "0")
	// The server's clock is an hour behind ours; its reset is read by it.
	early := at.Add(-time.Hour)
	check(403, "", 2500*time.Millisecond, true, "X-RateLimit-Remaining", "0",
		"X-RateLimit-Reset", strconv.FormatInt(early.Add(2*time.Second).Unix(), 10), "Date", early.Format(http.TimeFormat))
	check(403, "", 500*time.Millisecond, true, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "1")
}

// All waiting together stays within MaxWait, whatever the faults.
func TestMaxWait(t *testing.T) {
	for _, kind := range []hubtest.Kind{hubtest.Unavailable, hubtest.SecondaryLimit, hubtest.TooMany, hubtest.PrimaryLimit, hubtest.Cut, hubtest.PrimaryForever} {
		for _, bound := range []time.Duration{0, 3 * time.Second, 20 * time.Second} {
			b := serve(t, world(), func(o *Options) { o.MaxWait = bound })
			b.Fail(hubtest.Fault{Path: ".", Kind: kind})
			for range 3 {
				if _, err := b.c.FindBaseline(context.Background(), query()); err == nil {
					t.Errorf("%s: no error", kind)
				}
			}
			var total time.Duration
			for _, d := range b.waits {
				total += d
			}
			if total > bound {
				t.Errorf("%s: waited %v in all, more than %v", kind, total, bound)
			}
			if kind == hubtest.PrimaryForever && len(b.waits) > 0 {
				t.Errorf("%s: waited %v for a limit that ends later", kind, b.waits)
			}
		}
	}
}

// A secondary limit that names no time asks for a minute, which the default of
// max-wait allows once.
func TestSecondaryWait(t *testing.T) {
	b := serve(t, world())
	b.Fail(hubtest.Fault{Path: "/artifacts$", Times: 1, Kind: hubtest.SecondaryUntold})
	if _, err := b.c.FindBaseline(context.Background(), query()); err != nil || len(b.waits) != 1 || b.waits[0] != time.Minute {
		t.Errorf("%v, waits %v", err, b.waits)
	}
}

func TestCancel(t *testing.T) {
	b := serve(t, world())
	b.Fail(hubtest.Fault{Path: "/runs", Kind: hubtest.Slow})
	ctx, cancel := context.WithCancel(context.Background())
	b.OnSilence(cancel)
	_, err := b.c.FindBaseline(ctx, query())
	var e *Error
	if !errors.Is(err, context.Canceled) || !errors.As(err, &e) || len(b.waits) != 0 {
		t.Errorf("%v, waits %v", err, b.waits)
	}
}

// A server that cannot be reached at all is an error that names the call.
func TestUnreachable(t *testing.T) {
	b := serve(t, world(), func(o *Options) { o.APIURL = "http://127.0.0.1:1/api" })
	_, err := b.c.FindBaseline(context.Background(), query())
	var e *Error
	if !errors.As(err, &e) || !strings.Contains(e.Call, "GET /api/repos/acme/widgets/compare/") || len(b.waits) != maxTries-1 {
		t.Errorf("%v, waits %v", err, b.waits)
	}
}

// Another key, run or attempt gives another marker, and it reads back.
func TestMarker(t *testing.T) {
	if got, want := Marker("default", 600, 1), "<!-- noisegate:default run=600.1 -->"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		key, other := rapid.String().Draw(t, "key"), rapid.String().Draw(t, "other")
		run, attempt := rapid.Int64Min(0).Draw(t, "run"), rapid.IntMin(0).Draw(t, "attempt")
		marker := Marker(key, run, attempt)
		if strings.ContainsAny(marker, "\r\n") || strings.Count(marker, "--") != 2 || strings.Count(marker, ">") != 1 {
			t.Fatalf("marker %q can be left", marker)
		}
		v, ok := parseMarker(marker+"\nrest", key)
		if !ok || v.run != run || v.attempt != attempt {
			t.Fatalf("%q reads as %v, %t", marker, v, ok)
		}
		if _, ok := parseMarker(marker, other); ok != (key == other) {
			t.Fatalf("%q is taken for a marker of %q", marker, other)
		}
		if _, ok := parseMarker("x"+marker, key); ok {
			t.Fatalf("a marker inside a line is taken for one")
		}
	})
}

func FuzzParseMarker(f *testing.F) {
	f.Add("<!-- noisegate:default run=600.1 -->\ntext")
	f.Add("<!-- noisegate:default run=-1.+2 -->")
	f.Fuzz(func(t *testing.T, body string) {
		v, ok := parseMarker(body, "default")
		if ok && (v.run < 0 || v.attempt < 0) {
			t.Errorf("%q gives %v", body, v)
		}
	})
}
