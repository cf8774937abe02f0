package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

const (
	alpha     = 0.05
	threshold = 0.05
	// within is the spread of repetitions inside a run, on the log scale.
	within = 0.02
	// unevenness is the spread of the logarithms of the noise levels of uneven
	// series.
	unevenness = 0.7
)

// A cell is one situation of the study.
type cell struct {
	K, N, R int
	// Shape is the noise inside a run: skewed, bimodal or autocorrelated.
	Shape string
	// Sigma is the standard deviation of the run-to-run noise.
	Sigma float64
	// Where says what the noise moves: machine, series, both (the variance in
	// two halves), or uneven (series whose deviations differ by factors of
	// two to four).
	Where string
	// Heavy takes Student's t with 4 degrees in place of the normal law.
	Heavy bool
	// History takes earlier commits for A/A runs; each of them changes one
	// of 50 series by 10 to 40 % for good.
	History bool
	Reps    int
}

func (c cell) law() string {
	if c.Heavy {
		return "t4"
	}
	return "normal"
}

func (c cell) String() string {
	return fmt.Sprintf("K=%d n=%d R=%d %s %s %s %g history=%t", c.K, c.N, c.R, c.Shape, c.Where, c.law(), c.Sigma, c.History)
}

// source is seeded by what the cell is, so that a cell has the same draws
// whichever others run with it.
func (c cell) source() *rand.Rand {
	var h uint64 = 14695981039346656037
	for _, b := range []byte(c.String()) {
		h = (h ^ uint64(b)) * 1099511628211
	}
	return rand.New(rand.NewPCG(h, 3))
}

// noise draws a standardised value of the cell's law.
func (c cell) noise(r *rand.Rand) float64 {
	z := r.NormFloat64()
	if !c.Heavy {
		return z
	}
	chi := 0.0
	for range 4 {
		x := r.NormFloat64()
		chi += x * x
	}
	return z / math.Sqrt(chi/4) / math.Sqrt2
}

// parts are the deviations of the machine's noise and of each series'.
func (c cell) parts(r *rand.Rand) (machine float64, series []float64) {
	series = make([]float64, c.K)
	own := c.Sigma
	switch c.Where {
	case "machine":
		machine, own = c.Sigma, 0
	case "both":
		machine, own = c.Sigma/math.Sqrt2, c.Sigma/math.Sqrt2
	}
	for i := range series {
		series[i] = own
		if c.Where == "uneven" {
			series[i] = own * math.Exp(unevenness*r.NormFloat64()-unevenness*unevenness)
		}
	}
	return machine, series
}

// locations draws the log location of each series in runs: the R runs of
// evidence first, the reference, then the candidate.
func (c cell) locations(r *rand.Rand) (out [][]float64, sigma []float64) {
	machine, series := c.parts(r)
	runs := c.R + 2
	moves := make([]float64, runs)
	for t := range moves {
		moves[t] = machine * c.noise(r)
	}
	out, sigma = make([][]float64, c.K), make([]float64, c.K)
	for i := range out {
		level := 0.0
		out[i] = make([]float64, runs)
		for t := range out[i] {
			if c.History && t > 0 && t <= c.R && r.Float64() < 0.02 {
				level += math.Copysign(math.Log(1.1+0.3*r.Float64()), r.NormFloat64())
			}
			out[i][t] = level + moves[t] + series[i]*c.noise(r)
		}
		sigma[i] = math.Hypot(machine, series[i])
	}
	return out, sigma
}

// reach returns what the difference of two runs exceeds on one side with
// probability p, in standard deviations of one run: what an oracle knows.
// For the heavy law it is read from a large sample, and the sum of two heavy
// parts is taken as one.
func (c cell) reach(p float64) float64 {
	if !c.Heavy {
		return math.Sqrt2 * normalTail(p)
	}
	const size = 400_000
	if heavyDifferences == nil {
		r := rand.New(rand.NewPCG(4, 4))
		heavy := cell{Heavy: true}
		for range size {
			heavyDifferences = append(heavyDifferences, math.Abs(heavy.noise(r)-heavy.noise(r)))
		}
		slices.Sort(heavyDifferences)
	}
	return heavyDifferences[size-1-int(2*p*size)]
}

var heavyDifferences []float64

func normalTail(p float64) float64 { return math.Sqrt2 * math.Erfinv(1-2*p) }
