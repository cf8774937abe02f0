package bench

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
)

// Read reads one file. The format is a name of [Formats]; "" and "auto" tell
// it from the content. Errors of the content are *[SyntaxError]. A file that
// holds no benchmark is no error, but has a note.
func Read(in Input, format string) (*Set, error) {
	f, err := in.Open()
	if err != nil {
		return nil, fmt.Errorf("opening %q: %w", in.Name, err)
	}
	defer f.Close()
	raw := bufio.NewReaderSize(f, SniffLen)
	head, err := raw.Peek(SniffLen)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading %q: %w", in.Name, err)
	}
	chosen, err := choose(head, in.Name, format)
	if err != nil {
		return nil, err
	}
	b := NewBuilder(in.Name, chosen.Name)
	if err := chosen.Read(decodeText(raw), in, b); errors.Is(err, errPassOver) {
		return &Set{Notes: b.set.Notes}, nil
	} else if err != nil {
		return nil, err
	}
	set := b.Set()
	if len(set.Series) == 0 && len(set.Problems) == 0 {
		set.Notes = append(set.Notes, Note{Code: NoteEmpty, File: in.Name,
			Message: printable(in.Name) + " holds no benchmark", Advice: "check which benchmarks were asked for"})
	}
	return set, nil
}

// choose returns the named format, or the one that the content shows.
func choose(head []byte, name, format string) (Format, error) {
	if len(head) == 0 || strings.TrimSpace(string(head)) == "" && len(head) < SniffLen {
		return Format{}, unknown(head, name)
	}
	if format == "" || format == "auto" {
		return Detect(head, name)
	}
	asked, ok := FormatByName(format)
	if !ok {
		return Format{}, fmt.Errorf("choosing a format: %q is none; known formats: %s", format, strings.Join(formatNames(), ", "))
	}
	if asked.Sniff(head, name) {
		return asked, nil
	}
	if other, err := Detect(head, name); err == nil {
		return Format{}, &SyntaxError{File: name, Offset: -1,
			Message: fmt.Sprintf("the file was to be read as %s but looks like %s", asked.Name, other.Name),
			Advice:  "leave --format out, or name the right one"}
	}
	return asked, nil
}

// ReadAll reads the files of one side, several at a time, and merges them in
// the order in which they are named. An optional file that no reader knows is
// passed over with a note, unless none at all is known. Of several errors all
// are returned, in the order of the files.
func ReadAll(ins []Input, format string) (*Set, error) {
	if len(ins) == 0 {
		return nil, errors.New("reading results: no file is named")
	}
	sets, errs := make([]*Set, len(ins)), make([]error, len(ins))
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(ins)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				sets[i], errs[i] = readOptional(ins[i], format)
			}
		}()
	}
	for i := range ins {
		next <- i
	}
	close(next)
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if err := noneKnown(ins, sets); err != nil {
		return nil, err
	}
	set := Merge(sets...)
	set.Notes = fewUnknown(set.Notes)
	return set, nil
}

// fewUnknown keeps the first notes about files that were passed over, and
// counts the rest: a folder of Criterion has several such files a benchmark.
func fewUnknown(notes []Note) []Note {
	const enough = 5
	var kept []Note
	unknown := 0
	for _, n := range notes {
		if n.Code == NoteUnknownFile {
			if unknown++; unknown > enough {
				continue
			}
		}
		kept = append(kept, n)
	}
	if unknown > enough {
		kept = append(kept, Note{Code: NoteUnknownFile, Message: fmt.Sprintf("%d more files were passed over", unknown-enough)})
	}
	return kept
}

// readOptional reads one file; for an optional one that no reader knows it
// returns a set of nothing but a note.
func readOptional(in Input, format string) (*Set, error) {
	if in.Optional {
		why, err := strange(in, format)
		if err != nil {
			return nil, err
		}
		if why != "" {
			return &Set{Notes: []Note{{Code: NoteUnknownFile, File: in.Name, Message: why}}}, nil
		}
	}
	return Read(in, format)
}

// strange says why an optional file is passed over, "" if it is not. Among
// many files only those of the format that was asked for count.
func strange(in Input, format string) (string, error) {
	f, err := in.Open()
	if err != nil {
		return "", fmt.Errorf("opening %q: %w", in.Name, err)
	}
	defer f.Close()
	head := make([]byte, SniffLen)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", fmt.Errorf("reading %q: %w", in.Name, err)
	}
	head = head[:n]
	if asked, ok := FormatByName(format); ok {
		if !asked.Sniff(head, in.Name) {
			return fmt.Sprintf("%s was passed over: it does not look like %s", printable(in.Name), asked.Name), nil
		}
		return "", nil
	}
	for _, f := range Formats() {
		if !f.ask && f.Sniff(head, in.Name) {
			return "", nil
		}
	}
	return fmt.Sprintf("%s was passed over: %s", printable(in.Name), unknown(head, in.Name).Message), nil
}

// noneKnown is the error for files of which every one was passed over.
func noneKnown(ins []Input, sets []*Set) error {
	for _, s := range sets {
		if len(s.Files) > 0 {
			return nil
		}
	}
	var lines []string
	for i, s := range sets {
		if i == 5 {
			lines = append(lines, fmt.Sprintf("and %d more", len(sets)-i))
			break
		}
		if len(s.Notes) > 0 {
			lines = append(lines, s.Notes[0].Message)
		}
	}
	return &SyntaxError{File: ins[0].Name, Offset: -1,
		Message: "no file is a result file that noisegate knows: " + strings.Join(lines, "; "),
		Advice:  "known formats: " + strings.Join(formatNames(), ", ")}
}
