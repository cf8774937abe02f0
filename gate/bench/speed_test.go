package bench

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// bigGoogle is what Google Benchmark writes for so many benchmarks and
// repetitions.
func bigGoogle(benchmarks, repetitions int) string {
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, 2))
	b.WriteString(`{"context": {"num_cpus": 4, "mhz_per_cpu": 2800, "library_build_type": "release"}, "benchmarks": [`)
	for i := range benchmarks {
		for k := range repetitions {
			if i+k > 0 {
				b.WriteString(",")
			}
			time := 100 + float64(i) + r.Float64()
			fmt.Fprintf(&b, `
    {
      "name": "BM_Suite%d/Case%d/1024",
      "family_index": %d,
      "per_family_instance_index": 0,
      "run_name": "BM_Suite%d/Case%d/1024",
      "run_type": "iteration",
      "repetitions": %d,
      "repetition_index": %d,
      "threads": 1,
      "iterations": 1000000,
      "real_time": %.16e,
      "cpu_time": %.16e,
      "time_unit": "ns"
    }`, i%50, i, i, i%50, i, repetitions, k, time, time*0.99)
		}
	}
	b.WriteString("\n  ]\n}\n")
	return b.String()
}

// bigGo is what go test prints for so many processes, benchmarks and
// repetitions.
func bigGo(processes, benchmarks, repetitions int) string {
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, 2))
	for range processes {
		b.WriteString(goHead)
		for i := range benchmarks {
			for range repetitions {
				fmt.Fprintf(&b, "BenchmarkSuite%d/case=%d/size=1024-4         \t 1000000\t      %.1f ns/op\t     %d B/op\t      %d allocs/op\n",
					i%50, i, 1000+float64(i)+10*r.Float64(), 64*(i%9), i%9)
			}
		}
		b.WriteString("PASS\nok  \texample.test/p\t100s\n")
	}
	return b.String()
}

func benchmarkRead(b *testing.B, text string, series, values int) {
	b.SetBytes(2 * int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		s, err := ReadAll([]Input{content("one", text), content("two", text)}, "")
		if err != nil {
			b.Fatal(err)
		}
		if len(s.Series) != series || s.Files[0].Values != values {
			b.Fatalf("%d series, %d values", len(s.Series), s.Files[0].Values)
		}
	}
}

func BenchmarkReadGoogle(b *testing.B) { benchmarkRead(b, bigGoogle(2000, 20), 4000, 80000) }

func BenchmarkReadGo(b *testing.B) { benchmarkRead(b, bigGo(1, 2000, 20), 6000, 120000) }

func BenchmarkReadGoProcesses(b *testing.B) { benchmarkRead(b, bigGo(20, 2000, 1), 6000, 120000) }

func BenchmarkWriteNative(b *testing.B) {
	s, err := Read(content("f", bigGoogle(2000, 20)), "")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := WriteNative(io.Discard, s); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSpeedFiles writes the files that testdata/speed/run.sh compares the whole
// process on, large ones into SPEED_DIR where it is set, else small ones, and
// reads them again: a script that measures half a file would be too fast.
func TestSpeedFiles(t *testing.T) {
	dir, n := os.Getenv("SPEED_DIR"), 2000
	if dir == "" {
		dir, n = t.TempDir(), 40
	}
	files := []struct {
		name, text     string
		series, values int
	}{
		{"json", bigGoogle(n, 20), 2 * n, 40 * n},
		{"txt", bigGo(1, n, 20), 3 * n, 60 * n},
		{"runs", bigGo(20, n, 1), 3 * n, 60 * n},
	}
	for _, f := range files {
		for _, side := range []string{"a", "b"} {
			path := filepath.Join(dir, side+"."+f.name)
			if err := os.WriteFile(path, []byte(f.text), 0o600); err != nil {
				t.Fatal(err)
			}
			written, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Read(content(path, string(written)), "")
			if err != nil {
				t.Fatal(err)
			}
			if len(s.Series) != f.series || s.Files[0].Values != f.values {
				t.Errorf("%s: %d series, %d values, want %d and %d", path, len(s.Series), s.Files[0].Values, f.series, f.values)
			}
		}
	}
}
