package bench

func sniffTinybench(o outline) bool {
	switch o.root {
	case '[':
		return o.has("Task name") || o.has("latency.samples") || o.has("latency.mean") ||
			o.has("result.latency") || o.has("result.samples") || o.has("name", "result.state") || o.has("name", "result.hz")
	case '{':
		return o.has("tasks.result") || o.has("results.latency")
	}
	return false
}

// tasks reads the tasks of tinybench. The library writes no file itself; a
// task is what its users write, a name and a result, or a row of table().
func (s *script) tasks() error {
	return s.j.array(func(int) error {
		t := &tinyTask{}
		if err := s.j.object(func(key string) error { return s.task(t, key) }); err != nil {
			return err
		}
		return s.tiny(t)
	})
}

// A tinyTask is one task with the result of its run.
type tinyTask struct {
	name, failure    string
	samples          []float64
	measured, failed bool
	table            bool
}

func (s *script) task(t *tinyTask, key string) (err error) {
	j := s.j
	switch key {
	case "name":
		t.name, err = j.optionalText()
	case "Task name":
		t.table = true
		t.name, err = j.optionalText()
	case "Error":
		t.failed = true
		t.failure, err = j.optionalText()
	case "result":
		err = j.optionalObject(func(key string) error { return s.result(t, key) })
	default:
		err = s.result(t, key)
	}
	return err
}

// result reads a member of a result. Since tinybench 3 the samples of the
// latency are inside "latency"; before, they were members of the result.
func (s *script) result(t *tinyTask, key string) (err error) {
	j := s.j
	switch key {
	case "samples":
		t.samples, err = j.numbers()
	case "mean", "hz", "period", "Samples":
		t.measured = true
		err = j.skip()
	case "latency":
		err = j.optionalObject(func(key string) error {
			t.measured = true
			if key != "samples" {
				return j.skip()
			}
			t.samples, err = j.numbers()
			return err
		})
	case "error":
		t.failed = t.failed || j.kind() != 'n'
		err = j.optionalObject(func(key string) error {
			if key != "message" {
				return j.skip()
			}
			t.failure, err = j.optionalText()
			return err
		})
	case "state":
		var state string
		if state, err = j.optionalText(); state == "errored" {
			t.failed = true
		}
	default:
		err = j.skip()
	}
	return err
}

const tinyAdvice = "write JSON.stringify(bench.tasks.map(({name, result}) => ({name, result}))) with retainSamples: true"

func (s *script) tiny(t *tinyTask) error {
	if t.name == "" {
		return refuse(s.j.in, s.b, "the results of tinybench have no names in it", tinyAdvice)
	}
	switch {
	case t.failed:
		// JSON.stringify writes {} for an Error, so that its message is often lost.
		s.b.Problem(Problem{Benchmark: t.name, Kind: Failed, Message: t.failure})
	case len(t.samples) > 0:
		s.values("", t.name, "ms", t.samples)
	case t.table:
		s.b.Problem(Problem{Benchmark: t.name, Kind: Unusable, Message: "the table of tinybench holds no samples", Advice: tinyAdvice})
	default:
		s.b.Problem(Problem{Benchmark: t.name, Kind: Unusable, Message: "tinybench kept no samples of it", Advice: tinyAdvice})
	}
	return nil
}
