package gate

import (
	"math"
	"testing"

	"github.com/noisegate/noisegate/gate/bench"
)

// What no run shows must not look like what can be judged.
func TestNoiseOfWhatIsNotKnown(t *testing.T) {
	quiet := func(name string) *bench.Series { return timeSeries(name, around(100, 10)) }
	t.Run("in one run only", func(t *testing.T) {
		r, err := Noise([]*bench.Set{setOf(here, quiet("old")), setOf(here, quiet("old")), setOf(here, quiet("new"))}, DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		if s := r.Series[0]; r.Fit || s.Fit || s.Runs != 1 || s.Resolution.Known() {
			t.Errorf("fit %v; series %+v; want nothing known of it", r.Fit, s)
		}
	})
	t.Run("one value a run", func(t *testing.T) {
		one := func(v float64) *bench.Set { return setOf(here, timeSeries("A", []float64{v})) }
		r, err := Noise([]*bench.Set{one(100), one(100.1), one(100.2), one(100.1)}, DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		if s := r.Series[0]; s.Fit || !math.IsInf(float64(s.Resolution), 1) {
			t.Errorf("%+v; want a resolution that is infinite, whatever the noise", s)
		}
	})
	t.Run("values at zero", func(t *testing.T) {
		mixed := func() *bench.Set { return setOf(here, timeSeries("A", []float64{-1, 0, 1, 2, 1, 0, 2, -1})) }
		r, err := Noise([]*bench.Set{mixed(), mixed(), mixed()}, DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		if s := r.Series[0]; s.Fit || s.Resolution.Known() || s.Floor.Known() {
			t.Errorf("%+v; want nothing known of it", s)
		}
	})
}
