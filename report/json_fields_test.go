package report

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/noisegate/noisegate/gate"
)

// sectionSix are the fields of the report that its readers may count on, by
// the object that has them: "" is the whole.
var sectionSix = map[string]string{
	"":            "schema version verdict exit settings counts baseline candidate environment suite_shift series warnings",
	"settings":    "alpha correction tests threshold floor",
	"counts":      "regression improvement pass within_noise added removed failed unusable info",
	"baseline":    "sha run_ids merge_base runs",
	"candidate":   "sha run_ids merge_base runs",
	"environment": "same baseline candidate differences",
	"suite_shift": "effect floor verdict",
	"series": "benchmark group metric unit direction gated verdict reason baseline candidate effect effect_low effect_high " +
		"median_change median_change_low median_change_high p p_adjusted method observation threshold floor floor_source " +
		"resolution repetitions_needed warnings",
	"series/baseline":  "runs repetitions median low high min p90 amplitude",
	"series/candidate": "runs repetitions median low high min p90 amplitude",
	"warnings":         "code series message advice",
	"series/warnings":  "code series message advice",
}

// TestEveryFieldIsThere: what is not known is null, and not left out, in every
// situation and also where the gate fills in as little as it can; and the
// schema says so.
func TestEveryFieldIsThere(t *testing.T) {
	seen := map[string]int{}
	var walk func(name, at string, v any)
	walk = func(name, at string, v any) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				walk(name, at, x)
			}
		case map[string]any:
			seen[at]++
			for _, field := range strings.Fields(sectionSix[at]) {
				if _, ok := v[field]; !ok {
					t.Errorf("%s: %s of %q is not there", name, field, at)
				}
			}
			for field, x := range v {
				walk(name, strings.TrimPrefix(at+"/"+field, "/"), x)
			}
		}
	}
	docs := append(situations(), situation{"bare", New(gate.Result{Verdict: gate.Pass, SuiteShift: &gate.SuiteShift{},
		Series: []gate.Series{{Baseline: &gate.Stats{}, Candidate: &gate.Stats{}, Warnings: []gate.Warning{{}}}}, Warnings: []gate.Warning{{}}}, Meta{})})
	for _, s := range docs {
		var v any
		if err := json.Unmarshal([]byte(render(t, "json", s.doc, Options{})), &v); err != nil {
			t.Fatal(err)
		}
		walk(s.name, "", v)
	}
	for at := range sectionSix {
		if seen[at] == 0 {
			t.Errorf("no report has %q", at)
		}
	}
	b, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(b, &root); err != nil {
		t.Fatal(err)
	}
	for at, fields := range sectionSix {
		node := root
		for _, step := range strings.FieldsFunc(at, func(r rune) bool { return r == '/' }) {
			node = property(t, root, node, step)
		}
		required, _ := node["required"].([]any)
		for _, field := range strings.Fields(fields) {
			if !slices.Contains(required, any(field)) {
				t.Errorf("the schema does not require %s of %q", field, at)
			}
		}
	}
}

// property follows a property of an object in a schema to the object that it
// is, or that it lists.
func property(t *testing.T, root, node map[string]any, name string) map[string]any {
	t.Helper()
	next := node["properties"].(map[string]any)[name].(map[string]any)
	for {
		items, isList := next["items"].(map[string]any)
		choice, isChoice := next["anyOf"].([]any)
		ref, isRef := next["$ref"].(string)
		switch {
		case isList:
			next = items
		case isChoice:
			next = choice[0].(map[string]any)
		case isRef:
			next = root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
		default:
			return next
		}
	}
}
