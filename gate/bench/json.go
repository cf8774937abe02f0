package bench

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// readJSON calls document for every JSON document of the input, with the
// reader at its first byte. Text around the documents is passed over with a
// note. An input without a document is an error.
func readJSON(r io.Reader, in Input, b *Builder, document func(*jsonReader) error) error {
	br, ok := r.(*bufio.Reader)
	if !ok {
		br = bufio.NewReaderSize(r, SniffLen)
	}
	j := &jsonReader{in: in, b: b, names: map[string]string{}, twice: map[string]bool{}}
	documents, text := 0, false
	for {
		skipped, other, err := nextDocument(br)
		j.base += skipped
		text = text || other
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("reading %q: %w", in.Name, err)
		}
		documents++
		doc := &docReader{r: br}
		if err := j.read(doc, document); err != nil {
			return err
		}
		j.base += doc.count
	}
	if documents == 0 {
		return &SyntaxError{File: in.Name, Offset: -1, Message: "there is no JSON document in it", Advice: "check that the harness wrote its results there"}
	}
	if text {
		b.Note(Note{Code: NoteSurroundingText, Message: "text before or after the JSON document was passed over",
			Advice: "let the harness write its results to a file of their own"})
	}
	return nil
}

// A jsonReader reads one JSON document in the order of its text, so that no
// document is ever held as a whole. Its methods return a *[SyntaxError] with
// the place. Keys are case-sensitive; of a key that an object holds twice the
// first counts, and a note says so.
type jsonReader struct {
	in    Input
	b     *Builder
	dec   *jsontext.Decoder
	base  int64             // where the document begins
	names map[string]string // one copy of every string that was asked for
	keys  []string          // of the objects that are open, innermost last
	twice map[string]bool   // keys that were noted as duplicates
	buf   []byte
	list  []float64
}

func (j *jsonReader) read(doc *docReader, document func(*jsonReader) error) error {
	j.dec = jsontext.NewDecoder(doc, jsontext.AllowDuplicateNames(true))
	j.keys = j.keys[:0]
	if err := document(j); err != nil {
		return err
	}
	if _, err := j.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return j.wrap(err)
	}
	return nil
}

// object reads an object; member is called for each key and must read or skip
// its value.
func (j *jsonReader) object(member func(key string) error) error {
	if err := j.open('{'); err != nil {
		return err
	}
	base := len(j.keys)
	defer func() { j.keys = j.keys[:base] }()
	var many map[string]bool
	for j.dec.PeekKind() != '}' {
		if j.dec.PeekKind() == '0' {
			return j.comma()
		}
		key, err := j.text()
		if err != nil {
			return err
		}
		if seen(j.keys[base:], &many, key) {
			j.duplicate(key)
			err = j.skip()
		} else {
			j.keys = append(j.keys, key)
			err = member(key)
		}
		if err != nil {
			return err
		}
	}
	return j.shut()
}

// comma is the error for a number where a key belongs: most often the
// decimals of 4,97.
func (j *jsonReader) comma() error {
	err := j.errorf("a number where a key was expected").(*SyntaxError)
	err.Advice = jsonAdvice(j.in, err.Offset, err.Message)
	return err
}

// seen reports whether key is among keys. A long list gets a map, which many
// keeps between calls, so that an object of a million keys takes no million
// times a million steps.
func seen(keys []string, many *map[string]bool, key string) bool {
	if len(keys) < 64 {
		for _, k := range keys {
			if k == key {
				return true
			}
		}
		return false
	}
	if *many == nil {
		*many = make(map[string]bool, 2*len(keys))
		for _, k := range keys {
			(*many)[k] = true
		}
	}
	if (*many)[key] {
		return true
	}
	(*many)[key] = true
	return false
}

func (j *jsonReader) duplicate(key string) {
	if j.twice[key] || len(j.twice) >= 20 {
		return
	}
	j.twice[key] = true
	j.b.Note(Note{Code: NoteDuplicateKey, Line: lineAt(j.in, j.offset()),
		Message: fmt.Sprintf("an object holds the key %q twice; the first one counts", key)})
}

// array reads an array; element is called for each element, with its index,
// and must read or skip it.
func (j *jsonReader) array(element func(i int) error) error {
	if err := j.open('['); err != nil {
		return err
	}
	for i := 0; j.dec.PeekKind() != ']'; i++ {
		if err := element(i); err != nil {
			return err
		}
	}
	return j.shut()
}

func (j *jsonReader) open(kind jsontext.Kind) error {
	if got := j.dec.PeekKind(); got != kind && got != 0 {
		return j.mismatch(got, kindName(kind))
	}
	_, err := j.dec.ReadToken()
	return j.wrap(err)
}

func (j *jsonReader) shut() error {
	_, err := j.dec.ReadToken()
	return j.wrap(err)
}

// kind returns the kind of the next value: one of { [ " 0 t f n, or 0 where
// the text is at fault, which the next read reports.
func (j *jsonReader) kind() jsontext.Kind { return j.dec.PeekKind() }

// offset returns the byte of the input after what was read last.
func (j *jsonReader) offset() int64 { return j.base + j.dec.InputOffset() }

// errorf returns a SyntaxError at the current place.
func (j *jsonReader) errorf(format string, args ...any) error {
	offset := j.offset()
	message := fmt.Sprintf(format, args...)
	if at := string(j.dec.StackPointer()); at != "" {
		message += fmt.Sprintf(" at %q", shorten(at, 80))
	}
	return &SyntaxError{File: j.in.Name, Line: lineAt(j.in, offset), Offset: offset, Message: message}
}

// wrap gives an error of the decoder its place and, where the text shows the
// cause, the way out.
func (j *jsonReader) wrap(err error) error {
	if err == nil {
		return nil
	}
	return j.failure(err)
}

// failure is wrap for an error; apart from it, so that wrap costs nothing.
func (j *jsonReader) failure(err error) error {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return &SyntaxError{File: j.in.Name, Line: lineAt(j.in, math.MaxInt64), Offset: j.offset(),
			Message: "the file ends in the middle of the JSON document",
			Advice:  "the benchmark was probably stopped; run it again"}
	case errors.As(err, &syntax):
		offset := j.base + syntax.ByteOffset
		message := "not valid JSON: " + strings.TrimPrefix(syntax.Err.Error(), "jsontext: ")
		if at := string(syntax.JSONPointer); at != "" {
			message += fmt.Sprintf(" at %q", shorten(at, 80))
		}
		return &SyntaxError{File: j.in.Name, Line: lineAt(j.in, offset), Offset: offset, Message: message, Advice: jsonAdvice(j.in, offset, message)}
	}
	return fmt.Errorf("reading %q: %w", j.in.Name, err)
}

func kindName(k jsontext.Kind) string {
	switch k {
	case '{', '}':
		return "an object"
	case '[', ']':
		return "an array"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "something that is not JSON"
}
