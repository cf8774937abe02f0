package manual

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/noisegate/noisegate/gate/stats"
)

// alpha and power are what the tables of the documents assume: the defaults.
const (
	alpha = 0.05
	power = 0.80
)

var testCounts = []int{1, 5, 10, 20, 50, 100, 200, 500, 1000}

func holds(t *testing.T, document, rows string) {
	t.Helper()
	text, err := os.ReadFile("../../" + document)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\n"+rows) {
		t.Errorf("%s does not hold these rows:\n%s", document, rows)
	}
}

// TestRepetitionsTables holds the tables of repetitions against gate/stats,
// whose own numbers are tested against exact counts and simulated power.
func TestRepetitionsTables(t *testing.T) {
	var least, rows strings.Builder
	least.WriteString("| values a side, at least |")
	for _, k := range testCounts {
		fmt.Fprintf(&least, " %d |", stats.ObservationsNeeded(alpha/float64(k)))
		fmt.Fprintf(&rows, "| %d | %d |", k, stats.ObservationsNeeded(alpha/float64(k)))
		for _, noise := range []float64{0.01, 0.02, 0.03, 0.05, 0.10} {
			fmt.Fprintf(&rows, " %d |", stats.RepetitionsNeeded(0.05, noise, alpha/float64(k), power))
		}
		rows.WriteString("\n")
	}
	least.WriteString("\n")
	holds(t, "docs/formats.md", least.String())
	holds(t, "docs/choosing.md", rows.String())
}
