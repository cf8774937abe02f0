package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// normalSuite draws k series in m runs, the first of which is the reference.
func normalSuite(r *rand.Rand, k, m int, sigma float64) [][]float64 {
	out := make([][]float64, k)
	for i := range out {
		out[i] = make([]float64, m)
		for t := range out[i] {
			out[i][t] = sigma * r.NormFloat64()
		}
		for t := m - 1; t >= 0; t-- {
			out[i][t] -= out[i][0]
		}
	}
	return out
}

func TestStudentTailR(t *testing.T) {
	// R 4.2: qt(p, df, lower.tail = FALSE)
	for _, c := range []struct{ nu, p, want float64 }{
		{3, 0.025, 3.182446305}, {4, 1e-4, 13.03367172}, {10, 5e-5, 6.211}, {2, 0.005, 9.924843201}, {math.Inf(1), 0.025, 1.959963985},
	} {
		near(t, "studentTail", studentTail(c.nu, c.p), c.want, 1e-4)
	}
}

func TestSuiteNoiseOfOneSeriesIsThePredictionInterval(t *testing.T) {
	// One series borrows nothing: mean ± t(3)·s·√(1+1/4), with R 4.2's
	// qt(0.975, 3) = 3.182446 and var(c(0, 1, 2, 3)) = 5/3.
	n := FitSuiteNoise(SuiteEvidence{Same: [][]float64{{0, 0.01, 0.02, 0.03}}})
	low, high := n.Limits(0, 0.05)
	reach := 3.182446305 * 0.01 * math.Sqrt(5.0/3*1.25)
	near(t, "high", high, 0.015+reach, 1e-8)
	near(t, "low", low, 0.015-reach, 1e-8)
	near(t, "spread", n.Spread(0), 0.03, 1e-12)
}

func TestSuiteNoiseOfHistoryAlone(t *testing.T) {
	// The reference is the prediction, with the variance of a difference:
	// the mean square of the steps, 2·H²/(3H−1) = 2.25 degrees for H = 3.
	n := FitSuiteNoise(SuiteEvidence{Same: [][]float64{{0}}, Steps: [][]float64{{0.01, -0.02, 0.02}}})
	_, high := n.Limits(0, 0.05)
	near(t, "high", high, studentTail(2.25, 0.025)*math.Sqrt((1+4+4)/3.0)*0.01, 1e-9)
}

func TestSuiteNoiseNeedsRuns(t *testing.T) {
	n := FitSuiteNoise(SuiteEvidence{Same: [][]float64{{0, 0.01, 0.02}, {0, math.NaN(), 0.01}}})
	for i := range 2 {
		if low, high := n.Limits(i, 0.05); !math.IsNaN(low) || !math.IsNaN(high) {
			t.Errorf("series %d: limits %v, %v from two runs, want none", i, low, high)
		}
	}
	if n.HasShift() || !math.IsNaN(n.ShiftP(0.1)) {
		t.Error("two series have a shift")
	}
}

func TestSuiteNoiseOfNoNoise(t *testing.T) {
	same := make([][]float64, 12)
	for i := range same {
		same[i] = make([]float64, 5)
	}
	n := FitSuiteNoise(SuiteEvidence{Same: same})
	if low, high := n.Limits(3, 0.01); low != 0 || high != 0 {
		t.Errorf("limits %v, %v of runs that never differ, want 0", low, high)
	}
}

// Twelve series that the machine moves together have about the limits that
// they have on a machine that does not.
func TestMachineNoiseIsNotTheSeries(t *testing.T) {
	r := source(5)
	still := normalSuite(r, 40, 6, 0.01)
	moved := cloneRows(still)
	moves := []float64{0, 0.3, -0.2, 0.1, -0.4, 0.2}
	for _, row := range moved {
		for c := range row {
			row[c] += moves[c]
		}
	}
	a, b := FitSuiteNoise(SuiteEvidence{Same: still}), FitSuiteNoise(SuiteEvidence{Same: moved})
	for i := range still {
		_, x := a.Limits(i, 0.001)
		_, y := b.Limits(i, 0.001)
		near(t, "limit", y, x, 1e-9)
	}
	if _, high := b.ShiftLimits(0.001); high < 0.4 {
		t.Errorf("a machine that moved by 0.4 has a shift limit of %v", high)
	}
	if p := b.ShiftP(0.1); p < 0.2 {
		t.Errorf("an ordinary movement of that machine has p = %v", p)
	}
}

func TestNoiseThatAllShareBuysNoDegrees(t *testing.T) {
	r := source(6)
	shared, apart := normalSuite(r, 1, 5, 0.02)[0], normalSuite(r, 8, 5, 0.02)
	same := make([][]float64, 8)
	for i := range same {
		same[i] = shared
	}
	alone := FitSuiteNoise(SuiteEvidence{Same: [][]float64{shared}})
	together := FitSuiteNoise(SuiteEvidence{Same: same})
	_, x := alone.Limits(0, 0.01)
	_, y := together.Limits(0, 0.01)
	near(t, "limit of shared noise", y, x, 1e-9)
	if n := FitSuiteNoise(SuiteEvidence{Same: apart}); n.series[0].nu <= 4.5 {
		t.Errorf("eight independent series have %v degrees, no more than one alone", n.series[0].nu)
	}
}

func TestHeavyTailsWidenTheLimits(t *testing.T) {
	r := source(7)
	normal, heavy := normalSuite(r, 200, 6, 1), normalSuite(r, 200, 6, 1)
	for _, row := range heavy {
		for c := 1; c < len(row); c++ {
			if r.Float64() < 0.02 {
				row[c] *= 12
			}
		}
	}
	a, b := FitSuiteNoise(SuiteEvidence{Same: normal}), FitSuiteNoise(SuiteEvidence{Same: heavy})
	if a.excess > 0.08 || b.excess < a.excess+0.1 {
		t.Errorf("excess of normal noise %v, of heavy-tailed noise %v", a.excess, b.excess)
	}
}

// A prediction that lies too far out for the law lowers the level, and by half
// at most; those of ordinary noise leave nearly all of it.
func TestGuardLevel(t *testing.T) {
	same := normalSuite(source(10), 60, 6, 1)
	lawful := FitSuiteNoise(SuiteEvidence{Same: same})
	if want := guardShare * 6 / (60 * 6); lawful.guard < want/10 || lawful.guard > 10*want {
		t.Errorf("guard of normal noise %v, want about %v", lawful.guard, want)
	}
	same[3][2] += 60
	jumped := FitSuiteNoise(SuiteEvidence{Same: same})
	if jumped.guard > 1e-5 {
		t.Errorf("guard of a series that jumped by 60 deviations %v", jumped.guard)
	}
	low, high := jumped.Limits(7, 0.001)
	wantLow, wantHigh := jumped.limits(jumped.series[7], 0.0005)
	near(t, "low", low, wantLow, 1e-12)
	near(t, "high", high, wantHigh, 1e-12)
	level := lawful.guard / 2
	_, high = lawful.Limits(7, level)
	_, want := lawful.limits(lawful.series[7], level)
	near(t, "limit at a level below the guard", high, want, 1e-12)
}

// By the exchange of runs a further one lies beyond the guard of R others and
// the reference with probability (c/2)/(c/2+R+1) on the side of slowdowns,
// whatever the law: here Cauchy's, which the fit of the tail cannot follow.
func TestGuardHoldsForAnyLaw(t *testing.T) {
	const suites, k, runs = 2000, 30, 10
	r := source(11)
	beyond := 0
	for range suites {
		same, further := make([][]float64, k), make([]float64, k)
		for i := range same {
			for range runs {
				same[i] = append(same[i], r.NormFloat64()/r.NormFloat64())
			}
			further[i] = r.NormFloat64() / r.NormFloat64()
		}
		var reps []replicates
		for _, row := range same {
			reps = append(reps, replicatesOf(row, nil))
		}
		prior := cautiousPrior(reps)
		guard, out := guardLevel(reps, prior, 0.2), false
		for i, rep := range reps {
			v, nu := moderate(prior, rep.ss, rep.df)
			u := (further[i] - rep.mean) / math.Sqrt(v*(1+1/float64(runs)))
			out = out || student(1/(1/nu+0.2)).Survival(u) < guard/2
		}
		if out {
			beyond++
		}
	}
	c := guardShare * runs / 2
	want := c / (c + runs)
	// The prediction of a further run knows one run more than the others did.
	if e := ClopperPearson(beyond, suites, 0.999); e.Low > 1.3*want || e.High < want/1.3 {
		t.Errorf("a further run lies beyond the guard in %.3f (%.3f–%.3f) of suites, want about %.3f", e.Value, e.Low, e.High, want)
	}
}

func TestStepsOfTheHistoryAreFound(t *testing.T) {
	const k, h = 40, 6
	r := source(8)
	suite := func(change func(location [][]float64)) *SuiteNoise {
		location := make([][]float64, k)
		for i := range location {
			location[i] = make([]float64, h+1)
			for c := range location[i] {
				location[i][c] = 0.01 * r.NormFloat64()
			}
		}
		change(location)
		e := SuiteEvidence{Same: make([][]float64, k), Steps: make([][]float64, k)}
		for i, row := range location {
			e.Same[i] = []float64{0}
			for c := 1; c <= h; c++ {
				e.Steps[i] = append(e.Steps[i], row[c]-row[c-1])
			}
		}
		return FitSuiteNoise(e)
	}
	changed := suite(func(location [][]float64) {
		for c := 3; c <= h; c++ {
			location[0][c] += 0.3
		}
	})
	if _, high := changed.Limits(0, 0.001); high > 0.2 || changed.unclear[0] {
		t.Errorf("a lasting change of 0.3 left a limit of %v", high)
	}
	off := suite(func(location [][]float64) { location[0][3] += 0.3 })
	if _, high := off.Limits(0, 0.001); high < 0.3 {
		t.Errorf("a run that was off by 0.3 left a limit of %v", high)
	}
	last := suite(func(location [][]float64) { location[0][h] += 0.3 })
	if _, high := last.Limits(0, 0.001); high < 0.2 || !last.unclear[0] {
		t.Errorf("a change just before the reference left a limit of %v", high)
	}
	if _, high := last.Limits(1, 0.001); high > 0.2 {
		t.Errorf("a change of one series gave another one a limit of %v", high)
	}
}

func TestPropertiesOfSuiteNoise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := source(rapid.Uint64().Draw(t, "seed"))
		k, m := rapid.IntRange(1, 30).Draw(t, "series"), rapid.IntRange(4, 11).Draw(t, "runs")
		same := normalSuite(r, k, m, 0.02)
		n := FitSuiteNoise(SuiteEvidence{Same: same})
		factor := rapid.Float64Range(0.1, 10).Draw(t, "factor")
		scaledUp, mirrored := cloneRows(same), cloneRows(same)
		for i := range same {
			for c := range same[i] {
				scaledUp[i][c] *= factor
				mirrored[i][c] *= -1
			}
		}
		up, mirror := FitSuiteNoise(SuiteEvidence{Same: scaledUp}), FitSuiteNoise(SuiteEvidence{Same: mirrored})
		last := FitSuiteNoise(SuiteEvidence{Same: append(cloneRows(same[k-1:]), same[:k-1]...)})
		for i := range same {
			low, high := n.Limits(i, 0.01)
			if !(low < high) {
				t.Fatalf("limits %v, %v", low, high)
			}
			if l, h := n.Limits(i, 0.001); !(l < low && h > high) {
				t.Fatal("a stricter level has narrower limits")
			}
			if _, h := up.Limits(i, 0.01); !close(h, factor*high, 1e-6) {
				t.Fatalf("%g times the noise has the limit %v, not %v", factor, h, factor*high)
			}
			if l, _ := mirror.Limits(i, 0.01); !close(l, -high, 1e-6) {
				t.Fatalf("mirrored noise has the limit %v, not %v", l, -high)
			}
			if _, h := last.Limits((i+1)%k, 0.01); !close(h, high, 1e-6) {
				t.Fatalf("in another order the limit is %v, not %v", h, high)
			}
		}
	})
}

func BenchmarkFitSuiteNoise(b *testing.B) {
	same := normalSuite(source(9), 2000, 6, 0.02)
	for b.Loop() {
		FitSuiteNoise(SuiteEvidence{Same: same})
	}
}
