package hubtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
)

// A Request is one that came in.
type Request struct {
	// Host is "api", "store" or "stranger".
	Host, Method, Path, Query string
	// Authorized tells whether it carried an Authorization header.
	Authorized bool
	// Status of the answer; 0 where a fault gave none.
	Status int
	Body   string
}

// A Server serves a world. Close it after use.
type Server struct {
	mu       sync.Mutex
	world    *World
	faults   []*Fault
	requests []Request
	problems []string
	nextID   int64
	checks   map[int64]object
	signed   map[string]int64 // signature, good for one download

	onSilence func() // see OnSilence

	description *Description
	closed      chan struct{}
	api, store  *httptest.Server
	stranger    *httptest.Server
}

// Start serves a world on loopback addresses. With a description, every
// request and answer of the API is held against it.
func Start(w *World, d *Description) *Server {
	if w.Comments == nil {
		w.Comments = make(map[int][]Comment)
	}
	s := &Server{world: w, nextID: 9000, checks: make(map[int64]object), signed: make(map[string]int64),
		description: d, closed: make(chan struct{})}
	// They name one another in their answers, so none may answer before all
	// are known.
	s.api = httptest.NewUnstartedServer(http.HandlerFunc(s.serveAPI))
	s.store = httptest.NewUnstartedServer(http.HandlerFunc(s.serveStore))
	s.stranger = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.record("stranger", r, "", 200)
	}))
	for _, h := range []*httptest.Server{s.stranger, s.store, s.api} {
		h.Start()
	}
	return s
}

// Close ends the server.
func (s *Server) Close() {
	close(s.closed)
	for _, h := range []*httptest.Server{s.api, s.store, s.stranger} {
		h.CloseClientConnections()
		h.Close()
	}
}

// URL is the root of the API.
func (s *Server) URL() string { return or(s.world.PublicAPI, s.api.URL) + s.world.Prefix }

// Served returns the addresses on the loopback interface that API and blob
// store are served on, whatever clients know them by.
func (s *Server) Served() (api, store string) { return s.api.URL, s.store.URL }

func (s *Server) apiRoot() string { return s.URL() }

// StoreURL is the root of the blob store. Its host is another name for the
// same machine, since Go's client takes a host for the same whatever its port.
func (s *Server) StoreURL() string {
	if s.world.PublicStore != "" {
		return s.world.PublicStore
	}
	return strings.Replace(s.store.URL, "127.0.0.1", "localhost", 1)
}

// StrangerURL is a server that nothing should ever be sent to.
func (s *Server) StrangerURL() string {
	return strings.Replace(s.stranger.URL, "127.0.0.1", "localhost", 1)
}

func (s *Server) web(path string) string { return "https://github.example.test/" + path }

// OnSilence has f called whenever a Slow fault has begun to keep silent. The
// client may be another process, so nothing else orders this before its calls.
func (s *Server) OnSilence(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.onSilence = f
}

// silent tells that a Slow fault has begun.
func (s *Server) silent() {
	s.mu.Lock()
	f := s.onSilence
	s.mu.Unlock()
	if f != nil {
		f()
	}
}

// Fail puts faults before the calls that follow, and removes earlier ones.
func (s *Server) Fail(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
	for _, f := range faults {
		s.faults = append(s.faults, &f)
	}
}

// Requests returns what came in so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Calls counts the requests to the API.
func (s *Server) Calls() int {
	n := 0
	for _, r := range s.Requests() {
		if r.Host == "api" {
			n++
		}
	}
	return n
}

// Problems returns where requests or answers did not agree with the
// description.
func (s *Server) Problems() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.problems)
}

// Comments returns those of a pull request, oldest first.
func (s *Server) Comments(pr int) []Comment {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.world.Comments[pr])
}

// SetComments replaces those of a pull request.
func (s *Server) SetComments(pr int, list ...Comment) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.Comments[pr] = list
}

// SetToken makes another token the one that is accepted.
func (s *Server) SetToken(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.Token = token
}

// Checks returns the bodies of the check runs, in order of their ids.
func (s *Server) Checks() []map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []map[string]any
	for id := range s.nextID + 1 {
		if c, ok := s.checks[id]; ok {
			list = append(list, c)
		}
	}
	return list
}

func (s *Server) record(host string, r *http.Request, body string, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, Request{Host: host, Method: r.Method, Path: r.URL.EscapedPath(), Query: r.URL.RawQuery,
		Authorized: r.Header.Get("Authorization") != "", Status: status, Body: body})
}

func (s *Server) serveAPI(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	path, ok := strings.CutPrefix(r.URL.EscapedPath(), s.world.Prefix)
	if !ok || path == "" {
		s.record("api", r, string(body), 404)
		s.send(w, 404, object{"message": "Not Found (this server serves " + s.world.Prefix + " only)"})
		return
	}
	if s.world.Gitea && strings.HasSuffix(path, "/zip/raw") {
		s.serveStore(w, r)
		return
	}
	route, params := match(r.Method, path)
	handled, kind := s.fault(w, r, path, false)
	if handled {
		s.check(route, path, r, body, nil, nil, 0)
		s.record("api", r, string(body), 0)
		return
	}
	a := answer{status: 404, body: object{"message": "Not Found", "documentation_url": "https://docs.github.com/rest", "status": "404"}}
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case s.world.Token != "" && token != s.world.Token:
		a = answer{status: 401, body: object{"message": "Bad credentials", "documentation_url": "https://docs.github.com/rest"}}
	case route != nil && s.world.Gitea && route.gitea == "":
	case route != nil && (params["owner"] == "" || params["owner"] == s.world.Owner && params["repo"] == s.world.Name):
		s.mu.Lock()
		a = route.serve(s, in{params: params, query: r.URL.Query(), body: body})
		s.mu.Unlock()
	}
	var data []byte
	if a.body != nil {
		data, _ = json.Marshal(a.body)
	}
	if a.link != "" {
		w.Header().Set("Link", a.link)
	}
	if a.to != "" {
		w.Header().Set("Location", a.to)
	}
	if a.body != nil {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
	}
	s.check(route, path, r, body, w.Header(), data, a.status)
	s.record("api", r, string(body), a.status)
	if kind == WrongContent && a.body != nil {
		data = []byte(`{"unexpected": true}`)
	}
	deliver(w, a.status, data, kind == Cut)
}

func (s *Server) serveStore(w http.ResponseWriter, r *http.Request) {
	handled, kind := s.fault(w, r, r.URL.Path, true)
	if handled {
		s.record("store", r, "", 0)
		return
	}
	refuse := func(status int, code string) {
		s.record("store", r, "", status)
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(status)
		fmt.Fprintf(w, `<?xml version="1.0" encoding="utf-8"?><Error><Code>%s</Code></Error>`, code)
	}
	s.mu.Lock()
	sig := r.URL.Query().Get("sig")
	id, ok := s.signed[sig]
	delete(s.signed, sig)
	var a *Artifact
	for i := range s.world.Artifacts {
		if s.world.Artifacts[i].ID == id {
			a = &s.world.Artifacts[i]
		}
	}
	s.mu.Unlock()
	switch {
	case r.Header.Get("Authorization") != "":
		refuse(403, "InvalidAuthenticationInfo")
		return
	case !ok || a == nil:
		refuse(403, "AuthenticationFailed")
		return
	}
	s.record("store", r, "", 200)
	w.Header().Set("Content-Type", or(a.ContentType, "application/zip"))
	if a.Disposition != "" {
		w.Header().Set("Content-Disposition", a.Disposition)
	}
	data := a.Data
	if kind == WrongContent && len(data) > 0 {
		data = bytes.Clone(data)
		data[len(data)/2] ^= 0xff
	}
	deliver(w, 200, data, kind == Cut)
}

// check holds a request, and the answer unless status is 0, against the
// description.
func (s *Server) check(route *route, path string, r *http.Request, body []byte, header http.Header, data []byte, status int) {
	if s.description == nil {
		return
	}
	problem := ""
	if route == nil {
		problem = "no such call in the API"
	} else if err := s.description.check(route, path, r, body, header, data, status); err != nil {
		problem = err.Error()
	}
	if problem != "" {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.problems = append(s.problems, fmt.Sprintf("%s %s: %s", r.Method, r.URL, problem))
	}
}
