package bench

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// content is an input that holds text.
func content(name, text string) Input {
	return Input{Name: name, Size: int64(len(text)), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}
}

// onDisk is an input that is a file.
func onDisk(path string) Input {
	return Input{Name: filepath.Base(path), Size: -1, Open: func() (io.ReadCloser, error) { return os.Open(path) }}
}

func mustRead(t *testing.T, in Input, format string) *Set {
	t.Helper()
	s, err := Read(in, format)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// dump writes a set as text for golden files.
func dump(s *Set) string {
	var b strings.Builder
	for _, f := range s.Files {
		fmt.Fprintf(&b, "file %s: %s, %d runs, %d values\n", f.Name, f.Format, f.Runs, f.Values)
	}
	for i, r := range s.Runs {
		fmt.Fprintf(&b, "run %d of %s: %+v\n", i, s.Files[r.File].Name, *r.Env)
	}
	for _, x := range s.Series {
		fmt.Fprintf(&b, "series %q %q %q in %s (%s), better %s", x.Group, x.Benchmark, x.Metric, x.Unit, x.OriginalUnit, x.Direction)
		if x.Primary {
			b.WriteString(", primary")
		}
		if x.Count {
			b.WriteString(", count")
		}
		b.WriteString("\n")
		for _, sample := range x.Samples {
			fmt.Fprintf(&b, "  run %d: %.12g\n", sample.Run, sample.Values)
		}
	}
	for _, p := range s.Problems {
		fmt.Fprintf(&b, "problem %q %q %q: %s in run %d: %s; %s\n", p.Group, p.Benchmark, p.Metric, p.Kind, p.Run, p.Message, p.Advice)
	}
	for _, n := range s.Notes {
		fmt.Fprintf(&b, "note %s %s:%d %q: %s; %s\n", n.Code, n.File, n.Line, n.Key.name(), n.Message, n.Advice)
	}
	return b.String()
}

// brief is a series in one line: key, unit, direction, marks, and the values
// with a bar between runs.
func brief(s *Set) []string {
	var out []string
	for _, x := range s.Series {
		line := strings.TrimSpace(x.name()) + " [" + x.Unit + " " + x.Direction.String()
		if x.Primary {
			line += " primary"
		}
		if x.Count {
			line += " count"
		}
		line += "]"
		for i, sample := range x.Samples {
			if i > 0 {
				line += " |"
			}
			for _, v := range sample.Values {
				line += fmt.Sprintf(" %.9g", v)
			}
		}
		out = append(out, line)
	}
	for _, p := range s.Problems {
		out = append(out, fmt.Sprintf("%s %s: %s", p.Kind, Key{p.Group, p.Benchmark, p.Metric}.name(), p.Message))
	}
	for _, n := range s.Notes {
		out = append(out, "note "+n.Code)
	}
	return out
}

// captures are the result files that testdata/make.sh made.
func captures(t testing.TB) []string {
	t.Helper()
	var out []string
	for _, f := range []string{"googlebenchmark", "gobench"} {
		files, err := filepath.Glob(filepath.Join("testdata", f, "*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no captures of %s: %v", f, err)
		}
		out = append(out, files...)
	}
	return out
}

func TestCaptures(t *testing.T) {
	for _, path := range captures(t) {
		name := filepath.Base(filepath.Dir(path)) + "-" + filepath.Base(path) + ".golden"
		t.Run(name, func(t *testing.T) {
			keepText(t, filepath.Join("testdata", "golden", name), dump(mustRead(t, onDisk(path), "")))
		})
	}
}
