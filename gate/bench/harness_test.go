package bench

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func init() {
	if flag.Lookup("update") == nil {
		flag.Bool("update", false, "rewrite the golden files")
	}
}

// updating reports whether golden files are to be rewritten.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }

// textInput is an input that holds a text; beside are the files of its folder
// by the names that Sibling takes.
func textInput(name, text string, beside map[string]string) Input {
	open := func(s string) func() (io.ReadCloser, error) {
		return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(s)), nil }
	}
	in := Input{Name: name, Size: int64(len(text)), Open: open(text)}
	if beside != nil {
		in.Sibling = func(name string) (io.ReadCloser, error) {
			if s, ok := beside[name]; ok {
				return open(s)()
			}
			return nil, fs.ErrNotExist
		}
	}
	return in
}

// diskInput is an input on disk, shown under the given name.
func diskInput(path, name string) Input {
	return Input{
		Name: filepath.ToSlash(name), Size: -1,
		Open: func() (io.ReadCloser, error) { return os.Open(path) },
		Sibling: func(n string) (io.ReadCloser, error) {
			return os.Open(filepath.Join(filepath.Dir(path), filepath.FromSlash(n)))
		},
	}
}

// list shows a set in lines that a test can hold: series with the values of
// each run, problems, and the codes of the notes.
func list(s *Set) []string {
	var out []string
	for _, x := range s.Series {
		line := strings.TrimLeft(x.Group+" ", " ") + x.Benchmark + " " + x.Metric + " " + x.Unit + " " + x.Direction.String()
		if x.Primary {
			line += " primary"
		}
		if x.Count {
			line += " count"
		}
		for _, r := range x.Samples {
			line += fmt.Sprintf(" %d:%.12g", r.Run, r.Values)
		}
		out = append(out, line)
	}
	for _, p := range s.Problems {
		line := p.Kind.String() + ": " + strings.TrimLeft(p.Group+" ", " ") + p.Benchmark + ": " + p.Message
		if p.Advice != "" {
			line += "; " + p.Advice
		}
		out = append(out, line)
	}
	for _, n := range s.Notes {
		out = append(out, "note "+n.Code)
	}
	return out
}

// readList reads a text as auto-detection does and lists it.
func readList(t *testing.T, in Input, format string) []string {
	t.Helper()
	s, err := Read(in, "auto")
	if err != nil {
		t.Fatalf("reading: %v", err)
	}
	if got := s.Files[0].Format; got != format {
		t.Fatalf("read as %q, want %q", got, format)
	}
	return list(s)
}

// wantList compares what a text holds with lines.
func wantList(t *testing.T, format, text string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, readList(t, textInput("file", text, nil), format)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// wantSyntax checks that a text, read as the format, is refused with a message
// that names the file and holds the words.
func wantSyntax(t *testing.T, format, text string, words ...string) {
	t.Helper()
	_, err := Read(textInput("dir/file.x", text, nil), format)
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("got error %v, want a *SyntaxError", err)
	}
	for _, w := range append(words, "dir/file.x") {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("the error %q lacks %q", err, w)
		}
	}
}

// ownFormats are the formats whose captures and fuzz targets are here.
var ownFormats = []string{"jmh", "hyperfine", "pytest", "criterion", "benchmarkdotnet", "benchmarktools", "catch2", "vitest"}

// TestOwnCaptures keeps what is read of every file under testdata.
func TestOwnCaptures(t *testing.T) {
	var got strings.Builder
	for _, format := range ownFormats {
		for _, path := range filesBelow(t, filepath.Join("testdata", format)) {
			fmt.Fprintf(&got, "-- %s\n", filepath.ToSlash(path))
			s, err := Read(diskInput(path, path), "auto")
			if err != nil {
				fmt.Fprintf(&got, "error: %v\n", err)
				continue
			}
			fmt.Fprintf(&got, "%s, runs %d\n%+v\n", s.Files[0].Format, len(s.Runs), *s.Runs[0].Env)
			for _, line := range list(s) {
				fmt.Fprintln(&got, line)
			}
		}
	}
	keepText(t, filepath.Join("testdata", "harnesses.golden"), got.String())
}

// keepText compares got with a file, or writes it.
func keepText(t *testing.T, path, got string) {
	t.Helper()
	if updating() {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got), rewrite with -update:\n%s", path, diff)
	}
}

func filesBelow(t testing.TB, root string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestDetectOwn checks that exactly one format claims each capture.
func TestDetectOwn(t *testing.T) {
	for _, format := range ownFormats {
		for _, path := range filesBelow(t, filepath.Join("testdata", format)) {
			head, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			head = head[:min(len(head), SniffLen)]
			var claims []string
			for _, f := range Formats() {
				if f.Sniff(head, path) {
					claims = append(claims, f.Name)
				}
			}
			if !slices.Equal(claims, []string{format}) {
				t.Errorf("%s is claimed by %v, want %s alone", path, claims, format)
			}
		}
	}
}

func TestOrderLost(t *testing.T) {
	check := func(want bool, values ...float64) {
		t.Helper()
		if got := orderLost(values); got != want {
			t.Errorf("orderLost(%v) = %v", values, got)
		}
	}
	check(true, 1, 2, 3, 4, 5, 6, 7, 8)
	check(true, 1, 1, 1, 1, 1, 1, 1, 2)
	check(false, 1, 2, 3, 4, 5, 6, 7)
	check(false, 1, 1, 1, 1, 1, 1, 1, 1)
	check(false, 1, 2, 3, 4, 5, 6, 8, 7)
}

// checkSet checks what must hold for every set, whatever the input.
func checkSet(t *testing.T, s *Set) {
	t.Helper()
	keys := map[Key]bool{}
	for _, x := range s.Series {
		if keys[x.Key] {
			t.Errorf("the key %+v appears twice", x.Key)
		}
		keys[x.Key] = true
		if x.Len() == 0 {
			t.Errorf("%+v has no value", x.Key)
		}
		for i, r := range x.Samples {
			if r.Run < 0 || r.Run >= len(s.Runs) || len(r.Values) == 0 {
				t.Errorf("%+v: sample of run %d of %d with %d values", x.Key, r.Run, len(s.Runs), len(r.Values))
			}
			if i > 0 && r.Run <= x.Samples[i-1].Run {
				t.Errorf("%+v: run %d after run %d", x.Key, r.Run, x.Samples[i-1].Run)
			}
			for _, v := range r.Values {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%+v holds %v", x.Key, v)
				}
			}
		}
	}
	for _, r := range s.Runs {
		if r.Env == nil {
			t.Error("a run without an environment")
		}
	}
}

// fuzzReader feeds a reader with changed captures: it must not panic or hang,
// every error must name its file, and every set must be sound.
func fuzzReader(f *testing.F, format string, more ...string) {
	for _, path := range filesBelow(f, filepath.Join("testdata", format)) {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, m := range more {
		f.Add([]byte(m))
	}
	reader, ok := FormatByName(format)
	if !ok {
		f.Fatalf("no format %q", format)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := textInput("criterion/a/new/sample.json", string(data), map[string]string{"benchmark.json": string(data)})
		b := NewBuilder(in.Name, format)
		var err error
		frugal(t, len(data), func() { err = reader.Read(decodeText(strings.NewReader(string(data))), in, b) })
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.File == "" || syntax.Message == "" {
				t.Fatalf("error %v (%T) is no *SyntaxError with file and message", err, err)
			}
			return
		}
		s := b.Set()
		checkSet(t, s)
		promises(t, Merge(s))
	})
}
