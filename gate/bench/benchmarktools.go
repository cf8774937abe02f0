package bench

import (
	"fmt"
	"io"
	"strings"
)

func sniffBenchmarkTools(h *head) bool {
	o := h.outline()
	return o.root == '[' && o.has("BenchmarkTools") && !o.has("name")
}

// readBenchmarkTools reads what BenchmarkTools.save writes: the versions, then
// a list of groups and trials, each an array of its type and its fields. The
// times of a trial are nanoseconds of one evaluation. The keys of nested
// groups, joined with slashes, are the name. A saved estimate has no samples.
func readBenchmarkTools(r io.Reader, in Input, b *Builder) error {
	return readJSON(r, in, b, func(j *jsonReader) error {
		t := &juliaTools{j: j, b: b, env: &Environment{Harness: "BenchmarkTools.jl"}, paths: map[string]string{}}
		b.StartRun(t.env)
		known := false
		err := j.array(func(i int) error {
			switch i {
			case 0:
				return t.versions(&known)
			case 1:
				return j.array(func(i int) error {
					if i > 0 {
						t.group = fmt.Sprintf("value %d", i+1)
					}
					return t.value()
				})
			}
			return j.skip()
		})
		if err == nil && !known {
			err = j.errorf("the document does not begin with the versions of BenchmarkTools")
		}
		return err
	})
}

type juliaTools struct {
	j   *jsonReader
	b   *Builder
	env *Environment
	// group tells the values of one file apart, after the first.
	group string
	// keys lead to the value that is being read.
	keys []string
	// paths maps names to the keys they come from: "a/b" may be one key or two.
	paths map[string]string
}

func (t *juliaTools) versions(known *bool) error {
	return t.j.object(func(key string) error {
		v, err := t.j.optionalText()
		switch key {
		case "Julia":
			t.env.Toolchain = "Julia " + v
		case "BenchmarkTools":
			*known = true
			t.env.Harness = "BenchmarkTools.jl " + v
		}
		return err
	})
}

// value reads one saved object.
func (t *juliaTools) value() error {
	kind := ""
	return t.j.array(func(i int) (err error) {
		switch i {
		case 0:
			kind, err = t.j.text()
			kind = strings.TrimPrefix(kind, "BenchmarkTools.")
			return err
		case 1:
			return t.fields(kind)
		}
		return t.j.skip()
	})
}

func (t *juliaTools) fields(kind string) error {
	switch kind {
	case "BenchmarkGroup":
		return t.j.object(func(key string) error {
			if key != "data" {
				return t.j.skip()
			}
			return t.j.object(func(key string) error {
				t.keys = append(t.keys, key)
				err := t.value()
				t.keys = t.keys[:len(t.keys)-1]
				return err
			})
		})
	case "Trial":
		return t.trial(t.name())
	case "Parameters":
		return t.j.skip()
	}
	t.b.Problem(Problem{Group: t.group, Benchmark: t.name(), Kind: Unusable,
		Message: fmt.Sprintf("the file holds a %s of it, not its samples", shorten(kind, 40)),
		Advice:  "save the result of run(suite) itself, not of minimum, median, mean or judge"})
	return t.j.skip()
}

// name returns the keys joined with slashes, or as Julia prints them where
// another benchmark of the file has that name already, or where it is empty.
func (t *juliaTools) name() string {
	if len(t.keys) == 0 {
		return "trial"
	}
	name, exact := strings.Join(t.keys, "/"), fmt.Sprintf("%q", t.keys)
	at := t.group + "\x00" + name
	if first, ok := t.paths[at]; ok && first != exact || name == "" {
		return exact
	}
	t.paths[at] = exact
	return name
}

func (t *juliaTools) trial(name string) error {
	var times, gctimes []float64
	var memory, allocs *float64
	err := t.j.object(func(key string) (err error) {
		switch key {
		case "times":
			times, err = t.j.numbers()
		case "gctimes":
			gctimes, err = t.j.numbers()
		case "memory":
			memory, err = t.one()
		case "allocs":
			allocs, err = t.one()
		default:
			err = t.j.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	if len(times) == 0 {
		t.b.Problem(Problem{Group: t.group, Benchmark: name, Kind: Unusable, Message: "its trial holds no times",
			Advice: "give it more time or samples: run(suite; samples = 20, seconds = 60)"})
		return nil
	}
	t.b.addAll(t.group, name, wallTime("ns"), times)
	gc := Metric{Name: "gctime", Unit: "ns", Direction: LowerIsBetter}
	if len(gctimes) > 0 {
		t.b.addAll(t.group, name, gc, gctimes)
	}
	// The least over all samples, which is why there is one of each.
	if memory != nil {
		t.b.Add(t.group, name, Metric{Name: "memory", Unit: "B", Direction: LowerIsBetter, Primary: true, Count: true}, *memory)
	}
	if allocs != nil {
		t.b.Add(t.group, name, Metric{Name: "allocs", Unit: "allocs", Direction: LowerIsBetter, Primary: true, Count: true}, *allocs)
	}
	return nil
}

// one reads a number, nil where the value is of another kind.
func (t *juliaTools) one() (*float64, error) {
	if t.j.kind() != '0' {
		return nil, t.j.skip()
	}
	v, err := t.j.number()
	return &v, err
}
