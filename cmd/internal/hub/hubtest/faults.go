package hubtest

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

// A Fault is an answer given in place of the real one.
type Fault struct {
	// Method and Path (a regular expression on the path below the API's
	// prefix, or on the store's) choose the calls; an empty Method is any.
	Method, Path string
	// Store puts the fault before the blob store rather than the API.
	Store bool
	// Times is how many calls fail before the real answer comes; 0 is all.
	Times int
	// Kind is one of Kinds.
	Kind Kind

	used int
}

// Struck is how many calls the faults of the last Fail have struck so far.
func (s *Server) Struck() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.faults {
		n += f.used
	}
	return n
}

// A Kind is what goes wrong.
type Kind string

// Kinds of faults, in the order of the table in docs/github.md.
const (
	Unauthorized   Kind = "401"
	Forbidden      Kind = "403, permission"
	PrimaryLimit   Kind = "403, primary limit, short"
	PrimaryForever Kind = "403, primary limit, long"
	SecondaryLimit Kind = "403, secondary limit"
	TooMany        Kind = "429"
	// SecondaryUntold is a secondary limit that says nothing of when it ends.
	SecondaryUntold Kind = "403, secondary limit, no time"
	NotFound        Kind = "404"
	Gone            Kind = "410"
	Unprocessable   Kind = "422"
	ServerError     Kind = "500"
	BadGateway      Kind = "502"
	Unavailable     Kind = "503"
	Slow            Kind = "no answer"
	Cut             Kind = "cut off in the middle"
	WrongType       Kind = "an HTML page, 200"
	WrongContent    Kind = "other content"
	RedirectLoop    Kind = "redirect loop"
	Redirect        Kind = "redirect to a stranger"
)

// Kinds lists all of them.
func Kinds() []Kind {
	return []Kind{Unauthorized, Forbidden, PrimaryLimit, PrimaryForever, SecondaryLimit, SecondaryUntold, TooMany, NotFound, Gone, Unprocessable,
		ServerError, BadGateway, Unavailable, Slow, Cut, WrongType, WrongContent, RedirectLoop, Redirect}
}

const page = "<!DOCTYPE html><html><title>Sign in to the proxy</title></html>"

// fault gives the answer of the first fault that applies, if any.
func (s *Server) fault(w http.ResponseWriter, r *http.Request, path string, store bool) (handled bool, kind Kind) {
	s.mu.Lock()
	for _, f := range s.faults {
		if f.Store == store && (f.Method == "" || f.Method == r.Method) && (f.Times == 0 || f.used < f.Times) && regexp.MustCompile(f.Path).MatchString(path) {
			f.used++
			kind = f.Kind
			break
		}
	}
	s.mu.Unlock()
	h := w.Header()
	switch kind {
	case "", WrongContent:
		return false, kind
	case Unauthorized:
		s.send(w, 401, object{"message": "Bad credentials: " + r.Header.Get("Authorization"), "documentation_url": "https://docs.github.com/rest"})
	case Forbidden:
		s.send(w, 403, object{"message": "Resource not accessible by integration", "documentation_url": "https://docs.github.com/rest"})
	case PrimaryLimit, PrimaryForever:
		at := time.Now().Add(time.Second)
		if kind == PrimaryForever {
			at = at.Add(50 * time.Minute)
		}
		h.Set("X-RateLimit-Remaining", "0")
		h.Set("X-RateLimit-Reset", strconv.FormatInt(at.Unix(), 10))
		s.send(w, 403, object{"message": "API rate limit exceeded for installation ID 1."})
	case SecondaryLimit, SecondaryUntold:
		if kind == SecondaryLimit {
			h.Set("Retry-After", "1")
		}
		s.send(w, 403, object{"message": "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."})
	case TooMany:
		h.Set("Retry-After", time.Now().Add(2*time.Second).UTC().Format(http.TimeFormat))
		s.send(w, 429, object{"message": "Too many requests"})
	case NotFound:
		s.send(w, 404, object{"message": "Not Found", "documentation_url": "https://docs.github.com/rest", "status": "404"})
	case Gone:
		s.send(w, 410, object{"message": "Artifact has expired", "documentation_url": "https://docs.github.com/rest"})
	case Unprocessable:
		s.send(w, 422, object{"message": "Validation Failed", "documentation_url": "https://docs.github.com/rest", "errors": []any{object{"code": "invalid", "message": "it is not valid"}}})
	case ServerError, BadGateway, Unavailable:
		code, _ := strconv.Atoi(string(kind))
		h.Set("Content-Type", "text/html")
		w.WriteHeader(code)
		fmt.Fprint(w, page)
	case Slow:
		s.silent()
		select {
		case <-r.Context().Done():
		case <-s.closed:
		}
	case WrongType:
		h.Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, page)
	case RedirectLoop:
		h.Set("Location", r.URL.RequestURI())
		w.WriteHeader(http.StatusTemporaryRedirect)
	case Redirect:
		h.Set("Location", s.StrangerURL()+"/stolen")
		w.WriteHeader(http.StatusTemporaryRedirect)
	case Cut:
		return false, kind
	}
	return true, kind
}
