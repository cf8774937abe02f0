package gate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/noisegate/noisegate/gate/bench"
)

// noisySuite is a suite of k series with n repetitions in one run; ticks
// rounds the values to that many steps, which ties them.
func noisySuite(seed uint64, k, n int, ticks float64) *bench.Set {
	rng := rand.New(rand.NewPCG(seed, 1))
	var all []*bench.Series
	for i := range k {
		values := make([]float64, n)
		for r := range values {
			values[r] = 100 * math.Exp(0.02*rng.NormFloat64())
			if ticks > 0 {
				values[r] = math.Round(values[r]*ticks) / ticks
			}
		}
		all = append(all, timeSeries(fmt.Sprint("B", i), values))
	}
	return setOf(here, all...)
}

func BenchmarkJudge(b *testing.B) {
	for _, c := range []struct {
		name  string
		ticks float64
	}{{"untied", 0}, {"heavily-tied", 0.5}} {
		in := Input{Baseline: noisySuite(1, 2000, 20, c.ticks), Candidate: noisySuite(2, 2000, 20, c.ticks)}
		for i := range uint64(5) {
			in.AA = append(in.AA, noisySuite(3+i, 2000, 20, c.ticks))
		}
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				Judge(in, DefaultSettings())
			}
		})
	}
}
