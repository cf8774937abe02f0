package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// sample makes a sample and fails the test if it cannot.
func sample(t testing.TB, values ...float64) Sample {
	t.Helper()
	s, err := NewSample(values)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// near fails unless got is want within a relative error; NaN is near NaN and
// an infinity near itself.
func near(t testing.TB, what string, got, want, relative float64) {
	t.Helper()
	if math.IsNaN(got) && math.IsNaN(want) || got == want {
		return
	}
	if !(math.Abs(got-want) <= relative*math.Abs(want)) {
		t.Errorf("%s = %.17g, want %.17g within %g", what, got, want, relative)
	}
}

// source is the fixed randomness of a test.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 20)) }

// draw returns n values of f.
func draw(n int, f func() float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = f()
	}
	return v
}
