package bench

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime/metrics"
	"testing"
)

// fuzz reads arbitrary bytes as one format, seeded with its captures and some
// that are small and odd. Whatever comes, the reader ends, and what it returns
// keeps the promises of the model.
func fuzz(f *testing.F, format string, more ...string) {
	paths, err := filepath.Glob(filepath.Join("testdata", format, "*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range paths {
		b, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	for _, m := range more {
		f.Add([]byte(m))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := Input{Name: "fuzz", Size: int64(len(data)), Open: func() (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(data)), nil
		}}
		for _, f := range []string{format, "auto"} {
			var s *Set
			var err error
			frugal(t, len(data), func() { s, err = Read(in, f) })
			if err != nil {
				var syntax *SyntaxError
				if !errors.As(err, &syntax) {
					t.Fatalf("%v is not a SyntaxError", err)
				}
				continue
			}
			promises(t, Merge(s))
		}
	})
}

// frugal checks that reading asked for no more memory, all of it together and
// what was given back as well, than the length of the text allows. It is for
// texts that make a reader ask for far too much; what a reader holds at a time
// is in TestMemoryOfDenseFiles.
func frugal(t *testing.T, length int, read func()) {
	t.Helper()
	before := allocated()
	read()
	if got, most := allocated()-before, uint64(16<<20+400*length); got > most {
		t.Errorf("reading %d bytes took %d bytes of memory in all, more than %d", length, got, most)
	}
}

// allocated returns how many bytes the process has ever allocated.
func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// promises checks what the rest of the program relies on.
func promises(t *testing.T, s *Set) {
	t.Helper()
	keys, values := map[Key]bool{}, 0
	for _, x := range s.Series {
		if x.Benchmark == "" || keys[x.Key] || len(x.Samples) == 0 {
			t.Errorf("series %q: nameless, double or empty", x.Key)
		}
		keys[x.Key] = true
		last := -1
		for _, sample := range x.Samples {
			if sample.Run <= last || sample.Run >= len(s.Runs) || len(sample.Values) == 0 {
				t.Errorf("series %q: run %d after %d of %d, %d values", x.Key, sample.Run, last, len(s.Runs), len(sample.Values))
			}
			last = sample.Run
			for _, v := range sample.Values {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("series %q holds %v", x.Key, v)
				}
			}
			values += len(sample.Values)
		}
	}
	for _, r := range s.Runs {
		if r.Env == nil || r.File >= len(s.Files) {
			t.Errorf("run %+v", r)
		}
	}
	for _, p := range s.Problems {
		if p.Run < 0 || p.Run >= len(s.Runs) || p.Benchmark == "" && p.Group == "" && p.Kind != Failed {
			t.Errorf("problem %+v of %d runs", p, len(s.Runs))
		}
	}
	counted := 0
	for _, f := range s.Files {
		counted += f.Values
	}
	if counted != values {
		t.Errorf("the files count %d values, the series hold %d", counted, values)
	}
}

func FuzzGoogle(f *testing.F) {
	fuzz(f, "googlebenchmark", rows(`{"name": "A", "cpu_time": -Infinity, "time_unit": "s", "c": NaN, "c": 1}`), `{"benchmarks": []}{"benchmarks": []}`,
		"text\n"+rows(`{"name": "A", "error_occurred": true}`)+"\ntext", "\xff\xfe{\x00}\x00")
}

func FuzzGo(f *testing.F) {
	fuzz(f, "gobench", goHead+"BenchmarkA-4  \tlog\n 1\t5 ns/op\npanic: x\n", "Unit x better=higher\nBenchmarkA-4 1 5 x 6 x\n--- FAIL: BenchmarkA\n    x\nFAIL\tp\n",
		`{"Action":"output","Package":"p","Output":"BenchmarkA 1 5 ns/op\n"}`)
}

func FuzzNative(f *testing.F) {
	fuzz(f, "native", `{"schema": "noisegate/samples/v1", "runs": [{"environment": {"cores": 4, "load": [1]}}, {}],
		"series": [{"benchmark": "A", "metric": "t", "unit": "ns", "better": "lower", "values": [[1, NaN], [2]]}],
		"problems": [{"benchmark": "B", "kind": "failed", "run": 1, "message": "x"}], "notes": [{"code": "x", "message": "y"}]}`)
}

func FuzzCustom(f *testing.F) {
	fuzz(f, "customsmaller", `[{"name": "A", "unit": "ms", "value": 5, "range": "3"}, {"name": "A", "unit": "x", "value": NaN}]`)
}
