package bench

// formats is the registry: a reader is one line here.
var formats = []Format{
	{Name: "googlebenchmark", Doc: "Google Benchmark: --benchmark_out=FILE --benchmark_out_format=json", Sniff: sniffGoogle, Read: readGoogle},
	{Name: "gobench", Doc: "Go: go test -bench . -count 10 > FILE, also with -json", Sniff: sniffGo, Read: readGo},
	{Name: "customsmaller", Doc: "github-action-benchmark's customSmallerIsBetter: [{name, unit, value}]", Sniff: sniffCustom, Read: readCustom(LowerIsBetter), ask: true},
	{Name: "custombigger", Doc: "github-action-benchmark's customBiggerIsBetter: [{name, unit, value}]", Sniff: sniffCustom, Read: readCustom(HigherIsBetter), ask: true},
	{Name: "native", Doc: "noisegate's own: noisegate measure or convert, or any harness that writes it", Sniff: sniffNative, Read: readNative},
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
