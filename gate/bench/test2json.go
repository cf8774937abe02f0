package bench

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
)

// isTest2JSON reports whether the first lines hold events of go test -json.
func isTest2JSON(lines []string) bool {
	for i, line := range lines {
		if i > 20 {
			return false
		}
		if strings.HasPrefix(line, "{") && strings.Contains(line, `"Action":`) && strings.Contains(line, `"Package":`) {
			return true
		}
	}
	return false
}

// joinTest2JSON puts the output of a go test -json stream together, package by
// package, since events of several packages may alternate and an event holds
// a part of a line. It returns the text and for each of its lines the line of
// the file from which its beginning came.
func joinTest2JSON(r *bufio.Reader, in Input) (io.Reader, []int, error) {
	type output struct {
		text  bytes.Buffer
		lines []int
		open  bool // the last line goes on
	}
	var order []*output
	packages := map[string]*output{}
	for line := 1; ; line++ {
		event, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, nil, &SyntaxError{File: in.Name, Line: line, Offset: -1, Message: "reading the go test -json stream: " + err.Error()}
		}
		last := err != nil
		if text := bytes.TrimSpace(event); len(text) > 0 && text[0] == '{' {
			var e struct{ Action, Package, ImportPath, Output string }
			if err := json.Unmarshal(text, &e); err != nil {
				return nil, nil, &SyntaxError{File: in.Name, Line: line, Offset: -1,
					Message: "an event of the go test -json stream is not valid JSON", Advice: "check that the stream is whole, or pass the plain output of go test -bench"}
			}
			p := packages[e.Package]
			if p == nil {
				p = &output{}
				packages[e.Package] = p
				order = append(order, p)
			}
			if e.Action == "output" && e.Output != "" {
				for part := range strings.Lines(e.Output) {
					if !p.open {
						p.lines = append(p.lines, line)
					}
					p.open = !strings.HasSuffix(part, "\n")
					p.text.WriteString(part)
				}
			}
		}
		if last {
			break
		}
	}
	var readers []io.Reader
	var lines []int
	for _, p := range order {
		if p.open {
			p.text.WriteByte('\n')
		}
		readers = append(readers, &p.text)
		lines = append(lines, p.lines...)
	}
	return io.MultiReader(readers...), lines, nil
}
