package stats

import (
	"math"
	"slices"
	"testing"
)

// resamples calls f with every resample of the sorted values, n^n of them.
func resamples(sorted []float64, f func(resample []float64)) {
	n := len(sorted)
	index := make([]int, n)
	for {
		r := make([]float64, n)
		for i, k := range index {
			r[i] = sorted[k]
		}
		slices.Sort(r)
		f(r)
		i := 0
		for ; i < n && index[i] == n-1; i++ {
			index[i] = 0
		}
		if i == n {
			return
		}
		index[i]++
	}
}

// enumerated is the bootstrap distribution of the median by enumeration.
func enumerated(sorted []float64) map[float64]float64 {
	d := map[float64]float64{}
	weight := math.Pow(float64(len(sorted)), -float64(len(sorted)))
	resamples(sorted, func(r []float64) { d[medianOfSorted(r)] += weight })
	return d
}

func TestBootstrapMedianEnumerated(t *testing.T) {
	for _, values := range [][]float64{
		{3}, {1, 4}, {1, 2, 4}, {1, 2, 4, 8}, {1, 2, 2, 8}, {1, 2, 4, 8, 16},
		{1, 3, 9, 27, 81, 243}, {1, 2, 3, 4, 5, 6}, {5, 5, 5, 5}, {1, 3, 9, 27, 81, 243, 729},
	} {
		want := enumerated(values)
		got := bootstrapMedian(values, nil)
		if len(got) != len(want) {
			t.Errorf("%v: %d atoms, want %d", values, len(got), len(want))
		}
		for i, a := range got {
			if math.Abs(a.w-want[a.v]) > 1e-12 {
				t.Errorf("%v: P(%v) = %v, want %v", values, a.v, a.w, want[a.v])
			}
			if i > 0 && got[i-1].v >= a.v {
				t.Errorf("%v: atoms do not ascend", values)
			}
		}
	}
}

// TestMedianLawSums holds that nothing of weight is left out.
func TestMedianLawSums(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 19, 20, 21, 100, 101, 500, 1000, 5001} {
		sum := 0.0
		for _, p := range medianLawOf(n) {
			sum += p.w
		}
		if math.Abs(sum-1) > 1e-6 {
			t.Errorf("n = %d: probabilities sum to 1 − %g", n, 1-sum)
		}
	}
}

// TestMedianIntervalEnumerated compares with the percentiles of all resamples.
func TestMedianIntervalEnumerated(t *testing.T) {
	r := source(5)
	for n := 2; n <= 6; n++ {
		values := draw(n, r.ExpFloat64)
		s := sample(t, values...)
		for _, confidence := range []float64{0.5, 0.8, 0.95, 0.99} {
			var medians []float64
			resamples(s.Sorted(), func(r []float64) { medians = append(medians, medianOfSorted(r)) })
			slices.Sort(medians)
			got := MedianInterval(s, confidence)
			at := int(math.Ceil((1-confidence)/2*float64(len(medians))-1e-6)) - 1
			near(t, "value", got.Value, s.Median(), 0)
			near(t, "low", got.Low, medians[at], 0)
			near(t, "high", got.High, medians[len(medians)-1-at], 0)
		}
	}
}

// TestMedianChangeEnumerated compares with all pairs of resamples.
func TestMedianChangeEnumerated(t *testing.T) {
	r := source(6)
	for n := 2; n <= 5; n++ {
		for m := 2; m <= 5; m++ {
			for _, sign := range []float64{1, -1, 0} {
				b, c := sample(t, draw(n, r.ExpFloat64)...), sample(t, draw(m, func() float64 {
					if sign == 0 {
						return r.NormFloat64()
					}
					return sign * r.ExpFloat64()
				})...)
				checkChange(t, b, c, 0.8)
				checkChange(t, b, c, 0.95)
			}
		}
	}
}

func checkChange(t *testing.T, b, c Sample, confidence float64) {
	t.Helper()
	var ratios []atom
	for x, p := range enumerated(b.Sorted()) {
		for y, q := range enumerated(c.Sorted()) {
			ratios = append(ratios, atom{y/x - 1, p * q})
		}
	}
	sortAtoms(ratios)
	low, sum := 0, 0.0
	for sum += ratios[0].w; sum < (1-confidence)/2-1e-9; sum += ratios[low].w {
		low++
	}
	high := len(ratios) - 1
	for sum = ratios[high].w; sum < (1-confidence)/2-1e-9; sum += ratios[high].w {
		high--
	}
	got := MedianChange(b, c, confidence)
	near(t, "value", got.Value, (c.Median()-b.Median())/b.Median(), 1e-12)
	near(t, "low", got.Low, ratios[low].v, 1e-9)
	near(t, "high", got.High, ratios[high].v, 1e-9)
}

// TestMedianChangeSorted compares the narrowed search with sorting all ratios,
// at sizes where it takes several steps.
func TestMedianChangeSorted(t *testing.T) {
	r := source(7)
	for _, size := range [][2]int{{9, 10}, {10, 10}, {19, 21}, {20, 20}, {20, 50}, {51, 64}} {
		for range 10 {
			b, c := draw(size[0], r.ExpFloat64), draw(size[1], r.ExpFloat64)
			if r.IntN(2) == 0 {
				for i := range b {
					b[i] = math.Ceil(b[i] * 5)
				}
				for i := range c {
					c[i] = math.Ceil(c[i] * 5)
				}
			}
			checkSorted(t, sample(t, b...), sample(t, c...))
		}
	}
}

func checkSorted(t *testing.T, b, c Sample) {
	t.Helper()
	var ratios []atom
	for _, x := range bootstrapMedian(b.Sorted(), nil) {
		for _, y := range bootstrapMedian(c.Sorted(), nil) {
			ratios = append(ratios, atom{y.v/x.v - 1, x.w * y.w})
		}
	}
	sortAtoms(ratios)
	i, sum := 0, 0.0
	for sum += ratios[0].w; sum < 0.025-1e-9; sum += ratios[i].w {
		i++
	}
	got := MedianChange(b, c, 0.95)
	near(t, "low", 1+got.Low, 1+ratios[i].v, 1e-12)
	i = len(ratios) - 1
	for sum = ratios[i].w; sum < 0.025-1e-9; sum += ratios[i].w {
		i--
	}
	near(t, "high", 1+got.High, 1+ratios[i].v, 1e-12)
}

func TestMedianChangeDegenerate(t *testing.T) {
	check := func(name string, b, c []float64, want Estimate) {
		t.Helper()
		got := MedianChange(sample(t, b...), sample(t, c...), 0.95)
		near(t, name+" value", got.Value, want.Value, 1e-12)
		near(t, name+" low", got.Low, want.Low, 1e-12)
		near(t, name+" high", got.High, want.High, 1e-12)
	}
	nan, inf := math.NaN(), math.Inf(1)
	check("empty", nil, []float64{1}, Estimate{nan, nan, nan})
	check("one value", []float64{100}, []float64{80, 80}, Estimate{-0.2, nan, nan})
	check("no spread", []float64{100, 100}, []float64{80, 80}, Estimate{-0.2, -0.2, -0.2})
	check("zeros", []float64{0, 0}, []float64{0, 0}, Estimate{0, 0, 0})
	check("from zero", []float64{0, 0}, []float64{2, 3}, Estimate{inf, inf, inf})
	check("mixed signs", []float64{-1, 1, 2}, []float64{2, 3, 3}, Estimate{2, nan, nan})
	check("negative", []float64{-100, -100}, []float64{-90, -90}, Estimate{-0.1, -0.1, -0.1})
	check("to zero", []float64{5, 5}, []float64{0, 0}, Estimate{-1, -1, -1})
}

// TestIntervalCoverage counts how often the intervals of medians, their ratio
// and the effect hold the truth on skewed data: at least 93 % of the time from 10 values on.
func TestIntervalCoverage(t *testing.T) {
	r := source(8)
	const rounds = 4000
	lognormal := func() float64 { return math.Exp(0.5 * r.NormFloat64()) }
	for _, d := range []struct {
		name   string
		draw   func() float64
		median float64
	}{{"lognormal", lognormal, 1}, {"exponential", r.ExpFloat64, math.Ln2}} {
		for _, n := range []int{10, 15, 20} {
			median, ratio, effect := 0, 0, 0
			for range rounds {
				a, b := sample(t, draw(n, d.draw)...), sample(t, draw(n, d.draw)...)
				if e := MedianInterval(a, 0.95); e.Low <= d.median && d.median <= e.High {
					median++
				}
				if e := MedianChange(a, b, 0.95); e.Low <= 0 && 0 <= e.High {
					ratio++
				}
				if e := HodgesLehmann(a, b, false, 0.95); e.Low <= 0 && 0 <= e.High {
					effect++
				}
			}
			t.Logf("%s n=%d: median %.1f %%, ratio %.1f %%, effect %.1f %%", d.name, n, 100*float64(median)/rounds, 100*float64(ratio)/rounds, 100*float64(effect)/rounds)
			if median < 0.93*rounds || ratio < 0.93*rounds || effect < 0.93*rounds {
				t.Errorf("%s n=%d: covered %d, %d and %d of %d", d.name, n, median, ratio, effect, rounds)
			}
		}
	}
}

func TestMedianChangeToZero(t *testing.T) {
	sample := func(values ...float64) Sample {
		s, err := NewSample(values)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	base := sample(9.9e-9, 1e-8, 1.01e-8, 1.02e-8, 1.03e-8, 1.04e-8)
	check := func(name string, got Estimate, low, value, high float64) {
		t.Helper()
		if got.Low != low || got.Value != value || got.High != high {
			t.Errorf("%s: %+v, want %v (%v to %v)", name, got, value, low, high)
		}
	}
	zeros := sample(0, 0, 0, 0, 0, 0)
	check("all zero", MedianChange(base, zeros, 0.95), -1, -1, -1)
	check("zero to zero", MedianChange(zeros, zeros, 0.95), 0, 0, 0)
	check("zero to something", MedianChange(zeros, base, 0.95), math.Inf(1), math.Inf(1), math.Inf(1))
	some := MedianChange(base, sample(0, 0, 0, 1e-8, 1e-8, 1e-8), 0.95)
	if some.Low != -1 || !(some.High > -0.2 && some.High < 0.2) {
		t.Errorf("half zero: %+v, want from -1 to about 0", some)
	}
}
