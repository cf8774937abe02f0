package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// The elements of JUnit XML, only those that every CI system reads. Order and
// names follow the schema that Jenkins uses.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Name      string       `xml:"name,attr"`
	ClassName string       `xml:"classname,attr"`
	Skipped   *junitSkip   `xml:"skipped"`
	Error     *junitResult `xml:"error"`
	Failure   *junitResult `xml:"failure"`
	Out       string       `xml:"system-out,omitempty"`
}

type junitSkip struct {
	Message string `xml:"message,attr"`
}

type junitResult struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a test case for each series and one for the whole. A
// regression is a failure; what could not be told is skipped, with what would
// settle it; what failed is an error. So a file with nothing judged in it is
// never green.
func writeJUnit(w io.Writer, d *Document, _ Options) error {
	v := newView(d)
	suite := junitSuite{Name: "noisegate", Properties: []junitProperty{
		{"verdict", visible(string(v.Verdict))}, {"headline", v.headline()}, {"exit", fmt.Sprint(v.Exit)},
	}}
	suite.Cases = append(suite.Cases, v.junitWhole())
	for i := range v.Series {
		suite.Cases = append(suite.Cases, v.junitCase(&v.Series[i]))
	}
	for _, c := range suite.Cases {
		suite.Tests++
		switch {
		case c.Failure != nil:
			suite.Failures++
		case c.Error != nil:
			suite.Errors++
		case c.Skipped != nil:
			suite.Skipped++
		}
	}
	all := junitSuites{Name: "noisegate", Tests: suite.Tests, Failures: suite.Failures, Errors: suite.Errors, Suites: []junitSuite{suite}}
	b, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return fmt.Errorf("encoding JUnit XML: %w", err)
	}
	_, err = io.WriteString(w, xml.Header+string(b)+"\n")
	return err
}

// junitWhole is the case of the whole: it fails where the verdict fails
// although no single series does.
func (v *view) junitWhole() junitCase {
	c := junitCase{Name: "the whole suite", ClassName: "noisegate", Out: strings.Join(v.decision(), "\n")}
	switch {
	case v.Verdict == gate.NotJudged, v.Exit == gate.ExitNotJudged:
		c.Error = &junitResult{v.headline(), "not-judged", v.consequence()}
	case v.shiftIs(gate.Regression):
		c.Failure = &junitResult{v.shiftSentence(), string(gate.SuiteMoved), v.shiftMeaning()}
	case v.Verdict == gate.NoBaseline:
		c.Skipped = &junitSkip{v.headline()}
	case v.shiftIs(gate.WithinNoise):
		c.Skipped = &junitSkip{v.shiftSentence() + " " + v.shiftMeaning()}
	}
	return c
}

// junitCase is the case of one series.
func (v *view) junitCase(s *gate.Series) junitCase {
	c := junitCase{Name: visible(s.Benchmark), ClassName: "noisegate"}
	if s.Group != "" {
		c.ClassName = visible(s.Group)
	}
	if s.Metric != "" {
		c.Name += " [" + visible(s.Metric) + "]"
	}
	numbers := pair(s) + ", " + v.observed(s)
	message := visible(shorten(s.Message, messageLimit))
	switch s.Verdict {
	case gate.Regression:
		if a := s.Acknowledged; a != nil {
			c.Skipped = &junitSkip{"acknowledged until " + visible(a.Until) + ": " + visible(a.Why) + " (" + numbers + ")"}
			break
		}
		c.Failure = &junitResult{numbers, visible(string(s.Reason)), because(s) + ", adjusted p " + chance(s)}
	case gate.WithinNoise:
		c.Skipped = &junitSkip{"not told from noise: " + lowerFirst(textOf(s.Reason).title) + "; " + settle(s) + " (" + numbers + ")"}
	case gate.Pass:
		c.Out = numbers + ", " + because(s)
	case gate.Failed:
		c.Error = &junitResult{orElse(message, "the harness reported an error"), "failed", message}
	case gate.Unusable:
		c.Error = &junitResult{orElse(message, "no usable values"), "unusable", message}
	case gate.Removed:
		c.Skipped = &junitSkip{"removed: only in the baseline, not judged"}
	case gate.Added:
		c.Skipped = &junitSkip{"added: only in the candidate, not judged"}
	default:
		c.Skipped = &junitSkip{"shown for information, not gated (" + numbers + ")"}
	}
	return c
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
