package report

import (
	"math"
	"testing"

	"github.com/noisegate/noisegate/gate"
)

func TestPair(t *testing.T) {
	check := func(unit string, before, after float64, want string) {
		t.Helper()
		s := &gate.Series{Unit: unit, Verdict: gate.Regression}
		if !math.IsNaN(before) {
			s.Baseline = &gate.Stats{Median: gate.Number(before)}
		}
		if !math.IsNaN(after) {
			s.Candidate = &gate.Stats{Median: gate.Number(after)}
		}
		if got := pair(s); got != want {
			t.Errorf("%v → %v %s: got %q, want %q", before, after, unit, got, want)
		}
	}
	nan := math.NaN()
	check("s", 1.42e-6, 1.58e-6, "1.42 → 1.58 µs")
	check("s", 950e-9, 1.2e-6, "0.950 → 1.20 µs")
	check("s", 999.4e-9, 999.2e-9, "999.4 → 999.2 ns")
	check("s", 999.6e-9, 999.6e-9, "1.00 → 1.00 µs")
	check("sec/op", 2.5e-3, 2e-3, "2.50 → 2.00 ms/op")
	check("s", 90, 120, "90.0 → 120 s")
	check("s", 0, 0, "0 → 0 ns")
	check("s", 3e-10, 4e-10, "0.300 → 0.400 ns")
	check("B/op", 2048, 4096, "2.00 → 4.00 KiB/op")
	check("B/op", 0, 16, "0 → 16 B/op")
	check("B", 1<<30, 3<<29, "1.00 → 1.50 GiB")
	check("B/s", 1.21e9, 1.07e9, "1.21 → 1.07 GB/s")
	check("ops/s", 100, 80, "100 → 80 ops/s")
	check("ops/s", 123_456, 80_000, "123 → 80.0 kops/s")
	check("allocs/op", 1204, 1205, "1204 → 1205 allocs/op")
	check("", 1.5, 2.25, "1.50 → 2.25")
	check("s", 1.0001e-6, 1.0002e-6, "1.0001 → 1.0002 µs")
	check("s", nan, 1e-3, "– → 1.00 ms")
	check("s", 1e-3, nan, "1.00 → – ms")
	check("s", nan, nan, "– → – ns")
	check("widgets\x1b", 1e9, 2e9, `1e+09 → 2e+09 widgets\x1b`)
	check("s", -1e-6, 1e-6, "-1.00 → 1.00 µs")
}

func TestPercent(t *testing.T) {
	check := func(f float64, want string) {
		t.Helper()
		if got := percent(gate.Number(f)); got != want {
			t.Errorf("percent(%v) = %q, want %q", f, got, want)
		}
	}
	check(0.05, "5%")
	check(0.068, "6.8%")
	check(0.0025, "0.25%")
	check(0.0001, "0.01%")
	check(0.1, "10%")
	check(1, "100%")
	check(12.345, "1234%")
	check(0, "0%")
	check(math.NaN(), "unknown")
	check(math.Inf(1), "unbounded")
}

func TestSigned(t *testing.T) {
	check := func(f float64, want string) {
		t.Helper()
		if got := signed(gate.Number(f)); got != want {
			t.Errorf("signed(%v) = %q, want %q", f, got, want)
		}
	}
	check(0.1127, "+11.3")
	check(-0.004, "-0.4")
	check(0.0004, "0.0")
	check(-0.0004, "0.0")
	check(12.5, "+1250")
	check(1e9, "+1e+11")
}

func TestPValue(t *testing.T) {
	check := func(f float64, want string) {
		t.Helper()
		if got := pvalue(gate.Number(f)); got != want {
			t.Errorf("pvalue(%v) = %q, want %q", f, got, want)
		}
	}
	check(1, "1")
	check(0.0479, "0.048")
	check(0.00061, "6.1e-4")
	check(1.0825e-05, "1.1e-5")
	check(1e-120, "1.0e-120")
	check(math.NaN(), "–")
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -5: "-5", -1234: "-1,234", -123: "-123"} {
		if got := count(n); got != want {
			t.Errorf("count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestBar(t *testing.T) {
	inf := gate.Number(math.Inf(1))
	a := axis{-0.05, 0.15}
	check := func(effect, low, high gate.Number, want string) {
		t.Helper()
		s := &gate.Series{Effect: effect, EffectLow: low, EffectHigh: high, Threshold: 0.05, Floor: gate.Unknown}
		if got := bar(s, a); got != want {
			t.Errorf("%v (%v to %v):\n got %s\nwant %s", effect, low, high, got, want)
		}
	}
	check(0.1, 0.08, 0.12, "·····0····┊··├─┼─┤···")
	check(0.1, 0.1, 0.1, "·····0····┊····┼·····")
	check(0.1, gate.Unknown, gate.Unknown, "·····0····┊····┼·····")
	check(0.02, -inf, inf, "<──────┼────────────>")
	check(0.1, 0.06, 0.4, "·····0····┊├───┼────>")
	check(inf, gate.Unknown, gate.Unknown, "·····0····┊·········>")
	check(gate.Unknown, gate.Unknown, gate.Unknown, "·····0····┊··········")
}

// TestAxis: one enormous effect does not press the others flat.
func TestAxis(t *testing.T) {
	rows := []*gate.Series{}
	for _, e := range []float64{0.08, 0.09, 0.1, 50} {
		rows = append(rows, &gate.Series{Effect: gate.Number(e), EffectLow: gate.Number(e - 0.01), EffectHigh: gate.Number(e + 0.01), Threshold: 0.05, Floor: gate.Unknown})
	}
	if a := axisOf(rows); a.high > 1 || a.low >= 0 || a.high < 0.1 {
		t.Errorf("axis %+v", a)
	}
	if a := axisOf(nil); a.low >= a.high {
		t.Errorf("axis of nothing %+v", a)
	}
}
