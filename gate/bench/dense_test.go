package bench

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"testing"
)

// A denseText repeats its body, with a number of its own each time.
type denseText struct {
	name, format, head, body, between, tail string
	fails                                   bool
}

func (d denseText) text(size int) string {
	var b strings.Builder
	b.WriteString(d.head)
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteString(d.between)
		}
		if strings.Contains(d.body, "%") {
			fmt.Fprintf(&b, d.body, i)
		} else {
			b.WriteString(d.body)
		}
	}
	b.WriteString(d.tail)
	return b.String()
}

// dense are the texts with the most series, runs, problems or notes for their
// length that each format can hold.
var dense = []denseText{
	{"google", "googlebenchmark", `{"benchmarks":[`, `{"name":"%x","cpu_time":1,"time_unit":"s"}`, ",", `]}`, false},
	{"google failed", "googlebenchmark", `{"benchmarks":[`, `{"name":"%x","error_occurred":true}`, ",", `]}`, false},
	{"google counters", "googlebenchmark", `{"benchmarks":[{"name":"A","cpu_time":1,"time_unit":"s"`, `,"%x":1`, "", `}]}`, false},
	{"google documents", "googlebenchmark", "", `{"benchmarks":[]}`, "", "", false},
	{"google aggregates", "googlebenchmark", `{"benchmarks":[`, `{"name":"%x_mean"}`, ",", `]}`, false},
	{"go", "gobench", "", "BenchmarkA%x 1 1 x\n", "", "", false},
	{"go metrics", "gobench", "", "BenchmarkA 1 1 x%x\n", "", "", false},
	{"go blocks", "gobench", "", "BenchmarkA 1 1 x\nPASS\n", "", "", false},
	{"go failures", "gobench", "BenchmarkA 1 1 x\n", "FAIL\t%x\n", "", "", false},
	{"go outcomes", "gobench", "BenchmarkA 1 1 x\n", "--- FAIL: BenchmarkA%x\n", "", "", false},
	{"go passes", "gobench", "BenchmarkA 1 1 x\n", "PASS\n", "", "", false},
	{"go lost", "gobench", "BenchmarkA 1 1 x\n", "BenchmarkX x\n", "", "", false},
	{"go json", "gobench", "", "{\"Action\":\"output\",\"Package\":\"p%x\",\"Output\":\"BenchmarkA 1 1 x\\n\"}\n", "", "", false},
	{"jmh", "jmh", `[`, `{"benchmark":"%x","mode":"ss","primaryMetric":{"scoreUnit":"s/op","rawData":[[1]]}}`, ",", `]`, false},
	{"jmh forks", "jmh", `[{"benchmark":"A","mode":"ss","primaryMetric":{"scoreUnit":"s/op","rawData":[`, `[1]`, ",", `]}}]`, false},
	{"jmh secondary", "jmh", `[{"benchmark":"A","mode":"ss","primaryMetric":{"scoreUnit":"s/op","rawData":[[1]]},"secondaryMetrics":{`, `"%x":{"rawData":[[1]]}`, ",", `}}]`, false},
	{"jmh histogram", "jmh", `[{"benchmark":"A","mode":"sample","primaryMetric":{"scoreUnit":"s/op","rawDataHistogram":[[[`, `[%d,1]`, ",", `]]]}}]`, false},
	{"hyperfine", "hyperfine", `{"results":[`, `{"command":"%x","times":[1]}`, ",", `]}`, false},
	{"hyperfine times", "hyperfine", `{"results":[{"command":"A","times":[`, `1`, ",", `]}]}`, false},
	{"pytest", "pytest", `{"machine_info":{},"benchmarks":[`, `{"name":"%x","stats":{"data":[1]}}`, ",", `]}`, false},
	{"criterion", "criterion", `{"iters":[1],"times":[1],"x":[`, `1`, ",", `]}`, false},
	{"benchmarkdotnet", "benchmarkdotnet", `{"HostEnvironmentInfo":{},"Benchmarks":[`, `{"FullName":"%x","Statistics":{"OriginalValues":[1]}}`, ",", `]}`, false},
	{"benchmarktools", "benchmarktools", `[{"Julia":"1.10.4","BenchmarkTools":"1.5.0"},[["BenchmarkGroup",{"data":{`, `"%x":["Trial",{"times":[1],"gctimes":[1],"memory":1,"allocs":1}]`, ",", `}}]]]`, false},
	{"catch2", "catch2", `<Catch name="x"><TestCase name="t">`, `<BenchmarkResults name="%x"><mean value="1"/></BenchmarkResults>`, "", `</TestCase></Catch>`, false},
	{"catch2 sections", "catch2", `<Catch name="x">`, `<Section name="%x">`, "", ``, true},
	{"tinybench", "vitest", `[`, `{"name":"%x","result":{"samples":[1]}}`, ",", `]`, false},
	{"custom", "customsmaller", `[`, `{"name":"%x","unit":"","value":1}`, ",", `]`, false},
	{"native", "native", `{"schema":"` + NativeSchema + `","series":[`, `{"benchmark":"%x","metric":"t","better":"lower","values":[[1]]}`, ",", `]}`, false},
	{"native runs", "native", `{"schema":"` + NativeSchema + `","runs":[`, `{}`, ",", `],"series":[]}`, false},
	{"native empty values", "native", `{"schema":"` + NativeSchema + `","runs":[{}],"series":[{"benchmark":"A","metric":"t","better":"lower","values":[[`, `1`, ",", `]]}]}`, false},
	{"native notes", "native", `{"schema":"` + NativeSchema + `","series":[],"notes":[`, `{"code":"x"}`, ",", `]}`, false},
	{"native problems", "native", `{"schema":"` + NativeSchema + `","runs":[{}],"series":[],"problems":[`, `{"benchmark":"%x","kind":"failed"}`, ",", `]}`, false},
	{"keys", "googlebenchmark", `{"benchmarks":[],"x":{`, `"%x":1`, ",", `}}`, false},
	{"nesting", "googlebenchmark", `{"benchmarks":[],"x":`, `[`, "", ``, true},
	{"text", "googlebenchmark", ``, "x\n", "", `{"benchmarks":[]}`, false},
}

// What a reader holds of a file is at no time more than twenty times its size,
// also of most texts that are nothing but the shortest entries that there can
// be. Where those are a few bytes each, what stands for one of them in memory
// is larger; these are the exceptions. A mebibyte is for buffers.
func TestMemoryOfDenseFiles(t *testing.T) {
	const size, buffers = 1 << 18, 1 << 20
	exceptions := map[string]uint64{"google counters": 60, "go failures": 50, "hyperfine times": 40,
		"google aggregates": 30, "jmh forks": 30, "go": 30, "go metrics": 30, "go outcomes": 30, "hyperfine": 30, "benchmarktools": 30}
	for _, d := range dense {
		t.Run(d.name, func(t *testing.T) {
			text := d.text(size)
			most := max(20, exceptions[d.name])*uint64(len(text)) + buffers
			peak := ^uint64(0)
			// What is made during a collection counts as live, which a busy
			// machine makes long: the least of a few readings.
			for try := 0; try < 4 && peak > most; try++ {
				peak = min(peak, peakHeap(func() any {
					s, err := Read(content("f", text), d.format)
					if err == nil && d.fails || err != nil && !d.fails {
						t.Errorf("error %v", err)
					}
					return s
				}))
			}
			if peak > most {
				t.Errorf("%d bytes in memory, %.1f times the text", peak, float64(peak)/float64(len(text)))
			}
			runtime.KeepAlive(text)
		})
	}
}

// peakHeap returns the most that work held at any of many collections.
func peakHeap(work func() any) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	before := liveHeap()
	var peak atomic.Uint64
	var watch func(*[16]byte)
	running := atomic.Bool{}
	running.Store(true)
	watch = func(*[16]byte) { // called after each collection
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		peak.Store(max(peak.Load(), live[0].Value.Uint64()))
		if running.Load() {
			runtime.SetFinalizer(&[16]byte{}, watch)
		}
	}
	runtime.SetFinalizer(&[16]byte{}, watch)
	result := work()
	running.Store(false)
	most := max(peak.Load(), liveHeap())
	runtime.KeepAlive(result)
	return most - min(most, before)
}
