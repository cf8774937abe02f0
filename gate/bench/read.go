package bench

import (
	"bufio"
	"bytes"
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
	chosen, err := choose(newHead(head, in.Name), format)
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
func choose(h *head, format string) (Format, error) {
	if len(h.text) < SniffLen && len(bytes.TrimSpace(h.text)) == 0 {
		return Format{}, unknown(h)
	}
	if format == "" || format == "auto" {
		return detect(h)
	}
	asked, ok := FormatByName(format)
	if !ok {
		return Format{}, fmt.Errorf("choosing a format: %q is none; known formats: %s", format, strings.Join(formatNames(), ", "))
	}
	if asked.sniff(h) {
		return asked, nil
	}
	if other, err := detect(h); err == nil {
		return Format{}, &SyntaxError{File: h.name, Offset: -1,
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
	next := make(chan int)
	pool := newInOrder(len(ins))
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(ins)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				s, err := readOptional(ins[i], format)
				pool.put(i, s, err)
			}
		}()
	}
	for i := range ins {
		next <- i
	}
	close(next)
	wg.Wait()
	if err := errors.Join(pool.errs...); err != nil {
		return nil, err
	}
	set := pool.merger.finish()
	if len(set.Files) == 0 {
		return nil, noneKnown(ins, set.Notes)
	}
	set.Notes = fewUnknown(set.Notes)
	set.noteOneValue()
	return set, nil
}

// noteOneValue notes where no benchmark was measured more than once, and how
// its harness measures more. Counts need no second value to be known.
func (s *Set) noteOneValue() {
	measured := 0
	for _, x := range s.Series {
		if x.Count || !x.Primary {
			continue
		}
		if x.Len() > 1 {
			return
		}
		measured++
	}
	if measured == 0 {
		return
	}
	file := s.Files[s.Runs[s.Series[0].Samples[0].Run].File]
	f, _ := FormatByName(file.Format)
	s.Notes = append(s.Notes, Note{Code: NoteOneValue, File: file.Name,
		Message: "every benchmark was measured once, and one value shows no difference, however large", Advice: f.Repeat})
}

// inOrder merges sets in the order of their files while others are still being
// read, so that of many files not all are held next to their sum.
type inOrder struct {
	mu     sync.Mutex
	merger *merger
	sets   []*Set // that came before their turn
	errs   []error
	turn   int
}

func newInOrder(n int) *inOrder {
	return &inOrder{merger: newMerger(), sets: make([]*Set, n), errs: make([]error, n)}
}

// put takes the set or the error of a file.
func (p *inOrder) put(i int, s *Set, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sets[i], p.errs[i] = s, err; err != nil {
		p.sets[i] = &Set{}
	}
	for ; p.turn < len(p.sets) && p.sets[p.turn] != nil; p.turn++ {
		p.merger.add(p.sets[p.turn])
		p.sets[p.turn] = nil
	}
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
	text := make([]byte, SniffLen)
	n, err := io.ReadFull(f, text)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", fmt.Errorf("reading %q: %w", in.Name, err)
	}
	h := newHead(text[:n], in.Name)
	if asked, ok := FormatByName(format); ok {
		if !asked.sniff(h) {
			return fmt.Sprintf("%s was passed over: it does not look like %s", printable(in.Name), asked.Name), nil
		}
		return "", nil
	}
	for _, f := range formats {
		if !f.ask && f.sniff(h) {
			return "", nil
		}
	}
	return fmt.Sprintf("%s was passed over: %s", printable(in.Name), unknown(h).Message), nil
}

// noneKnown is the error for files of which every one was passed over, each
// with a note.
func noneKnown(ins []Input, notes []Note) error {
	var lines []string
	for i, n := range notes {
		if i == 5 {
			lines = append(lines, fmt.Sprintf("and %d more", len(notes)-i))
			break
		}
		lines = append(lines, n.Message)
	}
	return &SyntaxError{File: ins[0].Name, Offset: -1,
		Message: "no file is a result file that noisegate knows: " + strings.Join(lines, "; "),
		Advice:  "known formats: " + strings.Join(formatNames(), ", ")}
}
