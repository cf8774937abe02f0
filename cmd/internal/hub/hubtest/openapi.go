package hubtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// A Description is GitHub's own description of its API, as far as the server
// serves it.
type Description struct {
	// Name is the file it was read from, without ".json".
	Name string
	doc  *openapi3.T
}

var (
	loaded   = make(map[string]*Description)
	loadedMu sync.Mutex
)

// LoadDescription reads the description of a version of the API,
// "api.github.com" or "ghes-3.19", from dir, the unpacked npm package
// @octokit/openapi (its folder generated holds the files). What the server
// does not serve is left out before it is interpreted: the file is large.
// Each is read once in a process.
func LoadDescription(dir, name string) (*Description, error) {
	loadedMu.Lock()
	defer loadedMu.Unlock()
	if d := loaded[dir+"\x00"+name]; d != nil {
		return d, nil
	}
	data, err := os.ReadFile(filepath.Join(dir, "generated", name+".json"))
	if err != nil {
		return nil, fmt.Errorf("reading the description of the API: %w", err)
	}
	small, err := reduce(data)
	if err != nil {
		return nil, fmt.Errorf("reducing the description %q: %w", name, err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(small)
	if err != nil {
		return nil, fmt.Errorf("interpreting the description %q: %w", name, err)
	}
	d := &Description{Name: name, doc: doc}
	loaded[dir+"\x00"+name] = d
	return d, nil
}

// reduce keeps the paths of the routes, and the components that they refer to.
func reduce(data []byte) ([]byte, error) {
	var all struct {
		OpenAPI    string                                `json:"openapi"`
		Info       json.RawMessage                       `json:"info"`
		Paths      map[string]json.RawMessage            `json:"paths"`
		Components map[string]map[string]json.RawMessage `json:"components"`
	}
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	paths := make(map[string]json.RawMessage)
	kept := make(map[string]map[string]json.RawMessage)
	var follow func(raw json.RawMessage)
	follow = func(raw json.RawMessage) {
		rest := raw
		for {
			_, after, ok := bytes.Cut(rest, []byte(`"#/components/`))
			if !ok {
				return
			}
			ref, tail, _ := bytes.Cut(after, []byte(`"`))
			rest = tail
			kind, name, _ := strings.Cut(string(ref), "/")
			if kept[kind] == nil {
				kept[kind] = make(map[string]json.RawMessage)
			}
			if target, ok := all.Components[kind][name]; ok && kept[kind][name] == nil {
				kept[kind][name] = target
				follow(target)
			}
		}
	}
	for _, r := range routes {
		raw, ok := all.Paths[r.template]
		if !ok {
			return nil, fmt.Errorf("it has no path %q", r.template)
		}
		paths[r.template] = raw
		follow(raw)
	}
	return json.Marshal(object{"openapi": all.OpenAPI, "info": all.Info, "paths": paths, "components": kept})
}

// check holds a request, and the answer unless status is 0, against the
// description.
func (d *Description) check(template string, params map[string]string, r *http.Request, body []byte, header http.Header, data []byte, status int) error {
	item := d.doc.Paths.Value(template)
	if item == nil || item.GetOperation(r.Method) == nil {
		return fmt.Errorf("%s %s is not in the description %q", r.Method, template, d.Name)
	}
	clone := r.Clone(context.Background())
	clone.Body = io.NopCloser(bytes.NewReader(body))
	if q := clone.URL.Query(); strings.HasPrefix(q.Get("created"), "<=") {
		// The text of the description allows the search syntax here, its
		// format only a time.
		q.Set("created", strings.TrimPrefix(q.Get("created"), "<="))
		u := *clone.URL
		u.RawQuery = q.Encode()
		clone.URL = &u
	}
	if len(body) == 0 {
		clone.Body = http.NoBody
	}
	request := &openapi3filter.RequestValidationInput{
		Request: clone, PathParams: params,
		Route:   &routers.Route{Spec: d.doc, Path: template, PathItem: item, Method: r.Method, Operation: item.GetOperation(r.Method)},
		Options: &openapi3filter.Options{MultiError: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	}
	if err := openapi3filter.ValidateRequest(context.Background(), request); err != nil {
		return fmt.Errorf("request: %w", err)
	}
	if status == 0 {
		return nil
	}
	err := openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: request, Status: status, Header: header, Body: io.NopCloser(bytes.NewReader(data)), Options: request.Options})
	if err != nil {
		return fmt.Errorf("answer %d: %w", status, err)
	}
	return nil
}
