package main

import (
	"fmt"

	"github.com/noisegate/noisegate/gate/bench"
)

// oneHarness reports files of two harnesses in one comparison: their names
// and metrics never meet, so the one half would be listed as removed or added
// and the other judged, which looks like a small suite that passes. The
// native format goes with any, since its names are those of the harness that
// it was converted from. Folders and archives may hold other things.
func (s sets) oneHarness() error {
	var first bench.File
	var role string
	for _, side := range []struct {
		role string
		sets []*bench.Set
	}{{"baseline", []*bench.Set{s.baseline}}, {"candidate", []*bench.Set{s.candidate}}, {"A/A runs", s.aa}, {"history", s.history}} {
		for _, set := range side.sets {
			if set == nil {
				continue
			}
			for _, f := range set.Files {
				switch {
				case f.Format == "native" || f.Values == 0:
				case first.Format == "":
					first, role = f, side.role
				case f.Format != first.Format:
					return inputError(fmt.Errorf("mixed formats: %q of the %s is %s, but %q of the %s is %s; compare the results of one harness at a time, each with a comment-key of its own",
						first.Name, role, first.Format, f.Name, side.role, f.Format))
				}
			}
		}
	}
	return nil
}
