package hub

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/go-github/v60/github"
)

// maxAnswer bounds one JSON answer. A comparison carries up to 300 patches.
const maxAnswer = 64 << 20

// maxTries is how often one call is sent at most; MaxWait usually ends sooner.
const maxTries = 5

// A call says how a request to the API is treated.
type call struct {
	// permission is what a refusal means that the token lacks.
	permission string
	// once keeps a call that is not safe to repeat from being sent again after
	// a try that may have worked.
	once bool
	// raw takes the response as it is, up to maxUnpacked bytes: redirects are
	// not followed and the body is not JSON.
	raw bool
}

// A reply is what came back.
type reply struct {
	name   string   // method and path of the request: "GET /repos/…"
	url    *url.URL // of the request
	status int
	header http.Header
	body   []byte
	next   int // the next page, 0 where the server names none
}

// more tells whether a list of n elements may go on on another page. Servers
// that page by another size than asked for say so in the Link header.
func (r reply) more(n int) bool { return n >= perPage || n > 0 && r.next != 0 }

// A sender sends one request by a method of go-github.
type sender[T any] func(ctx context.Context, g *github.Client) (T, *github.Response, error)

// ask sends a call, again where that helps, and returns the decoded answer.
func ask[T any](ctx context.Context, c *Client, k call, send sender[T]) (out T, r reply, err error) {
	r, err = c.do(ctx, k, func(ctx context.Context, g *github.Client) (resp *github.Response, err error) {
		out, resp, err = send(ctx, g)
		return resp, err
	})
	return out, r, err
}

// get reads what go-github v60 has no method for, or whose types lack what
// decides here: the workflow path of a run, the digest of an artifact and a
// search by its name, whether a comment is minimised.
func get[T any](path string, query url.Values) sender[T] {
	return func(ctx context.Context, g *github.Client) (out T, resp *github.Response, err error) {
		at := path
		if len(query) > 0 {
			at += "?" + query.Encode()
		}
		req, err := g.NewRequest(http.MethodGet, at, nil)
		if err == nil {
			resp, err = g.Do(ctx, req, &out)
		}
		return out, resp, err
	}
}

// path is a path under the repository, relative to the root of the API.
func (c *Client) path(p string) string { return "repos/" + c.owner + "/" + c.name + "/" + p }

// do sends a call, again where that helps: the one place that tries again.
func (c *Client) do(ctx context.Context, k call, send func(context.Context, *github.Client) (*github.Response, error)) (reply, error) {
	for try := 1; ; try++ {
		began := c.now()
		r, err := c.try(ctx, k, send)
		if err == nil && !failed(k, r) {
			return r, nil
		}
		e, wait, again := c.diagnose(ctx, k, r, err, try)
		if !again {
			return r, e
		}
		if !e.RateLimit { // a limit is told at once; only the wait counts
			c.lost(c.now().Sub(began))
		}
		if !c.spend(wait) {
			e.Message += fmt.Sprintf("; waiting %s more would exceed max-wait, of which %s is left",
				wait.Round(100*time.Millisecond), c.remaining().Round(100*time.Millisecond))
			return r, e
		}
		c.log("%s; trying again in %s", e.brief(), wait.Round(10*time.Millisecond))
		if err := c.sleep(ctx, wait); err != nil {
			e.cause = contextError(err)
			return r, e
		}
	}
}

func (e *Error) brief() string {
	if e.Status != 0 {
		return fmt.Sprintf("%s: %s (status %d)", e.Call, e.Message, e.Status)
	}
	return e.Call + ": " + e.Message
}

// failed tells whether an answer needs a diagnosis.
func failed(k call, r reply) bool {
	if k.raw {
		return r.status >= 400
	}
	if r.status < 200 || r.status > 299 {
		return true
	}
	return len(r.body) > 0 && !json.Valid(r.body) || len(r.body) == 0 && r.status != http.StatusNoContent
}

// diagnose turns a failed try into an error, and says whether and when to try
// again.
func (c *Client) diagnose(ctx context.Context, k call, r reply, err error, try int) (e *Error, wait time.Duration, again bool) {
	e = c.errorf(k, r, "")
	switch {
	case ctx.Err() != nil:
		e.Message, e.cause, e.unsure = "cancelled", contextError(ctx.Err()), true
		return e, 0, false
	case err != nil:
		var again bool
		e.Message, again = c.describe(err)
		e.unsure = again
		return e, c.backoff(try), again && !k.once && try < maxTries
	}
	if wait, ok := c.limited(r); ok {
		e.RateLimit, e.Permission = true, ""
		e.Message = "rate limit: " + e.Message
		return e, wait, try < 2*maxTries
	}
	switch {
	case r.status >= 500, r.status == http.StatusRequestTimeout, r.status >= 200 && r.status < 300:
		if r.status < 300 {
			e.Message = "the answer is not JSON; a proxy may have answered in GitHub's place"
		}
		e.Permission, e.unsure = "", true
		return e, max(c.backoff(try), retryAfter(r.header, c.now())), !k.once && try < maxTries
	case r.status >= 300 && r.status < 400:
		e.Permission = ""
		e.Message = "it redirects to another server, where the token must not go"
	}
	return e, 0, false
}

// backoff is 0.5 s, 1 s, 2 s, …, times a factor in [0.5, 1.5), so that many
// jobs that failed together do not come back together.
func (c *Client) backoff(try int) time.Duration {
	base := 500 * time.Millisecond << min(try-1, 5)
	return time.Duration(float64(base) * (0.5 + c.jitter()))
}

// describe says in one line what went wrong on the way, without addresses,
// which may be signed, and whether another try can help.
func (c *Client) describe(err error) (message string, again bool) {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	var cert *tls.CertificateVerificationError
	switch {
	case errors.As(err, &cert):
		return "the server's certificate is not trusted", false
	case errors.Is(err, errTooManyHops), errors.Is(err, errDowngrade), errors.Is(err, errTooLarge), errors.Is(err, errShape):
		return err.Error(), false
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "no answer in time", true
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "the answer was cut off", true
	}
	return oneLine(c.redact(err.Error()), 300), true
}

// errorf describes an answer that is not the one wanted.
func (c *Client) errorf(k call, r reply, message string) *Error {
	e := &Error{Call: r.name, Status: r.status, Message: message}
	if message != "" {
		return e
	}
	var answer github.ErrorResponse
	_ = json.Unmarshal(r.body, &answer) // an answer of another shape has no message
	e.Message = oneLine(c.redact(answer.Message), 300)
	for _, detail := range answer.Errors {
		if detail.Message != "" {
			e.Message += ": " + oneLine(c.redact(detail.Message), 300)
		}
	}
	if e.Message == "" {
		e.Message = strings.ToLower(http.StatusText(r.status))
	}
	switch r.status {
	case http.StatusForbidden, http.StatusNotFound:
		e.Permission = k.permission
	case http.StatusUnauthorized:
		e.Message = "the token was rejected: " + e.Message
	}
	if r.status == http.StatusForbidden && strings.Contains(strings.ToLower(answer.Message), "locked") {
		e.Locked, e.Permission = true, ""
	}
	return e
}
