package main

import (
	"math"
	"testing"
)

// A rate leaves its interval when even the lower end of the 95 % one is above
// what is promised; at these sizes the sketch that the floor replaced does.
func TestReducedGrid(t *testing.T) {
	cells := []cell{
		{K: 5, R: 3, Where: "series", Heavy: true, Reps: 300},
		{K: 5, R: 5, Where: "machine", Reps: 300},
		{K: 5, R: 10, Where: "both", Heavy: true, Reps: 300},
		{K: 50, R: 3, Where: "series", Heavy: true, Reps: 200},
		{K: 50, R: 5, Where: "series", Reps: 200},
		{K: 50, R: 5, Where: "both", Heavy: true, Reps: 200},
		{K: 50, R: 10, Where: "series", Heavy: true, Reps: 200},
		{K: 50, R: 5, Where: "both", Reps: 200, History: true},
		{K: 500, R: 5, Where: "series", Heavy: true, Reps: 60},
	}
	for _, c := range cells {
		c.N, c.Shape, c.Sigma = 20, "normal", 0.03
		ours, oracle := c.byEffects()
		if e := ours.rate(); e.Low > alpha || e.Value > 0.08 {
			t.Errorf("%v: %.3f of unchanged suites are blocked, 95 %% interval %.3f–%.3f", c, e.Value, e.Low, e.High)
		}
		if g := gap(ours, oracle); c.R >= 5 && !c.History && g > 13 {
			t.Errorf("%v: power is %.0f points below the oracle's", c, g)
		}
	}
}

func TestReducedGridThroughTheGate(t *testing.T) {
	for _, c := range []cell{
		{K: 20, N: 20, R: 0, Shape: "skewed", Where: "series", Reps: 60},
		{K: 20, N: 20, R: 5, Shape: "skewed", Where: "series", Sigma: 0.03, Reps: 60},
		{K: 5, N: 10, R: 3, Shape: "autocorrelated", Where: "both", Sigma: 0.03, Heavy: true, Reps: 150},
	} {
		got := c.judged()
		if e := got[methodGate].rate(); e.Low > alpha || e.Value > 0.09 {
			t.Errorf("%v: %.3f of unchanged suites are blocked, 95 %% interval %.3f–%.3f", c, e.Value, e.Low, e.High)
		}
		// The data must be able to tell: without a floor it is hopeless.
		if naive := got[methodBonferroni].rate().Value; c.Sigma > 0 && naive < 0.2 {
			t.Errorf("%v: Bonferroni and a threshold block only %.2f, so the noise does not test the floor", c, naive)
		}
		if share := got[methodGate].cleared(); share >= 2.5 {
			t.Errorf("%v: of %.1f %% of the slowed series it was said that no regression was shown", c, share)
		}
	}
}

// The shortcut must say what the whole gate says where noise between runs
// rules: the same suites go through both.
func TestEffectsAgreeWithTheGate(t *testing.T) {
	c := cell{K: 12, N: 20, R: 4, Shape: "skewed", Where: "both", Sigma: 0.05, Heavy: true, Reps: 1}
	r := c.source()
	agree, blocked := 0, 0
	const suites = 60
	for range suites {
		log, _ := c.locations(r)
		// A slowdown in one series of every second suite, and repetitions so
		// close together that a location is exact.
		if agree%2 == 0 {
			log[0][c.R+1] += 0.4
		}
		b := c.limits(log)
		want := b.shiftBlocks
		for i := range log {
			want = want || log[i][c.R+1]-log[i][c.R]-b.shift >= b.least[i]
		}
		if got := c.exactVerdict(log); got == want {
			agree++
		}
		blocked += one(want)
	}
	if agree != suites || blocked < 5 || blocked > suites-5 {
		t.Errorf("the shortcut and the gate agree in %d of %d suites, of which %d are blocked", agree, suites, blocked)
	}
}

func (c cell) exactVerdict(log [][]float64) bool {
	runs := make([][][]float64, c.R+2)
	for t := range runs {
		for i := range log {
			values := make([]float64, c.N)
			for j := range values {
				values[j] = math.Exp(log[i][t] + 1e-9*float64(j))
			}
			runs[t] = append(runs[t], values)
		}
	}
	var out [methodCount]counts
	c.count(&out, runs, make([]float64, c.K), 0, 0)
	return out[methodGate].Blocked == 1
}
