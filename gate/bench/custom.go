package bench

import "io"

// sniffCustom knows the array of {"name", "unit", "value"} that
// github-action-benchmark calls customSmallerIsBetter or customBiggerIsBetter.
// Which of the two it is the content does not say.
func sniffCustom(h *head) bool {
	o := h.outline()
	return o.root == '[' && o.has("name", "unit", "value") && !o.has("benchmark") && !o.has("mode")
}

// readCustom returns the reader for the array, with the direction that its
// format stands for. A document is a run; a name that comes again is another
// repetition. The "range" and "extra" of an entry are text for people.
func readCustom(better Direction) func(io.Reader, Input, *Builder) error {
	return func(r io.Reader, in Input, b *Builder) error {
		return readJSON(r, in, b, func(j *jsonReader) error {
			b.StartRun(nil)
			return j.array(func(int) error { return readCustomEntry(j, b, better) })
		})
	}
}

func readCustomEntry(j *jsonReader, b *Builder, better Direction) error {
	var name, unit string
	var value float64
	measured := false
	err := j.object(func(key string) (err error) {
		switch key {
		case "name":
			name, err = j.text()
		case "unit":
			unit, err = j.text()
		case "value":
			measured = true
			value, err = j.number()
		default:
			err = j.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	switch {
	case name == "":
		return j.errorf("an entry without a name")
	case !measured:
		b.Problem(Problem{Benchmark: name, Kind: Unusable, Message: "its entry has no value"})
	default:
		b.Add("", name, Metric{Name: "value", Unit: unit, Direction: better, Primary: true}, value)
	}
	return nil
}
