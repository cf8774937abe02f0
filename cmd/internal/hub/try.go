package hub

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/google/go-github/v60/github"
)

var (
	errTooLarge = errors.New("the answer is larger than allowed")
	errShape    = errors.New("the answer is not the JSON that the API describes")
)

// try sends a call once and reads the whole answer. The error is that no whole
// answer came, or one of another shape; what a status means, do finds out.
//
// Each try has a go-github client of its own: a client remembers limits, by
// its own clock, and refuses what MaxWait still allows; v60 has no way to turn
// that off.
func (c *Client) try(ctx context.Context, k call, send func(context.Context, *github.Client) (*github.Response, error)) (reply, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if k.raw {
		whole := c.timer(downloadTimeout, cancel)
		defer whole.Stop()
	}
	timer := c.timer(callTimeout, cancel)
	defer timer.Stop()
	x := &exchange{c: c, raw: k.raw, alive: func() { timer.Reset(callTimeout) }}
	web := &http.Client{Transport: x, CheckRedirect: c.withinOrigin}
	if k.raw {
		web.CheckRedirect = noRedirect
	}
	g := github.NewClient(web)
	g.BaseURL, g.UserAgent = c.api.JoinPath("/"), c.agent
	c.mu.Lock()
	c.count++
	c.mu.Unlock()
	resp, err := send(ctx, g)
	switch {
	case resp == nil:
		return x.reply, err
	case err != nil && !k.raw && !failed(k, x.reply):
		return x.reply, errShape
	}
	x.reply.next = resp.NextPage
	return x.reply, nil
}

// An exchange carries the requests of one try. The token is added here, so
// that no redirect can take it along, and the answer is read here, within its
// bounds, so that go-github meets only whole ones.
type exchange struct {
	c     *Client
	raw   bool
	alive func() // tells of progress
	reply reply  // the last one
}

// RoundTrip sends a request and reads the answer whole.
func (x *exchange) RoundTrip(req *http.Request) (*http.Response, error) {
	x.reply = reply{name: x.reply.name, url: req.URL}
	if x.reply.name == "" { // the call keeps its name when it is redirected
		x.reply.name = req.Method + " " + req.URL.EscapedPath()
	}
	if x.c.token != "" && x.c.sameOrigin(req.URL) {
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", "Bearer "+x.c.token)
	}
	resp, err := x.c.transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	x.reply.status, x.reply.header = resp.StatusCode, resp.Header
	limit := int64(maxAnswer)
	if x.raw {
		limit = maxUnpacked
	}
	if x.reply.body, err = readAll(resp.Body, limit, x.alive, x.raw); err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(x.reply.body))
	return resp, nil
}

// readAll reads to the end, at most limit bytes; where alive is true, progress
// is told after each piece, so that only standing still counts as slow.
func readAll(r io.Reader, limit int64, progress func(), alive bool) ([]byte, error) {
	var b bytes.Buffer
	var piece [64 << 10]byte
	for {
		n, err := r.Read(piece[:])
		b.Write(piece[:n])
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
