package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/noisegate/noisegate/cmd/internal/actions"
	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
	"github.com/noisegate/noisegate/gate"
)

// writeTree writes files below a folder.
func writeTree(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// goResults are six repetitions of each benchmark, all of the same value.
func goResults(ns float64, names ...string) string {
	var b strings.Builder
	b.WriteString("pkg: example.test/mod/pkg\n")
	for range 12 {
		for _, n := range names {
			fmt.Fprintf(&b, "%s \t 1\t %g ns/op\n", n, ns)
		}
	}
	return b.String() + "PASS\n"
}

// The ten annotations of a level that GitHub shows begin with the verdict and
// the largest regressions, however many warnings there were before, and a
// check run that was asked for holds them all, at their places in the code.
func TestRegressionsAreAnnotated(t *testing.T) {
	var names []string
	for i := range 15 {
		names = append(names, fmt.Sprintf("BenchmarkB%02d", i))
	}
	head := goResults(20, names[:14]...) + goResults(40, names[14])
	source := "package pkg\n\nfunc BenchmarkB14(b *testing.B) {\n}\n\nfunc BenchmarkB03(b *testing.B) {}\n"
	for _, check := range []bool{false, true} {
		for _, denied := range []bool{false, true} {
			t.Run(fmt.Sprint("check-run ", check, ", denied ", denied), func(t *testing.T) {
				// Fourteen damaged artifacts make fourteen warnings before the verdict.
				w := &hubtest.World{Owner: "acme", Name: "widgets", ID: 1, MergeBase: strings.Repeat("a", 40)}
				for i := range 15 {
					run := hubtest.Run{ID: int64(500 + i), SHA: strings.Repeat(fmt.Sprintf("%x", i), 40), Created: hubtest.Day(1 + i)}
					w.Runs, w.History = append(w.Runs, run), append([]string{run.SHA}, w.History...)
					data := hubtest.Zip("x.txt", "no results")
					if i == 0 {
						data = hubtest.Zip("x.txt", goResults(10, names...))
					}
					w.Artifacts = append(w.Artifacts, hubtest.Artifact{ID: int64(50 + i), Name: "noisegate-baseline", RunID: run.ID, Created: run.Created, Data: data})
				}
				w.MergeBase = w.History[0]
				server := hubtest.Start(w, nil)
				defer server.Close()
				if denied {
					server.Fail(hubtest.Fault{Path: "check-runs$", Kind: hubtest.Forbidden})
				}
				dir := t.TempDir()
				writeTree(t, dir, map[string]string{"head.txt": head, "go.mod": "module example.test/mod\n", "pkg/b_test.go": source,
					"event.json": `{"pull_request": {"number": 7, "head": {"sha": "` + strings.Repeat("b", 40) + `"}, "base": {"ref": "main"}}}`})
				env := map[string]string{"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": dir, "GITHUB_OUTPUT": filepath.Join(dir, "out"),
					"GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary"), "GITHUB_REPOSITORY": "acme/widgets", "GITHUB_API_URL": server.URL(),
					"GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": filepath.Join(dir, "event.json"), "GITHUB_RUN_ID": "600",
					"GITHUB_WORKFLOW_REF": "acme/widgets/.github/workflows/bench.yml@refs/heads/main",
					"INPUT_CANDIDATE":     "head.txt", "INPUT_CHECK-RUN": fmt.Sprint(check), "INPUT_COMMENT": "never", "INPUT_GITHUB-TOKEN": "ghs_secret",
					// Regressions that do not block are warnings, as the others are.
					"INPUT_FAIL-ON": "never"}
				var stdout, stderr bytes.Buffer
				if status := Main(context.Background(), []string{"action"}, nil, &stdout, &stderr, func(name string) string { return env[name] }); status != 0 {
					t.Fatalf("exit %d\n%s", status, &stdout)
				}
				checkShown(t, stdout.String(), !check || denied)
				if list := server.Checks(); check && !denied {
					checkCheck(t, list)
				} else if len(list) != 0 {
					t.Errorf("%d check runs", len(list))
				}
			})
		}
	}
}

func checkShown(t *testing.T, log string, placed bool) {
	t.Helper()
	var shown, plain []string
	for line := range strings.SplitSeq(log, "\n") {
		if strings.HasPrefix(line, "::warning ") {
			shown = append(shown, line)
		} else if strings.HasPrefix(line, "warning: ") {
			plain = append(plain, line)
		}
	}
	if len(shown) != 10 || !strings.Contains(shown[0], "title=noisegate%3A regression") || len(plain) != 14 {
		t.Fatalf("%d warnings are annotations and %d are not\n%s", len(shown), len(plain), log)
	}
	for _, line := range shown[1:] {
		if !strings.Contains(line, "title=noisegate%3A slower") {
			t.Errorf("not a regression: %s", line)
		}
	}
	if !strings.Contains(shown[1], "BenchmarkB14 sec/op: 300 %25 worse") || strings.Contains(shown[1], "file=pkg/b_test.go,line=3") != placed {
		t.Errorf("the largest is not the first, or not at its place: %s", shown[1])
	}
	if !strings.Contains(log, "6 more regressions are in the report") {
		t.Errorf("what is left out is not said\n%s", log)
	}
}

func checkCheck(t *testing.T, list []map[string]any) {
	t.Helper()
	if len(list) != 1 {
		t.Fatalf("%d check runs", len(list))
	}
	var places []string
	notes, _ := list[0]["output"].(map[string]any)["annotations"].([]any)
	for _, n := range notes {
		a := n.(map[string]any)
		places = append(places, fmt.Sprintf("%v:%v %v", a["path"], a["start_line"], a["annotation_level"]))
	}
	want := []string{"pkg/b_test.go:3 warning"}
	for i := range 14 {
		where := ".github/workflows/bench.yml:1 warning"
		if i == 3 {
			where = "pkg/b_test.go:6 warning"
		}
		want = append(want, where)
	}
	if diff := cmp.Diff(want, places); diff != "" {
		t.Errorf("annotations (-want +got):\n%s", diff)
	}
}

// Where a benchmark is written is found where a harness or Go's rules tell,
// and nothing outside of the workspace is looked at.
func TestPlaces(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	writeTree(t, outside, map[string]string{"out.py": "", "x_test.go": "package x\nfunc BenchmarkOut(b *testing.B) {}\n"})
	writeTree(t, dir, map[string]string{
		"go.mod":             "// comment\nmodule example.test/mod // why\n\ngo 1.26\n",
		"a_test.go":          "package mod\n\nfunc BenchmarkTop(b *testing.B) {}\n",
		"in/ner/b_test.go":   "package ner\n// func BenchmarkNo(\nfunc BenchmarkIn(b *testing.B) {}\nfunc BenchmarkInner[T any](b *testing.B) {}\n",
		"in/ner/c.go":        "package ner\nfunc BenchmarkElsewhere(b *testing.B) {}\n",
		"tests/test_fib.py":  "",
		"bench/fib.bench.ts": "",
	})
	for at, to := range map[string]string{"link.py": filepath.Join(outside, "out.py"), "out": outside, "in/ner/l_test.go": filepath.Join(outside, "x_test.go")} {
		if err := os.Symlink(to, filepath.Join(dir, at)); err != nil {
			t.Fatal(err)
		}
	}
	p := places{folder: dir}
	check := func(group, benchmark, want string) {
		t.Helper()
		file, line := p.of(gate.Series{Group: group, Benchmark: benchmark})
		if got := fmt.Sprintf("%s:%d", file, line); got != want {
			t.Errorf("%q %q is at %s, want %s", group, benchmark, got, want)
		}
	}
	check("example.test/mod", "BenchmarkTop", "a_test.go:3")
	check("example.test/mod/in/ner", "BenchmarkIn/size=5", "in/ner/b_test.go:3")
	check("example.test/mod/in/ner", "BenchmarkNo", ":0")
	check("example.test/mod/in/ner", "BenchmarkElsewhere", ":0")
	check("example.test/mod/in/ner", "BenchmarkOut", ":0")
	check("example.test/modern", "BenchmarkTop", ":0")
	check("example.test/mod/../mod", "BenchmarkTop", ":0")
	check("example.test/mod/../../x", "BenchmarkTop", ":0")
	check("example.test/mod/out", "BenchmarkOut", ":0")
	check("tests/test_fib.py::TestFib", "test_fib[5]", "tests/test_fib.py:0")
	check("./tests/test_fib.py", "test_fib", "tests/test_fib.py:0")
	check("bench/fib.bench.ts > fib", "fib", "bench/fib.bench.ts:0")
	check("tests/none.py", "test", ":0")
	check("tests", "test", ":0")
	check("link.py", "test", ":0")
	check("out/out.py", "test", ":0")
	check(filepath.Join(outside, "out.py"), "test", ":0")
	check("../"+filepath.Base(outside)+"/out.py", "test", ":0")
	check("a\x00.py", "test", ":0")
	check("", "BenchmarkTop", ":0")
	p = places{}
	check("example.test/mod", "BenchmarkTop", ":0")
	if got := (&action{runner: actions.New(func(string) string { return "" }, &bytes.Buffer{})}).checkAnnotations(gate.Result{Series: []gate.Series{
		{Benchmark: "a\n::error::b", Verdict: gate.Regression}}}); len(got) != 1 || got[0].Path != ".github" || strings.Contains(got[0].Title, "\n::") {
		t.Errorf("%+v", got)
	}
}
