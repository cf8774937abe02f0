package bench

// formats is the registry: a reader is one line here.
var formats = []Format{
	{Name: "googlebenchmark", Doc: "Google Benchmark: --benchmark_out=FILE --benchmark_out_format=json", Repeat: "run it with --benchmark_repetitions=10", sniff: sniffGoogle, Read: readGoogle},
	{Name: "gobench", Doc: "Go: go test -bench . -count 10 > FILE, also with -json", Repeat: "run go test with -count 10, or several times", sniff: sniffGo, Read: readGo},
	{Name: "jmh", Doc: "JMH: -rf json -rff FILE", Repeat: "run JMH with more forks, -f 10", sniff: sniffJMH, Read: readJMH},
	{Name: "hyperfine", Doc: "hyperfine: --export-json FILE", Repeat: "run hyperfine with --runs 20", sniff: sniffHyperfine, Read: readHyperfine},
	{Name: "pytest", Doc: "pytest-benchmark: --benchmark-json=FILE, or --benchmark-save=NAME --benchmark-save-data", Repeat: "run pytest with --benchmark-min-rounds=20", sniff: sniffPytest, Read: readPytest},
	{Name: "criterion", Doc: "Criterion.rs: target/criterion/**/new/sample.json, after cargo bench", Repeat: "set sample_size, or run cargo bench -- --sample-size 20", sniff: sniffCriterion, Read: readCriterion},
	{Name: "benchmarkdotnet", Doc: "BenchmarkDotNet: --exporters fulljson", Repeat: "run it with --launchCount 5 --iterationCount 10", sniff: sniffBenchmarkDotNet, Read: readBenchmarkDotNet},
	{Name: "benchmarktools", Doc: "BenchmarkTools.jl: BenchmarkTools.save(FILE, run(suite))", Repeat: "run(suite; samples = 20, seconds = 60)", sniff: sniffBenchmarkTools, Read: readBenchmarkTools},
	{Name: "catch2", Doc: "Catch2: -r xml -o FILE, a file for each of several runs", Repeat: "run the program several times, each with -o into a file of its own", sniff: sniffCatch2, Read: readCatch2},
	{Name: "vitest", Doc: "Vitest with a reporter that keeps samples, tinybench's tasks or mitata's JSON", Repeat: "ask for {iterations: 20, time: 0}", sniff: sniffVitest, Read: readVitest},
	{Name: "customsmaller", Doc: "github-action-benchmark's customSmallerIsBetter: [{name, unit, value}]", Repeat: customRepeat, sniff: sniffCustom, Read: readCustom(LowerIsBetter), ask: true},
	{Name: "custombigger", Doc: "github-action-benchmark's customBiggerIsBetter: [{name, unit, value}]", Repeat: customRepeat, sniff: sniffCustom, Read: readCustom(HigherIsBetter), ask: true},
	{Name: "native", Doc: "noisegate's own: noisegate convert, or any harness that writes it", Repeat: "measure with noisegate measure --rounds 20, or write more values", sniff: sniffNative, Read: readNative},
}

const customRepeat = "give a name an entry for each value, or write a file for each run"

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
