package bench

import (
	"bytes"
	"io"
	"sort"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A head is the beginning of a file, as every format is asked about it. What
// is found in it is kept, so that a dozen formats do not read it a dozen times.
type head struct {
	text []byte
	name string

	outlined *outline
	split    []string
}

func newHead(text []byte, name string) *head { return &head{text: text, name: name} }

func (h *head) outline() outline {
	if h.outlined == nil {
		o := outlineOf(h.text)
		h.outlined = &o
	}
	return *h.outlined
}

func (h *head) lines() []string {
	if h.split == nil {
		h.split = linesOf(h.text)
	}
	return h.split
}

// An outline is what the head of a JSON text shows of its structure, for
// sniffing. It holds the paths of the keys down to the third level, with the
// elements of arrays under the same path as the array: {"a": [{"b": 1}]} has
// "a" and "a.b", and so has it as an element of an array at the top.
type outline struct {
	// root is '{' or '[', or 0 where the text holds no JSON document.
	root  byte
	paths map[string]jsontext.Kind
	// texts are the values of the strings among them, the first of each path.
	texts map[string]string
}

// outlineOf reads the first document in head, which may be cut anywhere.
func outlineOf(head []byte) outline {
	o := outline{paths: map[string]jsontext.Kind{}, texts: map[string]string{}}
	br := decodeText(bytes.NewReader(head))
	if _, _, err := nextDocument(br); err != nil {
		return o
	}
	first, _ := br.Peek(1)
	o.root = first[0]
	dec := jsontext.NewDecoder(&docReader{r: br}, jsontext.AllowDuplicateNames(true))
	o.value(dec, "", 0)
	return o
}

// value reads one value and reports whether the text goes on.
func (o *outline) value(dec *jsontext.Decoder, path string, depth int) bool {
	kind := dec.PeekKind()
	if path != "" {
		if _, ok := o.paths[path]; !ok && kind != 0 {
			o.paths[path] = kind
		}
	}
	if depth > 6 || kind != '{' && kind != '[' && kind != '"' {
		return dec.SkipValue() == nil
	}
	token, err := dec.ReadToken()
	if err != nil {
		return false
	}
	if kind == '"' {
		if _, ok := o.texts[path]; !ok {
			o.texts[path] = shorten(token.String(), 80)
		}
		return true
	}
	for dec.PeekKind() != '}' && dec.PeekKind() != ']' {
		inner := path
		if kind == '{' {
			key, err := dec.ReadToken()
			if err != nil {
				return false
			}
			inner = strings.TrimPrefix(path+"."+key.String(), ".")
			if strings.Count(inner, ".") > 2 || len(o.paths) > 500 {
				inner = ""
			}
		}
		if !o.value(dec, inner, depth+1) {
			return false
		}
	}
	_, err = dec.ReadToken()
	return err == nil
}

// has reports whether all paths are there.
func (o outline) has(paths ...string) bool {
	for _, p := range paths {
		if _, ok := o.paths[p]; !ok {
			return false
		}
	}
	return true
}

// keys returns the first few keys of the top level, for messages.
func (o outline) keys() []string {
	var out []string
	for p := range o.paths {
		if !strings.Contains(p, ".") {
			out = append(out, p)
		}
	}
	sort.Strings(out)
	return out[:min(len(out), 6)]
}

// linesOf returns the whole lines of the head's text, for sniffing.
func linesOf(head []byte) []string {
	text, _ := io.ReadAll(io.LimitReader(decodeText(bytes.NewReader(head)), SniffLen))
	return strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
}
