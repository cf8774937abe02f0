package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/gate/stats"
)

// A night is one unchanged night judged against the one before.
type night struct {
	name          string
	series        int
	naive, bare   int
	gate          int
	verdict       gate.Verdict
	slowed, found int
	median        float64
}

// nightsOfEvidence is how many nights before the reference are A/A runs.
const nightsOfEvidence = 5

// nightly judges the nightly runs of one Go toolchain: the same code every
// night. Without the data there are no nights.
func nightly(dir string) ([]night, error) {
	files, err := filepath.Glob(filepath.Join(dir, "Go*"))
	if err != nil || len(files) == 0 {
		return nil, err
	}
	slices.Sort(files)
	var sets []*bench.Set
	for _, f := range files {
		set, err := bench.Read(bench.Input{Name: f, Size: -1, Open: func() (io.ReadCloser, error) { return os.Open(f) }}, "gobench")
		if err != nil {
			return nil, fmt.Errorf("reading a night: %w", err)
		}
		sets = append(sets, timesOnly(set))
	}
	var out []night
	for i := nightsOfEvidence; i+1 < len(sets); i++ {
		out = append(out, judgeNight(strings.TrimPrefix(filepath.Base(files[i+1]), "Go1.17-opt."), sets[i-nightsOfEvidence:i], sets[i], sets[i+1]))
	}
	return out, nil
}

// timesOnly keeps the benchmarks' times, repeated often enough to test.
func timesOnly(set *bench.Set) *bench.Set {
	out := *set
	out.Series = nil
	for _, s := range set.Series {
		if s.Metric == "sec/op" && s.Len() >= 10 {
			out.Series = append(out.Series, s)
		}
	}
	return &out
}

func judgeNight(name string, aa []*bench.Set, reference, candidate *bench.Set) night {
	in := gate.Input{Baseline: reference, Candidate: candidate, AA: aa}
	result := gate.Judge(in, gate.DefaultSettings())
	n := night{name: name, verdict: result.Verdict}
	var floors []float64
	for _, s := range result.Series {
		if !s.Verdict.Judged() {
			continue
		}
		n.series++
		n.gate += one(s.Verdict == gate.Regression)
		floors = append(floors, float64(s.Floor))
		b, c := mustSample(slices.Concat(s.Baseline.Values...)), mustSample(slices.Concat(s.Candidate.Values...))
		p, effect := stats.MannWhitneyU(b, c).P, stats.HodgesLehmann(b, c, false, 0.95).Value
		n.naive += one(p < alpha && effect > 0)
		n.bare += one(p < alpha/float64(result.Settings.Tests) && effect >= 0.02)
	}
	n.median = mustSample(floors).Median()
	n.slowed, n.found = n.inject(in)
	return n
}

// groups is in how many turns all benchmarks are slowed: one in ten at a time,
// so that the suite as a whole hardly moves.
const groups = 10

// inject slows the benchmarks by 10 %, one group after the other.
func (n *night) inject(in gate.Input) (slowed, found int) {
	original := in.Candidate
	for g := range groups {
		set := *original
		set.Series = slices.Clone(original.Series)
		slow := map[bench.Key]bool{}
		for i := g; i < len(set.Series); i += groups {
			set.Series[i] = slower(set.Series[i], 1.10)
			slow[set.Series[i].Key] = true
		}
		in.Candidate = &set
		for _, out := range gate.Judge(in, gate.DefaultSettings()).Series {
			if slow[bench.Key{Group: out.Group, Benchmark: out.Benchmark, Metric: out.Metric}] && out.Verdict.Judged() {
				slowed++
				found += one(out.Verdict == gate.Regression)
			}
		}
	}
	return slowed, found
}

func slower(s *bench.Series, factor float64) *bench.Series {
	slow := *s
	slow.Samples = nil
	for _, sample := range s.Samples {
		values := slices.Clone(sample.Values)
		for j := range values {
			values[j] *= factor
		}
		slow.Samples = append(slow.Samples, bench.Sample{Run: sample.Run, Values: values})
	}
	return &slow
}
