package hub

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/google/go-github/v60/github"
)

// content is what lies at an artifact's address.
type content struct {
	data              []byte
	kind, disposition string // headers
}

// artifactContent asks the API where an artifact lies and reads it there,
// without the token. Servers that send it themselves are taken at that.
//
// The error is an *Error where a server could not be reached or refused, and
// an ordinary one where the download broke off.
func (c *Client) artifactContent(ctx context.Context, a artifact) (content, error) {
	// DownloadArtifact takes any answer but the usual 302 for an error; a 301
	// after a rename, or the archive itself, is read from the reply.
	send := func(ctx context.Context, g *github.Client) (*github.Response, error) {
		_, resp, err := g.Actions.DownloadArtifact(ctx, c.owner, c.name, a.GetID(), 0)
		return resp, err
	}
	k := call{permission: permissionActions, raw: true}
	name := ""
	for range maxRedirects {
		r, err := c.do(ctx, k, send)
		if err != nil {
			return content{}, err
		}
		if r.status < 300 {
			return content{r.body, r.header.Get("Content-Type"), r.header.Get("Content-Disposition")}, nil
		}
		name = r.name
		to, err := r.url.Parse(r.header.Get("Location"))
		if err != nil || r.header.Get("Location") == "" || to.Scheme != "https" && to.Scheme != "http" || to.Host == "" || to.User != nil {
			return content{}, c.errorf(k, r, "it redirects to no usable address")
		}
		if r.url.Scheme == "https" && to.Scheme != "https" {
			return content{}, c.errorf(k, r, errDowngrade.Error())
		}
		if !c.sameOrigin(to) || !strings.HasPrefix(to.EscapedPath(), c.api.EscapedPath()+"/repos") || to.RawQuery != "" {
			return c.fetch(ctx, name, to)
		}
		// A renamed repository: the call goes on under its new name.
		send = func(ctx context.Context, g *github.Client) (*github.Response, error) {
			req, err := g.NewRequest(http.MethodGet, to.String(), nil)
			if err != nil {
				return nil, err
			}
			return g.BareDo(ctx, req)
		}
	}
	return content{}, &Error{Call: name, Message: errTooManyHops.Error()}
}

// fetch reads a signed address. Its query is a secret of its own and stays
// out of every message.
func (c *Client) fetch(ctx context.Context, call string, u *url.URL) (content, error) {
	fail := func(status int, message string, unsure bool) error {
		return &Error{Call: call + ", then the download from " + u.Host,
			Status: status, Message: message, unsure: unsure}
	}
	parent := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	whole := c.timer(downloadTimeout, cancel)
	defer whole.Stop()
	timer := c.timer(stallTimeout, cancel)
	defer timer.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return content{}, fail(0, "it redirects to no usable address", false)
	}
	req.Header.Set("User-Agent", c.agent)
	resp, err := c.blobs.Do(req)
	if err != nil {
		if parent.Err() != nil {
			return content{}, &Error{Call: "the download from " + u.Host, Message: "cancelled", cause: contextError(parent.Err())}
		}
		message, again := c.describe(err)
		return content{}, fail(0, message, again)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusRequestTimeout:
		return content{}, fail(resp.StatusCode, strings.ToLower(http.StatusText(resp.StatusCode)), true)
	case resp.StatusCode == http.StatusNotFound || resp.StatusCode == http.StatusGone:
		return content{}, fail(resp.StatusCode, "the store does not have it", false)
	case resp.StatusCode != http.StatusOK:
		return content{}, fail(resp.StatusCode, "the store or a proxy refused the download", true)
	}
	data, err := readAll(resp.Body, maxUnpacked, func() { timer.Reset(stallTimeout) }, true)
	switch {
	case errors.Is(err, errTooLarge):
		return content{}, err
	case parent.Err() != nil:
		return content{}, &Error{Call: "the download from " + u.Host, Message: "cancelled", cause: contextError(parent.Err())}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return content{}, fmt.Errorf("the download was cut off after %d bytes", len(data))
	case err != nil:
		message, _ := c.describe(err)
		return content{}, fmt.Errorf("the download broke off after %d bytes: %s", len(data), message)
	}
	return content{data, resp.Header.Get("Content-Type"), resp.Header.Get("Content-Disposition")}, nil
}

// verify compares the digest that GitHub states, if it states one.
func (a artifact) verify(data []byte) (ok bool, stated string) {
	want, found := strings.CutPrefix(strings.ToLower(strings.TrimSpace(a.Digest)), "sha256:")
	if !found {
		return true, ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]) == want, "sha256:" + want
}

// page tells whether the content is a web page.
func (b content) page() bool {
	kind, _, _ := mime.ParseMediaType(b.kind)
	start := bytes.ToLower(bytes.TrimSpace(b.data[:min(len(b.data), 256)]))
	return kind == "text/html" || bytes.HasPrefix(start, []byte("<!doctype html")) || bytes.HasPrefix(start, []byte("<html"))
}

// bareFile tells whether the content is a file that was uploaded as it is
// rather than as an archive, and its name. A page of a proxy or of the store
// is neither: HTML and XML are not taken for results.
func (b content) bareFile(artifact string) (name string, ok bool) {
	kind, _, err := mime.ParseMediaType(b.kind)
	if err != nil || strings.Contains(kind, "zip") || strings.Contains(kind, "html") || strings.Contains(kind, "xml") {
		return "", false
	}
	if bytes.HasPrefix(b.data, []byte("PK\x03\x04")) || bytes.HasPrefix(b.data, []byte("PK\x05\x06")) || bytes.HasPrefix(bytes.TrimSpace(b.data), []byte("<")) {
		return "", false
	}
	name = artifact
	if _, params, err := mime.ParseMediaType(b.disposition); err == nil && params["filename"] != "" {
		name = params["filename"]
	}
	if name = path.Base(strings.ReplaceAll(name, `\`, "/")); badName(name) != "" || !utf8.ValidString(name) {
		name = "artifact"
	}
	return name, true
}
