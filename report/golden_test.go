package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// extensions name the golden file of an output.
var extensions = map[string]string{"text": "text.txt", "markdown": "comment.md", "summary": "summary.md", "json": "report.json", "html": "report.html", "junit": "junit.xml"}

// render writes a document in one output.
func render(t *testing.T, output string, d *Document, o Options) string {
	t.Helper()
	out, ok := OutputByName(output)
	if !ok {
		t.Fatalf("no output %q", output)
	}
	var b bytes.Buffer
	if err := out.Write(&b, d, o); err != nil {
		t.Fatalf("writing %s: %v", output, err)
	}
	return b.String()
}

// TestGolden compares every output of every situation with what a person
// looked at: go test ./report -run Golden -update writes them.
func TestGolden(t *testing.T) {
	for _, s := range situations() {
		for _, o := range Outputs() {
			name := extensions[o.Name]
			if name == "" {
				t.Fatalf("no golden file for output %q: add it to extensions", o.Name)
			}
			golden(t, filepath.Join(s.name, name), render(t, o.Name, s.doc, Options{Width: 140}))
		}
		golden(t, filepath.Join(s.name, "narrow.txt"), render(t, "text", s.doc, Options{Width: 60}))
	}
}

// golden compares a text with a file of testdata.
func golden(t *testing.T, path, got string) {
	t.Helper()
	path = filepath.Join("testdata", path)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s differs (-want +got); if it reads well, run with -update:\n%.4000s", path, diff)
	}
}
