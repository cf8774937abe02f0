package bench

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"testing"
)

// A streamed file is a text of any length that nobody holds: a head, a body
// for every number, and a tail.
type streamed struct {
	format, head, tail string
	body               func(w io.Writer, i int)
}

// streams are the texts of four readers with as many values as real ones.
func streams() []streamed {
	return []streamed{
		{"googlebenchmark", `{"context": {"num_cpus": 4, "library_build_type": "release"}, "benchmarks": [`, `{"name": "BM_End", "run_type": "iteration", "cpu_time": 1, "real_time": 1, "time_unit": "ns"}]}`,
			func(w io.Writer, i int) {
				fmt.Fprintf(w, "    {\n      \"name\": \"BM_Case/%d\",\n      \"run_name\": \"BM_Case/%d\",\n      \"run_type\": \"iteration\",\n      \"repetitions\": 20,\n      \"repetition_index\": %d,\n      \"threads\": 1,\n      \"iterations\": 1000000,\n      \"real_time\": %.16e,\n      \"cpu_time\": %.16e,\n      \"time_unit\": \"ns\"\n    },\n",
					i/20, i/20, i%20, float64(i)+0.1, float64(i)+0.2)
			}},
		{"gobench", goHead, "PASS\nok  \texample.test/p\t100s\n", func(w io.Writer, i int) {
			fmt.Fprintf(w, "BenchmarkSuite/case=%d/size=1024-4         \t 1000000\t      %.1f ns/op\t     %d B/op\t      %d allocs/op\n", i/20, float64(i)+0.1, i%640, i%9)
		}},
		{"jmh", "[", "\n]", func(w io.Writer, i int) {
			if i > 0 {
				fmt.Fprint(w, ",")
			}
			fmt.Fprintf(w, "\n    {\n        \"jmhVersion\": \"1.37\",\n        \"benchmark\": \"org.example.Suite.case%d\",\n        \"mode\": \"avgt\",\n        \"threads\": 1,\n        \"forks\": 5,\n        \"primaryMetric\": {\n            \"score\": 1.5,\n            \"scoreUnit\": \"us/op\",\n            \"rawData\": [", i)
			for fork := range 5 {
				if fork > 0 {
					fmt.Fprint(w, ",")
				}
				fmt.Fprint(w, "\n                [")
				for k := range 4 {
					if k > 0 {
						fmt.Fprint(w, ",")
					}
					fmt.Fprintf(w, "\n                    %.14f", float64(i)+0.123+float64(k))
				}
				fmt.Fprint(w, "\n                ]")
			}
			fmt.Fprint(w, "\n            ]\n        },\n        \"secondaryMetrics\": {}\n    }")
		}},
		{"native", `{"schema": "` + NativeSchema + `", "runs": [{}, {}], "series": [`, "\n]}", func(w io.Writer, i int) {
			if i > 0 {
				fmt.Fprint(w, ",")
			}
			fmt.Fprintf(w, "\n{\"benchmark\": \"Suite/case=%d\", \"metric\": \"time\", \"unit\": \"s\", \"better\": \"lower\", \"values\": [[", i)
			for k := range 20 {
				if k == 10 {
					fmt.Fprint(w, "], [")
				} else if k > 0 {
					fmt.Fprint(w, ", ")
				}
				fmt.Fprintf(w, "%.12g", 1e-6*(float64(i)+0.123456789+float64(k)))
			}
			fmt.Fprint(w, "]]}")
		}},
	}
}

// open returns the text, of about size bytes, as it is being made; seen is
// called at every hundredth of it that was taken.
func (s streamed) open(size int64, seen func()) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) {
		r, w := io.Pipe()
		go func() {
			buf := bufio.NewWriterSize(w, 16<<10)
			count := &countingWriter{w: buf}
			_, err := io.WriteString(count, s.head)
			next := size / 100
			for i := 0; err == nil && count.n < size; i++ {
				s.body(count, i)
				if err = count.err; count.n >= next {
					next += size / 100
					seen()
				}
			}
			if err == nil {
				_, _ = io.WriteString(buf, s.tail)
				err = buf.Flush()
			}
			_ = w.CloseWithError(err)
		}()
		return r, nil
	}
}

type countingWriter struct {
	w   io.Writer
	n   int64
	err error
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if c.n += int64(n); err != nil {
		c.err = err
	}
	return n, err
}

// A large file is read while it is being written: of what was taken there is
// never more than a part in memory. STREAM_MB sets the size.
func TestLargeFilesAreStreamed(t *testing.T) {
	size := int64(8 << 20)
	if mb, err := strconv.ParseInt(os.Getenv("STREAM_MB"), 10, 64); err == nil {
		size = mb << 20
	}
	for _, s := range streams() {
		t.Run(s.format, func(t *testing.T) {
			before := liveHeap()
			var peak, early uint64
			steps := 0
			in := Input{Name: s.format, Size: -1, Open: s.open(size, func() {
				if steps++; steps%10 == 0 {
					live := liveHeap()
					peak = max(peak, live)
					if steps == 10 {
						early = live
					}
				}
			})}
			set, err := Read(in, s.format)
			if err != nil {
				t.Fatal(err)
			}
			after := liveHeap()
			peak = max(peak, after)
			runtime.KeepAlive(set)
			share := func(heap uint64) float64 { return (float64(heap) - float64(before)) / float64(size) }
			t.Logf("%d MB, %d series: %.2f of the input's size in memory after a tenth of it, %.2f at the most, %.2f in the end",
				size>>20, len(set.Series), share(early), share(peak), share(after))
			if early == 0 || share(early) > 0.3 || share(peak)-share(after) > 0.75 {
				t.Errorf("more than a part of the text is held")
			}
		})
	}
}

func liveHeap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
