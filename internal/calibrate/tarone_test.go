package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/noisegate/noisegate/gate/stats"
)

var update = flag.Bool("update", false, "rewrite the table in docs/tests-counted.md")

// rejected is the share of U tests at a level that find a shift of so many
// standard deviations in n and n values.
func rejected(n int, shift, level float64) float64 {
	const tests = 4000
	r := rand.New(rand.NewPCG(uint64(n), 1990))
	found := 0
	for range tests {
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = math.Exp(0.01*r.NormFloat64()), math.Exp(0.01*(r.NormFloat64()+shift))
		}
		found += one(stats.MannWhitneyU(mustSample(x), mustSample(y)).P < level)
	}
	return float64(found) / tests
}

// TestTarone weighs Tarone's (1990) exclusion of hypotheses that cannot reject
// from K, on suites of 100 in which some have 5 values a side, which never
// reach α/100, and keeps the table of docs/tests-counted.md.
func TestTarone(t *testing.T) {
	const k = 100
	var b strings.Builder
	b.WriteString("| cannot reject | K with all | K without them | power at 1.5 σ, n = 10 | without them | at 2 σ | without them |\n| --: | --: | --: | --: | --: | --: | --: |\n")
	for _, hopeless := range []int{0, 25, 50, 75, 90} {
		left := k - hopeless
		if stats.SmallestP(5, 5) < alpha/float64(left) && hopeless > 0 {
			t.Logf("%d of %d: with K = %d the others could reject after all", hopeless, k, left)
		}
		fmt.Fprintf(&b, "| %d of 100 | %d | %d |", hopeless, k, left)
		for _, shift := range []float64{1.5, 2} {
			with, without := rejected(10, shift, alpha/k), rejected(10, shift, alpha/float64(left))
			if without < with {
				t.Errorf("a larger level finds less: %v, %v", with, without)
			}
			fmt.Fprintf(&b, " %.0f %% | %.0f %% |", 100*with, 100*without)
		}
		b.WriteString("\n")
	}
	const path = "../../docs/tests-counted.md"
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := strings.Index(string(doc), "| cannot reject"), strings.LastIndex(string(doc), "|\n")+2
	if begin < 0 || end < begin {
		t.Fatalf("%s has no table", path)
	}
	if got := string(doc[begin:end]); got != b.String() {
		if *update {
			if err := os.WriteFile(path, []byte(string(doc[:begin])+b.String()+string(doc[end:])), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		t.Errorf("the table of %s is stale, run with -update:\n%s", path, b.String())
	}
}
