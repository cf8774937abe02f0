package bench

// A Set is what was read of one side of a comparison, or of one file of it.
type Set struct {
	// Files are the files that were read, in the order they were named.
	Files []File
	// Runs are the process starts, in measured order. Run indices elsewhere
	// refer to this slice.
	Runs []Run
	// Series are the measured series in the order of first appearance. A key
	// appears once.
	Series []*Series
	// Problems are benchmarks that failed, were skipped, or have no usable
	// values.
	Problems []Problem
	// Notes are remarks of the readers that a person should see.
	Notes []Note
}

// A File says where a part of a set came from.
type File struct {
	// Name is the file as messages show it.
	Name string
	// Format is the name of the [Format] that read it.
	Format string
	// Runs and Values count what the file held.
	Runs, Values int
}

// A Run is one process start of a benchmark harness: one result file, one JMH
// fork, one hyperfine timing, one block of "go test -bench" output.
type Run struct {
	// File indexes Set.Files.
	File int
	// Env is where the run was measured. It is never nil; unknown fields are
	// empty.
	Env *Environment
}

// A Key names a series. The same benchmark in two packages has two groups and
// is never pooled.
type Key struct {
	// Group is the package, module or suite that the name belongs to; empty
	// where the harness has none.
	Group string
	// Benchmark is the name as its harness prints it.
	Benchmark string
	// Metric is the name of what was measured: "cpu_time", "sec/op", "time".
	Metric string
}

// A Series is one benchmark × one metric with its values in measured order,
// by run.
type Series struct {
	Key
	// Unit is the normalised unit: "s", "B", "ops/s", "B/s", "sec/op" or what
	// the harness prints where there is nothing to normalise.
	Unit string
	// OriginalUnit is the unit that the file used.
	OriginalUnit string
	// Direction tells which way is worse.
	Direction Direction
	// Primary says that the format gates this metric by default.
	Primary bool
	// Count says that the values count something deterministic (B/op,
	// allocs/op, instructions): constant ones are compared without a test.
	Count bool
	// Samples are the values, one entry for each run that has any, in the
	// order of the runs.
	Samples []Sample
}

// A Sample is what one run measured of a series.
type Sample struct {
	// Run indexes Set.Runs.
	Run int
	// Values are finite, in the series' unit and in measured order; there is
	// at least one.
	Values []float64
}

// Len returns the number of values over all runs.
func (s *Series) Len() int {
	n := 0
	for _, r := range s.Samples {
		n += len(r.Values)
	}
	return n
}

// Values returns all values in measured order, in a new slice.
func (s *Series) Values() []float64 {
	out := make([]float64, 0, s.Len())
	for _, r := range s.Samples {
		out = append(out, r.Values...)
	}
	return out
}

// Direction tells which way of a metric is worse.
type Direction uint8

// The directions. A series of unknown direction is shown but not gated.
const (
	DirectionUnknown Direction = iota
	LowerIsBetter
	HigherIsBetter
)

// String returns "lower", "higher" or "unknown": what is better.
func (d Direction) String() string {
	switch d {
	case LowerIsBetter:
		return "lower"
	case HigherIsBetter:
		return "higher"
	}
	return "unknown"
}

// A Problem is a benchmark without values. One that lost some of them has a
// [Note] instead.
type Problem struct {
	// Group and Benchmark name it. An empty Benchmark stands for everything
	// in the group: a Go package that shows FAIL or a panic.
	Group, Benchmark string
	// Metric is the metric that is missing, empty for all of them.
	Metric string
	Kind   ProblemKind
	// Run indexes Set.Runs.
	Run int
	// Message is what the harness or the reader says, for people.
	Message string
	// Advice is the way out, where there is one: the flag that keeps samples.
	Advice string
}

// ProblemKind tells the problems apart.
type ProblemKind uint8

// The kinds of problems.
const (
	// Failed: the harness reported an error for the benchmark.
	Failed ProblemKind = iota
	// Skipped: the benchmark chose not to run.
	Skipped
	// Unusable: there is a result but no measured value in it, as in files
	// that hold aggregates only.
	Unusable
)

// A Note is a remark of a reader about its input: a line that was passed
// over, a number that was not finite.
type Note struct {
	// Code is one of the codes in codes.go.
	Code string
	// File and Line say where; Line is 0 where it has no meaning.
	File string
	Line int
	// Key is the series, with empty parts where it does not matter.
	Key Key
	// Message says what was seen, Advice what to do about it.
	Message, Advice string
}
