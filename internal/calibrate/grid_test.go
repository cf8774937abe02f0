package main

import (
	"fmt"
	"math"
	"testing"

	"github.com/noisegate/noisegate/gate/stats"
)

// reducedGrid is what of the study runs with the tests: cells of every number
// of series, law and kind of evidence, the hardest of the whole among them.
var reducedGrid = []cell{
	{K: 5, R: 3, Where: "series", Heavy: true, Reps: 1500},
	{K: 5, R: 5, Where: "uneven", Reps: 600},
	{K: 5, R: 10, Where: "both", Heavy: true, Reps: 600},
	{K: 50, R: 3, Where: "series", Heavy: true, Reps: 800},
	{K: 50, R: 5, Where: "series", Reps: 400},
	{K: 50, R: 5, Where: "both", Heavy: true, Reps: 600},
	{K: 50, R: 5, Where: "uneven", Reps: 400},
	{K: 50, R: 10, Where: "series", Heavy: true, Reps: 600},
	{K: 50, R: 5, Where: "both", Reps: 300, History: true},
	{K: 500, R: 5, Where: "series", Heavy: true, Reps: 200},
	{K: 500, R: 10, Where: "series", Heavy: true, Reps: 200},
	{K: 500, R: 10, Where: "uneven", Reps: 100},
}

// leaves says in what a cell falls short, for certain: even the lower end of
// the 95 % interval of the rate is above what is promised, or power lies
// further below than chance makes of these numbers. Empty where it holds.
func (m measured) leaves() string {
	if e := m.ours.rate(); e.Low > mostBlocked || e.Value > 0.07 {
		return fmt.Sprintf("%.3f of unchanged suites are blocked, 95 %% interval %.3f–%.3f", e.Value, e.Low, e.High)
	}
	if g := fairGap(m.ours, m.oracle, m.informed); m.hasPower() && g > mostGap+4 {
		return fmt.Sprintf("power is %.0f points below what the evidence allows: %s, oracle %s, informed %s", g, powers(m.ours), powers(m.oracle), powers(m.informed))
	}
	if m.judged && m.Sigma > 0 {
		for k := range injected {
			if e := stats.ClopperPearson(m.ours.Passed[k], m.ours.Slowed, 0.95); e.Low >= mostPassed/100 {
				return fmt.Sprintf("%.3f of slowdowns by %g are passed", e.Value, injected[k])
			}
		}
	}
	return ""
}

func TestReducedGrid(t *testing.T) {
	for _, c := range reducedGrid {
		c.N, c.Shape, c.Sigma = 20, "normal", 0.03
		got := c.byEffects()
		if text := (measured{c, got[effectGate], got[effectOracle], got[effectInformed], false}).leaves(); text != "" {
			t.Errorf("%v: %s", c, text)
		}
	}
}

func TestReducedGridThroughTheGate(t *testing.T) {
	for _, c := range []cell{
		{K: 20, N: 20, R: 0, Shape: "skewed", Where: "series", Reps: 60},
		{K: 20, N: 20, R: 5, Shape: "skewed", Where: "series", Sigma: 0.03, Reps: 100},
		{K: 5, N: 20, R: 5, Shape: "bimodal", Where: "series", Sigma: 0.01, Reps: 300},
		{K: 5, N: 10, R: 3, Shape: "autocorrelated", Where: "both", Sigma: 0.03, Heavy: true, Reps: 300},
		{K: 500, N: 20, R: 5, Shape: "skewed", Where: "both", Sigma: 0.03, Heavy: true, Reps: 4},
	} {
		got := c.judged()
		if text := (measured{c, got[methodGate], got[methodOracle], got[methodInformed], true}).leaves(); text != "" {
			t.Errorf("%v: %s", c, text)
		}
		// The data must be able to tell: without a floor it is hopeless.
		if naive := got[methodBonferroni].rate().Value; c.Sigma >= 0.03 && naive < 0.2 {
			t.Errorf("%v: Bonferroni and a threshold block only %.2f, so the noise does not test the floor", c, naive)
		}
	}
}

// The checks above can fail: on the same suites they find the gate without its
// floor, a gate that never blocks, and one that passes what it does not block.
func TestReducedGridCanFail(t *testing.T) {
	c := cell{K: 20, N: 20, R: 5, Shape: "skewed", Where: "series", Sigma: 0.02, Reps: 60}
	got := c.judged()
	hold := measured{c, got[methodGate], got[methodOracle], counts{}, true}
	if text := hold.leaves(); text != "" {
		t.Fatalf("%v: %s", c, text)
	}
	noFloor, never, passes := hold, hold, hold
	noFloor.ours = got[methodBonferroni]
	never.ours.Caught = [len(injected)]int{}
	for k := range injected {
		passes.ours.Passed[k] = hold.ours.Slowed - hold.ours.Caught[k]
	}
	for name, m := range map[string]measured{"the gate without a floor": noFloor, "a gate that never blocks": never, "a gate that passes the rest": passes} {
		if m.leaves() == "" {
			t.Errorf("%s holds what is promised", name)
		}
	}
}

// The informed forecaster must be what it says: a further run lies beyond its
// limit as often as it says, under either law.
func TestInformedKeepsItsLevel(t *testing.T) {
	for _, heavy := range []bool{false, true} {
		c := cell{K: 10, N: 20, R: 5, Shape: "normal", Sigma: 0.02, Where: "uneven", Heavy: heavy, Reps: 1}
		f, r := c.inform(within/math.Sqrt(float64(c.N))), c.source()
		const suites, level = 100, 0.1
		beyond := 0
		for range suites {
			log, _ := c.locations(r)
			c.sampling(r, log)
			for _, row := range log {
				beyond += one(f.exceeds(row[:c.R+1], row[c.R+1:])[0] < level)
			}
		}
		if e := stats.ClopperPearson(beyond, suites*c.K, 0.999); e.Low > level || e.High < level {
			t.Errorf("%s: a further run lies beyond the limit of level %g in %.3f (%.3f–%.3f)", c.law(), level, e.Value, e.Low, e.High)
		}
	}
	// R 4.2: pt(sqrt(2)*x, 4, lower.tail = FALSE), sqrt(2)*dt(sqrt(2)*x, 4)
	for _, v := range []struct{ x, above, density float64 }{{0, 0.5, 0.5303300859}, {1, 0.1150998205, 0.1924500897}, {9, 0.0001097557096, 4.779979387e-05}} {
		if got := heavyAbove(v.x); math.Abs(got-v.above) > 1e-9*v.above {
			t.Errorf("heavyAbove(%v) = %v, want %v", v.x, got, v.above)
		}
		if got := heavyDensity(v.x); math.Abs(got-v.density) > 1e-9*v.density {
			t.Errorf("heavyDensity(%v) = %v, want %v", v.x, got, v.density)
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
	c.count(&out, runs, make([]float64, c.K), 0, 0, nil)
	return out[methodGate].Blocked == 1
}
