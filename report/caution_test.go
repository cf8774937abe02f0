package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/noisegate/noisegate/gate"
)

// TestPooled: each kind is said once, and advice that differs in its numbers
// only is one piece of advice that serves all.
func TestPooled(t *testing.T) {
	warm := func(series, n string) gate.Warning {
		return gate.Warning{Code: "warm-up", Series: series, Message: "the first " + n + " are slower", Advice: "drop them with --warmup " + n}
	}
	check := func(want string, warnings ...gate.Warning) {
		t.Helper()
		if diff := cmp.Diff(want, strings.Join(Pooled(warnings), "\n")); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	}
	check("")
	check("warm-up: A: the first 2 are slower. Drop them with --warmup 2.", warm("A", "2"))
	check("warm-up (3 times): A: the first 2 are slower; B: the first 10 are slower; C: the first 1 are slower. Drop them with --warmup 10.",
		warm("A", "2"), warm("B", "10"), warm("C", "1"))
	check("warm-up (2 times): A: the first 9 are slower; B: the first 10 are slower. Drop them with --warmup 10.", warm("A", "9"), warm("B", "10"))
	check("warm-up (2 times): A, B: the first 2 are slower. Drop them with --warmup 2.", warm("A", "2"), warm("B", "2"))
	check("x (5 times): f:1: bad; f:2: bad; f:3: bad; and 2 more.\ny: other. Do this.",
		gate.Warning{Code: "x", Message: "f:1: bad"}, gate.Warning{Code: "x", Message: "f:2: bad"}, gate.Warning{Code: "y", Message: "other", Advice: "do this"},
		gate.Warning{Code: "x", Message: "f:3: bad"}, gate.Warning{Code: "x", Message: "f:4: bad"}, gate.Warning{Code: "x", Message: "f:5: bad"})
	check("x (2 times): a; b. Do this. Do that 1.",
		gate.Warning{Code: "x", Message: "a", Advice: "do this"}, gate.Warning{Code: "x", Message: "b", Advice: "do that 1"})
	check(`x: \::error::x\x1b[31m.`, gate.Warning{Code: "x", Message: "::error::x\x1b[31m"})
}
