package report

import "io"

// Options are what a document is written for.
type Options struct {
	// Width is the number of columns of a terminal; 0 means unlimited.
	Width int
	// Color allows ANSI colours in text.
	Color bool
	// MaxBytes is the most that the reader's side takes; 0 stands for the
	// output's own limit. A smaller one sheds whole sections, the least
	// important first; the verdict is never shed.
	MaxBytes int
	// Verbose lists in text what is otherwise only counted.
	Verbose bool
}

// An Output is one kind of document.
type Output struct {
	// Name is the word for --output, Doc one line of what it is for.
	Name, Doc string
	// Write writes the document.
	Write func(w io.Writer, d *Document, o Options) error
}

// outputs is what there is: to add one, write a file and a line here.
var outputs = []Output{
	{"text", "an aligned table for a terminal or a log", writeText},
	{"markdown", "the comment on a pull request", writeMarkdown},
	{"summary", "the job summary: the comment at full length", writeSummary},
	{"json", "the report with every number, schema " + Schema, writeJSON},
	{"html", "one self-contained page with plots", writeHTML},
	{"junit", "JUnit XML: a regression is a failure, what could not be told is skipped", writeJUnit},
}

// Outputs lists the kinds of documents in the order of the manual.
func Outputs() []Output { return append([]Output(nil), outputs...) }

// OutputByName finds an output.
func OutputByName(name string) (Output, bool) {
	for _, o := range outputs {
		if o.Name == name {
			return o, true
		}
	}
	return Output{}, false
}
