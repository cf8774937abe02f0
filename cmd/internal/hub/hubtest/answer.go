package hubtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
)

// An answer is what a route gives.
type answer struct {
	status int
	body   any // JSON; nil for none
	link   string
	to     string // Location
}

func (s *Server) send(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may have gone
}

// deliver sends data, or half of it and then nothing.
func deliver(w http.ResponseWriter, status int, data []byte, cut bool) {
	if status == http.StatusNoContent {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	if !cut {
		_, _ = w.Write(data)
		return
	}
	_, _ = w.Write(data[:len(data)/2])
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
	panic(http.ErrAbortHandler)
}

// pageOf cuts a page out of a list and makes the Link header.
func pageOf[T any](s *Server, path string, query url.Values, list []T) ([]T, string) {
	per, _ := strconv.Atoi(or(query.Get("per_page"), "30"))
	page, _ := strconv.Atoi(or(query.Get("page"), "1"))
	per, page = min(max(per, 1), 100), max(page, 1)
	from, to := min((page-1)*per, len(list)), min(page*per, len(list))
	link := ""
	if to < len(list) {
		q := url.Values{}
		for k, v := range query {
			q[k] = v
		}
		q.Set("page", strconv.Itoa(page+1))
		link = fmt.Sprintf(`<%s%s?%s>; rel="next"`, s.apiRoot(), path, q.Encode())
	}
	return list[from:to], link
}

// Routes are the calls that the server knows: method and template.
func Routes() (list []string) {
	for _, r := range routes {
		list = append(list, r.method+" "+r.template)
	}
	return list
}

// Route is that of a request below the API's root, "" where there is none.
func Route(method, path string) string {
	if r, _ := match(method, path); r != nil {
		return r.method + " " + r.template
	}
	return ""
}
