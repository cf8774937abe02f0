package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// defaultConfig is read where it exists and no other file is named.
const defaultConfig = ".noisegate.yml"

// maxConfigSize bounds what is read as a configuration, in bytes.
const maxConfigSize = 1 << 20

// loadConfig reads the configuration file at path into o. A missing file is
// an error only if it was named, that is, if optional is false.
func loadConfig(o *options, path, name string, optional bool) error {
	text, err := readConfig(path)
	if optional && errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return usageError("reading configuration %q: %w", name, cause(err))
	}
	return parseConfig(o, name, text)
}

// readConfig reads a file or a pipe, within bounds. A device may never end.
func readConfig(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode()&os.ModeDevice != 0 && path != os.DevNull {
		return nil, errors.New("it is a device, which may never end")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxConfigSize+1))
	if err == nil && len(text) > maxConfigSize {
		err = fmt.Errorf("larger than %d bytes", maxConfigSize)
	}
	return text, err
}

// parseConfig reads a configuration text into o; name is the file in
// messages. Every error is one of usage and carries line and column. Values
// are taken as they are written, so that 0.05, 5% and 1_000 mean here what
// they mean as flags.
func parseConfig(o *options, name string, text []byte) error {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return usageError("reading configuration %s", yamlError(name, err))
	}
	c := configReader{name: name, options: o}
	bodies := 0
	for _, doc := range file.Docs {
		if doc.Body == nil || doc.Body.Type() == ast.NullType || doc.Body.Type() == ast.CommentType {
			continue
		}
		if bodies++; bodies > 1 {
			return c.errorAt(doc.Body, "a second document; a configuration is one")
		}
		if err := c.mapping(doc.Body, "", c.setting); err != nil {
			return err
		}
	}
	return nil
}

// yamlError keeps the position and the first line of the parser's message,
// which goes on with an excerpt of the file.
func yamlError(name string, err error) string {
	type positioned interface {
		GetMessage() string
		GetToken() *token.Token
	}
	var p positioned
	if errors.As(err, &p) && p.GetToken() != nil {
		at := p.GetToken().Position
		return fmt.Sprintf("%s:%d:%d: %s", name, at.Line, at.Column, p.GetMessage())
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return name + ": " + first
}

// A configReader walks the nodes of one configuration file.
type configReader struct {
	name string
	*options
}

// errorAt is a usage error at the place of a node.
func (c *configReader) errorAt(n ast.Node, format string, args ...any) error {
	at := n.GetToken().Position
	return usageError("reading configuration %s:%d:%d: %w", c.name, at.Line, at.Column, fmt.Errorf(format, args...))
}

// mapping calls set for every key of a mapping; a key may stand only once.
func (c *configReader) mapping(n ast.Node, what string, set func(key string, k, v ast.Node) error) error {
	var values []*ast.MappingValueNode
	switch m := n.(type) {
	case *ast.MappingNode:
		values = m.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{m}
	default:
		return c.errorAt(n, "%swant keys and values, such as threshold: 5%%", what)
	}
	seen := map[string]bool{}
	for _, v := range values {
		key, ok := scalar(v.Key)
		if !ok {
			return c.errorAt(v.Key, "%sa key is a plain word", what)
		}
		if seen[key] {
			return c.errorAt(v.Key, "%skey %q stands twice", what, key)
		}
		seen[key] = true
		if err := set(key, v.Key, v.Value); err != nil {
			return err
		}
	}
	return nil
}

// setting reads one key of the top level.
func (c *configReader) setting(key string, k, v ast.Node) error {
	if key == "rules" {
		return c.rules(v)
	}
	s, ok := settingByName(key)
	if !ok {
		known := append(settingNames(), "rules")
		return c.errorAt(k, "unknown key %q%s; known are %s", key, suggest(key, known), strings.Join(known, ", "))
	}
	text, err := c.text(key, v)
	if err != nil {
		return err
	}
	if err := s.set(c.options, text); err != nil {
		return c.errorAt(v, "%s %q: %w", key, text, err)
	}
	return nil
}

// text is the value of a key as written; a list of metrics is joined.
func (c *configReader) text(key string, v ast.Node) (string, error) {
	if list, ok := v.(*ast.SequenceNode); ok && key == "metrics" {
		var items []string
		for _, item := range list.Values {
			s, ok := scalar(item)
			if !ok || strings.ContainsAny(s, ",\n") {
				return "", c.errorAt(item, "metrics: want one metric or glob an item")
			}
			items = append(items, s)
		}
		return strings.Join(items, ","), nil
	}
	s, ok := scalar(v)
	if !ok {
		return "", c.errorAt(v, "%s: want a single value", key)
	}
	return s, nil
}

// scalar returns a plain or quoted scalar as it is written. Null, lists,
// mappings, anchors, aliases and tags are none.
func scalar(n ast.Node) (string, bool) {
	switch v := n.(type) {
	case *ast.StringNode:
		return v.Value, true
	case *ast.LiteralNode:
		return v.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// parseBool takes YAML's two words.
func parseBool(s string) (bool, error) {
	switch strings.ToLower(s) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, errors.New("want true or false")
}

// direction reads what is better as gate.Rule keeps it.
func direction(s string) (higher bool, err error) {
	switch s {
	case "lower":
		return false, nil
	case "higher":
		return true, nil
	}
	return false, errors.New("want lower or higher: what is better" + suggest(s, []string{"lower", "higher"}))
}
