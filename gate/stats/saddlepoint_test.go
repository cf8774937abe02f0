package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// exactTiedP is tiedP without a limit on the cost.
func exactTiedP(sizes []int, n, distance int) float64 {
	l := newLattice(sizes, n, distance)
	a, b := l.half(0, l.cut()), l.half(l.cut(), len(sizes))
	return l.exact(&a, &b)
}

// patterns are ways to tie total values.
var patterns = []struct {
	name string
	make func(total int, r *rand.Rand) []int
}{
	{"untied", func(total int, _ *rand.Rand) []int { return filled(total, 1) }},
	{"one pair", func(total int, _ *rand.Rand) []int { return append(filled(total-2, 1), 2) }},
	{"half are one value, low", func(total int, _ *rand.Rand) []int { return append([]int{total / 2}, filled(total-total/2, 1)...) }},
	{"pairs", func(total int, _ *rand.Rand) []int { return filled(total, 2) }},
	{"fives", func(total int, _ *rand.Rand) []int { return filled(total, 5) }},
	{"tens and one single", func(total int, _ *rand.Rand) []int { return append(filled(total-1, 10), 1) }},
	{"sevens and some singles", func(total int, _ *rand.Rand) []int {
		return append(append([]int{1}, filled(total-4, 7)...), 1, 1, 1)
	}},
	{"random", func(total int, r *rand.Rand) []int {
		var sizes []int
		for left := total; left > 0; {
			t := min(left, 1+r.IntN(9))
			sizes = append(sizes, t)
			left -= t
		}
		return sizes
	}},
	{"like a coarse clock", func(total int, r *rand.Rand) []int {
		counts := make([]int, 40)
		for range total {
			counts[int(max(0, min(39, math.Round(20+6*r.NormFloat64()))))]++
		}
		var sizes []int
		for _, c := range counts {
			if c > 0 {
				sizes = append(sizes, c)
			}
		}
		return sizes
	}},
	{"skewed", func(total int, _ *rand.Rand) []int {
		var sizes []int
		for left := total; left > 0; {
			t := (left + 5) / 6
			sizes = append(sizes, t)
			left -= t
		}
		return sizes
	}},
}

func filled(total, size int) []int {
	var sizes []int
	for ; total > 0; total -= size {
		sizes = append(sizes, min(size, total))
	}
	return sizes
}

// saddlepointError returns the largest |approximate/exact − 1| of p down to
// 1e-10 for a tie pattern.
func saddlepointError(sizes []int, n int) (worst, at float64) {
	total := 0
	for _, t := range sizes {
		total += t
	}
	nm := n * (total - n)
	sd := math.Sqrt(float64(nm) * float64(total+1) / 12)
	for z := 0.1; z < 7.5; z += 0.9 {
		distance := int(2*z*sd) | 1
		if nm%2 == 0 {
			distance++
		}
		exact := exactTiedP(sizes, n, distance)
		if exact < 1e-10 {
			break
		}
		p, method := tiedP(sizes, n, distance)
		if method == MethodExact {
			return math.NaN(), 0
		}
		if e := math.Abs(p/exact - 1); e > worst {
			worst, at = e, exact
		}
	}
	return worst, at
}

// TestSaddlepoint measures the relative error of the approximation where it
// is used, and holds it to what the comment of saddlepointP says.
func TestSaddlepoint(t *testing.T) {
	r := source(11)
	for _, size := range [][2]int{{75, 75}, {100, 100}, {25, 400}} {
		if testing.Short() && size[0]+size[1] > 200 {
			continue
		}
		for _, p := range patterns {
			sizes := p.make(size[0]+size[1], r)
			worst, at := saddlepointError(sizes, size[0])
			if worst > 0.005 {
				t.Errorf("%d and %d, %s: error %.2g at p = %.2g", size[0], size[1], p.name, worst, at)
			}
			t.Logf("%4d and %4d, %-24s %.2f %% at p = %.1e", size[0], size[1], p.name, 100*worst, at)
		}
	}
}
