package stats

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// values draws a sample of positive values, with ties half of the time.
func values(t *rapid.T, name string, least, most int) []float64 {
	tied := rapid.Bool().Draw(t, name+" tied")
	if tied {
		v := rapid.SliceOfN(rapid.IntRange(1, 6), least, most).Draw(t, name)
		out := make([]float64, len(v))
		for i := range v {
			out[i] = float64(v[i])
		}
		return out
	}
	return rapid.SliceOfN(rapid.Float64Range(0.5, 2000), least, most).Draw(t, name)
}

func must(t *rapid.T, v []float64) Sample {
	s, err := NewSample(v)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func close(a, b, relative float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= relative*max(math.Abs(a), math.Abs(b))
}

// scaled multiplies by a power of two, which rounds nothing.
func scaled(v []float64, f float64) []float64 {
	out := slices.Clone(v)
	for i := range out {
		out[i] *= f
	}
	return out
}

func TestPropertiesOfTheTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := values(t, "a", 1, 30), values(t, "b", 1, 30)
		x, y := must(t, a), must(t, b)
		got, swapped := MannWhitneyU(x, y), MannWhitneyU(y, x)
		nm := float64(len(a) * len(b))
		switch {
		case got.U+swapped.U != nm:
			t.Fatalf("U %v and %v do not add up to %v", got.U, swapped.U, nm)
		case !close(got.P, swapped.P, 1e-12) || !close(got.AttainableP, swapped.AttainableP, 1e-12):
			t.Fatalf("%+v, swapped %+v", got, swapped)
		case !(got.P > 0 && got.P <= 1 && got.AttainableP <= got.P && got.AttainableP >= SmallestP(len(a), len(b))/2*(1-1e-12)):
			t.Fatalf("p = %v, attainable %v", got.P, got.AttainableP)
		}
		if s := MannWhitneyU(must(t, scaled(a, 0x1p-30)), must(t, scaled(b, 0x1p-30))); s != got {
			t.Fatalf("scaled %+v, was %+v", s, got)
		}
		// Only the order counts.
		cube := func(v []float64) []float64 {
			out := make([]float64, len(v))
			for i := range v {
				out[i] = math.Floor(v[i]*16) * 3
			}
			return out
		}
		plain := func(v []float64) []float64 {
			out := make([]float64, len(v))
			for i := range v {
				out[i] = -math.Floor(v[i] * 16)
			}
			return out
		}
		up, down := MannWhitneyU(must(t, cube(a)), must(t, cube(b))), MannWhitneyU(must(t, plain(a)), must(t, plain(b)))
		if !close(up.P, down.P, 1e-12) || up.U+down.U != nm {
			t.Fatalf("rising %+v, falling %+v", up, down)
		}
		permuted := rapid.Permutation(a).Draw(t, "permuted")
		if p := MannWhitneyU(must(t, permuted), y); p != got {
			t.Fatalf("permuted %+v, was %+v", p, got)
		}
	})
}

func TestPropertiesOfTheEffect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := values(t, "a", 1, 25), values(t, "b", 1, 25)
		x, y := must(t, a), must(t, b)
		higher := rapid.Bool().Draw(t, "higher is better")
		got := HodgesLehmann(x, y, higher, 0.95)
		swapped := HodgesLehmann(y, x, higher, 0.95)
		turned := HodgesLehmann(y, x, !higher, 0.95)
		if !close((1+got.Value)*(1+swapped.Value), 1, 1e-12) {
			t.Fatalf("%+v, swapped %+v", got, swapped)
		}
		if got != turned {
			t.Fatalf("%+v, with sides and direction swapped %+v", got, turned)
		}
		if !(got.Low <= got.Value && got.Value <= got.High) {
			t.Fatalf("out of order: %+v", got)
		}
		worse := scaled(b, 2)
		if higher {
			worse = scaled(b, 0.5)
		}
		if w := HodgesLehmann(x, must(t, worse), higher, 0.95); !close(1+w.Value, 2*(1+got.Value), 1e-12) {
			t.Fatalf("twice as bad: %+v, was %+v", w, got)
		}
		if wide := HodgesLehmann(x, y, higher, 0.99); wide.Low > got.Low || wide.High < got.High {
			t.Fatalf("99 %%: %+v, 95 %%: %+v", wide, got)
		}
	})
}

// TestEffectAgreesWithTest holds that the interval excludes no change exactly
// where the test rejects, without ties.
func TestEffectAgreesWithTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(1, 25).Draw(t, "n"), rapid.IntRange(1, 25).Draw(t, "m")
		ranks := make([]float64, n+m)
		for i := range ranks {
			ranks[i] = 1 + float64(i)
		}
		dealt := rapid.Permutation(ranks).Draw(t, "dealt")
		x, y := must(t, dealt[:n]), must(t, dealt[n:])
		e, p := HodgesLehmann(x, y, false, 0.95), MannWhitneyU(x, y).P
		if excludes := e.Low > 0 || e.High < 0; excludes != (p <= 0.05*(1+1e-9)) {
			t.Fatalf("p = %v, effect %+v", p, e)
		}
	})
}

func TestPropertiesOfTheMedian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := values(t, "a", 2, 24), values(t, "b", 2, 24)
		x, y := must(t, a), must(t, b)
		m, change := MedianInterval(x, 0.95), MedianChange(x, y, 0.95)
		if !(m.Low <= m.Value && m.Value <= m.High && m.Low >= x.Min() && m.High <= x.Max()) {
			t.Fatalf("%+v of %v", m, a)
		}
		if !(change.Low <= change.High && change.Low >= y.Min()/x.Max()-1-1e-12 && change.High <= y.Max()/x.Min()-1+1e-12) {
			t.Fatalf("%+v", change)
		}
		s := MedianChange(must(t, scaled(a, 8)), must(t, scaled(b, 8)), 0.95)
		if s != change {
			t.Fatalf("scaled %+v, was %+v", s, change)
		}
		if d := MedianChange(x, must(t, scaled(b, 2)), 0.95); !close(1+d.Low, 2*(1+change.Low), 1e-12) || !close(1+d.High, 2*(1+change.High), 1e-12) {
			t.Fatalf("doubled %+v, was %+v", d, change)
		}
		if r := x.RobustCV(); r < 0 || x.Amplitude() < 0 || x.Quantile(0.5) != x.Median() {
			t.Fatalf("spread %v, %v; quantile %v", r, x.Amplitude(), x.Quantile(0.5))
		}
	})
}

// TestDeviation compares the merged MAD with sorting the deviations.
func TestDeviation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := must(t, values(t, "a", 1, 30))
		var d []float64
		for _, v := range x.Sorted() {
			d = append(d, math.Abs(v-x.Median()))
		}
		slices.Sort(d)
		if got := deviation(x.Sorted(), x.Median()); got != medianOfSorted(d) {
			t.Fatalf("%v, want %v", got, medianOfSorted(d))
		}
	})
}

// TestPowerIsReached simulates what RepetitionsNeeded promises.
func TestPowerIsReached(t *testing.T) {
	r := source(31)
	for _, c := range []struct{ effect, sigma, level float64 }{
		{0.05, 0.05, 0.05}, {0.1, 0.05, 0.05}, {0.03, 0.02, 0.05 / 20}, {0.03, 0.03, 0.05 / 20},
		{0.05, 0.03, 0.05 / 100}, {0.05, 0.017, 0.05 / 100}, {0.05, 0.05, 0.05 / 100}, {0.05, 0.025, 0.05 / 1000},
	} {
		n := RepetitionsNeeded(c.effect, c.sigma, c.level, 0.8)
		found := 0
		const rounds = 1500
		for range rounds {
			noise := func() float64 { return math.Exp(c.sigma * r.NormFloat64()) }
			x, y := sample(t, draw(n, noise)...), sample(t, scaled(draw(n, noise), 1+c.effect)...)
			if MannWhitneyU(x, y).P < c.level {
				found++
			}
		}
		t.Logf("%+v: n = %d, power %.1f %%", c, n, 100*float64(found)/rounds)
		if found < 0.75*rounds || found > 0.92*rounds {
			t.Errorf("%+v: n = %d has power %.1f %%", c, n, 100*float64(found)/rounds)
		}
		if here, before := Resolution(n, n, c.sigma, c.level, 0.8), Resolution(n-1, n-1, c.sigma, c.level, 0.8); here > c.effect || before <= c.effect {
			t.Errorf("%+v: n = %d resolves %v, one less %v", c, n, here, before)
		}
	}
}

func TestPowerDegenerate(t *testing.T) {
	check := func(want int, effect, sigma, level, power float64) {
		t.Helper()
		if got := RepetitionsNeeded(effect, sigma, level, power); got != want {
			t.Errorf("RepetitionsNeeded(%v, %v, %v, %v) = %d, want %d", effect, sigma, level, power, got, want)
		}
	}
	// Noether 1987 at α = 0.05: (1.959964+0.841621)²·2π/3·100 = 1644 at σ = 10δ,
	// where q is small.
	check(1644, math.Expm1(0.05), 0.5, 0.05, 0.8)
	check(8, 0.05, 0, 0.0005, 0.8)
	check(0, 0, 0.1, 0.05, 0.8)
	check(0, 0.05, math.NaN(), 0.05, 0.8)
	check(0, 1e-9, 0.1, 0.05, 0.8)
	check(0, 0.05, 0.1, 0.05, 1)
	if got := Resolution(3, 3, 0.01, 0.05, 0.8); !math.IsInf(got, 1) {
		t.Errorf("resolution of 3 and 3 is %v", got)
	}
	if got := Resolution(9, 9, math.NaN(), 0.05, 0.8); !math.IsNaN(got) {
		t.Errorf("resolution at unknown noise is %v", got)
	}
}

// TestLogNoiseIsUnbiased averages over samples of every small size.
func TestLogNoiseIsUnbiased(t *testing.T) {
	r := source(32)
	for _, n := range []int{2, 3, 4, 5, 6, 8, 10, 20} {
		sum := 0.0
		const rounds = 4000
		for range rounds {
			sum += LogNoise(sample(t, draw(n, func() float64 { return math.Exp(0.03 * r.NormFloat64()) })...))
		}
		near(t, "noise", sum/rounds, 0.03, 0.04)
	}
	near(t, "mostly equal", LogNoise(sample(t, 1, 1, 1, math.E)), math.Sqrt(math.Pi/2)/4, 1e-12)
	near(t, "equal", LogNoise(sample(t, 3, 3, 3)), 0, 0)
	near(t, "zero", LogNoise(sample(t, 0, 3)), math.NaN(), 0)
	near(t, "pooled", PooledNoise(sample(t, 1), sample(t, 2, 2)), 0, 0)
}

func TestSample(t *testing.T) {
	if _, err := NewSample([]float64{1, math.NaN()}); err == nil || !strings.Contains(err.Error(), "value 1 is NaN") {
		t.Errorf("NaN: %v", err)
	}
	if _, err := NewSample([]float64{math.Inf(-1)}); err == nil {
		t.Error("an infinity was accepted")
	}
	in := []float64{3, 1, 2}
	s := sample(t, in...)
	if !slices.Equal(in, []float64{3, 1, 2}) || !slices.Equal(s.Sorted(), []float64{1, 2, 3}) {
		t.Errorf("in %v, sorted %v", in, s.Sorted())
	}
	near(t, "median of two", sample(t, 1, 2).Median(), 1.5, 0)
	near(t, "median of four", sample(t, 4, 1, 3, 2).Median(), 2.5, 0)
	near(t, "median of huge", sample(t, 1.7e308, 1.7e308).Median(), 1.7e308, 0)
	near(t, "amplitude", sample(t, 8, 10, 14).Amplitude(), 0.6, 1e-15)
	near(t, "robust CV", sample(t, 8, 10, 14).RobustCV(), 0.2*1.482602218505602, 1e-15)
	for _, f := range []func() float64{Sample{}.Median, Sample{}.Min, Sample{}.Max, Sample{}.Amplitude, Sample{}.RobustCV} {
		if v := f(); !math.IsNaN(v) {
			t.Errorf("an empty sample has %v", v)
		}
	}
	near(t, "quantile of nothing", Sample{}.Quantile(0.5), math.NaN(), 0)
	near(t, "quantile out of range", s.Quantile(1.1), math.NaN(), 0)
}

// TestMethods holds that the list names functions that are there, and all
// exported functions with a source are on it.
func TestMethods(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	functions := map[string]string{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.IsExported() {
				functions[fn.Name.Name] = fn.Doc.Text()
			}
		}
	}
	listed := map[string]bool{}
	for _, m := range Methods() {
		listed[m.Name] = true
		if functions[m.Name] == "" {
			t.Errorf("%s is listed and not there, or not documented", m.Name)
		}
		if m.Doc == "" || m.Source == "" {
			t.Errorf("%s has no doc or source", m.Name)
		}
	}
	for name, doc := range functions {
		if strings.Contains(doc, "\n[1]") && !listed[name] {
			t.Errorf("%s cites a source and is not listed", name)
		}
	}
}

func TestDriftsAgreesWithKendall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 9), 6, 40).Draw(t, "values")
		if rapid.Bool().Draw(t, "ties") {
			for i := range values {
				values[i] = math.Floor(values[i])
			}
		}
		if rapid.Bool().Draw(t, "trend") {
			for i := range values {
				values[i] += float64(i) / 2
			}
		}
		for _, level := range []float64{0.05, 0.001, 1e-6} {
			want := Kendall(values)
			got, drifts := Drifts(values, level)
			if drifts != (want.P < level) || drifts && got != want {
				t.Fatalf("at %v: %+v, %v; Kendall %+v", level, got, drifts, want)
			}
		}
	})
}
