package main

import (
	"math"
	"math/rand/v2"

	"github.com/noisegate/noisegate/gate/stats"
)

var injected = [...]float64{0.05, 0.10, 0.25}

// counts are what one method did in a cell.
type counts struct {
	// Blocked suites among Suites unchanged ones; Caught slowdowns of each
	// injected size among Slowed.
	Suites, Blocked, Slowed int
	Caught                  [len(injected)]int
	// Passed are slowdowns of each size that were passed, for whatever reason.
	Passed [len(injected)]int
}

func (c counts) rate() stats.Estimate { return stats.ClopperPearson(c.Blocked, c.Suites, 0.95) }

func (c counts) power(i int) float64 { return 100 * float64(c.Caught[i]) / float64(c.Slowed) }

// The methods that are compared on the level of the effects.
const (
	effectGate = iota
	effectOracle
	effectInformed
	effectCount
)

// byEffects simulates a cell on the level of the effects: no repetitions and
// no U test, which is taken to reject always. That is what noise between runs
// makes of it, and where it does not, fewer suites are blocked. It calls the
// same floor code as the gate and is some hundred times faster.
func (c cell) byEffects() (out [effectCount]counts) {
	ours, oracle := &out[effectGate], &out[effectOracle]
	r := c.source()
	reach := c.reach(alpha / 2 / float64(c.K))
	forecaster := c.inform(within / math.Sqrt(float64(c.N)))
	for suite := range c.Reps {
		log, sigma := c.locations(r)
		c.sampling(r, log)
		b := c.limits(log)
		ours.Suites++
		oracle.Suites++
		ourBlock, oracleBlock := b.shiftBlocks, false
		for i := range log {
			e := log[i][c.R+1] - log[i][c.R]
			truth := math.Max(reach*math.Hypot(sigma[i], within/math.Sqrt(float64(c.N))), math.Log1p(threshold))
			ourBlock = ourBlock || e-b.shift >= b.least[i]
			oracleBlock = oracleBlock || e >= truth
			if i >= slowedSeries {
				continue
			}
			ours.Slowed++
			oracle.Slowed++
			for k, effect := range injected {
				if e+math.Log1p(effect)-b.shift >= b.least[i] {
					ours.Caught[k]++
				}
				if e+math.Log1p(effect) >= truth {
					oracle.Caught[k]++
				}
			}
		}
		ours.Blocked += one(ourBlock)
		oracle.Blocked += one(oracleBlock)
		if forecaster != nil && suite < forecastSuites {
			c.forecast(&out[effectInformed], forecaster, log)
		}
	}
	return out
}

// forecastSuites is in how many suites the informed forecaster is asked: it
// takes its time, and 1500 series tell its power to a point or two.
const forecastSuites = 150

// slowedSeries is of how many series of a suite the power is counted.
const slowedSeries = 10

// forecast counts what the informed forecaster catches.
func (c cell) forecast(out *counts, f *informed, log [][]float64) {
	log = c.stilled(log)
	for _, row := range log[:min(slowedSeries, len(log))] {
		points := make([]float64, len(injected))
		for k, effect := range injected {
			points[k] = row[c.R+1] + math.Log1p(effect)
		}
		out.Slowed++
		for k, p := range f.exceeds(row[:c.R+1], points) {
			large := points[k]-row[c.R] >= math.Log1p(threshold)
			out.Caught[k] += one(large && p < alpha/2/float64(c.K))
		}
	}
}

// stilled takes each run's median over the suite out of it, where there are
// enough series, as the gate does.
func (c cell) stilled(log [][]float64) [][]float64 {
	if c.K < stats.LeastSeriesForShift {
		return log
	}
	out := make([][]float64, c.K)
	for t := range c.R + 2 {
		run := make([]float64, c.K)
		for i, row := range log {
			run[i] = row[t]
		}
		shift := stats.SuiteShift(run)
		for i, v := range run {
			out[i] = append(out[i], v-shift)
		}
	}
	return out
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// sampling adds what a location of n repetitions misses.
func (c cell) sampling(r *rand.Rand, log [][]float64) {
	for i := range log {
		for t := range log[i] {
			log[i][t] += within / math.Sqrt(float64(c.N)) * r.NormFloat64()
		}
	}
}

// bounds are what the gate makes of a suite's evidence.
type bounds struct {
	shift       float64
	shiftBlocks bool
	// least is the smallest log effect, less the shift, that is blocked.
	least []float64
}

func (c cell) limits(log [][]float64) bounds { return c.limitsWithout(log, nil) }

// limitsWithout leaves the marked runs out of the evidence.
func (c cell) limitsWithout(log [][]float64, out []bool) bounds {
	var in stats.SuiteEvidence
	effects := make([]float64, c.K)
	for i, row := range log {
		reference := row[c.R]
		same := []float64{0}
		var steps []float64
		for t := range c.R {
			switch {
			case out != nil && out[t]:
			case c.History:
				steps = append(steps, row[t+1]-row[t])
			default:
				same = append(same, row[t]-reference)
			}
		}
		in.Same = append(in.Same, same)
		if c.History {
			in.Steps = append(in.Steps, steps)
		}
		effects[i] = row[c.R+1] - reference
	}
	n := stats.FitSuiteNoise(in)
	b := bounds{least: make([]float64, c.K)}
	level := alpha / float64(c.K)
	if n.HasShift() {
		level = alpha / float64(c.K+1)
		b.shift = stats.SuiteShift(effects)
		_, high := n.ShiftLimits(level)
		b.shiftBlocks = b.shift >= math.Max(high, math.Log1p(threshold))
	}
	for i := range b.least {
		_, high := n.Limits(i, level)
		b.least[i] = math.Max(math.Max(high, n.Spread(i)), math.Log1p(threshold))
	}
	return b
}
