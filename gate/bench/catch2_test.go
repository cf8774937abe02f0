package bench

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCatch2(t *testing.T) {
	wantList(t, "catch2", `<?xml version="1.0" encoding="UTF-8"?>
<Catch2TestRun name="b" rng-seed="1" catch2-version="3.5.2">
  <TestCase name="Fib" tags="[x]"><Section name="s &lt;1>">
    <BenchmarkResults name="fib &quot;10&quot;" samples="100">
      <mean value="2.5e+09" lowerBound="1" upperBound="3" ci="0.95"/>
      <standardDeviation value="7"/>
    </BenchmarkResults>
    <BenchmarkResults name="cut"></BenchmarkResults>
    <BenchmarkResults name="bad"><failed message="boom"/></BenchmarkResults>
    <BenchmarkResults name="odd"><mean value="nan"/></BenchmarkResults>
  </Section></TestCase>
</Catch2TestRun>`,
		`Fib/s <1> fib "10" time s lower primary 0:[2.5]`,
		"failed: Fib/s <1> cut: it began but has no result",
		"failed: Fib/s <1> bad: boom",
		"unusable: Fib/s <1> odd: no value is finite",
		"note one-estimate", "note not-finite")
}

func TestCatch2Errors(t *testing.T) {
	wantSyntax(t, "auto", "benchmark name      samples       iterations    estimated\n"+
		"                        mean          low mean      high mean\n-----\nfib 10 <x>  100  55  2.2 ms\n", "Catch2's console output", "-r xml")
	wantSyntax(t, "auto", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Catch name=\"b\">\n<TestCase name=\"x\">", "dir/file.x:3", "ends in the middle")
	wantSyntax(t, "auto", "<Catch2TestRun name=\"b\">\n<BenchmarkResults name=\"x\"><mean value=\"fast\"/></BenchmarkResults></Catch2TestRun>", "dir/file.x:2", `"fast"`)
	wantSyntax(t, "auto", "<Catch2TestRun name=\"b\">\n</TestCase>", "dir/file.x:2", "not valid XML")
	wantSyntax(t, "catch2", "<?xml version=\"1.0\" encoding=\"latin1\"?>\n<Catch name=\"b\"/>", "encoding")
	wantSyntax(t, "catch2", "<testsuites/>", `"testsuites"`)
}

// TestCatch2Folder passes over the console output in a folder, with a note.
func TestCatch2Folder(t *testing.T) {
	var ins []Input
	for _, path := range filesBelow(t, filepath.Join("testdata", "catch2")) {
		in := diskInput(path, path)
		in.Optional = true
		ins = append(ins, in)
	}
	s, err := ReadAll(ins, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Runs) != 2 || len(s.Series) != 3 || s.Series[0].Len() != 2 {
		t.Errorf("%d runs, %d series; want 2 runs of 3 series", len(s.Runs), len(s.Series))
	}
	if !slices.ContainsFunc(s.Notes, func(n Note) bool {
		return n.Code == NoteUnknownFile && strings.HasSuffix(n.File, "console.txt")
	}) {
		t.Errorf("no note of console.txt among %+v", s.Notes)
	}
}
