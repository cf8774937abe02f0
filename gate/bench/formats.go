package bench

// formats is the registry: a reader is one line here.
var formats = []Format{
	{Name: "googlebenchmark", Doc: "Google Benchmark: --benchmark_out=FILE --benchmark_out_format=json", sniff: sniffGoogle, Read: readGoogle},
	{Name: "gobench", Doc: "Go: go test -bench . -count 10 > FILE, also with -json", sniff: sniffGo, Read: readGo},
	{Name: "jmh", Doc: "JMH: -rf json -rff FILE", sniff: sniffJMH, Read: readJMH},
	{Name: "hyperfine", Doc: "hyperfine: --export-json FILE", sniff: sniffHyperfine, Read: readHyperfine},
	{Name: "pytest", Doc: "pytest-benchmark: --benchmark-json=FILE, or --benchmark-save=NAME --benchmark-save-data", sniff: sniffPytest, Read: readPytest},
	{Name: "criterion", Doc: "Criterion.rs: target/criterion/**/new/sample.json, after cargo bench", sniff: sniffCriterion, Read: readCriterion},
	{Name: "benchmarkdotnet", Doc: "BenchmarkDotNet: --exporters fulljson", sniff: sniffBenchmarkDotNet, Read: readBenchmarkDotNet},
	{Name: "benchmarktools", Doc: "BenchmarkTools.jl: BenchmarkTools.save(FILE, run(suite))", sniff: sniffBenchmarkTools, Read: readBenchmarkTools},
	{Name: "catch2", Doc: "Catch2: -r xml -o FILE, a file for each of several runs", sniff: sniffCatch2, Read: readCatch2},
	{Name: "vitest", Doc: "Vitest with a reporter that keeps samples, tinybench's tasks or mitata's JSON", sniff: sniffVitest, Read: readVitest},
	{Name: "customsmaller", Doc: "github-action-benchmark's customSmallerIsBetter: [{name, unit, value}]", sniff: sniffCustom, Read: readCustom(LowerIsBetter), ask: true},
	{Name: "custombigger", Doc: "github-action-benchmark's customBiggerIsBetter: [{name, unit, value}]", sniff: sniffCustom, Read: readCustom(HigherIsBetter), ask: true},
	{Name: "native", Doc: "noisegate's own: noisegate convert, or any harness that writes it", sniff: sniffNative, Read: readNative},
}

// Formats returns all formats in the order of the documentation.
func Formats() []Format {
	return append([]Format(nil), formats...)
}

// FormatByName returns the format of that name.
func FormatByName(name string) (Format, bool) {
	for _, f := range formats {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

func formatNames() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return names
}
