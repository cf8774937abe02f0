package bench

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

const jmhSample = `[{"benchmark": "acme.Api.get", "mode": "sample", "threads": 1, "primaryMetric": {"scoreUnit": "us/op",
	"rawDataHistogram": [[[[100.0, 40000], [110.0, 15000], [5000.0, 12]], [[112.0, 1], [101.0, 1]]], [[[7.0, 3]]]]},
	"secondaryMetrics": {"get:p0.99": {"scoreUnit": "us/op", "rawData": [[1, 2], [3]]}}}]`

const jmhModes = `[
	{"benchmark": "a.B.c", "mode": "avgt", "threads": 1, "primaryMetric": {"scoreUnit": "ms/op", "rawData": [[2]]}},
	{"benchmark": "a.B.c", "mode": "ss", "threads": 1, "primaryMetric": {"scoreUnit": "ms/op", "rawData": [[3]]}},
	{"benchmark": "a.B.c", "mode": "thrpt", "threads": 1, "primaryMetric": {"scoreUnit": "ops/ms", "rawData": [[5]]}},
	{"benchmark": "a.B.d", "mode": "thrpt", "threads": 1, "primaryMetric": {"scoreUnit": "ops/min", "rawData": [[120]]}},
	{"benchmark": "a.B.d", "mode": "thrpt", "threads": 8, "primaryMetric": {"scoreUnit": "ops/min", "rawData": [[600]]}}]`

func TestJMH(t *testing.T) {
	t.Run("modes, units and threads", func(t *testing.T) {
		wantList(t, "jmh", jmhModes,
			"mode=avgt a.B.c time s lower primary 0:[0.002]",
			"mode=ss a.B.c time s lower primary 0:[0.003]",
			"a.B.c throughput ops/s higher primary 0:[5000]",
			"threads=1 a.B.d throughput ops/s higher primary 0:[2]",
			"threads=8 a.B.d throughput ops/s higher primary 0:[10]")
	})
	t.Run("sample mode", func(t *testing.T) {
		// The median of one call each of 101 and 112 us is 106.5 us.
		wantList(t, "jmh", jmhSample,
			"acme.Api.get time s lower primary 0:[0.0001 0.0001065] 1:[7e-06]",
			"acme.Api.get get:p0.99 s lower 0:[1e-06 2e-06] 1:[3e-06]")
	})
	t.Run("results put together", func(t *testing.T) {
		row := `{"benchmark": "x", "mode": "avgt", "params": {"n": "1"}, "primaryMetric": {"scoreUnit": "s/op", "rawData": [[1], [2]]}}`
		wantList(t, "jmh", "["+row+","+row+"]",
			"x[n=1] time s lower primary 0:[1] 1:[2] 2:[1] 3:[2]", "note pooled-duplicates")
	})
	t.Run("without raw data", func(t *testing.T) {
		wantList(t, "jmh", `[{"benchmark": "x", "mode": "avgt", "primaryMetric": {"score": 1.5, "scoreUnit": "s/op", "rawData": []}}]`,
			`unusable: x: the file holds a score in "s/op" but no iterations; run JMH without -Djmh.json.rawData=false`)
	})
	t.Run("a unit of no direction", func(t *testing.T) {
		wantList(t, "jmh", `[{"benchmark": "x", "mode": "avgt", "primaryMetric": {"scoreUnit": "counts", "rawData": [[4]]}}]`,
			"x score counts unknown 0:[4]")
	})
	t.Run("environments of their own", func(t *testing.T) {
		s, err := Read(textInput("f", `[
			{"benchmark": "x", "jvmArgs": ["-Xmx1g"], "primaryMetric": {"scoreUnit": "s/op", "rawData": [[1]]}},
			{"benchmark": "y", "jvmArgs": ["-Xmx2g"], "primaryMetric": {"scoreUnit": "s/op", "rawData": [[1]]}}]`, nil), "jmh")
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []string{"-Xmx1g", "-Xmx2g"} {
			if got := s.Runs[s.Series[i].Samples[0].Run].Env.Flags; got != want {
				t.Errorf("flags of %s are %q, want %q", s.Series[i].Benchmark, got, want)
			}
		}
	})
}

func TestJMHErrors(t *testing.T) {
	wantSyntax(t, "jmh", `[]`, "no benchmark")
	wantSyntax(t, "jmh", `{"benchmark": 1}`, "an object where an array was expected")
	wantSyntax(t, "jmh", `[{"mode": "avgt", "benchmark": "x", "primaryMetric": {"rawData": [[1, "fast"]]}}]`, `"fast"`, "/0/primaryMetric/rawData/0/1")
	wantSyntax(t, "jmh", `[{"benchmark": "x", "mode": "sample", "primaryMetric": {"rawDataHistogram": [[[[1, -2]]]]}}]`, "the count -2")
	wantSyntax(t, "jmh", `[{"benchmark": "x", "mode": "sample", "primaryMetric": {"rawDataHistogram": [[[[1, 0.5]]]]}}]`, "the count 0.5")
	wantSyntax(t, "jmh", "[\n{\"benchmark\": \"x\",\n\"mode\": \"av", "dir/file.x:3", "ends in the middle")
	wantSyntax(t, "jmh", "[\n{\"benchmark\": \"x\", \"mode\": \"avgt\",\n\"params\": {\"sep\": \"say \"hi\"\"}}]", "dir/file.x:3", "escaped")
}

// TestWeightedMedian compares with the median of the values written out.
func TestWeightedMedian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 9), 0, 8).Draw(t, "values")
		var bins []bin
		var all []float64
		for i, v := range values {
			n := rapid.IntRange(1, 4).Draw(t, "count")
			bins = append(bins, bin{v, float64(n)})
			for range n {
				all = append(all, values[i])
			}
		}
		got, want := weightedMedian(bins, float64(len(all))), plainMedian(all)
		if math.Abs(got-want) > 1e-12 && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("weightedMedian(%v) = %v, want %v", bins, got, want)
		}
	})
}

// plainMedian counts, for each value, how many are below and above it.
func plainMedian(all []float64) float64 {
	lower, upper := math.NaN(), math.NaN()
	for _, v := range all {
		below, above := 0, 0
		for _, w := range all {
			if w < v {
				below++
			}
			if w > v {
				above++
			}
		}
		if half := len(all) / 2; below <= half && above < len(all)-half {
			upper = v
		}
		if half := len(all) / 2; above <= half && below < len(all)-half {
			lower = v
		}
	}
	return (lower + upper) / 2
}
