package main

import (
	"fmt"
	"strings"
)

// An axis of the grid, by what a cell's level on it is called.
type axis struct {
	name  string
	level func(cell) string
}

var axes = []axis{
	{"series", func(c cell) string { return fmt.Sprint(c.K) }},
	{"repetitions", func(c cell) string { return fmt.Sprint(c.N) }},
	{"evidence", evidence},
	{"shape inside a run", func(c cell) string { return c.Shape }},
	{"noise between runs", func(c cell) string { return fmt.Sprintf("%.0f %%", 100*c.Sigma) }},
	{"moves", func(c cell) string { return c.Where }},
	{"law", cell.law},
}

func (c *counts) add(other counts) {
	c.Suites += other.Suites
	c.Blocked += other.Blocked
	c.Slowed += other.Slowed
	for k := range injected {
		c.Caught[k] += other.Caught[k]
		c.Passed[k] += other.Passed[k]
	}
}

// marginTable pools the cells of the fraction by the levels of each axis.
// Cells for which nothing is promised count only where the table is by
// evidence, in rows of their own.
func (s *study) marginTable() string {
	var b strings.Builder
	b.WriteString("| axis | level | cells | suites |")
	for m, name := range methodNames {
		if m != methodInformed {
			fmt.Fprintf(&b, " %s |", name)
		}
	}
	b.WriteString(" power % noisegate | power % oracle | passed % |\n|" + strings.Repeat(" --- |", 4+methodCount-1+3) + "\n")
	row := func(name, level string, take func(cell) bool) {
		var pooled [methodCount]counts
		cells := 0
		for i, c := range s.factorial {
			if !take(c) {
				continue
			}
			cells++
			for m := range pooled {
				pooled[m].add(s.byFactor[i][m])
			}
		}
		if cells > 0 {
			fmt.Fprintf(&b, "| %s | %s | %d | %d |%s\n", name, level, cells, pooled[methodGate].Suites, methodColumns(pooled))
		}
	}
	row("all", "", cell.claimed)
	for _, a := range axes {
		seen := map[string]bool{}
		for _, c := range s.factorial {
			level := a.level(c)
			if seen[level] {
				continue
			}
			seen[level] = true
			if a.name == "evidence" {
				row(a.name, level+", noise", func(c cell) bool { return c.Sigma > 0 && a.level(c) == level })
				continue
			}
			row(a.name, level, func(c cell) bool { return c.claimed() && a.level(c) == level })
		}
	}
	return b.String()
}

// methodColumns are the rates and powers of the methods on the same data.
func methodColumns(got [methodCount]counts) string {
	var b strings.Builder
	for m, c := range got {
		switch m {
		case methodInformed:
		case methodGate:
			fmt.Fprintf(&b, " %s |", rate(c))
		default:
			fmt.Fprintf(&b, " %.0f |", 100*c.rate().Value)
		}
	}
	ours := got[methodGate]
	fmt.Fprintf(&b, " %s | %s | %s |", powers(ours), powers(got[methodOracle]), shares(ours.Passed, ours.Slowed))
	return b.String()
}

// pooledTable is the part on the level of the effects by series, law and runs:
// the worst cell of each, all of them being in the long table.
func (s *study) pooledTable() string {
	var b strings.Builder
	b.WriteString("| series | law | runs | cells | blocked %, all cells | worst cell | largest gap to the oracle | to the informed |\n|" + strings.Repeat(" --- |", 8) + "\n")
	type key struct {
		k         int
		law, runs string
	}
	var order []key
	groups := map[key][]int{}
	for i, c := range s.effects {
		k := key{c.K, c.law(), evidence(c)}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], i)
	}
	for _, k := range order {
		var all, worst counts
		far, unlearnt := 0.0, 0.0
		for _, i := range groups[k] {
			got := s.byEffect[i]
			all.add(got[effectGate])
			if worst.Suites == 0 || got[effectGate].rate().Value > worst.rate().Value {
				worst = got[effectGate]
			}
			far = max(far, gap(got[effectGate], got[effectOracle]))
			unlearnt = max(unlearnt, fairGap(got[effectGate], got[effectOracle], got[effectInformed]))
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %d | %s | %s | %.0f | %.0f |\n", k.k, k.law, k.runs, len(groups[k]), rate(all), rate(worst), far, unlearnt)
	}
	return b.String()
}

// fairGap is how far power lies below what the evidence allows: below the
// oracle, or, where the levels of the series had to be learnt, below the
// informed forecaster, whichever is less.
func fairGap(ours, oracle, informed counts) float64 {
	if informed.Slowed == 0 {
		return gap(ours, oracle)
	}
	return min(gap(ours, oracle), gap(ours, informed))
}
