package bench

import (
	"io"
	"math"
	"strings"
)

func sniffBenchmarkDotNet(h *head) bool {
	o := h.outline()
	return o.root == '{' && (o.has("HostEnvironmentInfo") || o.has("Benchmarks.Statistics") || o.has("Benchmarks.Method"))
}

// readBenchmarkDotNet reads the full JSON of BenchmarkDotNet. OriginalValues
// are the repetitions, in nanoseconds for one operation; where the file holds
// the measurements too, each launch is a run, else the file is one.
func readBenchmarkDotNet(r io.Reader, in Input, b *Builder) error {
	return readJSON(r, in, b, func(j *jsonReader) error {
		d := &dotNet{j: j, env: &Environment{Harness: "BenchmarkDotNet"}, rows: keeper[*dotNetRow]{
			key:  func(r *dotNetRow) Key { return Key{Benchmark: r.name(), Metric: "time"} },
			tell: func(r *dotNetRow) []detail { return []detail{{"job", r.job()}} },
		}}
		benchmarks := false
		err := j.object(func(key string) error {
			switch key {
			case "HostEnvironmentInfo":
				return d.host()
			case "Benchmarks":
				benchmarks = true
				return j.optionalArray(func(int) error { return d.row() })
			}
			return j.skip()
		})
		if err == nil && !benchmarks {
			err = j.errorf("the document has no \"Benchmarks\"")
		}
		if err == nil {
			d.emit(b)
		}
		return err
	})
}

type dotNet struct {
	j    *jsonReader
	env  *Environment
	rows keeper[*dotNetRow]
}

// A dotNetRow is one benchmark with one job.
type dotNetRow struct {
	full, space, class, method, parameters, display string
	statistics                                      bool
	values                                          []float64
	byLaunch                                        [][]float64
	launches                                        []int // of the results, in order
	metrics                                         []dotNetMetric
	allocated                                       float64 // bytes per operation, NaN where unknown
}

type dotNetMetric struct {
	Metric
	value float64
}

// name returns the full name, or what it is made of where the file has none.
func (r *dotNetRow) name() string {
	if r.full != "" {
		return r.full
	}
	name := r.method
	for _, before := range []string{r.class, r.space} {
		if before != "" {
			name = before + "." + name
		}
	}
	if r.parameters != "" {
		name += "(" + r.parameters + ")"
	}
	if name == "" {
		return r.display
	}
	return name
}

// job returns the job in the text that is displayed of a benchmark:
// "Type.Method: Job-ABCDEF(Runtime=.NET 8.0) [N=100]".
func (r *dotNetRow) job() string {
	_, job, _ := strings.Cut(r.display, ": ")
	job, _, _ = strings.Cut(job, " [")
	return job
}

func (d *dotNet) row() error {
	r, j := &dotNetRow{allocated: math.NaN()}, d.j
	err := j.object(func(key string) (err error) {
		switch key {
		case "FullName":
			r.full, err = j.optionalText()
		case "Namespace":
			r.space, err = j.optionalText()
		case "Type":
			r.class, err = j.optionalText()
		case "Method":
			r.method, err = j.optionalText()
		case "Parameters":
			r.parameters, err = j.optionalText()
		case "DisplayInfo":
			r.display, err = j.optionalText()
		case "Statistics":
			err = d.statistics(r)
		case "Memory":
			err = d.memory(r)
		case "Measurements":
			err = j.optionalArray(func(int) error { return d.measurement(r) })
		case "Metrics":
			err = j.optionalArray(func(int) error { return d.metric(r) })
		default:
			err = j.skip()
		}
		return err
	})
	if err == nil && r.name() == "" {
		return j.errorf("a benchmark without a name")
	}
	d.rows.add(r)
	return err
}

func (d *dotNet) statistics(r *dotNetRow) error {
	r.statistics = d.j.kind() == '{'
	return d.j.optionalObject(func(key string) (err error) {
		if key != "OriginalValues" {
			return d.j.skip()
		}
		r.values, err = d.j.numbers()
		return err
	})
}

func (d *dotNet) memory(r *dotNetRow) error {
	return d.j.optionalObject(func(key string) (err error) {
		if key != "BytesAllocatedPerOperation" {
			return d.j.skip()
		}
		r.allocated, err = d.j.optionalNumber()
		return err
	})
}

// measurement reads one element of Measurements. Those of the stage Result are
// what OriginalValues hold; they tell the launch.
func (d *dotNet) measurement(r *dotNetRow) error {
	var stage string
	var launch float64
	err := d.j.object(func(key string) (err error) {
		switch key {
		case "IterationStage":
			stage, err = d.j.optionalText()
		case "LaunchIndex":
			launch, err = d.j.optionalNumber()
		default:
			err = d.j.skip()
		}
		return err
	})
	if stage == "Result" && launch >= 1 && launch < 1<<20 {
		r.launches = append(r.launches, int(launch))
	}
	return err
}

// metric reads the one value of a diagnoser.
func (d *dotNet) metric(r *dotNetRow) error {
	m := dotNetMetric{value: math.NaN()}
	m.Direction = DirectionUnknown
	err := d.j.object(func(key string) (err error) {
		switch key {
		case "Value":
			m.value, err = d.j.optionalNumber()
		case "Descriptor":
			err = d.descriptor(&m)
		default:
			err = d.j.skip()
		}
		return err
	})
	if m.Name == "" || math.IsNaN(m.value) {
		return err
	}
	if m.Name == "Allocated Memory" {
		if math.IsNaN(r.allocated) {
			r.allocated = m.value
		}
		return err
	}
	r.metrics = append(r.metrics, m)
	return err
}

func (d *dotNet) descriptor(m *dotNetMetric) error {
	return d.j.optionalObject(func(key string) (err error) {
		switch key {
		case "Id":
			m.Name, err = d.j.optionalText()
		case "Unit":
			m.Unit, err = d.j.optionalText()
		case "TheGreaterTheBetter":
			switch d.j.kind() {
			case 't':
				m.Direction = HigherIsBetter
			case 'f':
				m.Direction = LowerIsBetter
			}
			err = d.j.skip()
		default:
			err = d.j.skip()
		}
		return err
	})
}

// emit hands all rows to the builder, launch by launch.
func (d *dotNet) emit(b *Builder) {
	table := d.rows.schedule(b, (*dotNetRow).runs)
	for _, p := range table.rows {
		p.details = strings.TrimPrefix(p.details, "job=")
	}
	if table.runs == 0 && len(table.rows) > 0 {
		b.StartRun(d.env)
	}
	table.each(b, func(run int, rows []*placed[*dotNetRow]) {
		b.StartRun(d.env)
		for _, p := range rows {
			launch := run - p.first
			b.samples = p.runs
			b.addAll(p.details, p.row.name(), wallTime("ns"), p.row.byLaunch[launch])
			if launch == 0 {
				p.row.extras(b, p.details)
			}
		}
	})
	for _, p := range table.rows {
		p.row.missing(b, p.details)
	}
}

// runs returns the number of launches that the values come from.
func (r *dotNetRow) runs() int {
	r.byLaunch = r.split()
	return len(r.byLaunch)
}

// split returns the values by launch, all in one where the launches are not
// known.
func (r *dotNetRow) split() (out [][]float64) {
	if len(r.values) == 0 {
		return nil
	}
	from := 0
	if len(r.launches) == len(r.values) {
		for i := 1; i < len(r.launches); i++ {
			if r.launches[i] != r.launches[i-1] {
				out = append(out, r.values[from:i])
				from = i
			}
		}
	}
	return append(out, r.values[from:])
}

// extras adds what diagnosers found, one number for the whole benchmark.
func (r *dotNetRow) extras(b *Builder, group string) {
	if !math.IsNaN(r.allocated) {
		b.Add(group, r.name(), Metric{Name: "allocated", Unit: "B", Direction: LowerIsBetter, Primary: true, Count: true}, r.allocated)
	}
	for _, m := range r.metrics {
		b.Add(group, r.name(), m.Metric, m.value)
	}
}

// missing says why a row has no values.
func (r *dotNetRow) missing(b *Builder, group string) {
	switch {
	case !r.statistics:
		b.Problem(Problem{Group: group, Benchmark: r.name(), Kind: Failed, Message: "the benchmark has no statistics: it did not run to its end"})
	case len(r.values) == 0:
		b.Problem(Problem{Group: group, Benchmark: r.name(), Kind: Unusable, Message: "the file holds statistics of it but no OriginalValues",
			Advice: "export with JsonExporter.Full, or --exporters fulljson"})
	}
}

// host reads where the benchmarks ran.
func (d *dotNet) host() error {
	e, j := d.env, d.j
	return j.optionalObject(func(key string) (err error) {
		switch key {
		case "BenchmarkDotNetVersion":
			var v string
			v, err = j.optionalText()
			e.Harness = joinNonEmpty("BenchmarkDotNet", v)
		case "OsVersion":
			e.OS, err = j.optionalText()
		case "ProcessorName":
			e.CPU, err = j.optionalText()
		case "LogicalCoreCount":
			var n float64
			if n, err = j.optionalNumber(); n >= 1 && n < 1<<20 {
				e.Cores = int(n)
			}
		case "RuntimeVersion":
			e.Toolchain, err = j.optionalText()
		case "Architecture":
			e.Arch, err = j.optionalText()
		case "Configuration":
			e.Build, err = j.optionalText()
			e.Build = strings.ToLower(e.Build)
		default:
			err = j.skip()
		}
		return err
	})
}
