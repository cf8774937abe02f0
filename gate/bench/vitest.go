package bench

import "io"

func sniffVitest(h *head) bool {
	o := h.outline()
	if o.root == '{' && (o.has("files.groups") || o.has("files.filepath")) {
		return true
	}
	return sniffMitata(o) || sniffTinybench(o)
}

// readVitest reads the JSON of the benchmark libraries of JavaScript: Vitest's
// report, tinybench's tasks and mitata's JSON. A file is a run. All three sort
// their samples before anybody sees them, so the measured order is lost.
func readVitest(r io.Reader, in Input, b *Builder) error {
	return readJSON(r, in, b, func(j *jsonReader) error {
		s := &script{j: j, b: b, env: &Environment{Harness: "tinybench"}, names: names{}}
		b.StartRun(s.env)
		if j.kind() == '[' {
			err := s.tasks()
			s.finish()
			return err
		}
		known := false
		err := j.object(func(key string) error {
			switch key {
			case "files":
				known = true
				s.env.Harness = "Vitest"
				return j.array(func(int) error { return s.file() })
			case "tasks", "results":
				known = true
				return s.tasks()
			case "layout", "benchmarks", "context":
				known = true
				s.env.Harness = "mitata"
				return s.mitata(key)
			}
			return j.skip()
		})
		if err == nil && !known {
			err = j.errorf("the document has no \"files\", \"tasks\" or \"benchmarks\"")
		}
		s.finish()
		return err
	})
}

// A script reads one document of a JavaScript library.
type script struct {
	j      *jsonReader
	b      *Builder
	env    *Environment
	layout []string // names of mitata's groups
	rows   keeper[*mitataRow]
	sorted bool
	names  names
}

// values adds the samples of a benchmark, in the unit of its library.
func (s *script) values(group, name, unit string, samples []float64) {
	s.names.note(s.b, Key{Group: group, Benchmark: name})
	s.sorted = s.sorted || orderLost(samples)
	s.b.addAll(group, name, wallTime(unit), samples)
}

// finish says once what holds for all benchmarks of the file.
func (s *script) finish() {
	s.emitMitata()
	if s.sorted {
		s.b.Note(Note{Code: NoteOrderLost, Message: s.env.Harness + " sorts its samples: a warm-up or a drift cannot be seen in them"})
	}
}

// file reads a file of Vitest's report.
func (s *script) file() error {
	return s.j.object(func(key string) error {
		if key != "groups" {
			return s.j.skip()
		}
		return s.j.array(func(int) error { return s.group() })
	})
}

// group reads a suite. Its full name begins with the path of its file.
func (s *script) group() error {
	var name string
	var rows []*vitestRow
	err := s.j.object(func(key string) (err error) {
		switch key {
		case "fullName":
			name, err = s.j.optionalText()
		case "benchmarks":
			err = s.j.array(func(int) error {
				row, err := s.vitestRow()
				rows = append(rows, row)
				return err
			})
		default:
			err = s.j.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, r := range rows {
		s.vitest(name, r)
	}
	return nil
}

// A vitestRow is one benchmark of Vitest; measured says that it has statistics.
type vitestRow struct {
	name     string
	samples  []float64
	measured bool
}

func (s *script) vitestRow() (*vitestRow, error) {
	r := &vitestRow{}
	err := s.j.object(func(key string) (err error) {
		switch key {
		case "name":
			r.name, err = s.j.text()
		case "samples":
			r.samples, err = s.j.numbers()
		case "mean", "hz", "sampleCount":
			r.measured = r.measured || s.j.kind() == '0'
			err = s.j.skip()
		default:
			err = s.j.skip()
		}
		return err
	})
	if err == nil && r.name == "" {
		err = s.j.errorf("a benchmark without a name")
	}
	return r, err
}

func (s *script) vitest(group string, r *vitestRow) {
	switch {
	case len(r.samples) > 0:
		s.values(group, r.name, "ms", r.samples)
	case r.measured:
		s.b.Problem(Problem{Group: group, Benchmark: r.name, Kind: Unusable,
			Message: "vitest bench --outputJson writes statistics of it but no samples",
			Advice:  "set benchmark.includeSamples and add the reporter of docs/formats.md, which keeps them"})
	default:
		s.b.Problem(Problem{Group: group, Benchmark: r.name, Kind: Failed, Message: "it has no result: the benchmark threw"})
	}
}
