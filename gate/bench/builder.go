package bench

import (
	"fmt"
	"math"
)

// A Builder collects what a reader finds in one file. Readers start a run,
// say where it was measured, and add values in measured order; units are
// normalised and non-finite values refused here, so that no reader can forget
// to.
type Builder struct {
	set    Set
	index  map[Key]*entry
	order  []*entry
	units  map[string]unitScale
	faults map[faultKey]int // index of set.Problems
	times  []int            // how often each of set.Problems came
	blank  *Environment     // of runs of which nothing is known
	run    int
	// samples is how many runs a reader expects to have values of the series
	// that it opens.
	samples int
	room    chunks
}

// A Metric describes what is measured, at the door of the model.
type Metric struct {
	Name string
	// Unit is the unit in the file; the builder normalises it.
	Unit string
	// Direction, Primary and Count are as in [Series].
	Direction Direction
	Primary   bool
	Count     bool
}

type unitScale struct {
	unit string
	by   scale
}

// An entry is a series that is still being collected, with what must be said
// of it in the end.
type entry struct {
	series      Series
	values      int
	notFinite   int
	line        int // of the first value that was not finite
	nonPositive int
	conflict    string
}

type faultKey struct {
	group, benchmark, metric string
	kind                     ProblemKind
}

// NewBuilder returns a builder for the file of that name, read as that format.
func NewBuilder(file, format string) *Builder {
	return &Builder{
		set:    Set{Files: []File{{Name: file, Format: format}}},
		index:  map[Key]*entry{},
		units:  map[string]unitScale{},
		faults: map[faultKey]int{},
		blank:  &Environment{},
		run:    -1,
	}
}

// reserve makes room for that many series, before the first of them.
func (b *Builder) reserve(series int) {
	b.index = make(map[Key]*entry, series)
	b.order = make([]*entry, 0, series)
	b.set.Series = make([]*Series, 0, series)
}

// StartRun begins another process start and returns its index. The builder
// keeps env, so a reader may fill it in later; nil stands for unknown.
func (b *Builder) StartRun(env *Environment) int {
	if env == nil {
		env = b.blank
	}
	b.set.Runs = append(b.set.Runs, Run{Env: env})
	b.run = len(b.set.Runs) - 1
	return b.run
}

// Add adds a value to the current run of a series; without a run it starts
// one. The first value of a series settles its unit and direction. A value
// that is NaN or infinite is left out with a note, and one whose unit cannot
// be turned into the series' makes the series unusable.
func (b *Builder) Add(group, benchmark string, m Metric, value float64) {
	b.addAt(group, benchmark, m, value, 0)
}

// addAt is Add for readers that know the line of the value.
func (b *Builder) addAt(group, benchmark string, m Metric, value float64, line int) {
	e, by := b.open(group, benchmark, m)
	if e.conflict != "" {
		return
	}
	b.put(e, by.apply(value), line)
}

// addAll adds values to the current run as Add does; it is the way of readers
// that have collected them. It keeps the slice.
func (b *Builder) addAll(group, benchmark string, m Metric, values []float64) {
	e, by := b.open(group, benchmark, m)
	if e.conflict != "" {
		return
	}
	kept := values[:0]
	for _, v := range values {
		if v = by.apply(v); b.check(e, v, 0) {
			kept = append(kept, v+0)
		}
	}
	if n := len(e.series.Samples); len(kept) > 0 && (n == 0 || e.series.Samples[n-1].Run != b.run) {
		e.series.Samples = append(e.series.Samples, Sample{b.run, kept})
	} else if len(kept) > 0 {
		last := &e.series.Samples[n-1]
		last.Values = append(last.Values, kept...)
	}
}

// open returns the entry of a series in the current run, and how to bring a
// value of m's unit to the series' unit.
func (b *Builder) open(group, benchmark string, m Metric) (*entry, scale) {
	if b.run < 0 {
		b.StartRun(nil)
	}
	unit, ok := b.units[m.Unit]
	if !ok {
		unit.unit, unit.by = normalise(m.Unit)
		b.units[m.Unit] = unit
	}
	key := Key{group, benchmark, m.Name}
	e := b.index[key]
	if e == nil {
		e = &entry{series: Series{
			Key: key, Unit: unit.unit, OriginalUnit: m.Unit,
			Direction: m.Direction, Primary: m.Primary, Count: m.Count,
			Samples: make([]Sample, 0, b.samples),
		}}
		b.index[key] = e
		b.order = append(b.order, e)
		return e, unit.by
	}
	s := &e.series
	if e.conflict == "" && (s.Unit != unit.unit || s.Direction != m.Direction) {
		e.conflict = conflict(s, unit.unit, m.Direction)
	}
	if s.Direction == DirectionUnknown {
		s.Direction = m.Direction
	}
	return e, unit.by
}

// conflict says in what a series does not agree with another unit and
// direction, empty where it does. An unknown direction agrees with any.
func conflict(s *Series, unit string, d Direction) string {
	if s.Unit != unit {
		return fmt.Sprintf("the unit is %q in one place and %q in another", s.Unit, unit)
	}
	if s.Direction != d && s.Direction != DirectionUnknown && d != DirectionUnknown {
		return fmt.Sprintf("%s is better in one place and %s in another", s.Direction, d)
	}
	return ""
}

// put adds a value that is already in the series' unit. A negative zero, which
// means nothing but would be printed, becomes one without a sign.
func (b *Builder) put(e *entry, v float64, line int) {
	if !b.check(e, v, line) {
		return
	}
	s := &e.series
	if n := len(s.Samples); n == 0 {
		s.Samples = append(s.Samples, Sample{b.run, b.room.take(b.expected())})
	} else if s.Samples[n-1].Run != b.run {
		s.Samples = append(s.Samples, Sample{b.run, b.room.take(len(s.Samples[n-1].Values))})
	}
	last := &s.Samples[len(s.Samples)-1]
	last.Values = append(last.Values, v+0)
}

// expected guesses how many values a new series will have in its run: as many
// as one of the series before it, of which the last ones may be of the same
// benchmark and as new.
func (b *Builder) expected() int {
	n := 1
	for _, e := range b.order[max(0, len(b.order)-4) : len(b.order)-1] {
		if k := len(e.series.Samples); k > 0 {
			n = max(n, len(e.series.Samples[k-1].Values))
		}
	}
	return n
}

// check counts a value and reports whether it is finite.
func (b *Builder) check(e *entry, v float64, line int) bool {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		if e.notFinite == 0 {
			e.line = line
		}
		e.notFinite++
		return false
	}
	if v <= 0 {
		e.nonPositive++
	}
	e.values++
	return true
}

// Problem records a benchmark, or a repetition of it, that has no value. The
// same problem of many repetitions is kept once, with the first message.
func (b *Builder) Problem(p Problem) {
	if b.run < 0 {
		b.StartRun(nil)
	}
	if p.Message == "" && p.Kind != Unusable {
		p.Message = "the harness gives no reason"
	}
	key := faultKey{p.Group, p.Benchmark, p.Metric, p.Kind}
	if i, ok := b.faults[key]; ok {
		b.times[i]++
		return
	}
	p.Run = b.run
	b.faults[key] = len(b.set.Problems)
	b.addProblem(p)
}

func (b *Builder) addProblem(p Problem) {
	b.set.Problems, b.times = append(b.set.Problems, p), append(b.times, 1)
}

// Note records a remark. A note without a file gets the builder's.
func (b *Builder) Note(n Note) {
	if n.File == "" {
		n.File = b.set.Files[0].Name
	}
	b.set.Notes = append(b.set.Notes, n)
}

// Set returns what was collected. The builder must not be used afterwards.
//
// A problem in the result stands for a benchmark without any value: where
// some repetitions failed and others did not, the failed ones are a note.
func (b *Builder) Set() *Set {
	for _, e := range b.order {
		b.close(e)
	}
	problems := b.set.Problems
	b.set.Problems = problems[:0]
	var measured measuredNames
	if len(problems) > 0 {
		measured = namesOf(b.set.Series)
	}
	for i, p := range problems {
		if lost := lostSome(p, measured); lost {
			b.Note(lostNote(p, b.times[i]))
			continue
		}
		b.set.Problems = append(b.set.Problems, p)
	}
	if len(b.set.Problems) == 0 {
		b.set.Problems = nil
	}
	b.set.Files[0].Runs = len(b.set.Runs)
	set := b.set // of its own, so that it does not keep the builder's indices
	return &set
}

// close turns an entry into a series or a problem, and says what was odd.
func (b *Builder) close(e *entry) {
	s := &e.series
	where := s.name()
	if e.conflict != "" {
		b.Note(Note{Code: NoteUnitConflict, Key: s.Key, Message: where + ": " + e.conflict})
		b.unusable(s, e.conflict)
		return
	}
	total := e.values + e.notFinite
	if e.notFinite > 0 {
		b.Note(Note{Code: NoteNotFinite, Line: e.line, Key: s.Key,
			Message: fmt.Sprintf("%s: %d of %d values are NaN or infinite and were left out", where, e.notFinite, total)})
	}
	if e.values == 0 {
		if e.notFinite > 0 {
			b.unusable(s, "no value is finite")
		}
		return
	}
	if e.nonPositive > 0 && s.Primary && !s.Count {
		b.Note(Note{Code: NoteNonPositive, Key: s.Key,
			Message: fmt.Sprintf("%s: %d of %d values are zero or below, so differences take the place of ratios", where, e.nonPositive, total),
			Advice:  "check that the compiler did not optimise the work away and that the timer's resolution suffices"})
	}
	b.set.Files[0].Values += e.values
	b.set.Series = append(b.set.Series, s)
}

func (b *Builder) unusable(s *Series, message string) {
	b.addProblem(Problem{
		Group: s.Group, Benchmark: s.Benchmark, Metric: s.Metric,
		Kind: Unusable, Run: max(b.run, 0), Message: message,
	})
}

// name returns the key for messages.
func (k Key) name() string {
	s := k.Benchmark
	if k.Group != "" {
		s = k.Group + " " + s
	}
	if k.Metric != "" {
		s += " " + k.Metric
	}
	return s
}
