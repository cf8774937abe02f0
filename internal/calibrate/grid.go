package main

import "math/rand/v2"

// suites says how many suites a cell of the grid takes. Heavy noise blocks
// some per cent, so its cells need more of them for an interval that ends
// below 6.5 %.
type suites map[int]int

var (
	effectSuites    = suites{5: 1000, 50: 600, 500: 400}
	effectHeavy     = suites{5: 1500, 50: 1000, 500: 1200}
	judgedSuites    = suites{5: 400, 50: 200}
	judgedHeavy     = suites{5: 500, 50: 2000}
	factorialSuites = suites{5: 120, 50: 60, 500: 20}
)

// of scales the number for k series by a fraction.
func (s suites) of(k int, fraction float64) int { return max(1, int(float64(s[k])*fraction)) }

// effectGrid is the part of the study on the level of the effects: every
// combination that run-to-run noise, its law and the number of A/A runs make.
// Within-run noise does not enter but through its share of a location.
func effectGrid(fraction float64) []cell {
	var out []cell
	add := func(c cell, fraction float64) {
		c.N, c.Shape = 20, "normal"
		c.Reps = effectSuites.of(c.K, fraction)
		if c.Heavy {
			c.Reps = effectHeavy.of(c.K, fraction)
		}
		out = append(out, c)
	}
	for _, k := range []int{5, 50, 500} {
		for _, heavy := range []bool{false, true} {
			for _, where := range []string{"machine", "series", "both", "uneven"} {
				for _, sigma := range []float64{0.01, 0.03, 0.06} {
					for _, runs := range []int{3, 5, 10} {
						add(cell{K: k, R: runs, Sigma: sigma, Where: where, Heavy: heavy}, fraction)
					}
				}
			}
			for _, runs := range []int{3, 5, 10} {
				for _, sigma := range []float64{0.01, 0.03} {
					add(cell{K: k, R: runs, Sigma: sigma, Where: "both", Heavy: heavy, History: true}, 0.6*fraction)
				}
			}
		}
	}
	return out
}

// judgeGrid sends suites of repetitions through gate.Judge and varies one axis
// at a time: the shapes of noise inside a run, sizes, and fewer runs than a
// calibrated floor takes.
func judgeGrid(fraction float64) []cell {
	var out []cell
	base := cell{N: 20, R: 5, Shape: "skewed", Sigma: 0.03, Where: "series"}
	for _, k := range []int{5, 50} {
		add := func(change func(*cell)) {
			c := base
			c.K = k
			change(&c)
			c.Reps = judgedSuites.of(k, fraction)
			if c.Heavy {
				c.Reps = judgedHeavy.of(k, fraction)
			}
			if !c.claimed() {
				c.Reps = max(1, c.Reps/4)
			}
			out = append(out, c)
		}
		for _, shape := range []string{"skewed", "bimodal", "autocorrelated"} {
			add(func(c *cell) { c.Shape, c.Sigma, c.R = shape, 0, 0 })
			add(func(c *cell) { c.Shape, c.Sigma, c.R = shape, 0, 3 })
			add(func(c *cell) { c.Shape = shape })
		}
		for _, runs := range []int{0, 1, 2, 3, 10} {
			add(func(c *cell) { c.R = runs })
		}
		for _, where := range []string{"machine", "both", "uneven"} {
			add(func(c *cell) { c.Where = where })
		}
		for _, n := range []int{5, 10} {
			add(func(c *cell) { c.N = n })
		}
		for _, sigma := range []float64{0.01, 0.06} {
			add(func(c *cell) { c.Sigma = sigma })
		}
		for _, runs := range []int{3, 5, 10} {
			add(func(c *cell) { c.Heavy, c.R = true, runs })
		}
		add(func(c *cell) { c.History = true })
		add(func(c *cell) { c.History, c.Heavy = true, true })
	}
	return out
}

// claimed reports whether anything is promised in the cell: with fewer than
// three runs of evidence only where there is no noise between runs.
func (c cell) claimed() bool { return c.R >= 3 || c.Sigma == 0 }

// An evidence is a number of runs and their kind.
type runsOfEvidence struct {
	runs    int
	history bool
}

// The axes of the whole grid: their product has 5,184 cells.
var (
	gridSeries   = []int{5, 50, 500}
	gridSizes    = []int{5, 10, 20}
	gridEvidence = []runsOfEvidence{{0, false}, {1, false}, {2, false}, {3, false}, {5, false}, {10, false}, {5, true}, {10, true}}
	gridShapes   = []string{"skewed", "bimodal", "autocorrelated"}
	gridSigmas   = []float64{0, 0.01, 0.03, 0.06}
	gridWheres   = []string{"series", "machine", "both"}
)

// factorialGrid is a fraction of the whole grid, through gate.Judge: all
// combinations of series, repetitions and evidence, 72 cells, each with one
// shape, size, place and law of the noise. Those are dealt like cards, so that
// every level of each is met equally often, and any two levels of two axes
// somewhere (TestFactorialGrid): margins can be read off, single cells not.
func factorialGrid(fraction float64) []cell {
	deal := rand.New(rand.NewPCG(factorialDeal, 7))
	shapes, sigmas, wheres, laws := deck(deal, 72, 3), deck(deal, 72, 4), deck(deal, 72, 3), deck(deal, 72, 2)
	var out []cell
	for _, k := range gridSeries {
		for _, n := range gridSizes {
			for _, e := range gridEvidence {
				i := len(out)
				out = append(out, cell{K: k, N: n, R: e.runs, History: e.history, Shape: gridShapes[shapes[i]], Sigma: gridSigmas[sigmas[i]],
					Where: gridWheres[wheres[i]], Heavy: laws[i] == 1, Reps: factorialSuites.of(k, fraction)})
			}
		}
	}
	return out
}

// factorialDeal is the first of the deals 1, 2, … in which all pairs meet.
const factorialDeal = 38

// deck returns size numbers below levels, equally many of each, shuffled.
func deck(r *rand.Rand, size, levels int) []int {
	out := make([]int, size)
	for i := range out {
		out[i] = i % levels
	}
	r.Shuffle(size, func(a, b int) { out[a], out[b] = out[b], out[a] })
	return out
}
