package main

import (
	"reflect"

	"github.com/noisegate/noisegate/cmd/internal/hub"
	"github.com/noisegate/noisegate/gate/bench"
)

// likeness tells how much a run's machine is like the candidate's: one for
// every known field that agrees, minus one for every one that does not. The
// model of the CPU outweighs the rest.
func (r *artifactReader) likeness(candidate *bench.Set) func([]hub.File) int {
	return func(files []hub.File) int {
		set, err := r.set(files)
		if err != nil {
			return -1 << 20
		}
		return alike(environmentOf(candidate), environmentOf(set))
	}
}

func environmentOf(set *bench.Set) bench.Environment {
	if set == nil || len(set.Runs) == 0 || set.Runs[0].Env == nil {
		return bench.Environment{}
	}
	return *set.Runs[0].Env
}

// machineFields are the fields that tell machines apart, with their weights.
// Time, host and load differ between any two runs.
var machineFields = map[string]int{"CPU": 100, "Cores": 10, "Procs": 10, "Caches": 10, "OS": 1, "Arch": 10, "Toolchain": 1, "Build": 1}

func alike(a, b bench.Environment) int {
	score := 0
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for name, weight := range machineFields {
		p, q := x.FieldByName(name), y.FieldByName(name)
		switch {
		case p.IsZero() || q.IsZero():
		case p.Equal(q):
			score += weight
		default:
			score -= weight
		}
	}
	if a.MHz > 0 && b.MHz > 0 {
		if max(a.MHz, b.MHz)/min(a.MHz, b.MHz) > 1.25 {
			score -= 10
		} else {
			score += 10
		}
	}
	return score
}
