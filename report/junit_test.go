package report

import (
	"encoding/xml"
	"fmt"
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

// junitSchemas are our own, and those of CI systems in the folder
// NOISEGATE_JUNIT_XSD, such as junit-10.xsd of the Jenkins xUnit plugin.
func junitSchemas() []string {
	schemas := []string{"../docs/junit.xsd"}
	if dir := os.Getenv("NOISEGATE_JUNIT_XSD"); dir != "" {
		more, _ := filepath.Glob(filepath.Join(dir, "*.xsd"))
		schemas = append(schemas, more...)
	}
	return schemas
}

// xmllint validates a text against a schema.
func xmllint(t *testing.T, schema, text string) error {
	t.Helper()
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("needs xmllint")
	}
	cmd := exec.Command(lint, "--noout", "--nonet", "--schema", schema, "-")
	cmd.Stdin = strings.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%.2000s", err, out)
	}
	return nil
}

// TestJUnitSchema validates every situation.
func TestJUnitSchema(t *testing.T) {
	for _, s := range situations() {
		text := render(t, "junit", s.doc, Options{})
		for _, schema := range junitSchemas() {
			if err := xmllint(t, schema, text); err != nil {
				t.Errorf("%s against %s: %v", s.name, filepath.Base(schema), err)
			}
		}
	}
}

// TestJUnitSchemaCanRefuse: what the schema of Jenkins refuses, ours does too,
// and some things that only break the counts.
func TestJUnitSchemaCanRefuse(t *testing.T) {
	good := render(t, "junit", regression(), Options{})
	for _, change := range append([][2]string{
		{` tests="29"`, ` tests="many"`},
		{` failures="3"`, ` failures="-3"`},
		{` skipped="4"`, ``},
		{`<skipped message=`, `<skipped colour=`},
	}, junitBreaches...) {
		bad := breach(good, change)
		if bad == good {
			t.Fatalf("%s is not in the document", change[0])
		}
		if xmllint(t, "../docs/junit.xsd", bad) == nil {
			t.Errorf("%s instead of %s is accepted", change[1], change[0])
		}
	}
}
