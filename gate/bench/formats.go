package bench

// formats is the registry: a reader is one line here.
var formats = []Format{
	{Name: "googlebenchmark", Doc: "Google Benchmark: --benchmark_out=FILE --benchmark_out_format=json", Sniff: sniffGoogle, Read: readGoogle},
	{Name: "gobench", Doc: "Go: go test -bench . -count 10 > FILE, also with -json", Sniff: sniffGo, Read: readGo},
	{Name: "jmh", Doc: "JMH: -rf json -rff FILE", Sniff: sniffJMH, Read: readJMH},
	{Name: "hyperfine", Doc: "hyperfine: --export-json FILE", Sniff: sniffHyperfine, Read: readHyperfine},
	{Name: "pytest", Doc: "pytest-benchmark: --benchmark-json=FILE, or --benchmark-save=NAME --benchmark-save-data", Sniff: sniffPytest, Read: readPytest},
	{Name: "criterion", Doc: "Criterion.rs: target/criterion/**/new/sample.json, after cargo bench", Sniff: sniffCriterion, Read: readCriterion},
	{Name: "benchmarkdotnet", Doc: "BenchmarkDotNet: --exporters fulljson", Sniff: sniffBenchmarkDotNet, Read: readBenchmarkDotNet},
	{Name: "benchmarktools", Doc: "BenchmarkTools.jl: BenchmarkTools.save(FILE, run(suite))", Sniff: sniffBenchmarkTools, Read: readBenchmarkTools},
	{Name: "catch2", Doc: "Catch2: -r xml -o FILE, a file for each of several runs", Sniff: sniffCatch2, Read: readCatch2},
	{Name: "vitest", Doc: "Vitest with a reporter that keeps samples, tinybench's tasks or mitata's JSON", Sniff: sniffVitest, Read: readVitest},
	{Name: "customsmaller", Doc: "github-action-benchmark's customSmallerIsBetter: [{name, unit, value}]", Sniff: sniffCustom, Read: readCustom(LowerIsBetter), ask: true},
	{Name: "custombigger", Doc: "github-action-benchmark's customBiggerIsBetter: [{name, unit, value}]", Sniff: sniffCustom, Read: readCustom(HigherIsBetter), ask: true},
	{Name: "native", Doc: "noisegate's own: noisegate convert, or any harness that writes it", Sniff: sniffNative, Read: readNative},
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
