package actions

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// An Output is one output of the step.
type Output struct{ Name, Value string }

// The variables that name the runner's files.
const (
	outputVariable  = "GITHUB_OUTPUT"
	summaryVariable = "GITHUB_STEP_SUMMARY"
)

// ErrNotSet means that the runner did not name the file to write.
var ErrNotSet = errors.New("not set")

// SetOutputs passes the outputs on, all in one write. Each value stands
// between delimiters that are random, so that no value can end its block and
// begin another output. The error names the variable.
func (r *Runner) SetOutputs(outputs ...Output) error {
	var text bytes.Buffer
	for _, o := range outputs {
		delimiter, err := newDelimiter(o.Value)
		if err != nil {
			return fmt.Errorf("writing the outputs: %w", err)
		}
		fmt.Fprintf(&text, "%s<<%s\n%s\n%s\n", o.Name, delimiter, o.Value, delimiter)
	}
	path := r.getenv(outputVariable)
	if path == "" {
		return fmt.Errorf("writing the outputs: %s is %w", outputVariable, ErrNotSet)
	}
	_, openLine, err := endOf(path)
	if err == nil {
		block := text.Bytes()
		if openLine { // else the first output would be part of that line
			block = append([]byte{'\n'}, block...)
		}
		err = appendTo(path, block)
	}
	if err != nil {
		return fmt.Errorf("writing the outputs: %s: %w", outputVariable, err)
	}
	return nil
}

// newDelimiter returns a line that nobody can have foreseen.
func newDelimiter(value string) (string, error) {
	var b [16]byte
	for {
		if _, err := rand.Read(b[:]); err != nil {
			return "", fmt.Errorf("drawing a delimiter: %w", err)
		}
		if d := "noisegate_" + hex.EncodeToString(b[:]); !strings.Contains(value, d) {
			return d, nil
		}
	}
}

// SummaryLimit is what GitHub shows of a step's summary, in bytes; a larger
// file is dropped as a whole. The real bound is 1 MiB.
const SummaryLimit = 1<<20 - 4096

// AppendSummary appends to the step's summary. The text is made by write,
// which is told how many bytes are left beside what earlier commands wrote
// there; it has to keep to them. The error names the variable.
func (r *Runner) AppendSummary(write func(w io.Writer, maxBytes int) error) error {
	path := r.getenv(summaryVariable)
	if path == "" {
		return fmt.Errorf("writing the job summary: %s is %w", summaryVariable, ErrNotSet)
	}
	size, openLine, err := endOf(path)
	if err != nil {
		return fmt.Errorf("writing the job summary: %s: %w", summaryVariable, err)
	}
	var text bytes.Buffer
	if openLine {
		text.WriteString("\n\n")
	}
	left := SummaryLimit - size - int64(text.Len())
	if left <= 0 {
		return fmt.Errorf("writing the job summary: %s: already holds %d bytes, and GitHub shows 1 MiB a step", summaryVariable, size)
	}
	if err := write(&text, int(left)); err != nil {
		return fmt.Errorf("writing the job summary: %w", err)
	}
	if size+int64(text.Len()) > SummaryLimit {
		return fmt.Errorf("writing the job summary: the text of %d bytes does not fit beside the %d already there", text.Len(), size)
	}
	if err := appendTo(path, text.Bytes()); err != nil {
		return fmt.Errorf("writing the job summary: %s: %w", summaryVariable, err)
	}
	return nil
}

// endOf returns the size of a file and whether its last line is unfinished. A
// missing file is empty.
func endOf(path string) (size int64, openLine bool, err error) {
	f, info, err := openRegular(path, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	defer f.Close()
	if info.Size() == 0 {
		return 0, false, nil
	}
	var last [1]byte
	if _, err := f.ReadAt(last[:], info.Size()-1); err != nil {
		return 0, false, err
	}
	return info.Size(), last[0] != '\n', nil
}

// appendTo appends in one write, so that a failure leaves no half of a block.
func appendTo(path string, text []byte) (err error) {
	f, _, err := openRegular(path, os.O_APPEND|os.O_WRONLY)
	if errors.Is(err, fs.ErrNotExist) {
		f, err = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = f.Write(text)
	return err
}

// openRegular opens a file of the runner's. The runner makes ordinary files;
// a link, a pipe or a device in their place is an earlier step's, and would
// have this process write elsewhere or wait for ever.
func openRegular(path string, flags int) (*os.File, fs.FileInfo, error) {
	before, err := os.Lstat(path)
	if err != nil {
		return nil, nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%q is no ordinary file", path)
	}
	f, err := os.OpenFile(path, flags, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !os.SameFile(before, info) {
		err = fmt.Errorf("%q was replaced meanwhile", path)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}
