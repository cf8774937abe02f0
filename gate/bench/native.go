package bench

import (
	"io"
	"math"
	"slices"
	"strings"
)

// NativeSchema is the value of "schema" in a file of the native format.
const NativeSchema = "noisegate/samples/v1"

func sniffNative(h *head) bool {
	o := h.outline()
	// Another version is refused by name when it is read.
	return o.root == '{' && strings.HasPrefix(o.texts["schema"], "noisegate/samples/")
}

// readNative reads the format that [WriteNative] writes. It streams, so
// "schema" must come first and "runs" before "series". Keys that it does not
// know are passed over.
func readNative(r io.Reader, in Input, b *Builder) error {
	return readJSON(r, in, b, func(j *jsonReader) error {
		n := &native{j: j, b: b, first: len(b.set.Runs)}
		return n.document()
	})
}

type native struct {
	j     *jsonReader
	b     *Builder
	first int // the index of the document's first run
	runs  int

	schema, series bool

	lists [][]float64
	list  []float64
}

func (n *native) document() error {
	j := n.j
	err := j.object(func(key string) error {
		if key == "schema" {
			s, err := j.text()
			if err == nil && s != NativeSchema {
				err = j.errorf("the schema is %q, and this version reads %q", shorten(s, 40), NativeSchema)
			}
			n.schema = true
			return err
		}
		if !n.schema {
			return j.errorf("%q comes before \"schema\"", shorten(key, 40))
		}
		switch key {
		case "runs":
			if n.series {
				return j.errorf("\"runs\" comes after \"series\"")
			}
			return j.array(func(int) error { return n.run() })
		case "series":
			n.series = true
			return j.array(func(int) error { return n.readSeries() })
		case "problems":
			return j.array(func(int) error { return n.problem() })
		case "notes":
			return j.array(func(int) error { return n.note() })
		}
		return j.skip()
	})
	if err == nil && !n.series {
		err = j.errorf("the document has no \"series\"")
	}
	return err
}

// use makes a run of the document the current one.
func (n *native) use(i int) error {
	if n.runs == 0 && i == 0 {
		n.b.StartRun(nil)
		n.runs = 1
	}
	if i < 0 || i >= n.runs {
		return n.j.errorf("run %d is not among the %d of \"runs\"", i, n.runs)
	}
	n.b.run = n.first + i
	return nil
}

// readSeries reads one series; its values are a list for each run. The values
// may come before the fields that describe them, so they are kept until the
// end.
func (n *native) readSeries() error {
	j := n.j
	var group, benchmark, original, better string
	var values [][]float64
	m := Metric{Primary: true}
	err := j.object(func(key string) (err error) {
		switch key {
		case "group":
			group, err = j.text()
		case "benchmark":
			benchmark, err = j.text()
		case "metric":
			m.Name, err = j.text()
		case "unit":
			m.Unit, err = j.text()
		case "original_unit":
			original, err = j.text()
		case "better":
			better, err = j.text()
		case "primary":
			m.Primary, err = j.boolean()
		case "count":
			m.Count, err = j.boolean()
		case "values":
			values, err = n.values()
		default:
			err = j.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	if m.Direction, err = n.direction(better); err != nil {
		return err
	}
	if benchmark == "" || m.Name == "" {
		return j.errorf("a series needs a \"benchmark\" and a \"metric\"")
	}
	key := Key{group, benchmark, m.Name}
	if e := n.b.index[key]; e != nil && len(e.series.Samples) > 0 && e.series.Samples[len(e.series.Samples)-1].Run >= n.first {
		return j.errorf("the series %q is there twice; its values belong into one list for each run", shorten(key.name(), 120))
	}
	n.b.samples = len(values)
	if !slices.ContainsFunc(values, func(v []float64) bool { return len(v) > 0 }) {
		if err := n.use(0); err != nil {
			return err
		}
		n.b.Problem(Problem{Group: group, Benchmark: benchmark, Metric: m.Name, Kind: Unusable, Message: "the file holds no values of it"})
	}
	for i, v := range values {
		if err := n.use(i); err != nil {
			return err
		}
		if len(v) > 0 {
			n.b.addAll(group, benchmark, m, v)
		}
	}
	if e := n.b.index[key]; e != nil && original != "" {
		e.series.OriginalUnit = original
	}
	return nil
}

func (n *native) direction(better string) (Direction, error) {
	for _, d := range []Direction{LowerIsBetter, HigherIsBetter, DirectionUnknown} {
		if better == d.String() {
			return d, nil
		}
	}
	return 0, n.j.errorf("\"better\" is %q; it must be lower, higher or unknown", shorten(better, 40))
}

// values reads a list of values for each run. The list of lists is good until
// the next call, the lists are good for ever.
func (n *native) values() (values [][]float64, err error) {
	values = n.lists[:0]
	err = n.j.array(func(int) error {
		n.list = n.list[:0]
		err := n.j.array(func(int) error {
			f, err := n.j.number()
			n.list = append(n.list, f)
			return err
		})
		values = append(values, n.b.room.keep(n.list))
		return err
	})
	n.lists = values
	return values, err
}

func (n *native) run() error {
	j := n.j
	at := n.b.StartRun(nil)
	n.runs++
	return j.object(func(key string) (err error) {
		if key == "environment" {
			env := &Environment{}
			n.b.set.Runs[at].Env = env
			return n.environment(env)
		}
		return j.skip()
	})
}

func (n *native) environment(e *Environment) error {
	j := n.j
	text := map[string]*string{
		"cpu": &e.CPU, "caches": &e.Caches, "os": &e.OS, "arch": &e.Arch, "toolchain": &e.Toolchain, "flags": &e.Flags,
		"harness": &e.Harness, "build": &e.Build, "scaling": &e.Scaling, "host": &e.Host, "date": &e.Date, "commit": &e.Commit,
	}
	return j.object(func(key string) (err error) {
		if p := text[key]; p != nil {
			*p, err = j.text()
			return err
		}
		switch key {
		case "cores":
			e.Cores, err = n.count()
		case "procs":
			e.Procs, err = n.count()
		case "mhz":
			e.MHz, err = j.number()
			if !(e.MHz > 0 && !math.IsInf(e.MHz, 0)) {
				e.MHz = 0
			}
		case "load":
			err = j.array(func(int) error {
				f, err := j.number()
				if len(e.Load) < 3 && !math.IsNaN(f) && !math.IsInf(f, 0) {
					e.Load = append(e.Load, f)
				}
				return err
			})
		default:
			err = j.skip()
		}
		return err
	})
}

// count reads a number of processors or an index.
func (n *native) count() (int, error) {
	f, err := n.j.number()
	if err == nil && !(f >= 0 && f < 1<<31 && f == math.Trunc(f)) {
		err = n.j.errorf("%v is not a whole number from 0 on", f)
	}
	if err != nil {
		return 0, err
	}
	return int(f), nil
}

func (n *native) problem() error {
	j := n.j
	var p Problem
	var kind string
	err := j.object(func(key string) (err error) {
		switch key {
		case "group":
			p.Group, err = j.text()
		case "benchmark":
			p.Benchmark, err = j.text()
		case "metric":
			p.Metric, err = j.text()
		case "kind":
			kind, err = j.text()
		case "run":
			p.Run, err = n.count()
		case "message":
			p.Message, err = j.text()
		case "advice":
			p.Advice, err = j.text()
		default:
			err = j.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, k := range []ProblemKind{Failed, Skipped, Unusable} {
		if kind == k.String() {
			p.Kind = k
			if err := n.use(p.Run); err != nil {
				return err
			}
			n.b.Problem(p)
			return nil
		}
	}
	return j.errorf("the kind of a problem is %q; it must be failed, skipped or unusable", shorten(kind, 40))
}

func (n *native) note() error {
	j := n.j
	var note Note
	err := j.object(func(key string) (err error) {
		switch key {
		case "code":
			note.Code, err = j.text()
		case "file":
			note.File, err = j.text()
		case "line":
			note.Line, err = n.count()
		case "group":
			note.Key.Group, err = j.text()
		case "benchmark":
			note.Key.Benchmark, err = j.text()
		case "metric":
			note.Key.Metric, err = j.text()
		case "message":
			note.Message, err = j.text()
		case "advice":
			note.Advice, err = j.text()
		default:
			err = j.skip()
		}
		return err
	})
	if err == nil && note.Code == "" {
		err = j.errorf("a note without a code")
	}
	if err == nil {
		n.b.Note(note)
	}
	return err
}
