package gate

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/noisegate/noisegate/gate/bench"
)

// maxClockRatio is how far two nominal frequencies may be apart on machines
// of one kind: the harness measures them, and boost clocks move.
const maxClockRatio = 1.25

// A field is one part of an environment that is compared as a text.
type field struct {
	name string
	// decisive fields keep a regression from being confirmed.
	decisive bool
	value    func(*bench.Environment) string
	// same compares two values that are not equal; nil means that unequal is
	// different.
	same func(a, b string) bool
}

var fields = []field{
	{name: "cpu", decisive: true, value: func(e *bench.Environment) string { return e.CPU }},
	{name: "cores", decisive: true, value: func(e *bench.Environment) string { return count(e.Cores) }},
	{name: "procs", decisive: true, value: func(e *bench.Environment) string { return count(e.Procs) }},
	{name: "mhz", decisive: true, value: func(e *bench.Environment) string { return clock(e.MHz) }, same: sameClock},
	{name: "caches", decisive: true, value: func(e *bench.Environment) string { return e.Caches }},
	{name: "os", decisive: true, value: func(e *bench.Environment) string { return e.OS }},
	{name: "arch", decisive: true, value: func(e *bench.Environment) string { return e.Arch }},
	{name: "toolchain", decisive: true, value: func(e *bench.Environment) string { return e.Toolchain }, same: sameMajor},
	{name: "build", decisive: true, value: func(e *bench.Environment) string { return e.Build }},
	{name: "flags", value: func(e *bench.Environment) string { return e.Flags }},
	{name: "harness", value: func(e *bench.Environment) string { return e.Harness }},
	{name: "scaling", value: func(e *bench.Environment) string { return e.Scaling }},
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func clock(mhz float64) string {
	if mhz == 0 {
		return ""
	}
	return strconv.FormatFloat(mhz, 'f', -1, 64)
}

func sameClock(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && math.Max(x, y)/math.Min(x, y) <= maxClockRatio
}

// major finds the part of a toolchain's name that changes what it generates:
// the first two numbers where the first one hardly ever moves (go1.26,
// CPython 3.11, rustc 1.95), else the first ("OpenJDK 17").
var major = regexp.MustCompile(`^\D*(?:[0-3]\.\d+|\d+)`)

func sameMajor(a, b string) bool {
	return major.FindString(a) != "" && major.FindString(a) == major.FindString(b)
}

// differences compares two groups of environments. A field that a side does
// not know is no difference; several values on a side are listed.
func differences(base, cand []*bench.Environment) []Difference {
	var out []Difference
	for _, f := range fields {
		b, c := distinct(f, base), distinct(f, cand)
		if len(b) == 0 || len(c) == 0 || slices.Equal(b, c) {
			continue
		}
		d := Difference{Field: f.name, Baseline: strings.Join(b, ", "), Candidate: strings.Join(c, ", "), Decisive: f.decisive}
		if f.same != nil && allSame(f, append(slices.Clone(b), c...)) {
			if f.name == "mhz" {
				continue
			}
			d.Decisive = false
		}
		out = append(out, d)
	}
	return out
}

// disagree reports whether one group of environments holds decisive
// differences within itself.
func disagree(envs []*bench.Environment) bool {
	for _, f := range fields {
		if !f.decisive {
			continue
		}
		if d := distinct(f, envs); len(d) > 1 && (f.same == nil || !allSame(f, d)) {
			return true
		}
	}
	return false
}

func allSame(f field, values []string) bool {
	for _, a := range values {
		for _, b := range values {
			if a != b && !f.same(a, b) {
				return false
			}
		}
	}
	return true
}

// distinct returns the known values of a field, sorted.
func distinct(f field, envs []*bench.Environment) []string {
	var out []string
	for _, e := range envs {
		if e == nil {
			continue
		}
		if v := f.value(e); v != "" && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	sort.Strings(out)
	return out
}

func decisive(ds []Difference) bool {
	return slices.ContainsFunc(ds, func(d Difference) bool { return d.Decisive })
}

// environmentsOf returns the distinct environments of the runs of a set, or
// of those that measured one series.
func environmentsOf(set *bench.Set, s *bench.Series) []*bench.Environment {
	var out []*bench.Environment
	add := func(e *bench.Environment) {
		if e != nil && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	if s != nil {
		for _, sample := range s.Samples {
			add(set.Runs[sample.Run].Env)
		}
		return out
	}
	if set != nil {
		for _, r := range set.Runs {
			add(r.Env)
		}
	}
	return out
}

// An environmentJudge answers for each series whether its sides were measured
// alike; series of the same runs share one answer.
type environmentJudge struct {
	base, cand *bench.Set
	memo       map[string]environmentAnswer
	// last is the answer for the pair before, lastBase and lastCand: nearly all
	// series come from the same runs.
	lastBase, lastCand *bench.Series
	last               environmentAnswer
}

type environmentAnswer struct {
	// differ: the two sides differ decisively. mixed: the runs of one side do.
	differ, mixed bool
}

func (j *environmentJudge) of(base, cand *bench.Series) environmentAnswer {
	if j.lastBase != nil && sameRuns(base, j.lastBase) && sameRuns(cand, j.lastCand) {
		return j.last
	}
	b, c := environmentsOf(j.base, base), environmentsOf(j.cand, cand)
	key := pointers(b) + "|" + pointers(c)
	a, ok := j.memo[key]
	if !ok {
		a = environmentAnswer{differ: decisive(differences(b, c)), mixed: disagree(b) || disagree(c)}
		j.memo[key] = a
	}
	j.lastBase, j.lastCand, j.last = base, cand, a
	return a
}

func sameRuns(a, b *bench.Series) bool {
	return slices.EqualFunc(a.Samples, b.Samples, func(x, y bench.Sample) bool { return x.Run == y.Run })
}

func pointers(envs []*bench.Environment) string {
	var b strings.Builder
	for _, e := range envs {
		fmt.Fprintf(&b, "%p ", e)
	}
	return b.String()
}

// environmentReport compares the sides as a whole. differ says whether any
// compared series was measured differently: where only one side has a shard,
// the machines of the sides differ but those of the compared series do not.
func environmentReport(base, cand *bench.Set, differ bool) EnvironmentReport {
	b, c := environmentsOf(base, nil), environmentsOf(cand, nil)
	r := EnvironmentReport{Differences: []Difference{}, Same: !differ}
	if len(b) > 0 {
		r.Baseline = *b[0]
	}
	if len(c) > 0 {
		r.Candidate = *c[0]
	}
	for _, d := range differences(b, c) {
		if differ || !d.Decisive {
			r.Differences = append(r.Differences, d)
		}
	}
	return r
}
