package bench

import (
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

func sniffJMH(h *head) bool {
	o := h.outline()
	return o.root == '[' && o.has("benchmark") && (o.has("primaryMetric") || o.has("mode"))
}

// readJMH reads the JSON of JMH. Fork f of every benchmark is run f of the
// file: JMH starts a process for each benchmark and fork, so runs of one index
// share no process, but they do share their part of the session.
//
// The unit tells the metric: "ops/us" is a throughput, "us/op" a time, in
// whatever mode. In sample mode JMH keeps a histogram of single calls for each
// iteration; its median is the repetition, since the calls of one iteration
// are no independent measurements.
func readJMH(r io.Reader, in Input, b *Builder) error {
	return readJSON(r, in, b, func(j *jsonReader) error {
		d := &jmh{j: j, rows: keeper[*jmhRow]{key: (*jmhRow).key, tell: (*jmhRow).tell}}
		if err := j.array(func(int) error { return d.row() }); err != nil {
			return err
		}
		if len(d.rows.rows) == 0 {
			return j.errorf("there is no benchmark in it")
		}
		d.emit(b)
		return nil
	})
}

type jmh struct {
	j    *jsonReader
	rows keeper[*jmhRow]
}

// A jmhRow is one element of the document: a benchmark in a mode.
type jmhRow struct {
	benchmark, params, mode string
	threads                 float64
	env                     jmhEnvironment
	primary                 jmhMetric
	secondary               []jmhMetric
}

// A jmhMetric holds the values by fork and iteration.
type jmhMetric struct {
	name, unit string
	forks      [][]float64
}

// jmhEnvironment is the part of [Environment] that a row carries; it is
// comparable.
type jmhEnvironment struct{ jmh, vm, jdk, version, flags string }

func (e jmhEnvironment) environment() *Environment {
	version := e.jdk
	if version == "" {
		version = e.version
	}
	// "OpenJDK 64-Bit Server VM" holds a number that is no version.
	vm := strings.NewReplacer(" 64-Bit", "", " Server VM", "", " Client VM", "").Replace(e.vm)
	return &Environment{
		Toolchain: joinNonEmpty(vm, version),
		Flags:     e.flags,
		Harness:   joinNonEmpty("JMH", e.jmh),
	}
}

func (r *jmhRow) name() string {
	if r.params == "" {
		return r.benchmark
	}
	return r.benchmark + "[" + r.params + "]"
}

func (r *jmhRow) key() Key { return Key{Benchmark: r.name(), Metric: r.primary.metric(true).Name} }

func (r *jmhRow) tell() []detail {
	return []detail{{"mode", r.mode}, {"threads", strconv.FormatFloat(r.threads, 'g', -1, 64)}}
}

func (d *jmh) row() error {
	r, j := &jmhRow{}, d.j
	err := j.object(func(key string) (err error) {
		switch key {
		case "benchmark":
			r.benchmark, err = j.text()
		case "mode":
			r.mode, err = j.optionalText()
		case "threads":
			r.threads, err = j.optionalNumber()
		case "params":
			r.params, err = d.params()
		case "jmhVersion":
			r.env.jmh, err = j.optionalText()
		case "vmName":
			r.env.vm, err = j.optionalText()
		case "vmVersion":
			r.env.version, err = j.optionalText()
		case "jdkVersion":
			r.env.jdk, err = j.optionalText()
		case "jvmArgs":
			r.env.flags, err = d.flags()
		case "primaryMetric":
			r.primary, err = d.metric("")
		case "secondaryMetrics":
			r.secondary, err = d.secondary()
		default:
			err = j.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	if r.benchmark == "" {
		return j.errorf("an entry without \"benchmark\"")
	}
	d.rows.add(r)
	return nil
}

func (d *jmh) params() (string, error) {
	if d.j.kind() != '{' {
		return "", d.j.skip()
	}
	var parts []string
	err := d.j.object(func(key string) error {
		value, err := d.j.printedText()
		parts = append(parts, key+"="+value)
		return err
	})
	return strings.Join(parts, ","), err
}

func (d *jmh) flags() (string, error) {
	if d.j.kind() != '[' {
		return "", d.j.skip()
	}
	var parts []string
	err := d.j.array(func(int) error {
		arg, err := d.j.optionalText()
		parts = append(parts, arg)
		return err
	})
	return strings.Join(parts, " "), err
}

func (d *jmh) secondary() (metrics []jmhMetric, err error) {
	if d.j.kind() != '{' {
		return nil, d.j.skip()
	}
	err = d.j.object(func(key string) error {
		// Versions before 1.36 mark the results of profilers with a dot.
		m, err := d.metric(strings.TrimPrefix(key, "\u00b7"))
		metrics = append(metrics, m)
		return err
	})
	return metrics, err
}

func (d *jmh) metric(name string) (jmhMetric, error) {
	m := jmhMetric{name: name}
	var histograms [][]float64
	err := d.j.object(func(key string) (err error) {
		switch key {
		case "scoreUnit":
			m.unit, err = d.j.optionalText()
		case "rawData":
			m.forks, err = d.forks(d.number)
		case "rawDataHistogram":
			histograms, err = d.forks(d.histogram)
		default:
			err = d.j.skip()
		}
		return err
	})
	if histograms != nil {
		m.forks = histograms
	}
	return m, err
}

// forks reads the values of all forks; value reads that of one iteration.
func (d *jmh) forks(value func() (float64, error)) ([][]float64, error) {
	if d.j.kind() != '[' {
		return nil, d.j.skip()
	}
	var forks [][]float64
	err := d.j.array(func(int) error {
		var fork []float64
		err := d.j.array(func(int) error {
			v, err := value()
			fork = append(fork, v)
			return err
		})
		forks = append(forks, fork)
		return err
	})
	return forks, err
}

// number reads a number, or what JMH writes where there is none: "NaN",
// "-INF" and "+INF" as strings.
func (d *jmh) number() (float64, error) {
	if d.j.kind() != '"' {
		return d.j.number()
	}
	s, err := d.j.text()
	switch {
	case err != nil:
		return 0, err
	case s == "+INF" || s == "-INF":
		return math.Inf(1), nil
	case s == "NaN" || strings.HasPrefix(s, string(rune(notANumber))):
		return math.NaN(), nil
	}
	return 0, d.j.errorf("the string %q where a number was expected", shorten(s, 40))
}

// histogram reads the calls of one iteration, pairs of a time and a count, and
// returns their median; NaN where there is no call.
func (d *jmh) histogram() (float64, error) {
	var bins []bin
	total := 0.0
	err := d.j.array(func(int) error {
		var pair [2]float64
		err := d.j.array(func(i int) (err error) {
			if i > 1 {
				return d.j.errorf("an entry of a histogram with more than a value and a count")
			}
			pair[i], err = d.number()
			return err
		})
		count := pair[1]
		if err == nil && !(count >= 0 && count <= 1<<53 && count == math.Trunc(count)) {
			return d.j.errorf("the count %v in a histogram", count)
		}
		if count > 0 {
			bins = append(bins, bin{pair[0], count})
			total += count
		}
		return err
	})
	return weightedMedian(bins, total), err
}

// A bin is a value that occurred count times.
type bin struct{ value, count float64 }

// weightedMedian returns the median of the values that bins stand for, total
// in number: the middle one, or the mean of the two in the middle; NaN where
// there are none. It sorts bins.
func weightedMedian(bins []bin, total float64) float64 {
	slices.SortFunc(bins, func(a, b bin) int {
		switch {
		case a.value < b.value:
			return -1
		case a.value > b.value:
			return 1
		}
		return 0
	})
	upTo := 0.0
	for i, b := range bins {
		upTo += b.count
		if upTo*2 > total {
			return b.value
		}
		if upTo*2 == total && i+1 < len(bins) {
			return b.value + (bins[i+1].value-b.value)/2
		}
	}
	return math.NaN()
}
