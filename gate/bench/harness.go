package bench

import (
	"errors"
	"slices"
	"strings"
)

// The codes of notes that only some harnesses give rise to.
const (
	// NoteOrderLost: the harness wrote its samples sorted. Their measured
	// order is gone, and with it what a warm-up or a drift would show.
	NoteOrderLost = "order-lost"
	// NotePooled: a file holds a benchmark of the same name and parameters
	// more than once; its values were pooled as further runs.
	NotePooled = "pooled-duplicates"
	// NoteOneEstimate: the harness prints one estimate for each process and
	// never its samples; the estimate stands for the run.
	NoteOneEstimate = "one-estimate"
)

// wallTime is the metric of harnesses that measure time and nothing else.
func wallTime(unit string) Metric {
	return Metric{Name: "time", Unit: unit, Direction: LowerIsBetter, Primary: true}
}

// A keeper collects the rows of a file under names that must not be pooled by
// accident. Harnesses let two benchmarks share a name where a parameter, a
// mode or a job sets them apart; those details enter the key only where they
// are needed, so that a change of thread count or job does not rename a suite.
type keeper[T any] struct {
	rows []T
	key  func(T) Key
	// tell returns what sets rows of one key apart; name and value of each.
	tell func(T) []detail
}

type detail struct{ name, value string }

func (k *keeper[T]) add(row T) { k.rows = append(k.rows, row) }

// apart calls row for each row, in order, with the details that it needs to
// differ from the others of its key, as "name=value,name=value", and with the
// number of rows before it that nothing tells apart from it.
func (k *keeper[T]) apart(row func(r T, details string, before int)) {
	type sharing struct {
		rows    int
		first   []detail
		differs map[int]bool
	}
	keys := map[Key]*sharing{}
	for _, r := range k.rows {
		s, tell := keys[k.key(r)], k.tell(r)
		if s == nil {
			s = &sharing{first: tell}
			keys[k.key(r)] = s
		}
		s.rows++
		for i := range max(len(tell), len(s.first)) {
			if i >= len(tell) || i >= len(s.first) || tell[i] != s.first[i] {
				if s.differs == nil {
					s.differs = map[int]bool{}
				}
				s.differs[i] = true
			}
		}
	}
	count := map[[4]string]int{}
	for _, r := range k.rows {
		key := k.key(r)
		var parts []string
		for i, d := range k.tell(r) {
			if keys[key].differs[i] {
				parts = append(parts, d.name+"="+d.value)
			}
		}
		details := strings.Join(parts, ",")
		id := [4]string{key.Group, key.Benchmark, key.Metric, details}
		row(r, details, count[id])
		count[id]++
	}
}

// A placed row has the details that tell it apart, and its runs.
type placed[T any] struct {
	row         T
	details     string
	first, runs int
}

// schedule places the rows into the runs of the file; runsOf tells in how many
// runs a row has values. Rows that nothing tells apart, as in results that were
// put together, get further runs, with a note.
func (k *keeper[T]) schedule(b *Builder, runsOf func(T) int) *timetable[T] {
	after := map[Key]int{} // the first free run
	table := &timetable[T]{starts: map[int][]*placed[T]{}}
	k.apart(func(r T, details string, before int) {
		key := k.key(r)
		key.Benchmark += "\x00" + details
		p := &placed[T]{r, details, after[key], runsOf(r)}
		after[key] += p.runs
		table.rows = append(table.rows, p)
		table.starts[p.first] = append(table.starts[p.first], p)
		table.runs = max(table.runs, after[key])
		if before == 1 {
			key := k.key(r)
			b.Note(Note{Code: NotePooled, Key: key,
				Message: joinNonEmpty(key.name(), details) + ": measured more than once in this file under one name; the values were pooled as runs",
				Advice:  "give different benchmarks different names"})
		}
	})
	return table
}

// A timetable tells which rows have values in which run.
type timetable[T any] struct {
	rows   []*placed[T]
	runs   int
	starts map[int][]*placed[T] // by first run
}

// each calls run for every run, with the rows that have values in it.
func (t *timetable[T]) each(b *Builder, run func(run int, rows []*placed[T])) {
	b.set.Runs = slices.Grow(b.set.Runs, t.runs)
	var rows []*placed[T]
	for i := range t.runs {
		rows = append(rows, t.starts[i]...)
		rows = slices.DeleteFunc(rows, func(p *placed[T]) bool { return i >= p.first+p.runs })
		run(i, rows)
	}
}

// names finds the benchmarks that a file holds more than once.
type names map[Key]int

// note says, at the second time, that the values of a benchmark were pooled.
func (n names) note(b *Builder, key Key) {
	n[key]++
	if n[key] == 2 {
		b.Note(Note{Code: NotePooled, Key: key,
			Message: key.name() + ": measured more than once in this file under one name; the values were pooled",
			Advice:  "give different benchmarks different names"})
	}
}

// orderLost reports whether values were sorted by their harness: by chance
// eight or more values come in order less often than once in 40,000.
func orderLost(values []float64) bool {
	return len(values) >= 8 && values[0] < values[len(values)-1] && slices.IsSorted(values)
}

// errPassOver is a reader's answer to a file that belongs to a harness but is
// no result, where it was found rather than named.
var errPassOver = errors.New("nothing to read")

// refuse is the answer to content that is known to hold no samples: an error
// where the file was named. One that was found in a folder is passed over with
// a note, since the samples may lie beside it.
func refuse(in Input, b *Builder, message, advice string) error {
	if in.Optional {
		b.Note(Note{Code: NoteUnknownFile, Message: message, Advice: advice})
		return errPassOver
	}
	return &SyntaxError{File: in.Name, Offset: -1, Message: message, Advice: advice}
}

// joinNonEmpty joins the parts that are not empty with a space.
func joinNonEmpty(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

// numbers reads an array of numbers into a slice; a value of another kind is
// skipped. What is no number in it is NaN.
func (j *jsonReader) numbers() ([]float64, error) {
	if j.kind() != '[' {
		return nil, j.skip()
	}
	j.list = j.list[:0]
	err := j.array(func(int) error {
		if k := j.kind(); k == '{' || k == '[' {
			return j.errorf("%s where a number was expected", kindName(k))
		}
		v, err := j.number()
		j.list = append(j.list, v)
		return err
	})
	return j.b.room.keep(j.list), err
}

// optionalObject reads an object, or skips a value of another kind.
func (j *jsonReader) optionalObject(member func(key string) error) error {
	if j.kind() != '{' {
		return j.skip()
	}
	return j.object(member)
}

// optionalArray reads an array, or skips a value of another kind.
func (j *jsonReader) optionalArray(element func(i int) error) error {
	if j.kind() != '[' {
		return j.skip()
	}
	return j.array(element)
}

// lastSegment returns what follows the last slash of a name with slashes of
// either kind.
func lastSegment(name string) string { return name[strings.LastIndexAny(name, `/\`)+1:] }
