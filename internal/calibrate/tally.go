package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// A tally holds the counts of a study, cell by cell in the order of its grids.
type tally struct {
	byEffect          [][effectCount]counts
	byJudge, byFactor [][methodCount]counts
	byOdd             [][oddCount]counts
}

// savedTally is a tally as a file, with the cells that it was counted in.
type savedTally struct {
	Cells          []string
	Effects        [][effectCount]counts
	Judged, Factor [][methodCount]counts
	Odd            [][oddCount]counts
}

// cells names all cells of the study, with their numbers of suites.
func (s *study) cells() []string {
	var out []string
	for _, grid := range [][]cell{s.effects, s.judged, s.factorial, s.odd} {
		for _, c := range grid {
			out = append(out, fmt.Sprintf("%v suites=%d", c, c.Reps))
		}
	}
	return out
}

func (s *study) save(file string) error {
	data, err := json.Marshal(savedTally{s.cells(), s.byEffect, s.byJudge, s.byFactor, s.byOdd})
	if err != nil {
		return fmt.Errorf("saving the counts: %w", err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return fmt.Errorf("saving the counts: %w", err)
	}
	return nil
}

// load reads the counts of a study of the same cells.
func (s *study) load(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading the counts: %w", err)
	}
	var saved savedTally
	if err := json.Unmarshal(data, &saved); err != nil {
		return fmt.Errorf("reading the counts: %s: %w", file, err)
	}
	cells := s.cells()
	for i := range cells {
		if i >= len(saved.Cells) || saved.Cells[i] != cells[i] {
			return fmt.Errorf("reading the counts: %s is of another grid: it lacks %q at place %d", file, cells[i], i)
		}
	}
	s.tally = tally{saved.Effects, saved.Judged, saved.Factor, saved.Odd}
	return nil
}
