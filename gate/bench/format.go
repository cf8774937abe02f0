package bench

import (
	"fmt"
	"io"
)

// An Input is one file to read.
type Input struct {
	// Name is the file as messages show it.
	Name string
	// Open opens the content; it may be called more than once.
	Open func() (io.ReadCloser, error)
	// Size is the length in bytes, -1 where unknown.
	Size int64
	// Sibling opens another file of the same folder by its base name or
	// relative slash path; nil where the input has no folder. Criterion keeps
	// the name of a benchmark beside its samples.
	Sibling func(name string) (io.ReadCloser, error)
	// Optional inputs were found in a folder or archive rather than named:
	// one that no reader knows is passed over with a note.
	Optional bool
}

// A Format reads the files of one harness.
type Format struct {
	// Name is the word for --format.
	Name string
	// Doc is one line: harness and the command that writes such a file.
	Doc string
	// Repeat is how to make the harness measure more values, for people.
	Repeat string
	// sniff is [Format.Sniff] on a head that remembers what it was asked.
	sniff func(h *head) bool
	// Read reads the whole input, which comes as UTF-8. Errors are *[SyntaxError] where the content
	// is at fault.
	Read func(r io.Reader, in Input, b *Builder) error
	// ask says that the content cannot tell all that must be known (which way
	// is better), so that the format is used only where it is named.
	ask bool
}

// Sniff tells from the first bytes of a file (at most [SniffLen]) and its name
// whether the format is at home in it. No two formats claim the same content,
// but for those that must be asked for.
func (f Format) Sniff(head []byte, name string) bool { return f.sniff(newHead(head, name)) }

// SniffLen is how much of a file detection looks at.
const SniffLen = 64 << 10

// A SyntaxError is content that a reader cannot take, with its place.
type SyntaxError struct {
	File string
	// Line counts from 1; 0 where only the byte is known.
	Line int
	// Offset is the byte from 0; -1 where only the line is known.
	Offset int64
	// Message says what is wrong, Advice the way out.
	Message, Advice string
}

// Error returns "file:line: message; advice". A file name that holds control
// characters is quoted.
func (e *SyntaxError) Error() string {
	s := printable(e.File)
	switch {
	case e.Line > 0:
		s += fmt.Sprintf(":%d", e.Line)
	case e.Offset >= 0:
		s += fmt.Sprintf(": byte %d", e.Offset)
	}
	s += ": " + e.Message
	if e.Advice != "" {
		s += "; " + e.Advice
	}
	return s
}
