package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/gate/stats"
)

// The methods that are compared on the same data.
const (
	methodGate = iota
	methodPercentage
	methodUTest
	methodBonferroni
	methodOracle
	methodInformed
	methodCount
)

var methodNames = [methodCount]string{"noisegate", "5 % alone", "U test alone", "Bonferroni + 5 %", "oracle", "informed"}

// judged sends suites of repetitions through gate.Judge, each as it is and
// once more with three series slowed; the other methods see the same values.
func (c cell) judged() (out [methodCount]counts) {
	r := c.source()
	truth := 0.0
	if c.Sigma > 0 {
		truth = c.reach(alpha / 2 / float64(c.K))
	}
	// The forecaster is told the true locations: none that has to take them
	// from repetitions can know more.
	forecaster := c.inform(0)
	for range c.Reps {
		log, sigma := c.locations(r)
		runs := make([][][]float64, c.R+2)
		for t := range runs {
			runs[t] = make([][]float64, c.K)
			for i := range runs[t] {
				runs[t][i] = c.repetitions(r, log[i][t])
			}
		}
		var foresee forecast
		if forecaster != nil {
			foresee = c.foresee(forecaster, log)
		}
		c.count(&out, runs, sigma, truth, 0, foresee)
		for k, effect := range injected {
			for rep := range runs[c.R+1][k] {
				runs[c.R+1][k][rep] *= 1 + effect
			}
		}
		c.count(&out, runs, sigma, truth, len(injected), foresee)
	}
	return out
}

// A forecast says whether a series that is slowed by a factor lies beyond what
// the informed forecaster allows.
type forecast func(series int, slowed float64) bool

func (c cell) foresee(f *informed, log [][]float64) forecast {
	still := c.stilled(log)
	return func(i int, slowed float64) bool {
		row := still[i]
		return f.exceeds(row[:c.R+1], []float64{row[c.R+1] + math.Log1p(slowed)})[0] < alpha/2/float64(c.K)
	}
}

// count adds one comparison; the first slowed series are slowed, none means
// an unchanged suite.
func (c cell) count(out *[methodCount]counts, runs [][][]float64, sigma []float64, reach float64, slowed int, foresee forecast) {
	in := gate.Input{Baseline: set(runs[c.R]), Candidate: set(runs[c.R+1])}
	for _, run := range runs[:c.R] {
		if c.History {
			in.History = append(in.History, set(run))
		} else {
			in.AA = append(in.AA, set(run))
		}
	}
	result := gate.Judge(in, gate.DefaultSettings())
	var blocks [methodCount][]bool
	blocked := [methodCount]bool{methodGate: result.Verdict == gate.Regression}
	for i := range c.K {
		b := c.methods(runs[c.R][i], runs[c.R+1][i], sigma[i], reach)
		b[methodGate] = result.Series[i].Verdict == gate.Regression
		if foresee != nil && i < len(injected) {
			extra := 0.0
			if slowed > 0 {
				extra = injected[i]
			}
			b[methodInformed] = b[methodBonferroni] && foresee(i, extra)
		}
		for m := range b {
			blocks[m] = append(blocks[m], b[m])
			blocked[m] = blocked[m] || b[m]
		}
	}
	for m := range out {
		if m == methodInformed && foresee == nil {
			continue
		}
		if slowed == 0 {
			out[m].Suites++
			out[m].Blocked += one(blocked[m])
			continue
		}
		out[m].Slowed++
		for k := range slowed {
			out[m].Caught[k] += one(blocks[m][k])
		}
	}
	for i := range slowed {
		out[methodGate].Passed[i] += one(result.Series[i].Verdict == gate.Pass)
	}
}

// methods says which of the simple methods block a series.
func (c cell) methods(base, cand []float64, sigma, reach float64) (b [methodCount]bool) {
	x, y := mustSample(base), mustSample(cand)
	p := stats.MannWhitneyU(x, y).P
	effect := stats.HodgesLehmann(x, y, false, 0.95).Value
	slower, large := effect > 0, effect >= threshold
	b[methodPercentage] = y.Median() >= (1+threshold)*x.Median()
	b[methodUTest] = p < alpha && slower
	b[methodBonferroni] = p < alpha/float64(c.K) && large
	b[methodOracle] = b[methodBonferroni] && math.Log1p(effect) >= reach*sigma
	return b
}

func mustSample(values []float64) stats.Sample {
	s, err := stats.NewSample(values)
	if err != nil {
		panic(err)
	}
	return s
}

func set(run [][]float64) *bench.Set {
	s := &bench.Set{Runs: []bench.Run{{Env: &bench.Environment{}}}}
	for i, values := range run {
		s.Series = append(s.Series, &bench.Series{Key: bench.Key{Benchmark: fmt.Sprintf("B%03d", i), Metric: "time"}, Unit: "s",
			Direction: bench.LowerIsBetter, Primary: true, Samples: []bench.Sample{{Values: values}}})
	}
	return s
}

// repetitions draws the values of one run.
func (c cell) repetitions(r *rand.Rand, location float64) []float64 {
	out := make([]float64, c.N)
	last := r.NormFloat64()
	for i := range out {
		z := r.NormFloat64()
		switch c.Shape {
		case "skewed": // exponential above a minimum
			z = r.ExpFloat64()
		case "bimodal":
			z *= 0.3
			if r.Float64() < 0.3 {
				z += 2
			}
		case "autocorrelated": // lag-1 correlation 0.4, as criterion's samples have
			last = 0.4*last + math.Sqrt(1-0.16)*z
			z = last
		}
		out[i] = math.Exp(location + within*z)
	}
	return out
}
