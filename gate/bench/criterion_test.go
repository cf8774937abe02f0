package bench

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	criterionSample = `{"sampling_mode": "Linear", "iters": [10, 20], "times": [1000, 3000]}`
	// The quotients in seconds.
	criterionValues = " time s lower primary 0:[1e-07 1.5e-07]"
)

func TestCriterion(t *testing.T) {
	check := func(name, text string, beside map[string]string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, readList(t, textInput(name, text, beside), "criterion")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
	check("a/new/sample.json", criterionSample, map[string]string{"benchmark.json": `{"group_id": "g", "full_id": "g/fib 10"}`}, "g/fib 10"+criterionValues)
	check("x/target/criterion/g/fib/10/new/sample.json", criterionSample, nil, "g/fib/10"+criterionValues)
	check(`C:\target\criterion\fib\new\sample.json`, criterionSample, nil, "fib"+criterionValues)
	check("sample.json", criterionSample, nil, "sample"+criterionValues)
	check("criterion/fib/new/sample.json", `[[10,20],[1000,3000]]`, nil, "fib"+criterionValues)
	// A saved baseline that was named itself is read; a base without new is.
	check("criterion/fib/main/sample.json", criterionSample, map[string]string{"../new/sample.json": "{}"}, "fib"+criterionValues)
	check("criterion/fib/base/sample.json", criterionSample, map[string]string{}, "fib"+criterionValues)
	check("criterion/fib/new/sample.json", `{"iters": [], "times": []}`, nil, "unusable: fib: the file holds no samples; run cargo bench again, without --profile-time")
	check("criterion/fib/new/sample.json", `{"iters": [0, 2], "times": [3, 4]}`, nil, "fib time s lower primary 0:[2e-09]", "note not-finite")
}

func TestCriterionErrors(t *testing.T) {
	wantSyntax(t, "auto", `{"group_id": "g", "full_id": "g"}`, "benchmark.json, which holds no samples", "sample.json")
	wantSyntax(t, "auto", `{"mean": {"confidence_interval": {}}, "median": {"confidence_interval": {}}}`, "estimates.json")
	wantSyntax(t, "auto", "group,function,value,sample_time_nanos,iteration_count\n", "raw.csv")
	wantSyntax(t, "auto", `{"iters": [1, 2], "times": [3]}`, "another number of iterations")
	wantSyntax(t, "auto", `{"iters": [1, 2], "times": [3`, "ends in the middle")

	in := textInput("fib/base/sample.json", criterionSample, map[string]string{"../new/sample.json": criterionSample})
	var syntax *SyntaxError
	if _, err := Read(in, "auto"); !errors.As(err, &syntax) || !strings.Contains(syntax.Advice, "--save-baseline") {
		t.Errorf("base beside new: got error %v, want the way out", err)
	}
	in = textInput("fib/new/sample.json", criterionSample, map[string]string{"benchmark.json": "{}"})
	if _, err := Read(in, "auto"); !errors.As(err, &syntax) || syntax.File != "fib/new/benchmark.json" {
		t.Errorf("got error %v, want one of benchmark.json", err)
	}
}

// TestCriterionFolder reads the whole of target/criterion, as a folder that
// was named: of all its files only the samples of the last run count, without
// a word about the others.
func TestCriterionFolder(t *testing.T) {
	var ins []Input
	root := filepath.Join("testdata", "criterion")
	for _, path := range filesBelow(t, filepath.Join(root, "criterion")) {
		in := diskInput(path, strings.TrimPrefix(path, root))
		in.Optional = true
		ins = append(ins, in)
	}
	s, err := ReadAll(ins, "auto")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range s.Series {
		got = append(got, x.Benchmark)
		if x.Len() != 20 {
			t.Errorf("%s has %d values, want 20", x.Benchmark, x.Len())
		}
	}
	if diff := cmp.Diff([]string{"fib 10", "sizes/fib/12", "sizes/fib/15"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if len(s.Problems) > 0 || len(s.Notes) > 0 {
		t.Errorf("problems %v, notes %v; want none", s.Problems, s.Notes)
	}
}

func TestCargoBench(t *testing.T) {
	const criterion = "write the benchmark with Criterion.rs, which keeps its samples in target/criterion"
	wantList(t, "criterion", "\nrunning 3 tests\n"+
		"test tests::a ... bench:       3,296 ns/iter (+/- 521)\n"+
		"test tests::b - should panic ... FAILED\r\n"+
		"test copy     ... bench:         148.70 ns/iter (+/- 10.5) = 1911 MB/s\n"+
		"test other    ... ignored\n",
		"unusable: tests::a: libtest prints only a median of it (3,296 ns/iter); "+criterion,
		"failed: tests::b - should panic: the harness gives no reason",
		"unusable: copy: libtest prints only a median of it (148.70 ns/iter); "+criterion)
	const sample = "Criterion's text holds only an interval of it; pass target/criterion/**/new/sample.json, which Criterion wrote in the same run"
	wantList(t, "criterion", "Benchmarking a/b\nBenchmarking a/b: Analyzing\n"+
		"a/b                     time:   [1.4946 µs 1.6157 µs 1.7803 µs]\n"+
		"a name that is too long for its column\n"+
		"                        time:   [10.000 ns 11.000 ns 12.000 ns]\n",
		"unusable: a/b: "+sample, "unusable: a name that is too long for its column: "+sample)
}
