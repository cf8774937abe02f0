package bench

import "fmt"

// measuredNames are the benchmarks and series that have values.
type measuredNames map[Key]bool

// namesOf returns the series' keys, and for each benchmark also the key
// without a metric.
func namesOf(series []*Series) measuredNames {
	m := make(measuredNames, 2*len(series))
	for _, s := range series {
		m[s.Key] = true
		m[Key{Group: s.Group, Benchmark: s.Benchmark}] = true
	}
	return m
}

// lostSome reports whether the problem's benchmark has values all the same.
// A problem of a whole package never counts as one: what the package lacks is
// not known here.
func lostSome(p Problem, measured measuredNames) bool {
	return p.Benchmark != "" && measured[Key{p.Group, p.Benchmark, p.Metric}]
}

// lostNote is what remains of a problem of some repetitions.
func lostNote(p Problem, times int) Note {
	key := Key{p.Group, p.Benchmark, p.Metric}
	repetitions := "one repetition"
	if times > 1 {
		repetitions = fmt.Sprintf("%d repetitions", times)
	}
	message := fmt.Sprintf("%s: %s %s, left out", key.name(), repetitions, p.Kind.past())
	if p.Message != "" {
		message += ": " + p.Message
	}
	return Note{Code: NoteFailedRepetitions, Key: key, Message: message, Advice: p.Advice}
}

// past returns the words for what happened to a repetition.
func (k ProblemKind) past() string {
	switch k {
	case Failed:
		return "failed"
	case Skipped:
		return "skipped"
	}
	return "unusable"
}

// String returns "failed", "skipped" or "unusable".
func (k ProblemKind) String() string { return k.past() }
