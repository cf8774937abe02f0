package gate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/gate/stats"
)

// TestDiagnosesFalseAlarms counts the warnings of unchanged suites of
// independent values through the whole gate, and holds them to what
// docs/warnings.md promises of each diagnosis.
func TestDiagnosesFalseAlarms(t *testing.T) {
	const suites, width = 60, 40
	most := map[string]float64{WarnWarmup: 0.03, WarnModes: 0.03, WarnDrift: 0.005}
	for i, c := range []struct {
		noise string
		draw  func(r *rand.Rand) float64
		// also are further codes that this noise meets the definition of.
		also map[string]float64
	}{
		{"normal 2 %", func(r *rand.Rand) float64 { return 1 + 0.02*r.NormFloat64() }, nil},
		{"normal 2 % in whole ticks", func(r *rand.Rand) float64 { return math.Round(100*(1+0.02*r.NormFloat64())) / 100 }, map[string]float64{WarnResolution: 0.03}},
		{"exponential above a minimum", func(r *rand.Rand) float64 { return 1 + 0.05*r.ExpFloat64() }, nil},
		{"lognormal 50 %", func(r *rand.Rand) float64 { return math.Exp(0.5 * r.NormFloat64()) }, map[string]float64{WarnOutliers: 0.08}},
	} {
		for _, n := range []int{6, 20} {
			r := rand.New(rand.NewPCG(uint64(31+i), uint64(n)))
			suite := func() *bench.Set {
				var all []*bench.Series
				for b := range width {
					values := make([]float64, n)
					for k := range values {
						values[k] = 1e-6 * c.draw(r)
					}
					all = append(all, timeSeries(fmt.Sprint("B", b), values))
				}
				return setOf(here, all...)
			}
			alarms, unstable := map[string]int{}, 0
			for range suites {
				result := Judge(Input{Baseline: suite(), Candidate: suite(), AA: []*bench.Set{suite()}}, DefaultSettings())
				for _, s := range result.Series {
					seen := map[string]bool{}
					for _, w := range s.Warnings {
						if !seen[w.Code] {
							alarms[w.Code]++
						}
						seen[w.Code] = true
					}
				}
				for _, w := range result.Warnings {
					if w.Code == WarnUnstable {
						unstable++
					}
				}
			}
			t.Logf("%s, n=%d: %v of %d series, unstable %d of %d suites", c.noise, n, alarms, suites*width, unstable, suites)
			for code, count := range alarms {
				limit := most[code] + c.also[code]
				if share := float64(count) / (suites * width); share > limit {
					t.Errorf("%s, n=%d: %s for %.2f %% of series, more than %.2f %%", c.noise, n, code, 100*share, 100*limit)
				}
			}
			if e := stats.ClopperPearson(unstable, suites, 0.95); e.Low > 0.025 {
				t.Errorf("%s, n=%d: %d of %d suites are called unstable", c.noise, n, unstable, suites)
			}
		}
	}
}
