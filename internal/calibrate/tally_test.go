package main

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCountsAreKept(t *testing.T) {
	s := study{effects: effectGrid(0)[:2], odd: oddGrid(0)[:1]}
	s.measure()
	file := filepath.Join(t.TempDir(), "counts.json")
	if err := s.save(file); err != nil {
		t.Fatal(err)
	}
	again := study{effects: s.effects, odd: s.odd}
	if err := again.load(file); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(s.tally, again.tally, cmp.AllowUnexported(tally{})); d != "" {
		t.Errorf("counts changed on the way (-saved +loaded):\n%s", d)
	}
	other := study{effects: effectGrid(0)[:3], odd: s.odd}
	if err := other.load(file); err == nil {
		t.Error("counts of another grid are taken")
	}
}
