package bench

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

func sniffCatch2(h *head) bool {
	for _, line := range h.lines() {
		if catchRoot(line) || catchTable(line) {
			return true
		}
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "<?") && strings.HasPrefix(line, "<") {
			return false
		}
	}
	return false
}

func catchRoot(line string) bool {
	rest, _ := strings.CutPrefix(strings.TrimSpace(line), "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
	for _, root := range []string{"<Catch ", "<Catch>", "<Catch2TestRun ", "<Catch2TestRun>"} {
		if strings.HasPrefix(rest, root) {
			return true
		}
	}
	return false
}

// catchTable reports whether a line is the head of the console's table.
func catchTable(line string) bool {
	return strings.Join(strings.Fields(line), " ") == "benchmark name samples iterations estimated"
}

// readCatch2 reads the XML of Catch2 (-r xml). Catch2 keeps no sample in any
// of its outputs: the mean over the samples of a process is all that there is,
// and becomes the one repetition of its run. So each side needs as many files
// as a test needs values. The group of a benchmark is its test case with its
// sections.
func readCatch2(r io.Reader, in Input, b *Builder) error {
	br := bufio.NewReaderSize(r, SniffLen)
	text, _ := br.Peek(SniffLen)
	if lines := linesOf(text); slices.ContainsFunc(lines, catchTable) && !slices.ContainsFunc(lines, catchRoot) {
		return refuse(in, b, "this is Catch2's console output, whose numbers are rounded and whose names are wrapped", "run the program with -r xml -o FILE")
	}
	c := &catch2{in: in, b: b, env: &Environment{Harness: "Catch2"}, times: map[Key]int{}}
	b.StartRun(c.env)
	c.dec = xml.NewDecoder(br)
	c.dec.CharsetReader = func(label string, r io.Reader) (io.Reader, error) {
		if l := strings.ToLower(label); strings.HasPrefix(l, "utf-16") || l == "us-ascii" {
			return r, nil // the text was decoded already
		}
		return nil, fmt.Errorf("the encoding %q is not known here; convert the file to UTF-8", shorten(label, 40))
	}
	for {
		token, err := c.dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return c.syntax(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = c.start(t)
		case xml.EndElement:
			c.end(t)
		}
		if err != nil {
			return err
		}
	}
	if !c.root {
		return c.errorf("there is no XML of Catch2 in it")
	}
	if c.values > 0 {
		b.Note(Note{Code: NoteOneEstimate, Message: "Catch2 keeps no samples: the mean of a benchmark is one value for each process",
			Advice: "run the program several times, each into a file of its own"})
	}
	return nil
}

type catch2 struct {
	in     Input
	b      *Builder
	env    *Environment
	dec    *xml.Decoder
	root   bool
	values int
	path   []string // names of the open test case and sections
	name   string   // of the open benchmark
	open   bool
	done   bool // the open benchmark has a mean or a failure
	times  map[Key]int
}

func (c *catch2) start(t xml.StartElement) error {
	switch t.Name.Local {
	case "Catch", "Catch2TestRun":
		c.root = true
		if v := attribute(t, "catch2-version"); v != "" {
			c.env.Harness = "Catch2 " + v
		}
	case "TestCase", "Section":
		c.path = append(c.path, attribute(t, "name"))
	case "BenchmarkResults":
		if attribute(t, "name") == "" {
			return c.errorf("a benchmark without a name")
		}
		c.begin(attribute(t, "name"))
	case "mean":
		if c.open {
			return c.mean(attribute(t, "value"))
		}
	case "failed":
		if c.open {
			c.done = true
			c.b.Problem(Problem{Group: c.group(), Benchmark: c.name, Kind: Failed, Message: attribute(t, "message")})
		}
	}
	if !c.root {
		return c.errorf("the root element is %q, not Catch2TestRun or Catch", shorten(t.Name.Local, 40))
	}
	return nil
}

// begin opens a benchmark. A process runs each one once, so that a name which
// comes again in its test case is another benchmark, of another value of a
// generator: it is told apart by its number.
func (c *catch2) begin(name string) {
	key := Key{Group: c.group(), Benchmark: name}
	c.times[key]++
	if n := c.times[key]; n > 1 {
		name = fmt.Sprintf("%s #%d", name, n)
	}
	c.name, c.open, c.done = name, true, false
}

// mean adds the mean, which Catch2 prints in nanoseconds.
func (c *catch2) mean(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return c.errorf("the mean of %q is %q, no number", c.name, shorten(text, 40))
	}
	c.done = true
	c.values++
	c.b.Add(c.group(), c.name, wallTime("ns"), v)
	return nil
}

func (c *catch2) end(t xml.EndElement) {
	switch t.Name.Local {
	case "TestCase", "Section":
		if len(c.path) > 0 {
			c.path = c.path[:len(c.path)-1]
		}
	case "BenchmarkResults":
		if c.open && !c.done {
			c.b.Problem(Problem{Group: c.group(), Benchmark: c.name, Kind: Failed, Message: "it began but has no result"})
		}
		c.open = false
	}
}

func (c *catch2) group() string { return strings.Join(c.path, "/") }

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// syntax gives an error of the decoder its place.
func (c *catch2) syntax(err error) error {
	var syntax *xml.SyntaxError
	if reason, ok := strings.CutPrefix(err.Error(), "xml: "); ok { // another version or encoding
		return c.errorf("not XML that can be read: %s", shorten(reason, 200))
	}
	if !errors.As(err, &syntax) {
		return fmt.Errorf("reading %q: %w", c.in.Name, err)
	}
	e := &SyntaxError{File: c.in.Name, Line: syntax.Line, Offset: c.dec.InputOffset(), Message: "not valid XML: " + syntax.Msg,
		Advice: "let Catch2 write its results to a file of their own, with -o FILE"}
	if syntax.Msg == "unexpected EOF" {
		e.Message, e.Advice = "the file ends in the middle of the XML document", "the program was probably stopped; run it again"
	}
	return e
}

func (c *catch2) errorf(format string, args ...any) error {
	line, _ := c.dec.InputPos()
	return &SyntaxError{File: c.in.Name, Line: line, Offset: c.dec.InputOffset(), Message: fmt.Sprintf(format, args...)}
}
