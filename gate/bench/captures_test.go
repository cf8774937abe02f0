package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPublished reads results that users of the harnesses have published, which
// lie beside the repository and not in it, and keeps docs/captures.md: what is
// read of each, or why it is refused.
func TestPublished(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "captures")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the captures are not here")
	}
	var rows strings.Builder
	for _, path := range filesBelow(t, root) {
		name := filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator)))
		if name == "README.md" {
			continue
		}
		for _, format := range captureFormats(name) {
			fmt.Fprintf(&rows, "| `%s` | %s |\n", name, captureRow(t, path, name, format))
		}
	}
	keepText(t, filepath.Join("..", "..", "docs", "captures.md"), capturesHead+rows.String())
}

const capturesHead = `# What is read of published results

Result files that users of the harnesses have published, one a line: the format that detection finds, and how many series, runs and
repetitions (values of all series) the reader finds in it, or why the file is refused. A test keeps this table; ` + "`-update`" + ` rewrites it.

| file | format | series | runs | repetitions | without values, or refused |
| --- | --- | --- | --- | --- | --- |
`

// captureFormats returns how to read a file: customs cannot be detected.
func captureFormats(name string) []string {
	switch {
	case strings.Contains(name, "customSmaller"):
		return []string{"auto", "customsmaller"}
	case strings.Contains(name, "customBigger"):
		return []string{"auto", "custombigger"}
	}
	return []string{"auto"}
}

// captureRow reads a file and returns the cells after its name.
func captureRow(t *testing.T, path, name, format string) string {
	s, err := Read(diskInput(path, name), format)
	var syntax *SyntaxError
	switch {
	case errors.As(err, &syntax):
		reason, _, _ := strings.Cut(strings.TrimLeft(strings.TrimPrefix(syntax.Error(), syntax.File), ": "), "; known formats")
		if syntax.Line > 0 {
			reason = "line " + reason
		}
		return "refused | | | | " + cell(reason)
	case err != nil:
		t.Errorf("%s: error %v is no *SyntaxError", name, err)
		return ""
	}
	checkSet(t, s)
	if len(s.Series) == 0 && len(s.Problems) == 0 && len(s.Notes) == 0 {
		t.Errorf("%s: nothing is read, and nothing says why", name)
	}
	return fmt.Sprintf("%s | %d | %d | %d | %s", s.Files[0].Format, len(s.Series), len(s.Runs), s.Files[0].Values, cell(whyNot(s)))
}

// whyNot sums up the problems of a set, or its first note where it is empty.
func whyNot(s *Set) string {
	if len(s.Problems) == 0 {
		if len(s.Series) == 0 {
			return s.Notes[0].Message
		}
		return ""
	}
	count := map[ProblemKind]int{}
	for _, p := range s.Problems {
		count[p.Kind]++
	}
	var parts []string
	for _, kind := range []ProblemKind{Failed, Skipped, Unusable} {
		if count[kind] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[kind], kind))
		}
	}
	return strings.Join(parts, ", ") + ", such as: " + s.Problems[0].Message
}

// cell escapes a text for a cell of a table.
func cell(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "|", `\|`) }
