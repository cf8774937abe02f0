package bench

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const pytestAdvice = "; run pytest with --benchmark-save-data, or with --benchmark-json=FILE, which keeps them"

func TestPytest(t *testing.T) {
	t.Run("modules and classes are groups", func(t *testing.T) {
		wantList(t, "pytest", `{"benchmarks": [
			{"stats": {"min": 1, "data": [1, 2]}, "name": "test_a[x::y]", "fullname": "t/test_m.py::test_a[x::y]"},
			{"name": "test_a", "fullname": "t/test_m.py::TestC::test_a", "stats": {"data": [3]}},
			{"name": "test_a", "fullname": "other", "stats": {"data": [4]}}], "machine_info": {}}`,
			"t/test_m.py test_a[x::y] time s lower primary 0:[1 2]",
			"t/test_m.py::TestC test_a time s lower primary 0:[3]",
			"test_a time s lower primary 0:[4]")
	})
	t.Run("without rounds, failed", func(t *testing.T) {
		wantList(t, "pytest", `{"machine_info": {}, "benchmarks": [
			{"name": "a", "fullname": "m.py::a", "stats": {"min": 1, "q1": 1, "median": 1, "q3": 1, "max": 1}},
			{"name": "b", "fullname": "m.py::b", "stats": null}]}`,
			"unusable: m.py a: the file holds minimum, quartiles and maximum of it but not the rounds"+pytestAdvice,
			"failed: m.py b: the harness gives no reason")
	})
	t.Run("the same test twice", func(t *testing.T) {
		row := `{"name": "a", "fullname": "m.py::a", "stats": {"data": [1]}}`
		wantList(t, "pytest", `{"machine_info": {}, "benchmarks": [`+row+`,`+row+`]}`,
			"m.py a time s lower primary 0:[1 1]", "note pooled-duplicates")
	})
}

func TestPytestEnvironment(t *testing.T) {
	s, err := Read(textInput("f", `{"version": "5.1.0", "datetime": "2026-01-02T03:04:05", "commit_info": {"id": "abc", "dirty": false},
		"machine_info": {"node": "bench-host", "machine": "x86_64", "system": "Linux", "release": "6.1", "python_implementation": "CPython",
		"python_version": "3.12.1", "python_compiler": "GCC 13", "cpu": {"brand_raw": "Synthetic CPU", "count": 8}}, "benchmarks": []}`, nil), "")
	if err != nil {
		t.Fatal(err)
	}
	want := Environment{CPU: "Synthetic CPU", Cores: 8, OS: "Linux 6.1", Arch: "x86_64", Toolchain: "CPython 3.12.1", Flags: "GCC 13",
		Harness: "pytest-benchmark 5.1.0", Host: "bench-host", Date: "2026-01-02T03:04:05", Commit: "abc"}
	if diff := cmp.Diff(want, *s.Runs[0].Env); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestPytestErrors(t *testing.T) {
	wantSyntax(t, "pytest", `{"machine_info": {}}`, `no "benchmarks"`)
	wantSyntax(t, "pytest", `{"machine_info": {}, "benchmarks": [{"stats": {"data": [1]}}]}`, "without a name")
	wantSyntax(t, "pytest", `{"machine_info": {}, "benchmarks": [{"name": "a", "stats": {"data": [1, {}]}}]}`, "an object where a number")
}
