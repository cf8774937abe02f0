package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema is the published description of the native format.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "samples.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(t *testing.T, s *jsonschema.Schema, text string) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return s.Validate(v)
}

func TestNativeRoundTrip(t *testing.T) {
	sch := schema(t)
	paths := captures(t)
	for _, more := range []string{"google-benchmark", "go-test-bench"} {
		found, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "captures", more, "*"))
		paths = append(paths, found...)
	}
	for _, path := range paths {
		set, err := Read(onDisk(path), "")
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Error(err)
			}
			continue
		}
		want := dump(set)
		var b bytes.Buffer
		if err := WriteNative(&b, set); err != nil {
			t.Fatal(err)
		}
		if err := validate(t, sch, b.String()); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		again := mustRead(t, content(filepath.Base(path), b.String()), "")
		if again.Files[0].Format != "native" {
			t.Errorf("%s: what was written looks like %s", path, again.Files[0].Format)
		}
		again.Files[0].Format = set.Files[0].Format
		if diff := cmp.Diff(want, dump(again)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func TestNativeByHand(t *testing.T) {
	sch := schema(t)
	check := func(text string, want ...string) {
		t.Helper()
		if err := validate(t, sch, text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, brief(mustRead(t, content("f", text), ""))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	check(`{"schema": "noisegate/samples/v1", "series": [{"values": [[1, 2]], "benchmark": "A", "metric": "time", "unit": "ms", "better": "lower"}]}`,
		"A time [s lower primary] 0.001 0.002")
	check(`{"schema": "noisegate/samples/v1", "runs": [{}, {"environment": {"cpu": "x", "cores": 8, "load": [1, 2, 3]}}, {}],
		"series": [{"benchmark": "A", "metric": "rate", "unit": "ops/ms", "better": "higher", "primary": false, "values": [[1], [], [3]]},
		{"benchmark": "B", "metric": "bytes", "unit": "KiB", "better": "unknown", "count": true, "values": [[], [2]]}]}`,
		"A rate [ops/s higher] 1000 | 3000", "B bytes [B unknown primary count] 2048")
	check(`{"schema": "noisegate/samples/v1", "series": [], "problems": [{"benchmark": "A", "kind": "failed", "run": 0, "message": "boom"}]}`, "failed A: boom")
	check(`{"schema": "noisegate/samples/v1", "more": {"x": 1}, "series": []}`, "note empty-file")
}

func TestNativeRefusals(t *testing.T) {
	sch := schema(t)
	check := func(text, want string, invalid bool) {
		t.Helper()
		if err := validate(t, sch, text); (err != nil) != invalid {
			t.Errorf("the schema says of %s: %v", text, err)
		}
		_, err := Read(content("f", text), "native")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v lacks %q", text, err, want)
		}
	}
	check(`{"schema": "noisegate/samples/v2", "series": []}`, "this version reads", true)
	check(`{"series": []}`, "comes before", true)
	check(`{"schema": "noisegate/samples/v1"}`, `no "series"`, true)
	check(`{"schema": "noisegate/samples/v1", "series": [], "runs": []}`, "comes after", false)
	check(`{"schema": "noisegate/samples/v1", "series": [{"benchmark": "A", "metric": "t", "unit": "s", "values": [[1]]}]}`, `"better" is ""`, true)
	check(`{"schema": "noisegate/samples/v1", "series": [{"benchmark": "A", "metric": "t", "unit": "s", "better": "lower", "values": [[1], [2]]}]}`, "run 1 is not among the 1", false)
	check(`{"schema": "noisegate/samples/v1", "series": [{"benchmark": "", "metric": "t", "unit": "s", "better": "lower", "values": [[1]]}]}`, "needs a", true)
	check(`{"schema": "noisegate/samples/v1", "series": [{"benchmark": "A", "metric": "t", "unit": "s", "better": "lower", "values": [1]}]}`, "an array was expected", true)
	check(`{"schema": "noisegate/samples/v1", "runs": [{"environment": {"cores": 1.5}}], "series": []}`, "not a whole number", true)
	check(`{"schema": "noisegate/samples/v1", "series": [], "problems": [{"benchmark": "A", "kind": "odd", "run": 0, "message": ""}]}`, "must be failed, skipped or unusable", true)
}

// The schema names the fields of an environment as the code does.
func TestSchemaNamesEveryField(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "docs", "samples.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Defs struct {
			Environment struct {
				Properties map[string]any `json:"properties"`
			} `json:"environment"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	full := Environment{CPU: "x", Cores: 1, Procs: 1, MHz: 1, Caches: "x", OS: "x", Arch: "x", Toolchain: "x", Flags: "x", Harness: "x",
		Build: "x", Scaling: "x", Load: []float64{1}, Host: "x", Date: "x", Commit: "x"}
	text, _ := json.Marshal(full)
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	for f := range fields {
		if _, ok := doc.Defs.Environment.Properties[f]; !ok {
			t.Errorf("the schema lacks %q", f)
		}
	}
	set := mustRead(t, content("f", `{"schema": "noisegate/samples/v1", "runs": [{"environment": `+string(text)+`}], "series": []}`), "")
	if diff := cmp.Diff(full, *set.Runs[0].Env); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestWriteNativeError(t *testing.T) {
	if err := WriteNative(fullDisk{}, &Set{}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("%v", err)
	}
}
