package bench

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const goHead = "goos: linux\ngoarch: amd64\npkg: example.test/p\ncpu: Some CPU\n"

func TestGo(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"all metrics", goHead + "BenchmarkA-4 \t 100\t 12.5 ns/op\t 3 MB/s\t 7 req/s\t 9 widgets\t 16 B/op\t 2 allocs/op\nPASS\nok  \texample.test/p\t1s\n",
			[]string{"example.test/p BenchmarkA sec/op [sec/op lower primary] 1.25e-08", "example.test/p BenchmarkA B/s [B/s higher] 3000000",
				"example.test/p BenchmarkA req/s [req/s higher] 7", "example.test/p BenchmarkA widgets [widgets unknown] 9",
				"example.test/p BenchmarkA B/op [B/op lower primary count] 16", "example.test/p BenchmarkA allocs/op [allocs/op lower primary count] 2"}},
		{"an exact zero keeps its unit", "BenchmarkA-4 100 0 ns/op 0 MB/s\nBenchmarkA-4 100 1 ns/op 1 MB/s\n",
			[]string{"BenchmarkA sec/op [sec/op lower primary] 0 1e-09", "BenchmarkA B/s [B/s higher] 0 1000000", "note non-positive"}},
		{"repetitions, runs and packages", goHead + "BenchmarkA 1 1 ns/op\nBenchmarkA 1 2 ns/op\nPASS\nok  \texample.test/p\t1s\n" +
			"pkg: example.test/q\nBenchmarkA 1 3 ns/op\nPASS\n" + goHead + "BenchmarkA 1 4 ns/op\nPASS\n",
			[]string{"example.test/p BenchmarkA sec/op [sec/op lower primary] 1e-09 2e-09 | 4e-09", "example.test/q BenchmarkA sec/op [sec/op lower primary] 3e-09"}},
		{"a header again, without PASS between", goHead + "BenchmarkA 1 1 ns/op\n" + goHead + "BenchmarkA 1 2 ns/op\n",
			[]string{"example.test/p BenchmarkA sec/op [sec/op lower primary] 1e-09 | 2e-09"}},
		{"directions and exactness by Unit lines", "Unit score better=higher\nUnit kilowatts better=lower\nUnit text-bytes assume=exact\nUnit odd/s better=lower\n" +
			"BenchmarkA 1 1 score 2 kilowatts 3 text-bytes 4 odd/s\n",
			[]string{"BenchmarkA score [score higher] 1", "BenchmarkA kilowatts [kilowatts lower] 2", "BenchmarkA text-bytes [text-bytes unknown count] 3", "BenchmarkA odd/s [odd/s lower] 4"}},
		{"verbose", "BenchmarkA\nBenchmarkA-4 1 5 ns/op\nBenchmarkB\nPASS\n", []string{"BenchmarkA sec/op [sec/op lower primary] 5e-09"}},
		{"one of several results torn apart", "BenchmarkA-4   \t2026/01/15 slow disk 3 ms/op\n 100\t 5 ns/op\n" + strings.Repeat("BenchmarkA-4 \t 100\t 6 ns/op\n", 2),
			[]string{"BenchmarkA sec/op [sec/op lower primary] 6e-09 6e-09", "note unreadable-line"}},
		{"a benchmark that prints at every start", "BenchmarkA-4 \t 100\t 6 ns/op\n" + strings.Repeat("BenchmarkA-4   \twarming up\n 100\t 5 ns/op\t 1 B/op\n", 2),
			[]string{"BenchmarkA sec/op [sec/op lower primary] 6e-09 5e-09 5e-09", "BenchmarkA B/op [B/op lower primary count] 1 1", "note unreadable-line"}},
		{"torn apart, and the next name comes first", "pkg: p\nBenchmarkA-4   \tlog\nBenchmarkB-4   \tlog\n 100\t 5 ns/op\n",
			[]string{"p BenchmarkB sec/op [sec/op lower primary] 5e-09", "note unreadable-line", "note unreadable-line"}},
		{"torn apart, and no numbers", "BenchmarkB-4 1 7 ns/op\nBenchmarkA-4   \tlog\nPASS\n 100\t 5 ns/op\n",
			[]string{"BenchmarkB sec/op [sec/op lower primary] 7e-09", "note unreadable-line"}},
		{"prose is no benchmark", "Benchmark finished in 3 s\nBenchmarking took 5 ns/op\nBenchmarks: 3 4 ns/op\nthroughput: 812 patterns/sec 3 ns/op\nBenchmarkA 1 5 ns/op\n",
			[]string{"BenchmarkA sec/op [sec/op lower primary] 5e-09"}},
		{"a line of a megabyte", "BenchmarkA 1 5 ns/op\n" + strings.Repeat("x", 1<<20) + "\nBenchmark" + strings.Repeat("y", 1<<20) + "\nBenchmarkA 1 6 ns/op\n",
			[]string{"BenchmarkA sec/op [sec/op lower primary] 5e-09 6e-09"}},
		{"carriage returns and no last newline", "pkg: p\r\nBenchmarkA-4 1 5 ns/op\r\nBenchmarkA-4 1 6 ns/op",
			[]string{"p BenchmarkA sec/op [sec/op lower primary] 5e-09 6e-09"}},
		{"a benchmark fails", goHead + "--- FAIL: BenchmarkA\n    a_test.go:4: boom\nBenchmarkB 1 5 ns/op\nFAIL\nexit status 1\nFAIL\texample.test/p\t0.1s\nFAIL\n",
			[]string{"example.test/p BenchmarkB sec/op [sec/op lower primary] 5e-09", "failed example.test/p BenchmarkA: a_test.go:4: boom",
				"failed example.test/p : go test prints FAIL for the package"}},
		{"a panic", goHead + "BenchmarkB 1 5 ns/op\npanic: index out of range\n\ngoroutine 1 [running]:\nexit status 2\nFAIL\texample.test/p\t0.1s\nFAIL\n",
			[]string{"example.test/p BenchmarkB sec/op [sec/op lower primary] 5e-09", "failed example.test/p : panic: index out of range"}},
		{"a panic that was only logged", goHead + "panic: recovered\nBenchmarkB 1 5 ns/op\nPASS\nok  \texample.test/p\t1s\n",
			[]string{"example.test/p BenchmarkB sec/op [sec/op lower primary] 5e-09"}},
		{"the log ends in a panic", goHead + "BenchmarkB 1 5 ns/op\npanic: index out of range\n",
			[]string{"example.test/p BenchmarkB sec/op [sec/op lower primary] 5e-09", "failed example.test/p : panic: index out of range"}},
		{"a package that does not build, after one that runs", goHead + "BenchmarkB 1 5 ns/op\nPASS\nok  \texample.test/p\t1s\nFAIL\texample.test/q [build failed]\nFAIL\n",
			[]string{"example.test/p BenchmarkB sec/op [sec/op lower primary] 5e-09", "failed example.test/q : go test prints FAIL for the package [build failed]"}},
		{"a skipped benchmark", goHead + "BenchmarkA\n    a_test.go:4: no device\n--- SKIP: BenchmarkA\nBenchmarkB 1 5 ns/op\nPASS\n",
			[]string{"example.test/p BenchmarkB sec/op [sec/op lower primary] 5e-09", "skipped example.test/p BenchmarkA: a_test.go:4: no device"}},
		{"not finite", "BenchmarkA 1 5 ns/op NaN x\nBenchmarkA 1 +Inf ns/op\n",
			[]string{"BenchmarkA sec/op [sec/op lower primary] 5e-09", "unusable BenchmarkA x: no value is finite", "note not-finite", "note not-finite"}},
		{"no benchmark was asked for", goHead + "PASS\nok  \texample.test/p\t0.1s\n", []string{"note empty-file"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, brief(mustRead(t, content("f.txt", tt.text), ""))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestGoSuffix(t *testing.T) {
	check := func(text string, want ...string) {
		t.Helper()
		s := mustRead(t, content("f.txt", text), "")
		var got []string
		for _, r := range s.Runs {
			got = append(got, fmt.Sprint(r.Env.Procs))
		}
		for _, x := range s.Series {
			got = append(got, strings.TrimPrefix(x.Benchmark, "Benchmark"))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	lines := func(names ...string) string {
		s := "goos: linux\n"
		for _, n := range names {
			s += "Benchmark" + n + " 1 5 ns/op\n"
		}
		return s + "PASS\n"
	}
	check(lines("A-4", "B-4"), "4", "A", "B")
	check(lines("A", "B"), "1", "A", "B")
	check(lines("S/Add-4", "S/Add-1-4"), "4", "S/Add", "S/Add-1")
	check(lines("S/Add", "S/Add-1"), "1", "S/Add", "S/Add-1")
	check(lines("S/Add-1"), "1", "S/Add-1")
	check(lines("A", "A-2"), "1", "A", "A-2")
	check(lines("A-2", "A-4"), "0", "A-2", "A-4")
	check(lines("A", "S/n-64"), "1", "A", "S/n-64")
	check(lines("A-8", "S/n-64-8"), "8", "A", "S/n-64")
	check(lines("S/n-64", "S/n-128"), "0", "S/n-64", "S/n-128")
	// A package of one sub-benchmark says nothing; the one beside it does.
	check(lines("S/n-64")+lines("A"), "1", "1", "S/n-64", "A")
	check(lines("S/n-64")+lines("A-64"), "64", "64", "S/n", "A")
	check(lines("S/n-64")+lines("S/n"), "1", "1", "S/n-64", "S/n")
	check(lines("S/n-64")+lines("S/n-8"), "64", "8", "S/n")
	// Not a GOMAXPROCS.
	check(lines("S/n-0"), "1", "S/n-0")
	check(lines("S/n-007"), "1", "S/n-007")
	check(lines("S/n-99999999999"), "1", "S/n-99999999999")
}

func TestGoStream(t *testing.T) {
	event := func(pkg, output string) string {
		return fmt.Sprintf("{\"Time\":\"2026-01-15T10:00:00Z\",\"Action\":\"output\",\"Package\":%q,\"Output\":%q}\n", pkg, output)
	}
	text := "{\"Action\":\"start\",\"Package\":\"p\"}\n" + event("p", "pkg: p\n") + event("p", "BenchmarkA-4   \t") + event("q", "pkg: q\n") +
		event("q", "BenchmarkA-4   \t 1\t 7 ns/op\n") + event("p", " 1\t 5 ns/op\n") + event("p", "PASS\n") + event("q", "Benchmark") + event("q", "A-4 1 x ns/op")
	want := []string{"p BenchmarkA sec/op [sec/op lower primary] 5e-09", "q BenchmarkA sec/op [sec/op lower primary] 7e-09", "note unreadable-line"}
	s := mustRead(t, content("f.json", text), "")
	if diff := cmp.Diff(want, brief(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s.Notes[0].Line != 8 {
		t.Errorf("the unreadable line is %d, want the event that began it, 8", s.Notes[0].Line)
	}
	if _, err := Read(content("f.json", text+"{\"Action\":"), ""); err == nil || !strings.Contains(err.Error(), "f.json:10") {
		t.Errorf("a stream that was cut gives %v, want f.json:10", err)
	}
}

func TestGoEnvironment(t *testing.T) {
	s := mustRead(t, content("f.txt", "toolchain: go1.26.8\ncommit: abc\n"+goHead+"BenchmarkA-4 1 5 ns/op\n"), "")
	want := Environment{CPU: "Some CPU", OS: "linux", Arch: "amd64", Procs: 4, Harness: "go test", Toolchain: "go1.26.8", Commit: "abc"}
	if diff := cmp.Diff(want, *s.Runs[0].Env); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestGoManyBadLines(t *testing.T) {
	s := mustRead(t, content("f.txt", "BenchmarkA 1 5 ns/op\n"+strings.Repeat("BenchmarkA 1 x ns/op\n", 500)), "")
	if len(s.Notes) != 11 || s.Notes[10].Message != "490 more lines could not be read" {
		t.Errorf("%d notes, the last of them %q", len(s.Notes), s.Notes[len(s.Notes)-1].Message)
	}
}

func TestGoNamesBeyondAnyLine(t *testing.T) {
	long := "Benchmark" + strings.Repeat("Long", 17_500)
	text := "pkg: p\n" + long + "-4 \t 100\t 5 ns/op\n" + long + "-4 \t 100\t 6 ns/op\nBenchmarkA-4 100 7 ns/op\n" +
		"Benchmark" + strings.Repeat("X", 2<<20) + " 100 8 ns/op\nPASS\n"
	set, err := Read(textInput("long.txt", text, nil), "gobench")
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Series) != 2 || set.Series[0].Benchmark != long || set.Series[0].Len() != 2 || set.Series[1].Benchmark != "BenchmarkA" {
		t.Errorf("got %d series, the first %.20q with %d values, the second %q", len(set.Series), set.Series[0].Benchmark, set.Series[0].Len(), set.Series[1].Benchmark)
	}
	if len(set.Notes) != 1 || set.Notes[0].Code != NoteLine || set.Notes[0].Line != 5 {
		t.Errorf("notes %+v, want one about line 5, which is too long", set.Notes)
	}
}
