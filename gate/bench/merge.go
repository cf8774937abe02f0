package bench

import (
	"fmt"
	"slices"
	"strings"
)

// Merge pools the sets of one side in their order. The same series in two
// files becomes one with more runs; files without a common name are shards of
// one suite. Where units or directions of a series do not agree the series is
// dropped with a [Problem]; where files that share names do not hold the same
// ones or come from different machines a note says so. The sets must not be
// used afterwards.
func Merge(sets ...*Set) *Set {
	m := newMerger()
	for _, s := range sets {
		m.add(s)
	}
	return m.finish()
}

func newMerger() *merger {
	return &merger{out: &Set{}, index: map[Key]*Series{}, clash: map[Key]bool{}}
}

// finish returns the sum.
func (m *merger) finish() *Set {
	m.settle()
	if len(m.out.Files) > 1 {
		m.out.noteOtherNames()
	}
	m.out.noteEnvironments()
	return m.out
}

type merger struct {
	out   *Set
	index map[Key]*Series // empty as long as one set alone has series
	clash map[Key]bool
}

func (m *merger) add(s *Set) {
	out, files, runs := m.out, len(m.out.Files), len(m.out.Runs)
	out.Files = append(out.Files, s.Files...)
	for _, r := range s.Runs {
		r.File += files
		out.Runs = append(out.Runs, r)
	}
	for _, p := range s.Problems {
		p.Run += runs
		out.Problems = append(out.Problems, p)
	}
	out.Notes = append(out.Notes, s.Notes...)
	for _, x := range s.Series {
		for i := range x.Samples {
			x.Samples[i].Run += runs
		}
	}
	if len(out.Series) == 0 {
		out.Series = s.Series
		return
	}
	if len(m.index) == 0 {
		for _, x := range out.Series {
			m.index[x.Key] = x
		}
	}
	for _, x := range s.Series {
		m.series(x)
	}
}

func (m *merger) series(x *Series) {
	have := m.index[x.Key]
	if have == nil {
		m.index[x.Key] = x
		m.out.Series = append(m.out.Series, x)
		return
	}
	if why := conflict(have, x.Unit, x.Direction); why != "" && !m.clash[x.Key] {
		m.clash[x.Key] = true
		m.out.Notes = append(m.out.Notes, Note{Code: NoteUnitConflict, Key: x.Key, Message: x.name() + ": " + why})
		m.out.Problems = append(m.out.Problems, Problem{
			Group: x.Group, Benchmark: x.Benchmark, Metric: x.Metric,
			Kind: Unusable, Run: x.Samples[0].Run, Message: why,
		})
	}
	if have.Direction == DirectionUnknown {
		have.Direction = x.Direction
	}
	have.Primary = have.Primary || x.Primary
	have.Count = have.Count && x.Count
	have.Samples = append(have.Samples, x.Samples...)
}

// settle drops the series that do not agree with themselves, and turns the
// problems of benchmarks that have values in another file into notes.
func (m *merger) settle() {
	out := m.out
	out.Series = slices.DeleteFunc(out.Series, func(s *Series) bool { return m.clash[s.Key] })
	if len(out.Problems) == 0 {
		return
	}
	measured := namesOf(out.Series)
	out.Problems = slices.DeleteFunc(out.Problems, func(p Problem) bool {
		lost := lostSome(p, measured)
		if lost {
			n := lostNote(p, 1)
			n.File = out.Files[out.Runs[p.Run].File].Name
			out.Notes = append(out.Notes, n)
		}
		return lost
	})
}

// noteOtherNames notes where pooled files do not hold the same names.
func (s *Set) noteOtherNames() {
	held := make([]map[Key]bool, len(s.Files)) // by file
	for i := range held {
		held[i] = map[Key]bool{}
	}
	first := map[Key]int{}
	pool := newPools(len(s.Files))
	for _, x := range s.Series {
		name := Key{Group: x.Group, Benchmark: x.Benchmark}
		for _, sample := range x.Samples {
			file := s.Runs[sample.Run].File
			held[file][name] = true
			if f, ok := first[name]; ok {
				pool.join(f, file)
			} else {
				first[name] = file
			}
		}
	}
	for _, files := range pool.groups() {
		if len(files) > 1 {
			s.noteNames(files, held)
		}
	}
}

// noteNames compares the files of one pool with its first.
func (s *Set) noteNames(files []int, held []map[Key]bool) {
	a := files[0]
	for _, b := range files[1:] {
		if onlyA, onlyB := missing(held[a], held[b]), missing(held[b], held[a]); onlyA+onlyB > 0 {
			s.Notes = append(s.Notes, Note{Code: NoteRunsDiffer, File: s.Files[b].Name,
				Message: fmt.Sprintf("%s and %s were pooled but do not hold the same benchmarks: %d are only in the first, %d only in the second",
					printable(s.Files[a].Name), printable(s.Files[b].Name), onlyA, onlyB),
				Advice: "compare one suite with itself, or give the suites different names"})
		}
	}
}

// noteEnvironments compares the runs of each series with its first, and notes
// each pair of files once.
func (s *Set) noteEnvironments() {
	type pair struct{ a, b int }
	compared, noted := map[pair]bool{}, map[pair]bool{}
	for _, x := range s.Series {
		a := x.Samples[0].Run
		for _, sample := range x.Samples[1:] {
			b := sample.Run
			files := pair{s.Runs[a].File, s.Runs[b].File}
			if compared[pair{a, b}] || noted[files] {
				continue
			}
			compared[pair{a, b}] = true
			words := differ(s.Runs[a].Env, s.Runs[b].Env)
			if len(words) == 0 {
				continue
			}
			noted[files] = true
			which := "the runs of " + printable(s.Files[files.a].Name)
			if files.a != files.b {
				which = printable(s.Files[files.a].Name) + " and " + printable(s.Files[files.b].Name)
			}
			s.Notes = append(s.Notes, Note{Code: NoteRunsDiffer, File: s.Files[files.b].Name,
				Message: fmt.Sprintf("%s were pooled but come from different environments: %s", which, strings.Join(words, ", ")),
				Advice:  "measure all runs of a side on one kind of machine"})
		}
	}
}

func missing(from, in map[Key]bool) int {
	n := 0
	for k := range from {
		if !in[k] {
			n++
		}
	}
	return n
}

// differ names what tells two environments apart. Unknown fields do not.
func differ(a, b *Environment) []string {
	var out []string
	say := func(what, x, y string) {
		if x != y && x != "" && y != "" {
			out = append(out, fmt.Sprintf("%s %s and %s", what, x, y))
		}
	}
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprint(n)
	}
	say("CPU", a.CPU, b.CPU)
	say("cores", number(a.Cores), number(b.Cores))
	say("GOMAXPROCS", number(a.Procs), number(b.Procs))
	say("caches", a.Caches, b.Caches)
	say("OS", a.OS, b.OS)
	say("architecture", a.Arch, b.Arch)
	say("build", a.Build, b.Build)
	say("toolchain", a.Toolchain, b.Toolchain)
	if a.MHz > 0 && b.MHz > 0 && max(a.MHz, b.MHz)/min(a.MHz, b.MHz) > 1.25 {
		out = append(out, fmt.Sprintf("clock %.0f MHz and %.0f MHz", a.MHz, b.MHz))
	}
	return out
}

// pools joins files that share a name, by union and find.
type pools []int

func newPools(n int) pools {
	p := make(pools, n)
	for i := range p {
		p[i] = i
	}
	return p
}

func (p pools) find(i int) int {
	for p[i] != i {
		p[i] = p[p[i]]
		i = p[i]
	}
	return i
}

func (p pools) join(i, j int) {
	i, j = p.find(i), p.find(j)
	p[max(i, j)] = min(i, j)
}

// groups returns the files of each pool, in order.
func (p pools) groups() [][]int {
	at := map[int]int{}
	var out [][]int
	for i := range p {
		root := p.find(i)
		g, ok := at[root]
		if !ok {
			g = len(out)
			at[root] = g
			out = append(out, nil)
		}
		out[g] = append(out[g], i)
	}
	return out
}
