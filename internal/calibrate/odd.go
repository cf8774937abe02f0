package main

import (
	"fmt"
	"math"
	"strings"
)

// What is counted of suites with odd runs: the gate that sees all runs, and the
// same with the odd ones left out of its evidence by somebody who knows them,
// which is the most that any treatment of odd runs could dc.
const (
	oddSeen = iota
	oddLeftOut
	oddCount
)

const (
	oddShare  = 1.0 / 6
	oddFactor = 4
)

func oddGrid(fraction float64) []cell {
	var out []cell
	for _, k := range []int{50, 100} {
		for _, runs := range []int{5, 10} {
			out = append(out, cell{K: k, N: 20, R: runs, Shape: "normal", Sigma: 0.01, Where: "series", Reps: max(1, int(800*fraction))})
		}
	}
	return out
}

// withOddRuns asks what it costs to take a run that is odd as a whole for an
// exception. One run in six, the candidate among them, has four times the
// noise of the others, in all its series.
func (c cell) withOddRuns() (out [oddCount]counts) {
	r := c.source()
	for range c.Reps {
		log, _ := c.locations(r)
		// The reference is not odd: without one that holds, nothing can be said.
		odd := make([]bool, c.R+2)
		left := c.R
		for t := range odd {
			if odd[t] = t != c.R && r.Float64() < oddShare; odd[t] {
				left -= one(t < c.R)
				for i := range log {
					log[i][t] *= oddFactor
				}
			}
		}
		c.sampling(r, log)
		c.countBounds(&out[oddSeen], log, c.limits(log))
		if left < 3 {
			odd = nil // too few would be left
		}
		c.countBounds(&out[oddLeftOut], log, c.limitsWithout(log, odd))
	}
	return out
}

func (c cell) countBounds(out *counts, log [][]float64, b bounds) {
	out.Suites++
	blocks := b.shiftBlocks
	for i, row := range log {
		e := row[c.R+1] - row[c.R] - b.shift
		blocks = blocks || e >= b.least[i]
		if i >= slowedSeries {
			continue
		}
		out.Slowed++
		for k, effect := range injected {
			out.Caught[k] += one(e+math.Log1p(effect) >= b.least[i])
		}
	}
	out.Blocked += one(blocks)
}

func (s *study) oddTable() string {
	var b strings.Builder
	b.WriteString("| series | runs | suites | blocked % | power % 5 / 10 / 25 | blocked %, odd runs left out | power % |\n|" + strings.Repeat(" --- |", 7) + "\n")
	for i, c := range s.odd {
		seen, left := s.byOdd[i][oddSeen], s.byOdd[i][oddLeftOut]
		fmt.Fprintf(&b, "| %d | %d | %d | %s | %s | %s | %s |\n", c.K, c.R, seen.Suites, rate(seen), powers(seen), rate(left), powers(left))
	}
	return b.String()
}
