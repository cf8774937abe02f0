package bench

import (
	"regexp"
	"strconv"
	"strings"
)

// A goSuffix is what go test appended to the names of a block.
type goSuffix struct {
	// text is what to take off the names, "" if nothing is.
	text string
	// procs is GOMAXPROCS: 1 where names have no suffix, 0 where it is not
	// known or several values were asked for with -cpu.
	procs int
	// certain says that a name proves it.
	certain bool
}

// goProcs matches the suffix for GOMAXPROCS, which is never 1.
var goProcs = regexp.MustCompile(`-([2-9]|[1-9][0-9]{1,5})$`)

// goSuffixes finds the -N that go test appends to every name of a process
// unless N is 1. The name of a sub-benchmark may end in "-8" of its own
// accord; that of a Go function cannot. So a block with a top-level benchmark
// proves its suffix. In a block of sub-benchmarks only, an ending that all
// have is a suffix if another block proves it; without any proof, if all
// blocks of the file have one.
func goSuffixes(blocks []*goBlock) []goSuffix {
	out := make([]goSuffix, len(blocks))
	all, proved := true, map[string]bool{}
	for i, b := range blocks {
		if !b.results {
			continue
		}
		out[i] = goSuffixOf(b)
		all = all && out[i].text != ""
		if out[i].certain {
			proved[out[i].text] = true
		}
	}
	for i, s := range out {
		if s.certain || s.text == "" || proved[s.text] {
			continue
		}
		if len(proved) > 0 && proved[""] || len(proved) == 0 && !all {
			out[i] = goSuffix{procs: 1}
		}
	}
	return out
}

// goSuffixOf looks at the names of one block.
func goSuffixOf(b *goBlock) goSuffix {
	endings, tops := map[string]bool{}, map[string]bool{}
	for _, m := range b.order {
		end := goProcs.FindString(m.name)
		endings[end] = true
		if !strings.Contains(m.name, "/") {
			tops[end] = true
		}
	}
	switch {
	case len(tops) == 1 && tops[""]:
		return goSuffix{procs: 1, certain: true}
	case len(endings) > 1:
		s := goSuffix{certain: len(tops) > 0}
		if endings[""] {
			s.procs = 1
		}
		return s
	}
	for end := range endings {
		if n, err := strconv.Atoi(strings.TrimPrefix(end, "-")); err == nil {
			return goSuffix{end, n, len(tops) > 0}
		}
	}
	return goSuffix{procs: 1}
}
