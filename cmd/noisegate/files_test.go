package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// tree makes files that hold their own names.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, n := range names {
		path := filepath.Join(root, filepath.FromSlash(n))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(n), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestExpand(t *testing.T) {
	root := tree(t, "a/run-10.json", "a/run-2.json", "a/.git/config", "a/deep/er/run-1.json", "b.json", "lit[1].json", "dirs/x/1.json", "dirs/y/2.json", "nested/f.json")
	if err := os.Symlink("b.json", filepath.Join(root, "link.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(root, "a", "dangling")); err != nil {
		t.Fatal(err)
	}
	names := func(patterns ...string) (got []string, notes int) {
		t.Helper()
		files, n, err := source{dir: root}.expand("candidate", patterns)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			got = append(got, filepath.ToSlash(f.Name))
		}
		return got, len(n)
	}
	check := func(notes int, want string, patterns ...string) {
		t.Helper()
		got, n := names(patterns...)
		if diff := cmp.Diff(strings.Fields(want), got); diff != "" || n != notes {
			t.Errorf("expand %q: %d notes, want %d (-want +got)\n%s", patterns, n, notes, diff)
		}
	}
	check(0, "b.json", "b.json")
	check(0, "b.json", filepath.Join(root, "b.json")[len(root)+1:])
	check(0, "a/deep/er/run-1.json a/run-2.json a/run-10.json", "a")
	check(0, "a/deep/er/run-1.json a/run-2.json a/run-10.json", "a/")
	check(0, "a/run-2.json a/run-10.json", "a/*.json")
	check(0, "a/run-10.json b.json", "a/run-1?.json", "b.json")
	check(0, "lit[1].json", "lit[1].json")
	check(0, "dirs/x/1.json dirs/y/2.json", "dirs/*")
	check(0, "a/run-2.json b.json", "{a/run-2,b}.json")
	check(1, "b.json", "b.json", "./b.json")
	check(1, "b.json", "b.json", "link.json")
	check(2, "a/run-2.json a/run-10.json", "a/*.json", "a/run-*.json")
}

func TestExpandRefuses(t *testing.T) {
	root := tree(t, "a.json", "hidden/.x")
	for pattern, why := range map[string]string{
		"none.json": "no such file", "*.txt": "matches no file", "hidden": "holds no file", "": "empty", "a.json/x": "a.json/x", "x[": "bracket", "**/{a": "brace", "/dev/zero": "device",
	} {
		_, _, err := source{dir: root}.expand("baseline", []string{pattern})
		if err == nil || !strings.Contains(err.Error(), why) || exitOf(err) != 3 {
			t.Errorf("expand %q: error %v, exit %d, want one with %q, exit 3", pattern, err, exitOf(err), why)
		}
	}
}

func TestInputsCanBeOpenedTwice(t *testing.T) {
	root := tree(t, "dir/a.json", "dir/b.json")
	files, _, err := source{dir: root, stdin: strings.NewReader("from stdin")}.expand("x", []string{"dir/a.json", "-"})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"dir/a.json", "from stdin"} {
		for range 2 {
			r, err := files[i].Open()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(r)
			if err != nil || string(text) != want || files[i].Size != int64(len(want)) {
				t.Errorf("%s holds %q (%v), size %d", files[i].Name, text, err, files[i].Size)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	r, err := files[0].Sibling("b.json")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if text, _ := io.ReadAll(r); string(text) != "dir/b.json" {
		t.Errorf("the sibling holds %q", text)
	}
	if _, err := files[0].Sibling("/etc/hostname"); err == nil {
		t.Error("an absolute path is no sibling")
	}
}

func TestNaturalOrder(t *testing.T) {
	names := strings.Fields("run-10 run-9 run-1 a2b10 a2b9 a10b1 a02 a2 x y1 y")
	sortNaturally(names)
	want := strings.Fields("a02 a2 a2b9 a2b10 a10b1 run-1 run-9 run-10 x y y1")
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("order (-want +got)\n%s", diff)
	}
}

// Natural order is a total order: sorting twice or from another start gives
// the same.
func TestNaturalOrderIsTotal(t *testing.T) {
	name := rapid.StringMatching(`[ab0-2]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := name.Draw(t, "a"), name.Draw(t, "b"), name.Draw(t, "c")
		if a != b && naturalLess(a, b) == naturalLess(b, a) {
			t.Fatalf("%q and %q: neither, or both, come first", a, b)
		}
		if naturalLess(a, b) && naturalLess(b, c) && !naturalLess(a, c) {
			t.Fatalf("%q < %q < %q, but not the first before the last", a, b, c)
		}
		if naturalLess(a, a) {
			t.Fatalf("%q comes before itself", a)
		}
		names := []string{c, a, b}
		sortNaturally(names)
		if !sort.SliceIsSorted(names, func(i, j int) bool { return naturalLess(names[i], names[j]) }) {
			t.Fatalf("not sorted: %q", names)
		}
	})
}

func TestParseOutputs(t *testing.T) {
	check := func(want string, quiet bool, specs ...string) {
		t.Helper()
		targets, err := parseOutputs(specs, quiet)
		var got []string
		for _, x := range targets {
			got = append(got, x.output.Name+">"+x.file)
		}
		if text := strings.Join(got, " "); err != nil || text != want {
			t.Errorf("parseOutputs(%q, %v) = %q, %v, want %q", specs, quiet, text, err, want)
		}
	}
	check("text>", false)
	check("", true)
	check("text> json>r.json", false, "json=r.json")
	check("json>", false, "json")
	check("json>", false, "json=-")
	check("json>a=b", true, "json=a=b")
	check("text>t.txt text>", false, "text=t.txt", "text")
}

func TestWriteFileKeepsTheOldOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "er", "f")
	if err := writeFile(path, func(w io.Writer) error { _, err := io.WriteString(w, "old"); return err }); err != nil {
		t.Fatal(err)
	}
	err := writeFile(path, func(w io.Writer) error { _, _ = io.WriteString(w, "half"); return io.ErrUnexpectedEOF })
	if err == nil {
		t.Error("the writer's error is lost")
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "old" {
		t.Errorf("the file holds %q (%v), want what was there", text, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o044 != 0o044 {
		t.Errorf("others cannot read it: %v %v", info.Mode(), err)
	}
}

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	announce(&out, "reading", 1<<40)()
	if out.Len() != 0 {
		t.Errorf("a quick step wrote %q", out.String())
	}
	shown := make(chan struct{})
	done := announce(signalling{&out, shown}, "reading", 0)
	<-shown
	done()
	done()
	if got, want := out.String(), "reading…\r\x1b[K"; got != want {
		t.Errorf("a slow step wrote %q, want %q", got, want)
	}
}

// signalling tells of the first write.
type signalling struct {
	w     io.Writer
	shown chan struct{}
}

func (s signalling) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	select {
	case <-s.shown:
	default:
		close(s.shown)
	}
	return n, err
}

// What a reader looks for beside a result is named by nobody: a link there
// must not lead out of a confined source.
func TestSiblingsStayInTheWorkspace(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sample.json", "beside.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "benchmark.json")); err != nil {
		t.Fatal(err)
	}
	for _, confined := range []bool{true, false} {
		files, _, err := source{dir: dir, confined: confined}.expand("candidate", []string{"sample.json"})
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		r, err := files[0].Sibling("benchmark.json")
		if (err != nil) != confined {
			t.Errorf("confined %t: opening a link that leaves: %v", confined, err)
		}
		if r != nil {
			r.Close()
		}
		r, err = files[0].Sibling("beside.json")
		if err != nil {
			t.Errorf("confined %t: opening a file beside: %v", confined, err)
			continue
		}
		r.Close()
	}
}
