package stats

import (
	"math"
	"slices"
)

// Bonferroni returns p-values adjusted for tests: min(1, p·tests). An adjusted
// value below α keeps the chance of any false rejection among the tests at
// α, whatever their dependence. tests counts all hypotheses, also those whose
// p is not among these. NaN stays NaN.
func Bonferroni(p []float64, tests int) []float64 {
	out := make([]float64, len(p))
	for i, v := range p {
		out[i] = v
		if !math.IsNaN(v) {
			out[i] = min(1, v*float64(tests))
		}
	}
	return out
}

// Holm returns p-values adjusted by Holm's step-down method: the i-th
// smallest, from 0, times tests − i, and none below a smaller one. It keeps the
// same promise as [Bonferroni] and rejects at least as much. tests counts all hypotheses,
// also those whose p is not among these; it is at least the number of p-values
// here. NaN stays NaN and takes no place in the order.
//
// [1] Holm (1979). A simple sequentially rejective multiple test procedure.
// Scandinavian Journal of Statistics 6(2).
func Holm(p []float64, tests int) []float64 {
	out := slices.Clone(p)
	var order []int
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	tests = max(tests, len(order))
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	last := 0.0
	for rank, i := range order {
		last = max(last, min(1, p[i]*float64(tests-rank)))
		out[i] = last
	}
	return out
}
