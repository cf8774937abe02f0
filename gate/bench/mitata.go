package bench

import (
	"math"
	"strconv"
)

func sniffMitata(o outline) bool {
	return o.root == '{' && (o.has("benchmarks.runs") || o.has("layout", "benchmarks"))
}

// A mitataRow is one run of a benchmark: mitata's word for one combination of
// its arguments.
type mitataRow struct {
	group         int
	name, failure string
	args          []detail
	samples       []float64
	measured      bool
	failed        bool
}

// mitata reads a member of mitata's document.
func (s *script) mitata(key string) error {
	switch key {
	case "layout":
		return s.j.optionalArray(func(int) error { return s.mitataGroup() })
	case "benchmarks":
		return s.j.array(func(int) error { return s.mitataBenchmark() })
	}
	return s.mitataContext()
}

func (s *script) mitataGroup() error {
	name := ""
	err := s.j.optionalObject(func(key string) (err error) {
		if key != "name" {
			return s.j.skip()
		}
		name, err = s.j.optionalText()
		return err
	})
	s.layout = append(s.layout, name)
	return err
}

func (s *script) mitataBenchmark() error {
	group := -1
	first := len(s.rows.rows)
	err := s.j.object(func(key string) error {
		switch key {
		case "group":
			g, err := s.j.optionalNumber()
			if g >= 0 && g < math.MaxInt32 {
				group = int(g)
			}
			return err
		case "runs":
			return s.j.optionalArray(func(int) error { return s.mitataRun() })
		}
		return s.j.skip()
	})
	for _, r := range s.rows.rows[first:] {
		r.group = group
	}
	return err
}

func (s *script) mitataRun() error {
	r, j := &mitataRow{}, s.j
	err := j.object(func(key string) (err error) {
		switch key {
		case "name":
			r.name, err = j.optionalText()
		case "args":
			err = j.optionalObject(func(key string) error { return s.argument(r, key) })
		case "error":
			r.failed = r.failed || j.kind() != 'n'
			err = j.optionalObject(func(key string) error {
				if key != "message" {
					return j.skip()
				}
				r.failure, err = j.optionalText()
				return err
			})
		case "stats":
			err = j.optionalObject(func(key string) error {
				r.measured = true
				if key != "samples" {
					return j.skip()
				}
				r.samples, err = j.numbers()
				return err
			})
		default:
			err = j.skip()
		}
		return err
	})
	if err == nil && r.name == "" {
		err = j.errorf("a run without a name")
	}
	s.rows.add(r)
	return err
}

func (s *script) argument(r *mitataRow, key string) error {
	if s.j.kind() == '0' {
		v, err := s.j.number()
		r.args = append(r.args, detail{key, strconv.FormatFloat(v, 'g', -1, 64)})
		return err
	}
	v, err := s.j.optionalText()
	r.args = append(r.args, detail{key, v})
	return err
}

// mitataContext reads where the benchmarks ran.
func (s *script) mitataContext() error {
	var runtime, version string
	err := s.j.optionalObject(func(key string) (err error) {
		switch key {
		case "arch":
			s.env.Arch, err = s.j.optionalText()
		case "runtime":
			runtime, err = s.j.optionalText()
		case "version":
			version, err = s.j.optionalText()
		case "cpu":
			err = s.j.optionalObject(func(key string) error {
				if key != "name" {
					return s.j.skip()
				}
				s.env.CPU, err = s.j.optionalText()
				return err
			})
		default:
			err = s.j.skip()
		}
		return err
	})
	s.env.Toolchain = joinNonEmpty(runtime, version)
	return err
}

func (s *script) mitataKey(r *mitataRow) Key {
	group := ""
	if r.group >= 0 && r.group < len(s.layout) {
		group = s.layout[r.group]
	}
	return Key{Group: group, Benchmark: r.name, Metric: "time"}
}

// emitMitata hands the rows to the builder; arguments enter a name where the
// program did not put them there itself.
func (s *script) emitMitata() {
	s.rows.key, s.rows.tell = s.mitataKey, func(r *mitataRow) []detail { return r.args }
	s.rows.apart(func(r *mitataRow, details string, _ int) {
		key := s.mitataKey(r)
		if details != "" {
			key.Benchmark += "[" + details + "]"
		}
		switch {
		case r.failed:
			s.b.Problem(Problem{Group: key.Group, Benchmark: key.Benchmark, Kind: Failed, Message: r.failure})
		case len(r.samples) > 0:
			s.values(key.Group, key.Benchmark, "ns", r.samples)
		default:
			s.b.Problem(Problem{Group: key.Group, Benchmark: key.Benchmark, Kind: Unusable, Message: "the file holds statistics of it but no samples",
				Advice: "run with format: {json: {debug: false, samples: true}}"})
		}
	})
}
