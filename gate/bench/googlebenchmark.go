package bench

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// sniffGoogle knows the file by its rows, or where there are none by its
// context: other harnesses have "benchmarks" too.
func sniffGoogle(h *head) bool {
	o := h.outline()
	if o.root != '{' || o.has("machine_info") || o.has("benchmarks.stats") || o.has("benchmarks.runs") {
		return false
	}
	switch {
	case o.has("benchmarks.run_type"), o.has("benchmarks.real_time"), o.has("benchmarks.cpu_time"), o.has("benchmarks.error_occurred"):
		return true
	case o.has("context.num_cpus"), o.has("context.library_build_type"), o.has("context.mhz_per_cpu"):
		return true
	}
	return o.paths["benchmarks"] == '[' && !o.has("benchmarks.name") && len(o.keys()) <= 2
}

// readGoogle reads the JSON of Google Benchmark. Each document is a run; the
// rows of a benchmark are its repetitions. Rows that the library computed from
// others (mean, median, stddev, cv, BigO, RMS) are never values.
func readGoogle(r io.Reader, in Input, b *Builder) error {
	return readJSON(r, in, b, func(j *jsonReader) error {
		g := &google{j: j, b: b, env: &Environment{}, aggregates: map[string]bool{}, rows: map[string]bool{}}
		b.StartRun(g.env)
		return g.document()
	})
}

type google struct {
	j   *jsonReader
	b   *Builder
	env *Environment
	// aggregates are benchmarks with computed rows, in the order of the file;
	// rows tells which benchmarks have rows of their own.
	order      []string
	aggregates map[string]bool
	rows       map[string]bool
	row        googleRow
}

// A googleRow is one element of "benchmarks".
type googleRow struct {
	name, runName, runType, unit string
	real, cpu                    float64
	failed, skipped              bool
	failure, skipReason          string
	complexity, hasReal, hasCPU  bool
	counters                     []googleCounter
}

type googleCounter struct {
	name  string
	value float64
}

func (g *google) document() error {
	benchmarks := false
	err := g.j.object(func(key string) error {
		switch key {
		case "context":
			return g.context()
		case "benchmarks":
			benchmarks = true
			return g.j.array(func(int) error { return g.readRow() })
		}
		return g.j.skip()
	})
	if err != nil {
		return err
	}
	if !benchmarks {
		return g.j.errorf("the document has no \"benchmarks\"")
	}
	for _, name := range g.order {
		if !g.rows[name] {
			g.b.Problem(Problem{Benchmark: name, Kind: Unusable, Message: "the file holds only aggregates of it, no measured value",
				Advice: "run without --benchmark_report_aggregates_only (--benchmark_display_aggregates_only keeps the console short)"})
		}
	}
	return nil
}

func (g *google) readRow() error {
	r := &g.row
	*r = googleRow{counters: r.counters[:0]}
	if err := g.j.object(g.member); err != nil {
		return err
	}
	if r.name == "" && r.runName == "" {
		return g.j.errorf("a row without a name")
	}
	g.take(r)
	return nil
}

// member reads one field of a row. Whatever is a number and not a field of
// the library is a counter of the user.
func (g *google) member(key string) (err error) {
	r, j := &g.row, g.j
	switch key {
	case "name":
		r.name, err = j.text()
	case "run_name":
		r.runName, err = j.text()
	case "run_type":
		r.runType, err = j.text()
	case "time_unit":
		r.unit, err = j.text()
	case "real_time":
		r.hasReal = true
		r.real, err = j.number()
	case "cpu_time":
		r.hasCPU = true
		r.cpu, err = j.number()
	case "error_occurred", "skipped":
		if j.kind() == '0' {
			return g.counter(key)
		}
		if key == "skipped" {
			r.skipped, err = j.truth()
		} else {
			r.failed, err = j.truth()
		}
	case "error_message":
		r.failure, err = j.optionalText()
	case "skip_message":
		r.skipReason, err = j.optionalText()
	case "big_o", "rms", "cpu_coefficient", "real_coefficient":
		r.complexity = true
		err = j.skip()
	case "family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads", "iterations",
		"aggregate_name", "aggregate_unit", "label":
		err = j.skip()
	default:
		return g.counter(key)
	}
	return err
}

func (g *google) counter(key string) error {
	v, isNumber, err := g.j.maybeNumber()
	if err == nil && isNumber {
		g.row.counters = append(g.row.counters, googleCounter{key, v})
	}
	return err
}

// take files a row: an aggregate, a failure, or a repetition.
func (g *google) take(r *googleRow) {
	name := r.runName
	if name == "" {
		name = r.name
	}
	suffix := aggregateSuffix(r.name)
	switch {
	case r.runType == "aggregate" || r.complexity || r.runType == "" && suffix != "":
		if r.runName == "" {
			name = strings.TrimSuffix(name, suffix)
		}
		// A fit to a whole family says nothing of one benchmark.
		fit := r.complexity || suffix == "_BigO" || suffix == "_RMS"
		if !fit && !g.aggregates[name] {
			g.aggregates[name] = true
			g.order = append(g.order, name)
		}
		return
	case r.failed:
		g.b.Problem(Problem{Benchmark: name, Kind: Failed, Message: r.failure})
	case r.skipped:
		g.b.Problem(Problem{Benchmark: name, Kind: Skipped, Message: r.skipReason})
	case !r.hasReal && !r.hasCPU:
		g.b.Problem(Problem{Benchmark: name, Kind: Unusable, Message: "its row has neither real_time nor cpu_time",
			Advice: "pass the file of --benchmark_out=FILE --benchmark_out_format=json as it is"})
	case times[r.unit] == scale{}:
		g.b.Problem(Problem{Benchmark: name, Kind: Unusable, Message: fmt.Sprintf("its row has the time unit %q", shorten(r.unit, 40))})
	default:
		g.values(name, r)
	}
	g.rows[name] = true
}

// values adds the times and counters of a repetition. The name tells which
// clock its author chose.
func (g *google) values(name string, r *googleRow) {
	wall := wallClock(name)
	if r.hasCPU {
		g.b.Add("", name, Metric{Name: "cpu_time", Unit: r.unit, Direction: LowerIsBetter, Primary: !wall}, r.cpu)
	}
	if r.hasReal {
		g.b.Add("", name, Metric{Name: "real_time", Unit: r.unit, Direction: LowerIsBetter, Primary: wall}, r.real)
	}
	for _, c := range r.counters {
		m := googleMemory[c.name]
		m.Name = c.name
		if per, ok := strings.CutSuffix(c.name, "_per_second"); ok {
			m.Unit, m.Direction = per+"/s", HigherIsBetter
		} else if strings.HasSuffix(c.name, "/s") {
			m.Unit, m.Direction = c.name, HigherIsBetter
		}
		g.b.Add("", name, m, c.value)
	}
}

// googleMemory are the counters of the library's own memory manager.
var googleMemory = map[string]Metric{
	"allocs_per_iter":       {Unit: "allocs", Direction: LowerIsBetter, Count: true},
	"max_bytes_used":        {Unit: "B", Direction: LowerIsBetter},
	"total_allocated_bytes": {Unit: "B", Direction: LowerIsBetter},
	"net_heap_growth":       {Unit: "B", Direction: LowerIsBetter},
}

// wallClock reports whether the benchmark was registered with UseRealTime or
// UseManualTime, which the library writes into the name, before the threads.
func wallClock(name string) bool {
	if i := strings.LastIndex(name, "/threads:"); i >= 0 {
		name = name[:i]
	}
	return strings.HasSuffix(name, "/real_time") || strings.HasSuffix(name, "/manual_time")
}

// aggregateSuffix returns the suffix by which versions before 1.5, which have
// no run_type, name the rows that they computed.
func aggregateSuffix(name string) string {
	for _, s := range []string{"_mean", "_median", "_stddev", "_cv", "_BigO", "_RMS"} {
		if strings.HasSuffix(name, s) {
			return s
		}
	}
	return ""
}

// context reads where the run was measured. The library does not name the
// CPU; its caches and clock tell machines apart.
func (g *google) context() error {
	e, j := g.env, g.j
	e.Harness = "Google Benchmark"
	return j.object(func(key string) (err error) {
		var f float64
		switch key {
		case "date":
			e.Date, err = j.optionalText()
		case "host_name":
			e.Host, err = j.optionalText()
		case "num_cpus":
			if f, err = j.optionalNumber(); f > 0 && f < 1<<20 {
				e.Cores = int(f)
			}
		case "mhz_per_cpu":
			if f, err = j.optionalNumber(); f > 0 && !math.IsInf(f, 0) {
				e.MHz = f
			}
		case "cpu_scaling_enabled":
			switch j.kind() {
			case 't':
				e.Scaling = "enabled"
			case 'f':
				e.Scaling = "disabled"
			}
			err = j.skip()
		case "load_avg":
			e.Load, err = g.load()
		case "caches":
			e.Caches, err = g.caches()
		case "library_build_type":
			e.Build, err = j.optionalText()
		case "library_version":
			var v string
			if v, err = j.optionalText(); v != "" {
				e.Harness = "Google Benchmark " + v
			}
		case "commit":
			e.Commit, err = j.optionalText()
		default:
			err = j.skip()
		}
		return err
	})
}

func (g *google) load() (load []float64, err error) {
	if g.j.kind() != '[' {
		return nil, g.j.skip()
	}
	err = g.j.array(func(i int) error {
		f, err := g.j.optionalNumber()
		if i < 3 && !math.IsNaN(f) {
			load = append(load, f)
		}
		return err
	})
	return load, err
}

// caches returns the data and unified caches in one line that is the same for
// the same machine, such as "L1 Data 32768 B, L2 Unified 1048576 B".
func (g *google) caches() (string, error) {
	if g.j.kind() != '[' {
		return "", g.j.skip()
	}
	var lines []string
	err := g.j.array(func(int) error {
		var kind string
		var level, size float64
		err := g.j.object(func(key string) (err error) {
			switch key {
			case "type":
				kind, err = g.j.optionalText()
			case "level":
				level, err = g.j.optionalNumber()
			case "size":
				size, err = g.j.optionalNumber()
			default:
				err = g.j.skip()
			}
			return err
		})
		if kind != "Instruction" {
			lines = append(lines, fmt.Sprintf("L%.0f %s %.0f B", level, kind, size))
		}
		return err
	})
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), ", "), err
}
