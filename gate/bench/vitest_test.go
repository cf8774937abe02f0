package bench

import (
	"strings"
	"testing"
)

const tinyWay = "; write JSON.stringify(bench.tasks.map(({name, result}) => ({name, result}))) with retainSamples: true"

func TestVitest(t *testing.T) {
	wantList(t, "vitest", `{"files": [{"filepath": "/src/a.bench.ts", "groups": [{"fullName": "a.bench.ts > g", "benchmarks": [
		{"samples": [2000, 1000], "name": "x", "mean": 1500}, {"name": "y", "rank": 2, "sampleCount": 9, "samples": []}, {"name": "z", "rank": 3, "samples": []}]}]}]}`,
		"a.bench.ts > g x time s lower primary 0:[2 1]",
		"unusable: a.bench.ts > g y: vitest bench --outputJson writes statistics of it but no samples; "+
			"set benchmark.includeSamples and add the reporter of docs/formats.md, which keeps them",
		"failed: a.bench.ts > g z: it has no result: the benchmark threw")
}

func TestTinybench(t *testing.T) {
	wantList(t, "vitest", `[
		{"name": "new", "result": {"state": "completed", "latency": {"mean": 1, "samples": [1000, 2000]}, "throughput": {"samples": [1]}}},
		{"name": "old", "result": {"samples": [3000], "hz": 1}},
		{"name": "none", "result": {"state": "completed", "latency": {"mean": 1}}},
		{"name": "bad", "result": {"state": "errored", "error": {"message": "boom"}}},
		{"name": "old", "result": {"samples": [4000], "hz": 1}}]`,
		"new time s lower primary 0:[1 2]", "old time s lower primary 0:[3 4]",
		"unusable: none: tinybench kept no samples of it"+tinyWay, "failed: bad: boom", "note pooled-duplicates")
	wantList(t, "vitest", `{"name": "suite", "tasks": [{"name": "x", "result": {"latency": {"samples": [1, 2, 3, 4, 5, 6, 7, 8]}}}]}`,
		"x time s lower primary 0:[0.001 0.002 0.003 0.004 0.005 0.006 0.007 0.008]", "note order-lost")
	wantList(t, "vitest", `[{"Task name": "x", "Latency avg (ns)": "1.0 ± 2%", "Samples": 64}]`,
		"unusable: x: the table of tinybench holds no samples"+tinyWay)
	wantSyntax(t, "vitest", `[{"state": "completed", "latency": {"samples": [1]}}]`, "no names", "bench.tasks.map")
}

func TestMitata(t *testing.T) {
	wantList(t, "vitest", `{"layout": [{"name": null}, {"name": "g"}], "benchmarks": [
		{"alias": "f", "group": 1, "runs": [
			{"name": "f", "args": {"n": 1, "kind": "a"}, "stats": {"samples": [1e9]}},
			{"name": "f", "args": {"n": 2, "kind": "a"}, "stats": {"samples": [2e9]}}]},
		{"alias": "bad", "group": 0, "runs": [{"name": "bad", "args": {}, "error": {"message": "boom"}}]},
		{"alias": "none", "group": 7, "runs": [{"name": "none", "args": {}, "stats": {"samples": null, "avg": 3}}]},
		{"alias": "h", "runs": [{"name": "h", "args": {}, "stats": {"samples": [3e9]}}]}],
		"context": {"cpu": {"name": "Synthetic CPU"}, "runtime": "node", "version": "20"}}`,
		"g f[n=1] time s lower primary 0:[1]", "g f[n=2] time s lower primary 0:[2]", "h time s lower primary 0:[3]",
		"failed: bad: boom",
		"unusable: none: the file holds statistics of it but no samples; run with format: {json: {debug: false, samples: true}}")
}

func TestVitestErrors(t *testing.T) {
	wantSyntax(t, "vitest", `{"other": 1}`, `no "files"`)
	wantSyntax(t, "vitest", `{"files": [{"filepath": "a", "groups": [{"benchmarks": [{"name": "x", "samples": [1, false]}]}]}]}`, "samples")
}

// TestMitataLarge reads a document whose context lies beyond the bytes that
// detection looks at.
func TestMitataLarge(t *testing.T) {
	samples := strings.Repeat("1000000000, ", 8000) + "1000000000"
	got := readList(t, textInput("f", `{"layout": [{"name": null}], "benchmarks": [{"kind": "static", "args": {}, "alias": "f", "group": 0, "runs": [
		{"stats": {"kind": "fn", "samples": [`+samples+`]}, "args": {}, "name": "f"}]}], "context": {}}`, nil), "vitest")
	if len(got) != 1 || !strings.HasPrefix(got[0], "f time s lower primary 0:[1 1 ") {
		t.Errorf("got %.200q", got)
	}
}
