package bench

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file without samples is told which option of its own harness keeps them,
// one that has a single value of each benchmark which makes it measure more.
func TestNoSamplesNameTheOption(t *testing.T) {
	catch := `<Catch name="x"><TestCase name="t"><BenchmarkResults name="b"><mean value="1"/></BenchmarkResults></TestCase></Catch>`
	julia := func(kind, rest string) string {
		return `[{"Julia": "1.10.4", "BenchmarkTools": "1.5.0"}, [["` + kind + `", {` + rest + `}]]]`
	}
	for _, c := range []struct{ name, format, text, option string }{
		{"Google, aggregates", "googlebenchmark", rows(`{"name": "A_mean", "run_name": "A", "run_type": "aggregate", "cpu_time": 1, "time_unit": "s"}`), "--benchmark_report_aggregates_only"},
		{"Google, no times", "googlebenchmark", rows(`{"name": "A"}`), "--benchmark_out_format=json"},
		{"Google, once", "googlebenchmark", rows(`{"name": "A", "cpu_time": 1, "time_unit": "s"}`), "--benchmark_repetitions"},
		{"Go, once", "gobench", "BenchmarkA 1 5 ns/op\n", "-count"},
		{"JMH, a score", "jmh", `[{"benchmark": "a", "mode": "avgt", "primaryMetric": {"score": 1, "scoreUnit": "s/op"}}]`, "-Djmh.json.rawData"},
		{"JMH, once", "jmh", `[{"benchmark": "a", "mode": "avgt", "primaryMetric": {"scoreUnit": "s/op", "rawData": [[1]]}}]`, "-f 10"},
		{"hyperfine, statistics", "hyperfine", `{"results": [{"command": "a", "mean": 1}]}`, "--export-json"},
		{"hyperfine, once", "hyperfine", `{"results": [{"command": "a", "times": [1]}]}`, "--runs"},
		{"pytest, statistics", "pytest", `{"machine_info": {}, "benchmarks": [{"name": "a", "stats": {"mean": 1}}]}`, "--benchmark-save-data"},
		{"pytest, once", "pytest", `{"machine_info": {}, "benchmarks": [{"name": "a", "stats": {"data": [1]}}]}`, "--benchmark-min-rounds"},
		{"Criterion, estimates", "criterion", `{"mean": {"confidence_interval": {}}, "median": {"confidence_interval": {}}}`, "sample.json"},
		{"Criterion, text", "criterion", "fib   time:   [26.029 us 26.251 us 26.505 us]\n", "target/criterion/**/new/sample.json"},
		{"Criterion, nothing", "criterion", `{"iters": [], "times": []}`, "--profile-time"},
		{"libtest, text", "criterion", "test a ... bench:         135 ns/iter (+/- 24)\n", "target/criterion"},
		{"BenchmarkDotNet, statistics", "benchmarkdotnet", `{"HostEnvironmentInfo": {}, "Benchmarks": [{"FullName": "A", "Statistics": {"Mean": 1}}]}`, "--exporters fulljson"},
		{"BenchmarkDotNet, once", "benchmarkdotnet", `{"HostEnvironmentInfo": {}, "Benchmarks": [{"FullName": "A", "Statistics": {"OriginalValues": [1]}}]}`, "--iterationCount"},
		{"BenchmarkTools, an estimate", "benchmarktools", julia("TrialEstimate", `"time": 1`), "run(suite)"},
		{"BenchmarkTools, no times", "benchmarktools", julia("Trial", `"times": []`), "samples ="},
		{"BenchmarkTools, once", "benchmarktools", julia("Trial", `"times": [1]`), "samples ="},
		{"Catch2, once", "catch2", catch, "-o"},
		{"Catch2, console", "catch2", "benchmark name                       samples       iterations    estimated\n", "-r xml"},
		{"Vitest, statistics", "vitest", `{"files": [{"filepath": "a", "groups": [{"fullName": "a", "benchmarks": [{"name": "b", "mean": 1, "samples": []}]}]}]}`, "includeSamples"},
		{"tinybench, statistics", "vitest", `[{"name": "a", "result": {"latency": {"mean": 1}}}]`, "retainSamples"},
		{"tinybench, once", "vitest", `[{"name": "a", "result": {"latency": {"samples": [1]}}}]`, "iterations"},
		{"mitata, statistics", "vitest", `{"layout": [{}], "benchmarks": [{"alias": "a", "group": 0, "runs": [{"name": "a", "args": {}, "stats": {"avg": 1}}]}]}`, "samples: true"},
		{"custom, once", "customsmaller", `[{"name": "a", "unit": "s", "value": 1}]`, "an entry for each value"},
		{"native, once", "native", `{"schema": "noisegate/samples/v1", "series": [{"benchmark": "a", "metric": "t", "better": "lower", "values": [[1]]}]}`, "--rounds"},
	} {
		t.Run(c.name, func(t *testing.T) {
			said := ""
			s, err := ReadAll([]Input{content("f", c.text)}, c.format)
			if err != nil {
				said = err.Error()
			} else {
				for _, p := range s.Problems {
					said += p.Advice + "\n"
				}
				for _, n := range s.Notes {
					said += n.Advice + "\n"
				}
			}
			if !strings.Contains(said, c.option) {
				t.Errorf("%q does not name %q", said, c.option)
			}
		})
	}
}

// A second value ends the note, in the same file or in another.
func TestOneValue(t *testing.T) {
	one, two := rows(`{"name": "A", "cpu_time": 1, "time_unit": "s"}`), rows(`{"name": "A", "cpu_time": 1, "time_unit": "s"}, {"name": "A", "cpu_time": 1, "time_unit": "s"}`)
	for want, files := range map[bool][][]string{true: {{one}, {one, rows(`{"name": "B", "cpu_time": 1, "time_unit": "s"}`)}}, false: {{two}, {one, one}}} {
		for _, texts := range files {
			var ins []Input
			for _, text := range texts {
				ins = append(ins, content("f", text))
			}
			s, err := ReadAll(ins, "")
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(strings.Join(brief(s), "\n"), "note "+NoteOneValue); got != want {
				t.Errorf("%d files: noted is %t, want %t", len(texts), got, want)
			}
		}
	}
}

// wholeFiles returns the captures of a format, and a text of those that have
// none.
func wholeFiles(t *testing.T, format string) map[string][]byte {
	out := map[string][]byte{}
	for _, d := range dense {
		if d.format == format && (d.name == "custom" || d.name == "native") {
			out[d.name] = []byte(d.text(1000))
		}
	}
	if len(out) > 0 || format == "custombigger" {
		return out
	}
	for _, path := range filesBelow(t, filepath.Join("testdata", format)) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out[path] = text
	}
	return out
}

// A capture that is cut anywhere, or has a stray byte in it, is read or
// refused with the name of the file and the place.
func TestErrorsNameThePlace(t *testing.T) {
	refused := map[string]int{}
	for _, f := range formats {
		for path, whole := range wholeFiles(t, f.Name) {
			if _, err := Read(content("dir/file.x", string(whole)), f.Name); err != nil {
				continue // refused for what it is
			}
			for i := 1; i < 12; i++ {
				at := len(whole) * i / 12
				for _, text := range []string{string(whole[:at]), string(whole[:at]) + "\x01}<" + string(whole[at:])} {
					_, err := Read(content("dir/file.x", text), f.Name)
					var syntax *SyntaxError
					if errors.As(err, &syntax) {
						refused[f.Name]++
						if syntax.File != "dir/file.x" || syntax.Line < 1 && syntax.Offset < 0 || !strings.HasPrefix(err.Error(), "dir/file.x:") {
							t.Errorf("%s at byte %d: %v has no place", path, at, err)
						}
					} else if err != nil {
						t.Errorf("%s at byte %d: %v (%T)", path, at, err, err)
					}
				}
			}
		}
	}
	for _, name := range []string{"googlebenchmark", "jmh", "hyperfine", "pytest", "criterion", "benchmarkdotnet", "benchmarktools", "catch2", "vitest", "customsmaller", "native"} {
		if refused[name] == 0 {
			t.Errorf("nothing of %s was refused", name)
		}
	}
}
