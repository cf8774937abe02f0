package bench

import (
	"fmt"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func TestNormalise(t *testing.T) {
	check := func(unit string, value float64, wantUnit string, want float64) {
		t.Helper()
		u, by := normalise(unit)
		if got := by.apply(value); u != wantUnit || got != want {
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

// Whatever unit a time is printed in, the number is the one nearest to it.
func TestEqualTimesStayEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.Int64Range(-999_999_999, 999_999_999).Draw(t, "digits")
		decimals := rapid.IntRange(0, 6).Draw(t, "decimals")
		want, err := strconv.ParseFloat(fmt.Sprintf("%de-%d", digits, decimals+9), 64)
		if err != nil {
			t.Fatal(err)
		}
		for unit, shift := range map[string]int{"ns": 0, "us": 3, "\u00b5s": 3} {
			printed, err := strconv.ParseFloat(fmt.Sprintf("%de-%d", digits, decimals+shift), 64)
			if err != nil {
				t.Fatal(err)
			}
			if _, by := normalise(unit); by.apply(printed) != want {
				t.Fatalf("%v %s is %v s, want %v", printed, unit, by.apply(printed), want)
			}
		}
	})
}
