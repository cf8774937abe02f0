package bench

import (
	"io"
	"strings"
)

func sniffPytest(h *head) bool {
	o := h.outline()
	return o.root == '{' && (o.has("machine_info") || o.has("benchmarks.stats") || o.has("commit_info", "benchmarks"))
}

// readPytest reads the JSON of pytest-benchmark. A file is a run, a round a
// repetition. The group of a benchmark is the module, and class, that its full
// name gives; its name holds the parameters.
func readPytest(r io.Reader, in Input, b *Builder) error {
	return readJSON(r, in, b, func(j *jsonReader) error {
		p := &pytest{j: j, b: b, env: &Environment{Harness: "pytest-benchmark"}, names: names{}}
		b.StartRun(p.env)
		benchmarks := false
		err := j.object(func(key string) (err error) {
			switch key {
			case "benchmarks":
				benchmarks = true
				return j.array(func(int) error { return p.benchmark() })
			case "machine_info":
				return p.machine()
			case "commit_info":
				return p.commit()
			case "datetime":
				p.env.Date, err = j.optionalText()
			case "version":
				var v string
				v, err = j.optionalText()
				p.env.Harness = joinNonEmpty("pytest-benchmark", v)
			default:
				err = j.skip()
			}
			return err
		})
		if err == nil && !benchmarks {
			err = j.errorf("the document has no \"benchmarks\"")
		}
		return err
	})
}

type pytest struct {
	j   *jsonReader
	b   *Builder
	env *Environment

	names names
}

func (p *pytest) benchmark() error {
	var name, full, failure string
	var data []float64
	var stats, failed bool
	j := p.j
	err := j.object(func(key string) (err error) {
		switch key {
		case "name":
			name, err = j.optionalText()
		case "fullname":
			full, err = j.optionalText()
		case "has_error":
			failed, err = j.truth()
		case "error":
			failure, err = j.optionalText()
		case "stats":
			stats, data, err = p.stats()
		default:
			err = j.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	if name == "" {
		if name = full; strings.Contains(full, "::") {
			name = full[strings.LastIndex(full, "::")+len("::"):]
		}
		if name == "" {
			return j.errorf("a benchmark without a name")
		}
	}
	group := strings.TrimSuffix(strings.TrimSuffix(full, name), "::")
	if group == full { // the full name does not end in the name
		group = ""
	}
	switch {
	case failed || !stats:
		p.b.Problem(Problem{Group: group, Benchmark: name, Kind: Failed, Message: failure})
	case len(data) == 0:
		p.b.Problem(Problem{Group: group, Benchmark: name, Kind: Unusable,
			Message: "the file holds minimum, quartiles and maximum of it but not the rounds",
			Advice:  "run pytest with --benchmark-save-data, or with --benchmark-json=FILE, which keeps them"})
	default:
		p.names.note(p.b, Key{Group: group, Benchmark: name})
		p.b.addAll(group, name, wallTime("s"), data)
	}
	return nil
}

// stats reads the statistics of a benchmark; present is false where they are
// null, as those of a benchmark that raised.
func (p *pytest) stats() (present bool, data []float64, err error) {
	if p.j.kind() != '{' {
		return false, nil, p.j.skip()
	}
	err = p.j.object(func(key string) (err error) {
		if key != "data" {
			return p.j.skip()
		}
		data, err = p.j.numbers()
		return err
	})
	return true, data, err
}

func (p *pytest) machine() error {
	var system, release, implementation, version string
	err := p.j.optionalObject(func(key string) (err error) {
		switch key {
		case "node":
			p.env.Host, err = p.j.optionalText()
		case "machine":
			p.env.Arch, err = p.j.optionalText()
		case "system":
			system, err = p.j.optionalText()
		case "release":
			release, err = p.j.optionalText()
		case "python_implementation":
			implementation, err = p.j.optionalText()
		case "python_version":
			version, err = p.j.optionalText()
		case "python_compiler":
			p.env.Flags, err = p.j.optionalText()
		case "cpu":
			err = p.cpu()
		default:
			err = p.j.skip()
		}
		return err
	})
	p.env.OS = joinNonEmpty(system, release)
	p.env.Toolchain = joinNonEmpty(implementation, version)
	return err
}

// cpu reads what the cpuinfo package found; its keys have changed over time.
func (p *pytest) cpu() error {
	return p.j.optionalObject(func(key string) (err error) {
		switch key {
		case "brand_raw", "brand":
			p.env.CPU, err = p.j.optionalText()
		case "count":
			var n float64
			if n, err = p.j.optionalNumber(); n >= 1 && n < 1<<20 {
				p.env.Cores = int(n)
			}
		default:
			err = p.j.skip()
		}
		return err
	})
}

func (p *pytest) commit() error {
	return p.j.optionalObject(func(key string) (err error) {
		if key != "id" {
			return p.j.skip()
		}
		p.env.Commit, err = p.j.optionalText()
		if p.env.Commit == "unversioned" {
			p.env.Commit = ""
		}
		return err
	})
}
