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
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// A Description is GitHub's or Gitea's own description of its API, as far as
// the server serves it.
type Description struct {
	// Name is the file it was read from, without ".json".
	Name  string
	doc   *openapi3.T
	gitea bool
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
	return load(filepath.Join(dir, "generated", name+".json"), name, false)
}

// LoadGitea reads Gitea's description of its API from dir, the Go module
// code.gitea.io/gitea, in which it is a template.
func LoadGitea(dir string) (*Description, error) {
	return load(filepath.Join(dir, "templates", "swagger", "v1_openapi3_json.tmpl"), "gitea", true)
}

// action is what a template has in place of a version or address.
var action = regexp.MustCompile(`\{\{[^{}]*\}\}`)

func load(file, name string, gitea bool) (*Description, error) {
	loadedMu.Lock()
	defer loadedMu.Unlock()
	if d := loaded[file]; d != nil {
		return d, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the description of the API: %w", err)
	}
	if gitea {
		data = action.ReplaceAll(data, nil)
	}
	small, err := reduce(data, gitea)
	if err != nil {
		return nil, fmt.Errorf("reducing the description %q: %w", name, err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(small)
	if err != nil {
		return nil, fmt.Errorf("interpreting the description %q: %w", name, err)
	}
	d := &Description{Name: name, doc: doc, gitea: gitea}
	loaded[file] = d
	return d, nil
}

// reduce keeps the paths of the routes, and the components that they refer to.
func reduce(data []byte, gitea bool) ([]byte, error) {
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
		template := r.template
		if gitea {
			template = r.gitea
		}
		if template == "" {
			continue
		}
		raw, ok := all.Paths[template]
		if !ok {
			return nil, fmt.Errorf("it has no path %q", template)
		}
		paths[template] = raw
		follow(raw)
	}
	return json.Marshal(object{"openapi": all.OpenAPI, "info": all.Info, "paths": paths, "components": kept})
}

// check holds a request, and the answer unless status is 0, against the
// description; path is that of the request below the API's root.
func (d *Description) check(route *route, path string, r *http.Request, body []byte, header http.Header, data []byte, status int) error {
	template := route.template
	if d.gitea {
		if template = route.gitea; template == "" {
			return nil // it has no such call, and the answer says so
		}
		data = withoutNulls(data) // its description never says what may be null
	}
	params, _ := fit(template, path)
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
	if d.gitea {
		return d.known(item.GetOperation(r.Method), data, status)
	}
	return nil
}

// known finds fields that the description does not have: its schemas require
// nothing and allow more than they name, so that a wrong name would pass.
func (d *Description) known(o *openapi3.Operation, data []byte, status int) error {
	a := o.Responses.Status(status)
	if a == nil || a.Value == nil || a.Value.Content.Get("application/json") == nil {
		return nil
	}
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	if unknown := unknownFields("", a.Value.Content.Get("application/json").Schema, value); len(unknown) > 0 {
		slices.Sort(unknown)
		return fmt.Errorf("answer %d: the description has no field %s", status, strings.Join(slices.Compact(unknown), ", "))
	}
	return nil
}

func unknownFields(at string, schema *openapi3.SchemaRef, value any) (unknown []string) {
	if schema == nil || schema.Value == nil {
		return nil
	}
	switch v := value.(type) {
	case []any:
		for _, e := range v {
			unknown = append(unknown, unknownFields(at+"[]", schema.Value.Items, e)...)
		}
	case map[string]any:
		for k, e := range v {
			field, ok := schema.Value.Properties[k]
			if !ok && len(schema.Value.Properties) > 0 {
				unknown = append(unknown, at+"."+k)
			}
			unknown = append(unknown, unknownFields(at+"."+k, field, e)...)
		}
	}
	return unknown
}

// withoutNulls leaves out the fields of a JSON text that are null.
func withoutNulls(data []byte) []byte {
	var value any
	if json.Unmarshal(data, &value) != nil {
		return data
	}
	var strip func(v any)
	strip = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				strip(e)
			}
		case map[string]any:
			for k, e := range v {
				if e == nil {
					delete(v, k)
				}
				strip(e)
			}
		}
	}
	strip(value)
	out, err := json.Marshal(value)
	if err != nil {
		return data
	}
	return out
}
