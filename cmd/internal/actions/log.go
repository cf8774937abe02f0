package actions

import (
	"io"
	"strings"
	"unicode"
)

// LogWriter prints lines in which nothing is a command: the runner executes
// every line that begins with :: after white space, and every ##[ anywhere in
// a line. Control and bidirectional characters, which can hide text or colour
// it, become visible.
type LogWriter struct{ w io.Writer }

// NewLogWriter returns a LogWriter on w. Writes should be whole lines.
func NewLogWriter(w io.Writer) *LogWriter { return &LogWriter{w} }

// Write writes the lines of p made harmless. It never fails, since a log that
// cannot be written changes nothing.
func (l *LogWriter) Write(p []byte) (int, error) {
	_, _ = io.WriteString(l.w, Harmless(string(p)))
	return len(p), nil
}

// Harmless returns the text without what a runner would execute. Lines stay
// lines; a leading "::" becomes ": :" and "##[" becomes "## [".
func Harmless(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.ReplaceAll(visible(line), "##[", "## [")
		if trimmed := strings.TrimLeftFunc(line, unicode.IsSpace); strings.HasPrefix(trimmed, "::") {
			line = line[:len(line)-len(trimmed)] + ": " + trimmed[1:]
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// visible replaces characters that a terminal or a log viewer acts on.
func visible(line string) string {
	// \r before the end of a line is how some harnesses end lines.
	line = strings.TrimSuffix(line, "\r")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029', r == '\ufeff':
			return unicode.ReplacementChar
		}
		return r
	}, line)
}
