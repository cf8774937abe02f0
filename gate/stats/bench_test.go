package stats

import (
	"math"
	"testing"
)

// series makes pairs of samples of n values, rounded to a step if that is
// positive, the way that 2,000 benchmarks would give them.
func series(n int, step float64) [][2][]float64 {
	r := source(9)
	var all [][2][]float64
	for range 2000 {
		f := func() float64 {
			v := 100 * math.Exp(0.03*r.NormFloat64())
			if step > 0 {
				v = math.Round(v/step) * step
			}
			return v
		}
		all = append(all, [2][]float64{draw(n, f), draw(n, f)})
	}
	return all
}

// BenchmarkSuite is a suite of 2,000 series of 20 and 20 values: sorting, test,
// effect with interval, medians with intervals.
func BenchmarkSuite(b *testing.B) {
	for _, c := range []struct {
		name string
		step float64
	}{{"untied", 0}, {"tied", 0.5}, {"heavyties", 2}} {
		all := series(20, c.step)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				for _, s := range all {
					x, _ := NewSample(s[0])
					y, _ := NewSample(s[1])
					MannWhitneyU(x, y)
					HodgesLehmann(x, y, false, 0.95)
					CompareMedians(x, y, 0.95)
				}
			}
		})
	}
}

func BenchmarkParts(b *testing.B) {
	for _, c := range []struct {
		name string
		n    int
		step float64
	}{{"n=20", 20, 0}, {"n=20 tied", 20, 0.5}, {"n=20 heavy ties", 20, 2}, {"n=50 tied", 50, 0.1}, {"n=200 heavy ties", 200, 2}, {"n=500", 500, 0}} {
		all := series(c.n, c.step)[:50]
		var x, y []Sample
		for _, s := range all {
			x, y = append(x, sample(b, s[0]...)), append(y, sample(b, s[1]...))
		}
		run := func(name string, f func(x, y Sample)) {
			b.Run(name+"/"+c.name, func(b *testing.B) {
				i := 0
				for b.Loop() {
					f(x[i%50], y[i%50])
					i++
				}
			})
		}
		run("utest", func(x, y Sample) { MannWhitneyU(x, y) })
		run("hodges-lehmann", func(x, y Sample) { HodgesLehmann(x, y, false, 0.95) })
		run("median", func(x, _ Sample) { MedianInterval(x, 0.95) })
		run("change", func(x, y Sample) { MedianChange(x, y, 0.95) })
		run("modes", func(x, _ Sample) { Modes(x); Granularity(x) })
		i := 0
		b.Run("order/"+c.name, func(b *testing.B) {
			for b.Loop() {
				values := all[i%50][0]
				Warmup([][]float64{values}, false)
				Drifts(values, 0.001)
				i++
			}
		})
	}
}
