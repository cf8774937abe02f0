package bench

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMerge(t *testing.T) {
	google := func(context string, names ...string) string {
		var r []string
		for _, n := range names {
			r = append(r, `{"name": "`+n+`", "cpu_time": 1, "time_unit": "s"}`)
		}
		return `{"context": {` + context + `}, "benchmarks": [` + strings.Join(r, ",") + "]}"
	}
	tests := []struct {
		name  string
		files []string
		want  []string
		notes []string // what each note must contain
	}{
		{"the same names are runs", []string{google("", "A", "B"), google("", "B", "A")},
			[]string{"A cpu_time [s lower primary] 1 | 1", "B cpu_time [s lower primary] 1 | 1"}, nil},
		{"no common name: shards", []string{google(`"num_cpus": 4`, "A"), google(`"num_cpus": 8`, "B")},
			[]string{"A cpu_time [s lower primary] 1", "B cpu_time [s lower primary] 1", "note one-value"}, nil},
		{"some common names", []string{google("", "A", "B"), google("", "B", "C")},
			[]string{"A cpu_time [s lower primary] 1", "B cpu_time [s lower primary] 1 | 1", "C cpu_time [s lower primary] 1", "note runs-differ"},
			[]string{"f0 and f1 were pooled but do not hold the same benchmarks: 1 are only in the first, 1 only in the second"}},
		{"other machines", []string{google(`"num_cpus": 4, "library_build_type": "debug"`, "A"), google(`"num_cpus": 8, "library_build_type": "release"`, "A")},
			[]string{"A cpu_time [s lower primary] 1 | 1", "note runs-differ"},
			[]string{"different environments: cores 4 and 8, build debug and release"}},
		{"clocks that are close", []string{google(`"mhz_per_cpu": 2000`, "A"), google(`"mhz_per_cpu": 2400`, "A"), google(`"mhz_per_cpu": 2600`, "A")},
			[]string{"A cpu_time [s lower primary] 1 | 1 | 1", "note runs-differ"}, []string{"f0 and f2 were pooled but come from different environments: clock 2000 MHz and 2600 MHz"}},
		{"units that do not agree", []string{google("", "A"), `{"schema": "noisegate/samples/v1", "series": [{"benchmark": "A", "metric": "cpu_time", "unit": "cycles", "better": "lower", "values": [[1]]}]}`},
			[]string{`unusable A cpu_time: the unit is "s" in one place and "cycles" in another`, "note unit-conflict"}, []string{`"cycles"`}},
		{"failed in one file only", []string{`{"context": {"num_cpus": 1}, "benchmarks": [{"name": "A", "error_occurred": true, "error_message": "boom"}]}`, google("", "A")},
			[]string{"A cpu_time [s lower primary] 1", "note failed-repetitions", "note one-value"}, []string{"boom"}},
		{"failed in both", []string{`{"context": {"num_cpus": 1}, "benchmarks": [{"name": "A", "error_occurred": true, "error_message": "boom"}]}`,
			`{"context": {"num_cpus": 1}, "benchmarks": [{"name": "A", "error_occurred": true, "error_message": "boom"}]}`},
			[]string{"failed A: boom", "failed A: boom"}, nil},
		{"machines within one file", []string{"cpu: one\nBenchmarkA 1 5 ns/op\nPASS\ncpu: two\nBenchmarkA 1 6 ns/op\nPASS\n"},
			[]string{"BenchmarkA sec/op [sec/op lower primary] 5e-09 | 6e-09", "note runs-differ"}, []string{"CPU one and two"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var ins []Input
			for i, text := range tt.files {
				ins = append(ins, content("f"+string(rune('0'+i)), text))
			}
			s, err := ReadAll(ins, "")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, brief(s)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for i, want := range tt.notes {
				if i >= len(s.Notes) || !strings.Contains(s.Notes[i].Message, want) {
					t.Errorf("note %d of %v lacks %q", i, s.Notes, want)
				}
			}
			for _, x := range s.Series {
				for _, sample := range x.Samples {
					if sample.Run < 0 || sample.Run >= len(s.Runs) || s.Runs[sample.Run].File >= len(s.Files) {
						t.Errorf("%s: run %d is not there", x.name(), sample.Run)
					}
				}
			}
		})
	}
}
