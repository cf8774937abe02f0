package actions

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var errBroken = errors.New("broken pipe")

// parseOutputs reads a file of outputs as GitHub's runner does (FileCommand
// handler of actions/runner: the first of "=" and "<<" in a line decides).
func parseOutputs(text string) (map[string]string, error) {
	out := map[string]string{}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if line == "" {
			continue
		}
		equals, heredoc := strings.Index(line, "="), strings.Index(line, "<<")
		switch {
		case equals >= 0 && (heredoc < 0 || equals < heredoc):
			out[line[:equals]] = line[equals+1:]
		case heredoc >= 0:
			name, delimiter := line[:heredoc], line[heredoc+2:]
			var value []string
			for i++; i < len(lines) && lines[i] != delimiter; i++ {
				value = append(value, lines[i])
			}
			if i == len(lines) {
				return nil, fmt.Errorf("the delimiter of %q is missing", name)
			}
			out[name] = strings.Join(value, "\n")
		default:
			return nil, fmt.Errorf("invalid line %q", line)
		}
	}
	return out, nil
}

func TestSetOutputs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "output")
	if err := os.WriteFile(path, []byte("earlier=1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := New(environment{"GITHUB_OUTPUT": path}.get, io.Discard)
	value := "BM_a\nEOF\nverdict=pass\nx<<EOF\n"
	if err := r.SetOutputs(Output{"retest", value}, Output{"verdict", "regression"}, Output{"empty", ""}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := parseOutputs(string(text))
	want := map[string]string{"earlier": "1", "retest": value, "verdict": "regression", "empty": ""}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("outputs: %v (-want +got)\n%s", err, diff)
	}
}

// A line that is not finished does not swallow the first output.
func TestOutputsAfterAnOpenLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "output")
	if err := os.WriteFile(path, []byte("earlier=1"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := New(environment{"GITHUB_OUTPUT": path}.get, io.Discard)
	for _, name := range []string{"verdict", "comment-url"} {
		if err := r.SetOutputs(Output{name, "x"}); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := parseOutputs(string(text))
	if diff := cmp.Diff(map[string]string{"earlier": "1", "verdict": "x", "comment-url": "x"}, got); err != nil || diff != "" {
		t.Errorf("outputs: %v (-want +got)\n%s", err, diff)
	}
}

func TestOutputsSurviveAnyValue(t *testing.T) {
	path := filepath.Join(t.TempDir(), "output")
	r := New(environment{"GITHUB_OUTPUT": path}.get, io.Discard)
	part := rapid.SampledFrom([]string{"\n", "=", "<<", "noisegate_", "EOF", "verdict", "x", "\r"})
	rapid.Check(t, func(t *rapid.T) {
		value := strings.Join(rapid.SliceOfN(part, 0, 10).Draw(t, "value"), "")
		_ = os.Remove(path)
		if err := r.SetOutputs(Output{"a", value}, Output{"verdict", "pass"}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := parseOutputs(string(text))
		if diff := cmp.Diff(map[string]string{"a": value, "verdict": "pass"}, got); err != nil || diff != "" {
			t.Fatalf("%v (-want +got)\n%s", err, diff)
		}
	})
}

func TestFilesThatCannotBeWritten(t *testing.T) {
	folder := t.TempDir()
	victim, link, loop, pipe := filepath.Join(folder, "victim"), filepath.Join(folder, "link"), filepath.Join(folder, "loop"), filepath.Join(folder, "pipe")
	if err := os.WriteFile(victim, []byte("as it was"), 0o644); err != nil {
		t.Fatal(err)
	}
	for at, to := range map[string]string{link: victim, loop: loop} {
		if err := os.Symlink(to, at); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("mkfifo", pipe).CombinedOutput(); err != nil {
		t.Fatalf("mkfifo: %v %s", err, out)
	}
	defer func() {
		if text, err := os.ReadFile(victim); err != nil || string(text) != "as it was" {
			t.Errorf("a link was followed: %q, %v", text, err)
		}
	}()
	for _, path := range []string{"", folder, filepath.Join(folder, "missing", "file"), link, loop, pipe, "/dev/zero", "/dev/full"} {
		r := New(environment{"GITHUB_OUTPUT": path, "GITHUB_STEP_SUMMARY": path}.get, io.Discard)
		err := r.SetOutputs(Output{"a", "b"})
		if err == nil || !strings.Contains(err.Error(), "GITHUB_OUTPUT") {
			t.Errorf("SetOutputs to %q: error %v, want one that names GITHUB_OUTPUT", path, err)
		}
		if path == "" && !errors.Is(err, ErrNotSet) {
			t.Errorf("SetOutputs without a file: %v, want ErrNotSet", err)
		}
		err = r.AppendSummary(func(w io.Writer, _ int) error { _, err := io.WriteString(w, "x"); return err })
		if err == nil || !strings.Contains(err.Error(), "GITHUB_STEP_SUMMARY") {
			t.Errorf("AppendSummary to %q: error %v, want one that names GITHUB_STEP_SUMMARY", path, err)
		}
	}
}

func TestAppendSummary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "summary")
	r := New(environment{"GITHUB_STEP_SUMMARY": path}.get, io.Discard)
	told := 0
	fill := func(n int) func(io.Writer, int) error {
		return func(w io.Writer, maxBytes int) error {
			told = maxBytes
			_, err := io.WriteString(w, strings.Repeat("x", min(n, maxBytes)))
			return err
		}
	}
	if err := r.AppendSummary(fill(100)); err != nil || told != SummaryLimit {
		t.Fatalf("a new file: %v, %d bytes left, want %d", err, told, SummaryLimit)
	}
	if err := r.AppendSummary(fill(1 << 30)); err != nil {
		t.Fatalf("the rest: %v", err)
	}
	text, err := os.ReadFile(path)
	if err != nil || len(text) != SummaryLimit || !strings.HasPrefix(string(text), strings.Repeat("x", 100)+"\n\nx") {
		t.Errorf("the summary has %d bytes (%v), want %d that begin with what was there", len(text), err, SummaryLimit)
	}
	if err := r.AppendSummary(fill(1)); err == nil {
		t.Error("a full summary took more")
	}
	if err := r.AppendSummary(func(io.Writer, int) error { return errBroken }); err == nil {
		t.Error("an error of the writer is lost")
	}
}

func TestAppendSummaryRefusesTooMuch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "summary")
	r := New(environment{"GITHUB_STEP_SUMMARY": path}.get, io.Discard)
	err := r.AppendSummary(func(w io.Writer, maxBytes int) error {
		_, err := io.WriteString(w, strings.Repeat("x", maxBytes+1))
		return err
	})
	if err == nil {
		t.Error("a text beyond the limit was written; GitHub would drop all of it")
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file exists all the same: %v", err)
	}
}
