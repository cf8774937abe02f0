package report

import (
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/noisegate/noisegate/gate"
)

// checkXML checks that a text is well-formed XML 1.0.
func checkXML(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("not XML: %v", err)
		}
	}
}

func TestJUnitCounts(t *testing.T) {
	for _, s := range situations() {
		text := render(t, "junit", s.doc, Options{})
		checkXML(t, text)
		var got junitSuites
		if err := xml.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		suite, c := got.Suites[0], s.doc.Counts
		v := newView(s.doc)
		acknowledged := len(v.acknowledged)
		whole, shifted := 0, 0
		if s.doc.Exit == gate.ExitNotJudged {
			whole = 1
		}
		if v.shiftIs(gate.Regression) {
			shifted = 1
		}
		if suite.Tests != len(s.doc.Series)+1 || suite.Tests != len(suite.Cases) {
			t.Errorf("%s: %d tests for %d series", s.name, suite.Tests, len(s.doc.Series))
		}
		if want := c.Regression - acknowledged + shifted; suite.Failures != want || got.Failures != want {
			t.Errorf("%s: %d failures, want %d", s.name, suite.Failures, want)
		}
		if want := c.Failed + c.Unusable + whole; suite.Errors != want || got.Errors != want {
			t.Errorf("%s: %d errors, want %d", s.name, suite.Errors, want)
		}
		skipped := c.WithinNoise + c.Added + c.Removed + c.Info + acknowledged
		if s.doc.Verdict == gate.NoBaseline || v.shiftIs(gate.WithinNoise) {
			skipped++
		}
		if suite.Skipped != skipped {
			t.Errorf("%s: %d skipped, want %d", s.name, suite.Skipped, skipped)
		}
	}
}

// TestJUnitSchema validates against the schema files of CI systems, such as
// junit-10.xsd of the Jenkins xUnit plugin, in the folder
// NOISEGATE_JUNIT_XSD, with xmllint.
func TestJUnitSchema(t *testing.T) {
	schemas, _ := filepath.Glob(filepath.Join(os.Getenv("NOISEGATE_JUNIT_XSD"), "*.xsd"))
	lint, err := exec.LookPath("xmllint")
	if os.Getenv("NOISEGATE_JUNIT_XSD") == "" || len(schemas) == 0 || err != nil {
		t.Skip("needs xmllint, and NOISEGATE_JUNIT_XSD naming a folder of schemas")
	}
	for _, s := range situations() {
		file := filepath.Join(t.TempDir(), "junit.xml")
		if err := os.WriteFile(file, []byte(render(t, "junit", s.doc, Options{})), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, schema := range schemas {
			if out, err := exec.Command(lint, "--noout", "--nonet", "--schema", schema, file).CombinedOutput(); err != nil {
				t.Errorf("%s against %s: %v\n%.2000s", s.name, filepath.Base(schema), err, out)
			}
		}
	}
}
