package stats

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/big"
	"os"
	"testing"
)

// TestUTestReference compares with the project's reference cases: exact
// fractions, confirmed by R's coin 1.4-2 and by enumeration.
func TestUTestReference(t *testing.T) {
	b, err := os.ReadFile("../../../shared/reference/utest.json")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the reference cases are not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID     string    `json:"id"`
			X      []float64 `json:"x"`
			Y      []float64 `json:"y"`
			U      float64   `json:"u1"`
			P      float64   `json:"p_exact"`
			Effect *float64  `json:"hodges_lehmann_ratio_y_over_x"`
		} `json:"cases"`
	}
	if err := json.Unmarshal(b, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) < 100 {
		t.Fatalf("only %d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		x, y := sample(t, c.X...), sample(t, c.Y...)
		got := MannWhitneyU(x, y)
		if got.U != c.U {
			t.Errorf("%s: U = %v, want %v", c.ID, got.U, c.U)
		}
		near(t, c.ID+": p", got.P, c.P, 1e-12)
		near(t, c.ID+": p swapped", MannWhitneyU(y, x).P, c.P, 1e-12)
		if got.Method != MethodExact {
			t.Errorf("%s: method %q", c.ID, got.Method)
		}
		if c.Effect != nil && x.Min() > 0 && y.Min() > 0 {
			near(t, c.ID+": ratio", 1+HodgesLehmann(x, y, false, 0.95).Value, *c.Effect, 1e-9)
		}
	}
}

// law is the null distribution of the doubled U by enumeration of big
// integers over sums, one value at a time: slow, plain and exact.
func law(x, y []float64) map[int]*big.Int {
	all := append(append([]float64{}, x...), y...)
	ways := make([]map[int]*big.Int, len(x)+1)
	for j := range ways {
		ways[j] = map[int]*big.Int{}
	}
	ways[0][0] = big.NewInt(1)
	for _, v := range all {
		rank := 1
		for _, w := range all {
			if w < v {
				rank += 2
			} else if w == v {
				rank++
			}
		}
		for j := len(x) - 1; j >= 0; j-- {
			for s, f := range ways[j] {
				to := ways[j+1]
				if to[s+rank] == nil {
					to[s+rank] = new(big.Int)
				}
				to[s+rank].Add(to[s+rank], f)
			}
		}
	}
	shifted := map[int]*big.Int{}
	for s, f := range ways[len(x)] {
		shifted[s-len(x)*(len(x)+1)] = f
	}
	return shifted
}

// lawP returns P(|2U − nm| ≥ distance) of a law.
func lawP(l map[int]*big.Int, nm, distance int) float64 {
	tail, all := new(big.Int), new(big.Int)
	for u, f := range l {
		all.Add(all, f)
		if abs(u-nm) >= distance {
			tail.Add(tail, f)
		}
	}
	p, _ := new(big.Rat).SetFrac(tail, all).Float64()
	return p
}

// TestUTestAgainstIntegers walks sizes and tie patterns, and checks p and the
// attainable p against big integers.
func TestUTestAgainstIntegers(t *testing.T) {
	r := source(1)
	for n := 1; n <= 14; n++ {
		for m := 1; m <= 14; m += 1 + n%3 {
			for _, distinct := range []int{1, 2, 3, 5, 9, 1000} {
				deal := func() float64 {
					// Uneven groups: squares make the low ones larger.
					f := r.Float64()
					return math.Floor(f * f * float64(distinct))
				}
				x, y := draw(n, deal), draw(m, deal)
				checkAgainstIntegers(t, x, y)
			}
		}
	}
}

func checkAgainstIntegers(t *testing.T, x, y []float64) {
	t.Helper()
	got := MannWhitneyU(sample(t, x...), sample(t, y...))
	u := 0
	for _, a := range x {
		for _, b := range y {
			if a > b {
				u += 2
			} else if a == b {
				u++
			}
		}
	}
	nm := len(x) * len(y)
	l := law(x, y)
	most := 0
	for s := range l {
		most = max(most, abs(s-nm))
	}
	name := fmt.Sprint(x, y)
	near(t, name+" U", got.U, float64(u)/2, 0)
	near(t, name+" p", got.P, lawP(l, nm, abs(u-nm)), 1e-12)
	near(t, name+" attainable", got.AttainableP, lawP(l, nm, most), 1e-12)
}

func TestUTestByHand(t *testing.T) {
	check := func(name string, x, y []float64, p, attainable float64) {
		t.Helper()
		got := MannWhitneyU(sample(t, x...), sample(t, y...))
		near(t, name+" p", got.P, p, 1e-14)
		near(t, name+" attainable p", got.AttainableP, attainable, 1e-14)
	}
	check("separated", []float64{1, 2, 3}, []float64{4, 5, 6}, 0.1, 0.1)
	check("all equal", []float64{7, 7}, []float64{7, 7, 7}, 1, 1)
	check("one and one", []float64{1}, []float64{2}, 1, 1)
	check("signed zeros", []float64{0, math.Copysign(0, -1)}, []float64{math.Copysign(0, -1), 0}, 1, 1)
	// The sums 3 of {2} against {1, 1} and the defect of doubling one tail.
	check("two above ties", []float64{2}, []float64{1, 1}, 1./3, 1./3)
	check("unbalanced ties", []float64{9, 9, 10, 10, 10}, []float64{1, 1, 1, 1, 1, 1, 2, 2, 2, 2}, 1./3003, 1./3003)
}

// TestUTestNeverZero holds a p that underflows.
func TestUTestNeverZero(t *testing.T) {
	x := make([]float64, 1200)
	y := make([]float64, 1200)
	for i := range x {
		x[i], y[i] = float64(i), float64(i+5000)
	}
	for _, tied := range []bool{false, true} {
		if tied {
			x[1], y[1] = x[0], y[0]
		}
		got := MannWhitneyU(sample(t, x...), sample(t, y...))
		if !(got.P > 0 && got.P < 1e-300 && got.AttainableP > 0) {
			t.Errorf("tied %v: p = %g, attainable %g", tied, got.P, got.AttainableP)
		}
	}
}

func TestUTestEmpty(t *testing.T) {
	got := MannWhitneyU(Sample{}, sample(t, 1))
	if !math.IsNaN(got.P) || !math.IsNaN(got.U) || !math.IsNaN(got.AttainableP) || got.Method != "" {
		t.Errorf("got %+v", got)
	}
}

// TestObservationsNeeded has the numbers of 2/C(2n, n) by hand: 2/70 =
// 0.0286, 2/252 = 0.0079, …
func TestObservationsNeeded(t *testing.T) {
	for k, want := range map[float64]int{1: 4, 5: 5, 10: 6, 20: 6, 50: 7, 100: 8, 200: 8, 500: 9, 1000: 9} {
		if got := ObservationsNeeded(0.05 / k); got != want {
			t.Errorf("ObservationsNeeded(0.05/%v) = %d, want %d", k, got, want)
		}
	}
	for level, want := range map[float64]int{0: 0, -1: 0, 2: 1, 1: 2, math.Inf(1): 1} {
		if got := ObservationsNeeded(level); got != want {
			t.Errorf("ObservationsNeeded(%v) = %d, want %d", level, got, want)
		}
	}
	if got := ObservationsNeeded(math.NaN()); got != 0 {
		t.Errorf("ObservationsNeeded(NaN) = %d", got)
	}
	near(t, "SmallestP(5, 5)", SmallestP(5, 5), 2./252, 1e-15)
	near(t, "SmallestP(0, 5)", SmallestP(0, 5), 1, 0)
}

// TestNullTable compares all entries with integers from the recurrence of
// Mann and Whitney.
func TestNullTable(t *testing.T) {
	worst := 0.0
	for _, size := range [][2]int{{1, 1}, {1, 39}, {2, 7}, {10, 10}, {20, 20}, {17, 50}, {50, 50}, {100, 60}} {
		n, m := size[0], size[1]
		table, ok := nullTable(n, m)
		if !ok {
			t.Fatalf("no table for %v", size)
		}
		counts := integerCounts(n, m)
		all := new(big.Int).Binomial(int64(n+m), int64(n))
		sum := new(big.Int)
		for u, got := range table {
			sum.Add(sum, counts[u])
			want, _ := new(big.Rat).SetFrac(sum, all).Float64()
			worst = max(worst, math.Abs(got/want-1))
		}
	}
	if worst > 1e-13 {
		t.Errorf("relative error %g", worst)
	}
	t.Logf("largest relative error %.2g", worst)
}

// integerCounts returns the ways of u = 0 … nm/2 by f(n,m,u) = f(n,m−1,u) +
// f(n−1,m,u−m).
func integerCounts(n, m int) []*big.Int {
	size := n*m/2 + 1
	rows := make([][]*big.Int, n+1)
	for j := range rows {
		rows[j] = make([]*big.Int, size)
		for u := range rows[j] {
			rows[j][u] = new(big.Int)
		}
		rows[j][0].SetInt64(1)
	}
	for k := 1; k <= m; k++ {
		for j := 1; j <= n; j++ {
			for u := k; u < size; u++ {
				rows[j][u].Add(rows[j][u], rows[j-1][u-k])
			}
		}
	}
	return rows[n]
}
