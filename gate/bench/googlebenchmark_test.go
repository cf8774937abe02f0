package bench

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rows is a document of Google Benchmark with these rows.
func rows(r ...string) string {
	return `{"context": {"num_cpus": 4, "mhz_per_cpu": 2800, "library_build_type": "release"}, "benchmarks": [` + strings.Join(r, ",\n") + "]}"
}

func TestGoogle(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"repetitions", rows(
			`{"name": "A", "run_name": "A", "run_type": "iteration", "real_time": 9, "cpu_time": 10, "time_unit": "ns"}`,
			`{"name": "A", "run_name": "A", "run_type": "iteration", "real_time": 11, "cpu_time": 12, "time_unit": "ns"}`),
			[]string{"A cpu_time [s lower primary] 1e-08 1.2e-08", "A real_time [s lower] 9e-09 1.1e-08"}},
		{"units within a file", rows(
			`{"name": "A", "cpu_time": 1000, "time_unit": "ns"}`, `{"name": "A", "cpu_time": 2, "time_unit": "us"}`,
			`{"name": "A", "cpu_time": 3, "time_unit": "ms"}`, `{"name": "A", "cpu_time": 4, "time_unit": "s"}`),
			[]string{"A cpu_time [s lower primary] 1e-06 2e-06 0.003 4"}},
		{"no unit, no guess", rows(`{"name": "A", "cpu_time": 1000}`),
			[]string{`unusable A: its row has the time unit ""`}},
		{"wall clock by name", rows(
			`{"name": "A/8/real_time", "cpu_time": 1, "real_time": 2, "time_unit": "s"}`,
			`{"name": "A/manual_time/threads:4", "cpu_time": 1, "real_time": 2, "time_unit": "s"}`,
			`{"name": "real_time/8", "cpu_time": 1, "real_time": 2, "time_unit": "s"}`),
			[]string{"A/8/real_time cpu_time [s lower] 1", "A/8/real_time real_time [s lower primary] 2",
				"A/manual_time/threads:4 cpu_time [s lower] 1", "A/manual_time/threads:4 real_time [s lower primary] 2",
				"real_time/8 cpu_time [s lower primary] 1", "real_time/8 real_time [s lower] 2"}},
		{"aggregates beside values", rows(
			`{"name": "A", "run_name": "A", "run_type": "iteration", "cpu_time": 1, "time_unit": "s"}`,
			`{"name": "A_mean", "run_name": "A", "run_type": "aggregate", "aggregate_name": "mean", "cpu_time": 5, "time_unit": "s"}`,
			`{"name": "A_cv", "run_name": "A", "run_type": "aggregate", "aggregate_name": "cv", "aggregate_unit": "percentage", "cpu_time": 0.1, "time_unit": "s"}`,
			`{"name": "A_p99", "run_name": "A", "run_type": "aggregate", "aggregate_name": "p99", "cpu_time": 0.1, "time_unit": "s"}`),
			[]string{"A cpu_time [s lower primary] 1"}},
		{"aggregates alone", rows(
			`{"name": "A_mean", "run_name": "A", "run_type": "aggregate", "aggregate_name": "mean", "cpu_time": 5, "time_unit": "s"}`,
			`{"name": "A_stddev", "run_name": "A", "run_type": "aggregate", "aggregate_name": "stddev", "cpu_time": 5, "time_unit": "s"}`),
			[]string{"unusable A: the file holds only aggregates of it, no measured value"}},
		{"aggregates of old versions", rows(
			`{"name": "A", "cpu_time": 1, "time_unit": "s"}`,
			`{"name": "A_mean", "cpu_time": 5, "time_unit": "s"}`, `{"name": "A_stddev", "cpu_time": 5, "time_unit": "s"}`,
			`{"name": "B_median", "cpu_time": 5, "time_unit": "s"}`, `{"name": "B_BigO", "cpu_time": 5, "time_unit": "s"}`),
			[]string{"A cpu_time [s lower primary] 1", "unusable B: the file holds only aggregates of it, no measured value"}},
		{"a benchmark called mean in a new version", rows(
			`{"name": "A_mean", "run_name": "A_mean", "run_type": "iteration", "cpu_time": 5, "time_unit": "s"}`),
			[]string{"A_mean cpu_time [s lower primary] 5"}},
		{"complexity rows are no benchmarks", rows(
			`{"name": "A/8", "run_name": "A/8", "run_type": "iteration", "cpu_time": 1, "time_unit": "s"}`,
			`{"name": "A_BigO", "run_name": "A", "run_type": "aggregate", "aggregate_name": "BigO", "cpu_coefficient": 5, "real_coefficient": 5, "big_o": "N", "time_unit": "s"}`,
			`{"name": "A_RMS", "run_name": "A", "run_type": "aggregate", "aggregate_name": "RMS", "rms": 0.1}`),
			[]string{"A/8 cpu_time [s lower primary] 1"}},
		{"an error in every repetition", rows(
			`{"name": "A", "error_occurred": true, "error_message": "no disk", "cpu_time": 0, "time_unit": "s"}`,
			`{"name": "A", "error_occurred": true, "error_message": "no disk", "cpu_time": 0, "time_unit": "s"}`),
			[]string{"failed A: no disk"}},
		{"an error in one repetition", rows(
			`{"name": "A", "error_occurred": true, "error_message": "no disk", "cpu_time": 0, "time_unit": "s"}`,
			`{"name": "A", "error_occurred": false, "cpu_time": 1, "time_unit": "s"}`),
			[]string{"A cpu_time [s lower primary] 1", "note failed-repetitions"}},
		{"skipped", rows(`{"name": "A", "skipped": true, "skip_message": "no device", "cpu_time": 0, "time_unit": "s"}`),
			[]string{"skipped A: no device"}},
		{"counters", rows(`{"name": "A", "cpu_time": 1, "time_unit": "s", "bytes_per_second": 5, "frobs_per_second": 6, "depth": 7,
			"skipped": 3, "error_rate": 8, "label": "x", "NAME": "y", "Cpu_Time": 9, "nested": {"cpu_time": 4}}`),
			[]string{"A cpu_time [s lower primary] 1", "A bytes_per_second [B/s higher] 5", "A frobs_per_second [frobs/s higher] 6",
				"A depth [ unknown] 7", "A skipped [ unknown] 3", "A error_rate [ unknown] 8", "A Cpu_Time [ unknown] 9"}},
		{"the same key twice", rows(`{"name": "A", "cpu_time": 1, "time_unit": "s", "cpu_time": 100}`),
			[]string{"A cpu_time [s lower primary] 1", "note duplicate-key"}},
		{"numbers that JSON does not have", rows(
			`{"name": "A", "cpu_time": 1, "time_unit": "s", "a": NaN, "b": -Infinity, "c": inf, "d": -nan, "e": -nan(ind), "f": 1}`),
			[]string{"A cpu_time [s lower primary] 1", "A f [ unknown] 1",
				"unusable A a: no value is finite", "unusable A b: no value is finite", "unusable A c: no value is finite",
				"unusable A d: no value is finite", "unusable A e: no value is finite",
				"note not-finite", "note not-finite", "note not-finite", "note not-finite", "note not-finite"}},
		{"a time that is not a number", rows(
			`{"name": "A", "cpu_time": nan, "time_unit": "s"}`, `{"name": "A", "cpu_time": 2, "time_unit": "s"}`, `{"name": "A", "cpu_time": 1e999, "time_unit": "s"}`),
			[]string{"A cpu_time [s lower primary] 2", "note not-finite"}},
		{"names that look like numbers", rows(`{"name": "NaN", "cpu_time": 2, "time_unit": "s", "label": "-inf, nan \" nan"}`),
			[]string{"NaN cpu_time [s lower primary] 2"}},
		{"a row without times", rows(`{"name": "A", "run_type": "iteration"}`),
			[]string{"unusable A: its row has neither real_time nor cpu_time"}},
		{"no benchmarks", rows(), []string{"note empty-file"}},
		{"context last", `{"benchmarks": [{"name": "A", "cpu_time": 2, "time_unit": "s"}], "context": {"num_cpus": 2}}`,
			[]string{"A cpu_time [s lower primary] 2"}},
		{"two documents are two runs", rows(`{"name": "A", "cpu_time": 1, "time_unit": "s"}`) + "\n" + rows(`{"name": "A", "cpu_time": 2, "time_unit": "s"}`),
			[]string{"A cpu_time [s lower primary] 1 | 2"}},
		{"text around", "Run on (4 X \"x86\n[1/2] don't\n" + rows(`{"name": "A", "cpu_time": 1, "time_unit": "s"}`) + "\nmake: it's done\n" +
			rows(`{"name": "A", "cpu_time": 2, "time_unit": "s"}`) + " bye {",
			[]string{"A cpu_time [s lower primary] 1 | 2", "note surrounding-text"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, brief(mustRead(t, content("f.json", tt.text), "googlebenchmark"))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if s := mustRead(t, content("f.json", tt.text), "auto"); s.Files[0].Format != "googlebenchmark" {
				t.Errorf("found to be %s", s.Files[0].Format)
			}
		})
	}
}

func TestGoogleEnvironment(t *testing.T) {
	s := mustRead(t, content("f.json", `{"context": {
		"date": "2026-01-15T10:00:00+00:00", "host_name": "bench-host", "executable": "./suite", "num_cpus": 8, "mhz_per_cpu": 3200,
		"cpu_scaling_enabled": true, "load_avg": [0.5, 1, 2], "library_version": "v1.9.0", "library_build_type": "debug", "commit": "abc",
		"caches": [
			{"type": "Instruction", "level": 1, "size": 32768, "num_sharing": 2}, {"type": "Unified", "level": 3, "size": 16777216, "num_sharing": 8},
			{"type": "Data", "level": 1, "size": 49152, "num_sharing": 2}, {"type": "Data", "level": 1, "size": 49152, "num_sharing": 2}],
		"json_schema_version": 1}, "benchmarks": []}`), "")
	want := Environment{Cores: 8, MHz: 3200, Caches: "L1 Data 49152 B, L3 Unified 16777216 B", Harness: "Google Benchmark v1.9.0", Build: "debug",
		Scaling: "enabled", Load: []float64{0.5, 1, 2}, Host: "bench-host", Date: "2026-01-15T10:00:00+00:00", Commit: "abc"}
	if diff := cmp.Diff(want, *s.Runs[0].Env); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
