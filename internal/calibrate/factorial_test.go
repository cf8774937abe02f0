package main

import (
	"fmt"
	"testing"
)

// missingPairs lists the levels of two axes that no cell has both of.
func missingPairs(cells []cell) []string {
	met, levels := map[[2]string]bool{}, map[int]map[string]bool{}
	for _, c := range cells {
		for i, a := range axes {
			if levels[i] == nil {
				levels[i] = map[string]bool{}
			}
			levels[i][a.level(c)] = true
			for j, b := range axes[i+1:] {
				met[[2]string{fmt.Sprint(i, a.level(c)), fmt.Sprint(i+1+j, b.level(c))}] = true
			}
		}
	}
	var missing []string
	for i := range axes {
		for j := i + 1; j < len(axes); j++ {
			for a := range levels[i] {
				for b := range levels[j] {
					if !met[[2]string{fmt.Sprint(i, a), fmt.Sprint(j, b)}] {
						missing = append(missing, axes[i].name+" "+a+" with "+axes[j].name+" "+b)
					}
				}
			}
		}
	}
	return missing
}

func TestFactorialGrid(t *testing.T) {
	cells := factorialGrid(1)
	if len(cells) != 72 {
		t.Errorf("%d cells, want 72", len(cells))
	}
	if missing := missingPairs(cells); len(missing) > 0 {
		t.Errorf("these never meet: %v", missing)
	}
	// The check can fail: without one place of the noise pairs are missing.
	if len(missingPairs(cells[:24])) == 0 {
		t.Error("a third of the grid, all of five series, is said to hold every pair of its levels")
	}
}
