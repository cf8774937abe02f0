package hub

import (
	"bytes"
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
)

// apiVersion pins the shape of answers; servers that do not know the header
// ignore it.
const apiVersion = "2022-11-28"

// maxAnswer bounds one JSON answer. A comparison carries up to 300 patches.
const maxAnswer = 64 << 20

// maxTries is how often one call is sent at most; MaxWait usually ends sooner.
const maxTries = 5

// A call is one request to the API.
type call struct {
	method string
	path   string // under the repository, or from the root with a leading slash
	query  url.Values
	body   any
	// permission is what a refusal means that the token lacks.
	permission string
	// once keeps a call that is not safe to repeat from being sent again after
	// a try that may have worked.
	once bool
	// raw asks for the response as it is: redirects are not followed and the
	// body is not JSON.
	raw bool
	// limit bounds the body; 0 means maxAnswer.
	limit int64
}

// A reply is what came back.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// more tells whether a list of n elements may go on on another page. Servers
// that page by another size than asked for say so in the Link header.
func (r reply) more(n int) bool {
	return n >= perPage || n > 0 && strings.Contains(r.header.Get("Link"), `rel="next"`)
}

func (c *Client) address(k call) *url.URL {
	u := *c.api
	p := k.path
	if !strings.HasPrefix(p, "/") {
		p = "/repos/" + c.owner + "/" + c.name + strings.TrimSuffix("/"+p, "/")
	}
	u.RawPath = u.EscapedPath() + p
	u.Path, _ = url.PathUnescape(u.RawPath)
	u.RawQuery = k.query.Encode()
	return &u
}

// do sends a call, again where that helps, and decodes the answer into out
// unless out is nil.
func (c *Client) do(ctx context.Context, k call, out any) (reply, error) {
	u := c.address(k)
	for try := 1; ; try++ {
		began := c.now()
		r, err := c.try(ctx, k, u)
		if err == nil && !failed(k, r) {
			if out == nil {
				return r, nil
			}
			if err := json.Unmarshal(r.body, out); err != nil {
				return r, c.errorf(k, r, "the answer is not the JSON that the API describes")
			}
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

// try sends a call once and reads the whole answer.
func (c *Client) try(ctx context.Context, k call, u *url.URL) (reply, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	timer := c.timer(callTimeout, cancel)
	defer timer.Stop()

	var body io.Reader
	if k.body != nil {
		data, err := json.Marshal(k.body)
		if err != nil {
			return reply{}, err
		}
		body = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, k.method, u.String(), body)
	if err != nil {
		return reply{}, err
	}
	req.Header.Set("Accept", "application/vnd.github+json")
	req.Header.Set("X-GitHub-Api-Version", apiVersion)
	req.Header.Set("User-Agent", c.agent)
	if body != nil {
		req.Header.Set("Content-Type", "application/json; charset=utf-8")
	}
	if c.token != "" && c.sameOrigin(u) {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	c.mu.Lock()
	c.count++
	c.mu.Unlock()
	client := c.calls
	if k.raw {
		client = c.direct
	}
	resp, err := client.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	limit := k.limit
	if limit == 0 {
		limit = maxAnswer
	}
	data, err := readAll(resp.Body, limit, func() { timer.Reset(callTimeout) }, k.raw)
	if err != nil {
		return reply{status: resp.StatusCode, header: resp.Header}, err
	}
	return reply{resp.StatusCode, resp.Header, data}, nil
}

var errTooLarge = errors.New("the answer is larger than allowed")

// readAll reads to the end, at most limit bytes; where alive is true, progress
// is told after each piece, so that only standing still counts as slow.
func readAll(r io.Reader, limit int64, progress func(), alive bool) ([]byte, error) {
	var b bytes.Buffer
	for {
		n, err := io.CopyN(&b, r, min(64<<10, limit+1-int64(b.Len())))
		if int64(b.Len()) > limit {
			return nil, errTooLarge
		}
		if err == io.EOF {
			return b.Bytes(), nil
		}
		if err != nil {
			return b.Bytes(), err
		}
		if alive && n > 0 {
			progress()
		}
	}
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
	case errors.Is(err, errTooManyHops), errors.Is(err, errDowngrade), errors.Is(err, errTooLarge):
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
	e := &Error{Call: k.method + " " + c.address(k).EscapedPath(), Status: r.status, Message: message}
	if message != "" {
		return e
	}
	var answer struct {
		Message string            `json:"message"`
		Errors  []json.RawMessage `json:"errors"`
	}
	_ = json.Unmarshal(r.body, &answer) // an answer of another shape has no message
	e.Message = oneLine(c.redact(answer.Message), 300)
	for _, detail := range answer.Errors {
		var d struct{ Message string }
		if json.Unmarshal(detail, &d) != nil || d.Message == "" {
			_ = json.Unmarshal(detail, &d.Message)
		}
		if d.Message != "" {
			e.Message += ": " + oneLine(c.redact(d.Message), 300)
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
