package bench

import "testing"

func TestBenchmarkDotNet(t *testing.T) {
	t.Run("names", func(t *testing.T) {
		wantList(t, "benchmarkdotnet", `{"HostEnvironmentInfo": null, "Benchmarks": [
			{"FullName": "A.B.C(n: 1)", "Namespace": "x", "Statistics": {"OriginalValues": [1000000000]}},
			{"FullName": null, "Namespace": "A", "Type": "B", "Method": "C", "Parameters": "n=2", "Statistics": {"OriginalValues": [2000000000]}},
			{"FullName": "", "Namespace": null, "Type": "B", "Method": "C", "Statistics": {"OriginalValues": [3000000000]}},
			{"DisplayInfo": "B.D: DefaultJob", "Statistics": {"OriginalValues": [4000000000]}}]}`,
			"A.B.C(n: 1) time s lower primary 0:[1]",
			"A.B.C(n=2) time s lower primary 0:[2]",
			"B.C time s lower primary 0:[3]",
			"B.D: DefaultJob time s lower primary 0:[4]")
	})
	t.Run("launches that do not fit", func(t *testing.T) {
		// Two results for three values: which launch a value is of is unknown.
		wantList(t, "benchmarkdotnet", `{"Benchmarks": [{"FullName": "x", "Statistics": {"OriginalValues": [1e9, 2e9, 3e9]}, "Measurements": [
			{"IterationStage": "Result", "LaunchIndex": 1}, {"IterationStage": "Result", "LaunchIndex": 2}]}]}`,
			"x time s lower primary 0:[1 2 3]")
	})
	t.Run("no values", func(t *testing.T) {
		wantList(t, "benchmarkdotnet", `{"Benchmarks": [
			{"FullName": "x", "Statistics": {"Mean": 1.5}}, {"FullName": "y", "Statistics": null}]}`,
			"unusable: x: the file holds statistics of it but no OriginalValues; export with JsonExporter.Full, or --exporters fulljson",
			"failed: y: the benchmark has no statistics: it did not run to its end")
	})
	t.Run("allocated from the metrics", func(t *testing.T) {
		wantList(t, "benchmarkdotnet", `{"Benchmarks": [{"FullName": "x", "Statistics": {"OriginalValues": [1e9]}, "Memory": {"BytesAllocatedPerOperation": null},
			"Metrics": [{"Value": 24, "Descriptor": {"Id": "Allocated Memory", "Unit": "B", "TheGreaterTheBetter": false}}]}]}`,
			"x time s lower primary 0:[1]", "x allocated B lower primary count 0:[24]")
	})
	t.Run("empty", func(t *testing.T) {
		wantList(t, "benchmarkdotnet", `{"Title": "x", "HostEnvironmentInfo": {"ProcessorName": "y"}, "Benchmarks": []}`, "note empty-file")
	})
}

func TestBenchmarkDotNetErrors(t *testing.T) {
	wantSyntax(t, "benchmarkdotnet", `{"HostEnvironmentInfo": {}}`, `no "Benchmarks"`)
	wantSyntax(t, "benchmarkdotnet", `{"Benchmarks": [{"Method": "", "Statistics": {}}]}`, "without a name")
	wantSyntax(t, "benchmarkdotnet", `{"Benchmarks": [{"Method": "a", "Statistics": {"OriginalValues": [true]}}]}`, "true or false where a number")
}
