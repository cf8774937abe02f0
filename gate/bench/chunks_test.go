package bench

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Lists that share a piece of memory hold what was put into them, whatever
// room they asked for and however they grow.
func TestChunks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var room chunks
		var lists, want [][]float64
		next := 0.0
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			if len(lists) == 0 || rapid.Bool().Draw(t, "open") {
				lists = append(lists, room.take(rapid.IntRange(-1, 1500).Draw(t, "room")))
				want = append(want, nil)
			}
			i := rapid.IntRange(0, len(lists)-1).Draw(t, "list")
			for range rapid.IntRange(1, 20).Draw(t, "values") {
				next++
				lists[i], want[i] = append(lists[i], next), append(want[i], next)
			}
		}
		for i := range lists {
			if diff := cmp.Diff(want[i], append([]float64(nil), lists[i]...)); diff != "" {
				t.Fatalf("list %d (-want +got):\n%s", i, diff)
			}
		}
	})
}

// Benchmarks that come back after others, with more values than any before
// them, keep their values to themselves: in both ways of collecting.
func TestGrowingSeries(t *testing.T) {
	order := []string{"A", "A", "B", "C", "C", "C", "B", "A", "B", "B", "B", "C", "D", "A"}
	want := map[string][]float64{}
	var text, json []string
	for i, name := range order {
		text = append(text, fmt.Sprintf("Benchmark%s 1 %d x\n", name, i+1))
		json = append(json, fmt.Sprintf(`{"name": "Benchmark%s", "cpu_time": %d, "time_unit": "s"}`, name, i+1))
		want["Benchmark"+name] = append(want["Benchmark"+name], float64(i+1))
	}
	for _, file := range []string{strings.Join(text, ""), rows(strings.Join(json, ","))} {
		got := map[string][]float64{}
		for _, x := range mustRead(t, content("f", file), "").Series {
			got[x.Benchmark] = x.Values()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%.20s (-want +got):\n%s", file, diff)
		}
	}
}
