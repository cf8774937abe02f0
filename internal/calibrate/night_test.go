package main

import "testing"

func TestNightly(t *testing.T) {
	nights, err := nightly("../../../shared/captures/aa/go-nightly")
	if err != nil {
		t.Fatal(err)
	}
	if len(nights) == 0 {
		t.Skip("the nightly data is not here")
	}
	slowed, found, naive := 0, 0, 0
	for _, n := range nights {
		t.Logf("%+v", n)
		if n.gate != 0 || n.verdict == "regression" {
			t.Errorf("night %s: %d of %d unchanged benchmarks blocked, %s", n.name, n.gate, n.series, n.verdict)
		}
		slowed, found = slowed+n.slowed, found+n.found
		naive += one(n.naive > 0)
	}
	// 98 % and more, but for two nights after an odd one (docs/calibration.md).
	if share := float64(found) / float64(slowed); !(share >= 0.96) {
		t.Errorf("%d of %d benchmarks slowed by 10 %% were caught: %.3f, want at least 0.96", found, slowed, share)
	}
	if naive < len(nights)-1 {
		t.Errorf("the uncorrected test called only %d of %d nights slower: is this the right data?", naive, len(nights))
	}
}
