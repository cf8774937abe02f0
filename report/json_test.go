package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/noisegate/noisegate/gate"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const schemaFile = "../docs/report.schema.json"

// compiledSchema is the schema as a validator.
func compiledSchema(t *testing.T, file string) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(file)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReportsKeepTheSchema(t *testing.T) {
	schema := compiledSchema(t, schemaFile)
	for _, s := range situations() {
		text := render(t, "json", s.doc, Options{})
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
	}
}

// TestReportsOfV1 reads what the first version wrote: the schema must go on to
// take it, and every output to render it.
func TestReportsOfV1(t *testing.T) {
	files, err := filepath.Glob("testdata/v1/report-*.json")
	if err != nil || len(files) < 4 {
		t.Fatalf("only %q: %v", files, err)
	}
	schema := compiledSchema(t, schemaFile)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		d, err := Parse(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, o := range Outputs() {
			if render(t, o.Name, d, Options{}) == "" {
				t.Errorf("%s: no %s", file, o.Name)
			}
		}
	}
}

// TestSchemaIsNotLax shows that the schema can refuse.
func TestSchemaIsNotLax(t *testing.T) {
	schema := compiledSchema(t, schemaFile)
	text := render(t, "json", regression(), Options{})
	for _, change := range [][2]string{
		{`"verdict": "regression"`, `"verdict": "fine"`},
		{`"schema": "noisegate/report/v1"`, `"schema": "noisegate/report/v2"`},
		{`"effect":"Infinity"`, `"effect":"NaN"`},
		{`"runs": 1`, `"runs": "one"`},
		{`"differences": []`, `"differences": null`},
		{`"gated":true`, `"gated":null`},
	} {
		if !strings.Contains(text, change[0]) {
			t.Fatalf("%s is not in the report", change[0])
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Replace(text, change[0], change[1], 1)))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(v) == nil {
			t.Errorf("the schema accepts %s", change[1])
		}
	}
}

// TestSchemaDescribesEveryField walks the types of the report: a field that
// is added to them must be described in the schema.
func TestSchemaDescribesEveryField(t *testing.T) {
	describesEveryField(t, schemaFile, reflect.TypeFor[Document]())
}

// describesEveryField holds a schema against a type and all that it holds.
func describesEveryField(t *testing.T, file string, typ reflect.Type) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(b, &root); err != nil {
		t.Fatal(err)
	}
	described := map[string]bool{}
	describe(t, root, "", described)
	var walk func(typ reflect.Type)
	walk = func(typ reflect.Type) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct {
			return
		}
		for i := range typ.NumField() {
			f := typ.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name != "" && name != "-" && !described[name] {
				t.Errorf("%s.%s: %q is not in the schema", typ, f.Name, name)
			}
			if name != "-" {
				walk(f.Type)
			}
		}
	}
	walk(typ)
}

// describe collects the names of properties and complains about those
// without a description.
func describe(t *testing.T, node any, at string, into map[string]bool) {
	m, ok := node.(map[string]any)
	if !ok {
		if list, ok := node.([]any); ok {
			for _, x := range list {
				describe(t, x, at, into)
			}
		}
		return
	}
	if props, ok := m["properties"].(map[string]any); ok {
		for name, p := range props {
			into[name] = true
			entry := p.(map[string]any)
			if entry["description"] == nil && entry["$ref"] == nil {
				t.Errorf("%s/%s has no description", at, name)
			}
		}
	}
	for k, x := range m {
		describe(t, x, at+"/"+k, into)
	}
}

// sameNumber holds two unknown numbers for equal.
var sameNumber = cmp.Comparer(func(a, b gate.Number) bool { return a == b || !a.Known() && !b.Known() })

func TestParseReadsWhatWasWritten(t *testing.T) {
	for _, s := range situations() {
		text := render(t, "json", s.doc, Options{})
		d, err := Parse(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		if again := render(t, "json", d, Options{}); again != text {
			t.Errorf("%s: the report differs after reading it:\n%s", s.name, cmp.Diff(text, again))
		}
		// Invalid UTF-8 in names cannot survive JSON; every other document
		// renders the same again, but for the marker.
		want := *s.doc
		want.Meta.Marker = ""
		if s.name == "hostile-names" {
			continue
		}
		if diff := cmp.Diff(&want, d, sameNumber, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: -want +got\n%s", s.name, diff)
		}
		if got, want := render(t, "summary", d, Options{}), render(t, "summary", &want, Options{}); got != want {
			t.Errorf("%s: summary of the saved report: %s", s.name, cmp.Diff(want, got))
		}
	}
}

func TestParse(t *testing.T) {
	check := func(name, text, wantError string) {
		t.Helper()
		_, err := Parse(strings.NewReader(text))
		switch {
		case err == nil && wantError != "":
			t.Errorf("%s: no error, want %q", name, wantError)
		case err != nil && (wantError == "" || !strings.Contains(err.Error(), wantError)):
			t.Errorf("%s: error %v, want %q", name, err, wantError)
		}
	}
	check("empty", "", "unexpected end")
	check("not JSON", "{\n\"schema\": oops}", "line 2")
	check("another schema", `{"schema":"noisegate/report/v2"}`, `schema "noisegate/report/v2"`)
	check("no schema", `{"results":[]}`, "schema \"\"")
	check("wrong type", "{\"schema\":\"noisegate/report/v1\",\n\"series\":7}", "line 2")
	check("fields of the future", `{"schema":"noisegate/report/v1","verdict":"pass","new":{"a":1},"series":[{"benchmark":"x","verdict":"pass","new":2}]}`, "")
	check("no verdict", `{"schema":"noisegate/report/v1"}`, `verdict ""`)
	check("a verdict that is markup", `{"schema":"noisegate/report/v1","verdict":"<b>"}`, `verdict "<b>"`)
	check("a series' verdict for the whole", `{"schema":"noisegate/report/v1","verdict":"added"}`, `verdict "added"`)
	check("a series without a verdict", `{"schema":"noisegate/report/v1","verdict":"pass","series":[{"benchmark":"x"}]}`, `of series 1, "x"`)
	check("null", "null", "schema")
}

// TestParseMissingIsUnknown: a number that an older or newer program left out
// is unknown, never 0.
func TestParseMissingIsUnknown(t *testing.T) {
	d, err := Parse(strings.NewReader(`{"schema":"noisegate/report/v1","verdict":"pass","series":[{"benchmark":"x","verdict":"pass","effect":0.01,"baseline":{"median":2},"candidate":null}]}`))
	if err != nil {
		t.Fatal(err)
	}
	s := d.Series[0]
	if s.Effect != 0.01 || s.Floor.Known() || s.P.Known() || s.Baseline.Median != 2 || s.Baseline.P90.Known() || s.Candidate != nil || d.Settings.OutlierLimit.Known() {
		t.Errorf("got %+v, baseline %+v", s, s.Baseline)
	}
	for _, o := range Outputs() {
		var b bytes.Buffer
		if err := o.Write(&b, d, Options{}); err != nil || strings.Contains(b.String(), "NaN") {
			t.Errorf("%s: %v\n%s", o.Name, err, b.String())
		}
	}
}

// TestJSONShowsInvisible: what cannot be seen is escaped, and still the same
// name to a reader of the JSON.
func TestJSONShowsInvisible(t *testing.T) {
	text := render(t, "json", hostileNames(), Options{})
	for _, r := range text {
		if r != '\n' && invisible(r) {
			t.Fatalf("%U in the JSON", r)
		}
	}
	d, err := Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range d.Series {
		if want := strings.ToValidUTF8(hostile[i], "\ufffd\ufffd"); s.Benchmark != want {
			t.Errorf("name %q came back as %q", want, s.Benchmark)
		}
	}
}

func TestNewDoesNotTouchItsInput(t *testing.T) {
	r := gate.Result{Series: []gate.Series{{Benchmark: "x"}}}
	d := New(r, Meta{})
	if d.Series[0].Warnings == nil || r.Series[0].Warnings != nil {
		t.Error("New changed the series of its input, or not its own")
	}
}

// TestParseExit: a status that is missing is worked out, one that does not go
// with the verdict is refused.
func TestParseExit(t *testing.T) {
	check := func(fields string, want int) {
		t.Helper()
		d, err := Parse(strings.NewReader(`{"schema":"noisegate/report/v1",` + fields + `}`))
		switch {
		case want < 0 && err == nil:
			t.Errorf("%s: read with exit %d, want an error", fields, d.Exit)
		case want >= 0 && err != nil:
			t.Errorf("%s: %v", fields, err)
		case want >= 0 && d.Exit != want:
			t.Errorf("%s: exit %d, want %d", fields, d.Exit, want)
		}
	}
	check(`"verdict":"regression"`, gate.ExitRegression)
	check(`"verdict":"regression","exit":null`, gate.ExitRegression)
	check(`"verdict":"regression","settings":{"fail_on":"never"}`, gate.ExitPass)
	check(`"verdict":"not-judged"`, gate.ExitNotJudged)
	check(`"verdict":"within-noise"`, gate.ExitPass)
	check(`"verdict":"within-noise","settings":{"fail_on":"unresolved"}`, gate.ExitNotJudged)
	check(`"verdict":"no-baseline"`, gate.ExitPass)
	check(`"verdict":"no-baseline","settings":{"no_baseline":"fail"}`, gate.ExitNotJudged)
	check(`"verdict":"pass"`, gate.ExitPass)
	check(`"verdict":"pass","exit":0`, gate.ExitPass)
	check(`"verdict":"regression","exit":0`, -1)
	check(`"verdict":"regression","exit":0,"settings":{"fail_on":"never"}`, gate.ExitPass)
	check(`"verdict":"regression","exit":0,"settings":{"fail_on":"regression"}`, -1)
	check(`"verdict":"within-noise","exit":1,"settings":{"fail_on":"regression"}`, -1)
	check(`"verdict":"not-judged","exit":0`, -1)
	check(`"verdict":"pass","exit":1`, -1)
	check(`"verdict":"no-baseline","exit":0,"settings":{"no_baseline":"fail"}`, -1)
}

func TestParseRefusesWhatIsNoVerdict(t *testing.T) {
	for _, body := range []string{``, `,"verdict":"foo"`, `,"verdict":"added"`, `,"verdict":"pass","exit":77`, `,"verdict":"pass","exit":-1`} {
		if _, err := Parse(strings.NewReader(`{"schema":"noisegate/report/v1"` + body + `}`)); err == nil {
			t.Errorf("Parse of a report with %q: no error", body)
		}
	}
}
