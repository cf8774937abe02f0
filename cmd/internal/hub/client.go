package hub

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Options say which repository to ask, and how.
type Options struct {
	// APIURL is the root of the REST API, with or without a slash at its end:
	// GITHUB_API_URL. Empty means https://api.github.com.
	APIURL string
	// ServerURL is the root of the web pages: GITHUB_SERVER_URL. Empty means
	// https://github.com. It is used only for links that an answer lacks.
	ServerURL string
	// Token is sent to the origin of APIURL only. Empty means none.
	Token string
	// Repository is "owner/name".
	Repository string
	// MaxWait bounds the waiting of all calls of a client together, beyond the
	// calls themselves: rate limits, pauses before another try, and the time
	// lost in tries that failed. Zero means that nothing is tried twice.
	MaxWait time.Duration
	// Transport carries all requests; nil means a default one that honours
	// the proxy variables.
	Transport http.RoundTripper
	// Log receives one line for each wait, with its reason; nil means silence.
	// Lines hold no token, no signed address and no control characters.
	Log func(format string, args ...any)
	// UserAgent names the program and its version.
	UserAgent string
}

// A Client talks to one repository. It is safe for concurrent use.
type Client struct {
	api         *url.URL // without a slash at the end
	server      string
	owner, name string
	token       string
	agent       string
	log         func(string, ...any)

	transport http.RoundTripper
	blobs     *http.Client // to the blob store; never sees the token

	mu    sync.Mutex
	left  time.Duration // of MaxWait
	login string        // of the token's owner, once known
	count int           // requests sent to the API

	// Seams for tests.
	now    func() time.Time
	sleep  func(ctx context.Context, d time.Duration) error
	jitter func() float64 // in [0, 1)
	timer  func(d time.Duration, f func()) timer
}

const (
	// callTimeout is how long a call may take.
	callTimeout = 30 * time.Second
	// stallTimeout is how long a download may stand still, downloadTimeout how
	// long it may take in all.
	stallTimeout    = 30 * time.Second
	downloadTimeout = 15 * time.Minute
	maxRedirects    = 5
)

var (
	repositoryPattern = regexp.MustCompile(`^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$`)
	errTooManyHops    = fmt.Errorf("stopped after %d redirects", maxRedirects)
	errDowngrade      = errors.New("refusing a redirect from https to http")
)

// A timer is a *time.Timer, or a test's.
type timer interface {
	Reset(d time.Duration) bool
	Stop() bool
}

// New checks the options and returns a client. It sends nothing.
func New(o Options) (*Client, error) {
	api, err := parseRoot(o.APIURL, "https://api.github.com")
	if err != nil {
		return nil, fmt.Errorf("reading the API address: %w", err)
	}
	server, err := parseRoot(o.ServerURL, "https://github.com")
	if err != nil {
		return nil, fmt.Errorf("reading the server address: %w", err)
	}
	owner, name, _ := strings.Cut(o.Repository, "/")
	if !repositoryPattern.MatchString(o.Repository) || strings.Trim(owner, ".") == "" || strings.Trim(name, ".") == "" {
		return nil, fmt.Errorf("reading the repository %q: it must be owner/name", o.Repository)
	}
	if strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("reading the token: it holds white space or other characters that no token has; check the secret")
	}
	c := &Client{
		api: api, server: server.String(), owner: owner, name: name, token: o.Token, agent: o.UserAgent,
		left: o.MaxWait, now: time.Now, sleep: sleep, jitter: rand.Float64,
		timer: func(d time.Duration, f func()) timer { return time.AfterFunc(d, f) },
	}
	if c.agent == "" {
		c.agent = "noisegate"
	}
	c.log = func(format string, args ...any) {
		if o.Log != nil {
			o.Log("%s", oneLine(c.redact(fmt.Sprintf(format, args...)), 2000))
		}
	}
	if c.transport = o.Transport; c.transport == nil {
		c.transport = defaultTransport()
	}
	c.blobs = &http.Client{Transport: c.transport, CheckRedirect: blobRedirect}
	return c, nil
}

// Calls is how many requests the client has sent to the API so far, tries
// that failed included and downloads from the blob store not.
func (c *Client) Calls() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count
}

func parseRoot(s, fallback string) (*url.URL, error) {
	if s = strings.TrimRight(strings.TrimSpace(s), "/"); s == "" {
		s = fallback
	}
	u, err := url.Parse(s)
	if err != nil {
		return nil, fmt.Errorf("%q is no address", s)
	}
	if (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("%q must be http(s)://host/path without a user or query", u.Redacted())
	}
	return u, nil
}

func defaultTransport() http.RoundTripper {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:   10 * time.Second,
		ResponseHeaderTimeout: callTimeout,
		ForceAttemptHTTP2:     true,
		IdleConnTimeout:       60 * time.Second,
		MaxIdleConnsPerHost:   8,
		TLSClientConfig:       &tls.Config{MinVersion: tls.VersionTLS12},
	}
}

// sameOrigin tells whether u may see the token.
func (c *Client) sameOrigin(u *url.URL) bool {
	return u.Scheme == c.api.Scheme && strings.EqualFold(u.Host, c.api.Host)
}

// withinOrigin lets a call follow a redirect only where the token may go too
// (a repository that was renamed answers 301 or 307), and never one that
// would turn a write into a read.
func (c *Client) withinOrigin(req *http.Request, via []*http.Request) error {
	if len(via) >= maxRedirects {
		return errTooManyHops
	}
	if !c.sameOrigin(req.URL) || req.Method != via[0].Method {
		return http.ErrUseLastResponse
	}
	return nil
}

func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func blobRedirect(req *http.Request, via []*http.Request) error {
	if len(via) >= maxRedirects {
		return errTooManyHops
	}
	if via[len(via)-1].URL.Scheme == "https" && req.URL.Scheme != "https" {
		return errDowngrade
	}
	req.Header.Del("Referer") // it would carry the signed address before
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// spend takes d from what is left of MaxWait, and reports whether that much
// was left.
func (c *Client) spend(d time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d > c.left {
		return false
	}
	c.left -= d
	return true
}

// lost takes the time of a try that failed from what is left.
func (c *Client) lost(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left = max(0, c.left-d)
}

func (c *Client) remaining() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.left
}

// redact strikes the token from s, in the forms in which it is sent.
func (c *Client) redact(s string) string {
	if len(c.token) < 4 {
		return s // nothing worth hiding, and too short to replace safely
	}
	for _, form := range []string{c.token, url.QueryEscape(c.token), url.PathEscape(c.token)} {
		s = strings.ReplaceAll(s, form, "***")
	}
	return s
}

// oneLine makes text from outside fit for a log: control characters become
// spaces, white space is folded, and it ends after limit bytes.
func oneLine(s string, limit int) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return r <= ' ' || r == 0x7f || (r >= 0x80 && r < 0xa0) || r == 0x2028 || r == 0x2029
	}), " ")
	if len(s) > limit {
		s = strings.ToValidUTF8(s[:limit], "") + "…"
	}
	return s
}
