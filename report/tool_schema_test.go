package report

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// toolSchema is the file that a schema is described in, from its name.
func toolSchema(schema string) string {
	return "../docs/" + strings.TrimSuffix(strings.TrimPrefix(schema, "noisegate/"), "/v1") + ".schema.json"
}

func toolJSON(t *testing.T, tool *Tool) string {
	t.Helper()
	var b bytes.Buffer
	if err := tool.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestToolsKeepTheirSchemas: what is written now keeps the schemas, they
// describe every field, and they know the name of their form.
func TestToolsKeepTheirSchemas(t *testing.T) {
	seen := map[string]bool{}
	for name, tool := range tools() {
		seen[tool.Schema] = true
		file := toolSchema(tool.Schema)
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(toolJSON(t, tool)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := compiledSchema(t, file).Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		describesEveryField(t, file, reflect.TypeOf(tool.Result))
	}
	for _, s := range []string{NoiseSchema, PlanSchema, SelftestSchema} {
		if !seen[s] {
			t.Errorf("no answer of schema %s was looked at", s)
		}
	}
}

// TestToolsOfV1 reads what the first version wrote: a schema that no longer
// takes it has broken its promise.
func TestToolsOfV1(t *testing.T) {
	for name, tool := range tools() {
		text, err := os.ReadFile("testdata/v1/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := compiledSchema(t, toolSchema(tool.Schema)).Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestToolSchemasAreNotLax shows that they can refuse.
func TestToolSchemasAreNotLax(t *testing.T) {
	check := func(tool, old, new string) {
		t.Helper()
		text := toolJSON(t, tools()[tool])
		if !strings.Contains(text, old) {
			t.Fatalf("%s is not in %s", old, tool)
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Replace(text, old, new, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if compiledSchema(t, toolSchema(tools()[tool].Schema)).Validate(v) == nil {
			t.Errorf("the schema of %s accepts %s", tool, new)
		}
	}
	check("noise", `"noisegate/noise/v1"`, `"noisegate/noise/v2"`)
	check("noise", `"fit": true`, `"fit": 1`)
	check("noise", `"half": 0.012`, `"half": "0.012"`)
	check("noise", `"false_positives"`, `"other"`)
	check("noise", `"floor_source": "calibrated"`, `"floor_source": null`)
	check("plan", `"advice": "few"`, `"advice": "none"`)
	check("plan", `"least": 8`, `"least": -1`)
	check("plan", `"runs_needed": 9,`, ``)
	check("selftest", `"missed": [`, `"missed": null, "x": [`)
	check("selftest", `"cannot_fail": false`, `"cannot_fail": "no"`)
	check("selftest", `"fail_on": "regression"`, `"fail_on": "always"`)
}
