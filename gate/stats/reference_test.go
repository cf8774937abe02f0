package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

// number reads null as NaN and "Infinity" as such.
type number float64

func (n *number) UnmarshalJSON(b []byte) error {
	switch s := strings.Trim(string(b), `"`); s {
	case "null":
		*n = number(math.NaN())
	case "Infinity":
		*n = number(math.Inf(1))
	default:
		return json.Unmarshal(b, (*float64)(n))
	}
	return nil
}

func floats(n []number) []float64 {
	out := make([]float64, len(n))
	for i, v := range n {
		out[i] = float64(v)
	}
	return out
}

// reference is what testdata/gen makes.
type reference struct {
	UTest []struct {
		X, Y      []float64
		U, Change *float64
		P, P90    float64
		Effect    json.RawMessage
	}
	Trend []struct {
		V      []float64
		Tau, P float64
	}
	Share []struct {
		X, N                  int
		Confidence, Low, High float64
	}
	Adjust []struct{ P, Holm, Bonferroni []float64 }
	Prior  []struct {
		S2, DF, Post []number
		D0, S0       number
	}
}

func readReference(t *testing.T, name string) reference {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var r reference
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.UTest) < 10 || len(r.Trend) < 4 {
		t.Fatalf("%s holds %d and %d cases", name, len(r.UTest), len(r.Trend))
	}
	return r
}

func TestUTestR(t *testing.T) {
	for i, c := range readReference(t, "r.json").UTest {
		name := fmt.Sprintf("case %d (%d and %d)", i, len(c.X), len(c.Y))
		x, y := sample(t, c.X...), sample(t, c.Y...)
		near(t, name+" p", MannWhitneyU(x, y).P, c.P, 1e-10) // coin's own accuracy
		var effect []number
		if err := json.Unmarshal(c.Effect, &effect); err != nil {
			t.Fatal(err)
		}
		if e := floats(effect); !math.IsNaN(e[0]) {
			got := HodgesLehmann(x, y, false, 0.95)
			near(t, name+" ratio", 1+got.Value, 1+e[0], 1e-9)
			near(t, name+" low", 1+got.Low, 1+e[1], 1e-9)
			near(t, name+" high", 1+got.High, 1+e[2], 1e-9)
		}
	}
}

func TestUTestScipy(t *testing.T) {
	for i, c := range readReference(t, "scipy.json").UTest {
		name := fmt.Sprintf("case %d (%d and %d)", i, len(c.X), len(c.Y))
		x, y := sample(t, c.X...), sample(t, c.Y...)
		got := MannWhitneyU(x, y)
		near(t, name+" U", got.U, *c.U, 0)
		near(t, name+" p", got.P, c.P, 1e-9)
		var effect float64
		if err := json.Unmarshal(c.Effect, &effect); err != nil {
			t.Fatal(err)
		}
		near(t, name+" effect", 1+HodgesLehmann(x, y, false, 0.95).Value, 1+effect, 1e-12)
		near(t, name+" change", 1+MedianChange(x, y, 0.95).Value, 1+*c.Change, 1e-12)
		near(t, name+" p90", x.Quantile(0.9), c.P90, 1e-12)
	}
}

func TestKendallReference(t *testing.T) {
	for _, file := range []string{"r.json", "scipy.json"} {
		for i, c := range readReference(t, file).Trend {
			name := fmt.Sprintf("%s case %d (%d)", file, i, len(c.V))
			got := Kendall(c.V)
			near(t, name+" tau", got.Tau, c.Tau, 1e-9)
			// R takes small p from 1 − P and so loses digits.
			near(t, name+" p", got.P, c.P, 1e-9+1e-14/c.P)
		}
	}
	for _, v := range [][]float64{nil, {1}, {2, 2, 2}} {
		if got := Kendall(v); !math.IsNaN(got.Tau) || got.P != 1 {
			t.Errorf("Kendall(%v) = %+v", v, got)
		}
	}
}

// TestKendallTies enumerates the orders of a multiset.
func TestKendallTies(t *testing.T) {
	v := []float64{1, 1, 2, 3, 3, 3, 4}
	score := func(v []float64) int {
		s := 0
		for i := range v {
			for j := i + 1; j < len(v); j++ {
				if v[j] > v[i] {
					s++
				} else if v[j] < v[i] {
					s--
				}
			}
		}
		return s
	}
	counts := map[int]int{}
	total := 0
	var permute func(k int)
	permute = func(k int) {
		if k == len(v) {
			counts[abs(score(v))]++
			total++
			return
		}
		for i := k; i < len(v); i++ {
			v[k], v[i] = v[i], v[k]
			permute(k + 1)
			v[k], v[i] = v[i], v[k]
		}
	}
	permute(0)
	for _, order := range [][]float64{{1, 1, 2, 3, 3, 3, 4}, {4, 3, 1, 3, 2, 3, 1}, {3, 1, 4, 1, 3, 2, 3}} {
		atLeast := 0
		for s, n := range counts {
			if s >= abs(score(order)) {
				atLeast += n
			}
		}
		near(t, fmt.Sprint(order), Kendall(order).P, float64(atLeast)/float64(total), 1e-12)
	}
}

func TestClopperPearsonR(t *testing.T) {
	for _, c := range readReference(t, "r.json").Share {
		got := ClopperPearson(c.X, c.N, c.Confidence)
		name := fmt.Sprintf("%d of %d at %v", c.X, c.N, c.Confidence)
		near(t, name, got.Value, float64(c.X)/float64(c.N), 1e-15)
		near(t, name+" low", got.Low, c.Low, 1e-9)
		near(t, name+" high", got.High, c.High, 1e-9)
	}
	for _, c := range [][2]int{{0, 0}, {-1, 3}, {4, 3}} {
		if got := ClopperPearson(c[0], c[1], 0.95); !math.IsNaN(got.Value) || !math.IsNaN(got.High) {
			t.Errorf("%v: %+v", c, got)
		}
	}
}

func TestAdjustedR(t *testing.T) {
	for _, c := range readReference(t, "r.json").Adjust {
		holm, bonferroni := Holm(c.P, len(c.P)), Bonferroni(c.P, len(c.P))
		for i := range c.P {
			near(t, "holm", holm[i], c.Holm[i], 1e-14)
			near(t, "bonferroni", bonferroni[i], c.Bonferroni[i], 1e-14)
		}
	}
	// A p that is not there, and more tests than p-values: 0.01·4, then the
	// larger of 0.04 and 0.02·3.
	got := Holm([]float64{0.02, math.NaN(), 0.01}, 4)
	near(t, "first", got[0], 0.06, 1e-14)
	near(t, "second", got[1], math.NaN(), 0)
	near(t, "third", got[2], 0.04, 1e-14)
}

func TestFitVariancesLimma(t *testing.T) {
	for i, c := range readReference(t, "r.json").Prior {
		name := fmt.Sprintf("case %d (%d)", i, len(c.S2))
		s2, df := floats(c.S2), floats(c.DF)
		p := FitVariances(s2, df)
		near(t, name+" d0", p.D0, float64(c.D0), 1e-7)
		near(t, name+" s0²", p.S0, float64(c.S0), 1e-9)
		for k := range s2 {
			got, degrees := p.Shrink(s2[k], df[k])
			near(t, name+" moderated", got, float64(c.Post[k]), 1e-8)
			near(t, name+" degrees", degrees, df[k]+float64(c.D0), 1e-7)
		}
	}
}

func TestFitVariancesDegenerate(t *testing.T) {
	nan := math.NaN()
	p := FitVariances([]float64{1, 2, nan}, []float64{4, 4, 4})
	if !math.IsNaN(p.D0) {
		t.Errorf("two variances give the prior %+v", p)
	}
	if v, df := p.Shrink(3, 4); v != 3 || df != 4 {
		t.Errorf("without a prior: %v, %v", v, df)
	}
	known := FitVariances([]float64{1, 9, 0.1, 4}, []float64{20, 20, 20, 20})
	same := FitVariances([]float64{1, nan, 9, 0.1, -1, 4, 7}, []float64{20, 20, 20, 20, 20, 20, 0})
	if known != same {
		t.Errorf("unusable variances count: %+v, %+v", known, same)
	}
	if v, df := known.Shrink(nan, 20); v != known.S0 || df != known.D0 {
		t.Errorf("an unknown variance becomes %v, %v", v, df)
	}
	for _, x := range []float64{1e-9, 1e-3, 0.5, 1.6449340668482264, 40, 1e9} {
		near(t, "trigamma of its inverse", trigamma(inverseTrigamma(x)), x, 1e-6)
	}
}
