package stats

import (
	"math"
	"slices"
	"testing"
)

func appendDifferences(to, b, c []float64) []float64 {
	for _, x := range c {
		for _, y := range b {
			to = append(to, x-y)
		}
	}
	return to
}

func TestPairQuantiles(t *testing.T) {
	r := source(3)
	for n := 1; n <= 25; n++ {
		round := []float64{0, 1, 10}[n%3]
		f := func() float64 {
			v := r.NormFloat64()
			if round > 0 {
				v = math.Floor(v*round) / round
			}
			return v
		}
		b, c := draw(n, f), draw(1+(n*7)%19, f)
		slices.Sort(b)
		slices.Sort(c)
		want := appendDifferences(nil, b, c)
		work := slices.Clone(want)
		slices.Sort(want)
		for k, w := range want {
			if got := kth(work, k); got != w {
				t.Fatalf("n=%d: kth(%d) = %v, want %v", n, k, got, w)
			}
			if got := kthDifference(b, c, k); got != w {
				t.Fatalf("n=%d: kthDifference(%d) = %v, want %v", n, k, got, w)
			}
		}
	}
}

// Every order statistic of the differences is the one of the sorted list,
// however little the samples look like normal ones.
func TestDifferencesInOrder(t *testing.T) {
	r := source(5)
	laws := map[string]func() float64{
		"normal":  r.NormFloat64,
		"rounded": func() float64 { return math.Round(2 * r.NormFloat64()) },
		"heavy":   func() float64 { return math.Tan(math.Pi * (r.Float64() - 0.5)) },
		"skewed":  func() float64 { return math.Exp(3 * r.NormFloat64()) },
		"two":     func() float64 { return math.Round(r.Float64())*1e6 + r.Float64() },
		"equal":   func() float64 { return 7 },
		"huge":    func() float64 { return (r.Float64() - 0.5) * 1.5 * math.MaxFloat64 },
	}
	for name, law := range laws {
		for _, n := range []int{2, 9, 20, 33} {
			b, c := draw(n, law), draw(1+(n*7)%23, law)
			slices.Sort(b)
			slices.Sort(c)
			want := appendDifferences(nil, b, c)
			slices.Sort(want)
			d := newDifferences(b, c)
			for k, w := range want {
				first, second := d.order(k, 1)
				if first != w || second != w {
					t.Fatalf("%s n=%d: order(%d, 1) = %v, %v, want %v", name, n, k, first, second, w)
				}
				if k+1 == len(want) {
					continue
				}
				if first, second = d.order(k, 2); first != w || second != want[k+1] {
					t.Fatalf("%s n=%d: order(%d, 2) = %v, %v, want %v, %v", name, n, k, first, second, w, want[k+1])
				}
			}
			d.free()
		}
	}
}

// Zeros among the candidate's values are not lost where the baseline is so
// small that a ratio beside 0 times it is none that a float64 can hold.
func TestMedianChangeOfTinyBaseline(t *testing.T) {
	base := []float64{1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6}
	cand := sample(t, 0, 0, 0, 0, 8, 8.1, 8.2)
	for _, factor := range []float64{1, 1e-20, 1e-100, 1e-150, 1e-298} {
		var scaled []float64
		for _, v := range base {
			scaled = append(scaled, v*factor)
		}
		if got := MedianChange(sample(t, scaled...), cand, 0.95); got.Low != -1 || got.Value != -1 {
			t.Errorf("baseline times %g: %v, want a low end of -1", factor, got)
		}
	}
}
