package bench

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is close to a format, but not quite it, is read for what it is or
// refused by name: other units, other versions, a kind of value in place of
// another.
func TestNeighbours(t *testing.T) {
	catch := func(body string) string {
		return `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<Catch2TestRun name="b">` + body + `</Catch2TestRun>`
	}
	result := func(mean string) string {
		return `<BenchmarkResults name="b"><mean value="` + mean + `"/></BenchmarkResults>`
	}
	series := func(more string) string {
		return `{"schema": "noisegate/samples/v1", "runs": [{}, {}], "series": [{"benchmark": "A", "metric": "t", "unit": "ns", "better": "lower", ` + more + `]}`
	}
	for _, c := range []struct {
		name, format, text string
		want               string // lines of brief, or the error
	}{
		{"Google: the memory manager's counters", "", rows(`{"name": "A", "cpu_time": 1, "time_unit": "s", "allocs_per_iter": 2, "max_bytes_used": 64}`),
			"A cpu_time [s lower primary] 1\nA allocs_per_iter [allocs lower count] 2\nA max_bytes_used [B lower] 64"},
		{"Google: a row that is none", "", `{"context": {"num_cpus": 4}, "benchmarks": [{"name": "A", "cpu_time": 1, "time_unit": "s"}, 5]}`,
			`f:1: a number where an object was expected at "/benchmarks/1"`},
		{"Google: names in Latin-1", "", rows("{\"name\": \"\xe9\", \"cpu_time\": 1, \"time_unit\": \"s\"}"),
			`f:1: not valid JSON: invalid UTF-8 at "/benchmarks/0/name"; JSON is UTF-8; name the benchmark in plain letters, or convert the file`},
		{"JMH: days and numbers as parameters", "", `[{"benchmark": "a", "mode": "avgt", "params": {"n": 2, "x": true}, "primaryMetric": {"scoreUnit": "day/op", "rawData": [[1]]}}]`,
			"a[n=2,x=true] time [s lower primary] 86400"},
		{"hyperfine: numbers as parameters", "", `{"results": [{"command": "a", "times": [1], "parameters": {"n": 1}}, {"command": "a", "times": [2], "parameters": {"n": 2}}]}`,
			"a[n=1] time [s lower primary] 1\na[n=2] time [s lower primary] 2"},
		{"Catch2: a generator", "", catch(`<TestCase name="t">` + result("1") + result("2") + `</TestCase>`),
			"t b time [s lower primary] 1e-09\nt b #2 time [s lower primary] 2e-09\nnote one-estimate"},
		{"Catch2: another section", "", catch(`<TestCase name="t"><Section name="x">` + result("1") + `</Section><Section name="y">` + result("2") + `</Section></TestCase>`),
			"t/x b time [s lower primary] 1e-09\nt/y b time [s lower primary] 2e-09\nnote one-estimate"},
		{"Catch2: UTF-16", "", "\xff\xfe" + utf16LE(strings.Replace(catch(`<TestCase name="t">`+result("1")+`</TestCase>`), "UTF-8", "UTF-16", 1)),
			"t b time [s lower primary] 1e-09\nnote one-estimate"},
		{"Catch2: another encoding", "", strings.Replace(catch(""), "UTF-8", "ISO-8859-1", 1),
			`f:1: not XML that can be read: opening charset "ISO-8859-1": the encoding "ISO-8859-1" is not known here; convert the file to UTF-8`},
		{"Catch2: JUnit", "", "<?xml version=\"1.0\"?>\n<testsuites><testsuite name=\"b\"/></testsuites>",
			`f: not a result file that noisegate knows: it looks like JUnit's XML, which holds no benchmark of Catch2; use -r xml -o FILE`},
		{"Criterion: two samples in one file", "", `{"iters": [1], "times": [1]}{"iters": [1], "times": [2]}`,
			`f:1: a second document; the samples of each benchmark need a file of their own`},
		{"cargo-criterion: messages", "", `{"reason": "build-finished", "success": true}
{"reason": "benchmark-complete", "id": "fib/20", "report_directory": "x", "iteration_count": [10, 20], "measured_values": [100, 220], "unit": "ns", "typical": {"estimate": 10}}
{"reason": "benchmark-complete", "id": "cache", "iteration_count": [10], "measured_values": [70], "unit": "misses"}
{"reason": "benchmark-complete", "id": "none", "iteration_count": [], "measured_values": [], "unit": "ns"}
{"reason": "group-complete", "group_name": "fib", "benchmarks": ["fib/20"]}`,
			"fib/20 time [s lower primary] 1e-08 1.1e-08\ncache value [misses unknown primary] 7\nunusable none: the message holds no samples of it"},
		{"cargo-criterion: a value is missing", "", `{"reason": "benchmark-complete", "id": "a", "iteration_count": [10, 20], "measured_values": [100], "unit": "ns"}`,
			`f:1: "a" has 2 iteration counts and 1 measured values`},
		{"BenchmarkTools: a group without a name", "", `[{"Julia": "1.10.4", "BenchmarkTools": "1.5.0"}, [["BenchmarkGroup", {"data": {"": ["Trial", {"times": [1]}]}}]]]`,
			"[\"\"] time [s lower primary] 1e-09"},
		{"hyperfine: no command", "", `{"results": [{"command": "", "times": [1]}]}`, `f:1: a result without a "command" at "/results/0"`},
		{"mitata: a run without a name", "", `{"layout": [{}], "benchmarks": [{"runs": [{"stats": {"samples": [1]}}]}]}`, `f:1: a run without a name at "/benchmarks/0/runs/0"`},
		{"Vitest: a benchmark without a name", "", `{"files": [{"filepath": "a", "groups": [{"fullName": "a", "benchmarks": [{"samples": [1]}]}]}]}`,
			`f:1: a benchmark without a name at "/files/0/groups/0/benchmarks/0"`},
		{"Catch2: a benchmark without a name", "", catch(`<TestCase name="t"><BenchmarkResults/></TestCase>`), `f:2: a benchmark without a name`},
		{"libtest: JSON", "", `{"type": "bench", "name": "a", "median": 1, "deviation": 2}`,
			"f: not a result file that noisegate knows: libtest's JSON, which holds a median and no samples; use criterion, whose target/criterion/**/new/sample.json does"},
		{"custom: spaces in the unit", "customsmaller", `[{"name": "a", "unit": "ms / op", "value": 2}]`, "a value [s lower primary] 0.002"},
		{"native: a series twice", "", series(`"values": [[1], [2]]}, {"benchmark": "A", "metric": "t", "unit": "ns", "better": "lower", "values": [[3]]}`),
			`f:1: the series "A t" is there twice; its values belong into one list for each run at "/series/1"`},
		{"native: no values", "", series(`"values": [[], []]}`), "unusable A t: the file holds no values of it"},
		{"native: a truth in quotation marks", "", series(`"primary": "no", "values": [[1]]}`),
			`f:1: a string where true or false was expected at "/series/0/primary"`},
		{"native: another version", "", strings.Replace(series(`"values": [[1]]}`), "/v1", "/v2", 1),
			`f:1: the schema is "noisegate/samples/v2", and this version reads "noisegate/samples/v1" at "/schema"`},
		{"a report", "", `{"schema": "noisegate/report/v1", "series": []}`,
			"f: not a result file that noisegate knows: a report of noisegate; pass the results that it was made from"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got string
			if s, err := Read(content("f", c.text), c.format); err != nil {
				got = err.Error()
			} else {
				got = strings.Join(brief(s), "\n")
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// utf16LE encodes a text of plain letters.
func utf16LE(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		b.WriteByte(c)
		b.WriteByte(0)
	}
	return b.String()
}
