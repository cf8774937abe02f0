package bench

import (
	"regexp"
	"strconv"
)

// A goSuffix is what go test appended to the names of a block.
type goSuffix struct {
	// text is what to take off the names, "" if nothing is.
	text string
	// procs is GOMAXPROCS: 1 where names have no suffix, 0 where several
	// values were asked for with -cpu.
	procs int
}

var goProcs = regexp.MustCompile(`-([2-9]|[1-9][0-9]{1,5})$`)

// goSuffixes finds the -N that go test appends to every name of a process
// unless N is 1. "-8" at the end of one name may as well belong to the name,
// so it is a suffix only where all names of its block have it, and all blocks
// of the file have one: a package with a single benchmark called Size-1024
// does not count as a run on 1024 processors beside one that has no suffix.
func goSuffixes(blocks []*goBlock) []goSuffix {
	out := make([]goSuffix, len(blocks))
	all := true
	for i, b := range blocks {
		if b.results {
			out[i] = goSuffixOf(b)
			all = all && out[i].text != ""
		}
	}
	if !all {
		for i := range out {
			if out[i].text != "" {
				out[i] = goSuffix{procs: 1}
			}
		}
	}
	return out
}

func goSuffixOf(b *goBlock) goSuffix {
	common, bare := "", false
	for i, m := range b.order {
		text := goProcs.FindString(m.name)
		if i > 0 && text != common {
			common = ""
		} else if i == 0 {
			common = text
		}
		bare = bare || text == ""
	}
	switch {
	case common != "":
		n, err := strconv.Atoi(common[1:])
		if err != nil {
			return goSuffix{}
		}
		return goSuffix{common, n}
	case bare:
		return goSuffix{procs: 1}
	}
	return goSuffix{}
}
