package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// A junitRule is what an element may hold.
type junitRule struct {
	// children in any order and number; nil means none.
	children []string
	// text says that character data may stand in it.
	text bool
	// required and optional attributes.
	required, optional []string
}

// junitRules are the rules of the schema by which Jenkins' xUnit plugin
// accepts a file, junit-10.xsd (a superset of what Maven Surefire and pytest
// write, and the strictest of the schemas that CI systems apply), for the
// elements that this program writes. TestJUnitSchema runs docs/junit.xsd, and
// the real one where there is one.
var junitRules = map[string]junitRule{
	"testsuites": {children: []string{"testsuite"}, optional: []string{"name", "time", "tests", "failures", "errors"}},
	"testsuite": {children: []string{"testsuite", "properties", "testcase", "system-out", "system-err"}, required: []string{"name", "tests", "failures", "errors"},
		optional: []string{"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"}},
	"properties": {children: []string{"property"}},
	"property":   {required: []string{"name", "value"}},
	"testcase":   {children: []string{"skipped", "error", "failure", "system-out", "system-err"}, required: []string{"name"}, optional: []string{"time", "classname", "group"}},
	"skipped":    {text: true, optional: []string{"type", "message"}},
	"error":      {text: true, optional: []string{"type", "message"}},
	"failure":    {text: true, optional: []string{"type", "message"}},
	"system-out": {text: true},
	"system-err": {text: true},
}

// followsJUnit returns the first breach of the rules, nil for none.
func followsJUnit(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	var open []string
	for {
		token, err := d.Token()
		switch t := token.(type) {
		case nil:
			if err == io.EOF {
				return nil
			}
			return err
		case xml.StartElement:
			if len(open) == 0 && t.Name.Local != "testsuites" && t.Name.Local != "testsuite" {
				return fmt.Errorf("the root is %s", t.Name.Local)
			}
			if len(open) > 0 && !slices.Contains(junitRules[open[len(open)-1]].children, t.Name.Local) {
				return fmt.Errorf("%s in %s", t.Name.Local, open[len(open)-1])
			}
			if err := attributesFollow(t); err != nil {
				return err
			}
			open = append(open, t.Name.Local)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 && !junitRules[open[len(open)-1]].text && strings.TrimSpace(string(t)) != "" {
				return fmt.Errorf("text %q in %s", t, open[len(open)-1])
			}
		}
	}
}

func attributesFollow(e xml.StartElement) error {
	rule, ok := junitRules[e.Name.Local]
	if !ok || e.Name.Space != "" {
		return fmt.Errorf("unknown element %s", e.Name.Local)
	}
	var have []string
	for _, a := range e.Attr {
		if !slices.Contains(rule.required, a.Name.Local) && !slices.Contains(rule.optional, a.Name.Local) {
			return fmt.Errorf("attribute %s of %s", a.Name.Local, e.Name.Local)
		}
		have = append(have, a.Name.Local)
	}
	for _, name := range rule.required {
		if !slices.Contains(have, name) {
			return fmt.Errorf("%s without %s", e.Name.Local, name)
		}
	}
	return nil
}

func TestJUnitFollowsTheRules(t *testing.T) {
	for _, s := range situations() {
		if err := followsJUnit(render(t, "junit", s.doc, Options{})); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
	}
}

// junitBreaches are changes after which a document is none: the first is
// replaced by the second.
var junitBreaches = [][2]string{
	{`<testcase name=`, `<testcase nam=`},
	{`<failure message=`, `<failure colour="red" message=`},
	{`<property name="exit" value="1">`, `<property name="exit">`},
	{`<properties>`, `<properties>text`},
	{`</properties>`, `</properties><verdict></verdict>`},
	{`errors="0" skipped=`, `skipped=`},
	{`<testsuites`, `<results`},
	{`</testsuites>`, ``},
}

// breach applies a change, to both ends of an element.
func breach(text string, change [2]string) string {
	bad := strings.Replace(text, change[0], change[1], 1)
	if change[0] == "<testsuites" {
		bad = strings.Replace(bad, "</testsuites>", "</results>", 1)
	}
	return bad
}

// TestJUnitRulesCanRefuse: each breach is seen.
func TestJUnitRulesCanRefuse(t *testing.T) {
	good := render(t, "junit", regression(), Options{})
	for _, change := range junitBreaches {
		bad := breach(good, change)
		if bad == good {
			t.Fatalf("%s is not in the document", change[0])
		}
		if followsJUnit(bad) == nil {
			t.Errorf("%s instead of %s is accepted", change[1], change[0])
		}
	}
}
