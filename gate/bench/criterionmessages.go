package bench

import "io"

// criterionMessages reports whether the first document is a message of
// cargo-criterion (--message-format=json), or of cargo before one.
func criterionMessages(o outline) bool {
	switch o.texts["reason"] {
	case "benchmark-complete", "group-complete", "compiler-artifact", "compiler-message", "build-script-executed", "build-finished":
		return true
	}
	return false
}

// readCriterionMessages reads the messages of cargo-criterion, one object a
// line. Those of complete benchmarks hold the samples: what was measured over
// a number of iterations, in the unit of the measurement. The file is a run.
func readCriterionMessages(r io.Reader, in Input, b *Builder) error {
	b.StartRun(&Environment{Harness: "Criterion.rs"})
	names := names{}
	return readJSON(r, in, b, func(j *jsonReader) error {
		m := criterionMessage{}
		if err := m.read(j); err != nil {
			return err
		}
		if m.reason != "benchmark-complete" {
			return nil
		}
		switch {
		case m.id == "":
			return j.errorf("a complete benchmark without an \"id\"")
		case len(m.iters) != len(m.values):
			return j.errorf("%q has %d iteration counts and %d measured values", shorten(m.id, 80), len(m.iters), len(m.values))
		case len(m.values) == 0:
			b.Problem(Problem{Benchmark: m.id, Kind: Unusable, Message: "the message holds no samples of it",
				Advice: "pass the output of cargo criterion --message-format=json as it is"})
			return nil
		}
		for i := range m.values {
			m.values[i] /= m.iters[i]
		}
		names.note(b, Key{Benchmark: m.id})
		b.addAll("", m.id, m.metric(), m.values)
		return nil
	})
}

type criterionMessage struct {
	reason, id, unit string
	iters, values    []float64
}

func (m *criterionMessage) read(j *jsonReader) error {
	return j.object(func(key string) (err error) {
		switch key {
		case "reason":
			m.reason, err = j.optionalText()
		case "id":
			m.id, err = j.optionalText()
		case "unit":
			m.unit, err = j.optionalText()
		case "iteration_count":
			m.iters, err = j.numbers()
		case "measured_values":
			m.values, err = j.numbers()
		default:
			err = j.skip()
		}
		return err
	})
}

// metric is time, or whatever else was measured, of which nobody says which
// way is better.
func (m *criterionMessage) metric() Metric {
	if unit, _ := normalise(m.unit); unit == "s" {
		return wallTime(m.unit)
	}
	return Metric{Name: "value", Unit: m.unit, Primary: true}
}
