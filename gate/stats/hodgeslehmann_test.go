package stats

import (
	"math"
	"slices"
	"testing"
)

func TestHodgesLehmannByHand(t *testing.T) {
	check := func(name string, b, c []float64, higher bool, want float64) {
		t.Helper()
		near(t, name, HodgesLehmann(sample(t, b...), sample(t, c...), higher, 0.95).Value, want, 1e-9)
	}
	inf := math.Inf(1)
	check("time up", []float64{100}, []float64{105}, false, 0.05)
	check("throughput down", []float64{100}, []float64{80}, true, 0.25)
	check("throughput up", []float64{80}, []float64{100}, true, -0.2)
	check("even number of pairs", []float64{1, 1}, []float64{1, 4}, false, 1)
	check("nanoseconds in seconds", []float64{1e-9}, []float64{1.05e-9}, false, 0.05)
	// −10, 0, 0, 10 → 0 of 5; zero in the data, so differences.
	check("with a zero", []float64{0, 10}, []float64{0, 10}, false, 0)
	check("differences", []float64{0, 10, 20}, []float64{5, 15, 25}, false, 0.5)
	check("differences, higher is better", []float64{0, 10, 20}, []float64{5, 15, 25}, true, -0.5)
	check("negative and worse", []float64{-100}, []float64{-90}, false, 0.1)
	check("zero to zero", []float64{0, 0}, []float64{0, 0}, false, 0)
	check("zero to something", []float64{0, 0}, []float64{3, 3}, false, inf)
	check("zero to something better", []float64{0, 0}, []float64{3, 3}, true, -inf)
	check("subnormal", []float64{2e-323}, []float64{4e-323}, false, 1)
	check("out of range", []float64{5e-324}, []float64{1.7e308}, false, inf)
	check("no candidate", []float64{1}, nil, false, math.NaN())
}

// TestHodgesLehmannInterval has the bounds from the definition: all pairwise
// log ratios sorted, with u from tables of critical values of U at 5 % two-sided
// (n = m = 5: 2; 8: 13; 10: 23; 20: 127; 4 and 9: 4), which are printed in any
// textbook.
func TestHodgesLehmannInterval(t *testing.T) {
	r := source(2)
	for _, size := range []struct{ n, m, u int }{{5, 5, 2}, {8, 8, 13}, {10, 10, 23}, {20, 20, 127}, {4, 9, 4}, {9, 4, 4}, {3, 3, -1}, {4, 4, 0}, {1, 39, 0}, {1, 38, -1}} {
		b, c := draw(size.n, r.ExpFloat64), draw(size.m, r.ExpFloat64)
		var pairs []float64
		for _, x := range b {
			for _, y := range c {
				pairs = append(pairs, y/x-1)
			}
		}
		slices.Sort(pairs)
		want := Estimate{Low: math.Inf(-1), High: math.Inf(1)}
		if size.u >= 0 {
			want.Low, want.High = pairs[size.u], pairs[len(pairs)-1-size.u]
		}
		got := HodgesLehmann(sample(t, b...), sample(t, c...), false, 0.95)
		near(t, "low", got.Low, want.Low, 1e-12)
		near(t, "high", got.High, want.High, 1e-12)
	}
}

// TestPairQuantiles compares quickselect, and the way that does not write the
// pairs out, with sorting them.
// TestHodgesLehmannLarge crosses from written-out pairs to counted ones.
func TestHodgesLehmannLarge(t *testing.T) {
	r := source(4)
	b, c := draw(300, r.ExpFloat64), draw(310, r.ExpFloat64)
	pairs := appendDifferences(nil, appendLogs(nil, b), appendLogs(nil, c))
	slices.Sort(pairs)
	got := HodgesLehmann(sample(t, b...), sample(t, c...), false, 0.95)
	near(t, "value", got.Value, math.Expm1(medianOfSorted(pairs)), 1e-12)
	// The critical value is from the saddlepoint law: Φ⁻¹(0.025) by the
	// normal approximation is within one of it at this size.
	n, m := 300., 310.
	u := int(math.Round(n*m/2 - 0.5 - 1.959963985*math.Sqrt(n*m*(n+m+1)/12)))
	near(t, "low", got.Low, math.Expm1(pairs[u]), 0.01)
	near(t, "high", got.High, math.Expm1(pairs[len(pairs)-1-u]), 0.01)
	if u2 := criticalU(300, 310, 0.025); abs(u2-u) > 3 {
		t.Errorf("critical value %d, normal approximation %d", u2, u)
	}
}
