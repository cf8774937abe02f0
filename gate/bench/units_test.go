package bench

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestNormalise(t *testing.T) {
	check := func(unit string, value float64, wantUnit string, want float64) {
		t.Helper()
		u, by := normalise(unit)
		if got := by.apply(value); u != wantUnit || math.Abs(got-want) > 4e-16*want {
			t.Errorf("%v %q = %v %q, want %v %q", value, unit, got, u, want, wantUnit)
		}
	}
	check("ns", 1000, "s", 1e-6)
	check("us", 1, "s", 1e-6)
	check("\u00b5s", 1, "s", 1e-6)
	check("\u03bcs", 1, "s", 1e-6)
	check("ms", 2.5, "s", 2.5e-3)
	check("s", 3, "s", 3)
	check("seconds", 3, "s", 3)
	check("min", 2, "s", 120)
	check("us/op", 7, "s", 7e-6)
	check("ns/iter", 7, "s", 7e-9)
	check("sec/op", 7, "sec/op", 7)
	check("ops/us", 2, "ops/s", 2e6)
	check("ops/s", 2, "ops/s", 2)
	check("ops/min", 120, "ops/s", 2)
	check("MB/s", 1.5, "B/s", 1.5e6)
	check("KiB", 2, "B", 2048)
	check("MiB/s", 2, "B/s", 2<<20)
	check("KB/op", 2, "B/op", 2000)
	check("bytes", 2, "B", 2)
	check("widgets", 2, "widgets", 2)
	check("a/b", 2, "a/b", 2)
	check("/s", 2, "/s", 2)
	check("", 2, "", 2)
}

// Equal times of one unit stay equal, order is kept, and another unit moves a
// time by rounding only.
func TestScaleKeepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := float64(rapid.Int64Range(-999_999_999, 999_999_999).Draw(t, "a")) / 1000
		b := float64(rapid.Int64Range(-999_999_999, 999_999_999).Draw(t, "b")) / 1000
		for _, unit := range []string{"ns", "us", "\u00b5s", "ms", "MiB"} {
			_, by := normalise(unit)
			if x, y := by.apply(a), by.apply(b); (a < b) != (x < y) || (a == b) != (x == y) {
				t.Fatalf("%v and %v %s become %v and %v", a, b, unit, x, y)
			}
		}
		_, ns := normalise("ns")
		_, us := normalise("us")
		if x, y := ns.apply(a*1000), us.apply(a); math.Abs(x-y) > 4e-16*math.Abs(x) {
			t.Fatalf("%v us is %v s as us and %v s as ns", a, y, x)
		}
	})
}
