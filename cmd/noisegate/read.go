package main

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"sync"

	"github.com/noisegate/noisegate/gate/bench"
)

// inputs are the files of a comparison.
type inputs struct {
	baseline, candidate, aa, history []namedFile
	notes                            []string
}

// all finds all files of a comparison. A file of the baseline that is named
// as A/A evidence too is left out there: compared with itself it would say
// that there is no noise.
func (s source) all(c comparison) (in inputs, err error) {
	for _, side := range []struct {
		role     string
		patterns []string
		to       *[]namedFile
	}{{"baseline", c.baseline, &in.baseline}, {"candidate", c.candidate, &in.candidate}, {"A/A runs", c.aa, &in.aa}, {"history", c.history, &in.history}} {
		files, notes, err := s.expand(side.role, side.patterns)
		if err != nil {
			return in, err
		}
		*side.to, in.notes = files, append(in.notes, notes...)
	}
	in.aa = in.without(in.aa, "A/A run", in.baseline)
	in.history = in.without(in.history, "run of the history", in.baseline, in.aa)
	return in, nil
}

// without leaves out of files what others hold, with a note.
func (in *inputs) without(files []namedFile, role string, others ...[]namedFile) []namedFile {
	taken := map[string]bool{}
	for _, o := range others {
		for _, f := range o {
			taken[f.path] = f.path != ""
		}
	}
	var kept []namedFile
	for _, f := range files {
		if taken[f.path] {
			in.notes = append(in.notes, fmt.Sprintf("%q is no %s of its own, because it was named already; it was left out", f.Name, role))
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

// sets are what the files of a comparison hold.
type sets struct {
	baseline, candidate *bench.Set
	aa, history         []*bench.Set
}

// read reads all files, the sides at the same time.
func (in inputs) read(format string) (sets, error) {
	var out sets
	err := together(
		func() (err error) { out.baseline, err = readSide("baseline", in.baseline, format); return },
		func() (err error) { out.candidate, err = readSide("candidate", in.candidate, format); return },
		func() (err error) { out.aa, err = readRuns("A/A runs", in.aa, format); return },
		func() (err error) { out.history, err = readRuns("history", in.history, format); return },
	)
	return out, err
}

// together runs the functions at the same time and returns the first error in
// their order. A panic comes back as one in the caller, which reports it.
func together(functions ...func() error) error {
	errs, panics := make([]error, len(functions)), make([]any, len(functions))
	var wg sync.WaitGroup
	for i, f := range functions {
		wg.Go(func() {
			defer func() { panics[i] = recover() }()
			errs[i] = f()
		})
	}
	wg.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// readSide reads the files of one side into one set; nil without files.
func readSide(role string, files []namedFile, format string) (*bench.Set, error) {
	if len(files) == 0 {
		return nil, nil
	}
	ins := make([]bench.Input, len(files))
	for i, f := range files {
		ins[i] = f.Input
	}
	set, err := readInputs(role, ins, format)
	return set, discreet(role, files, err)
}

// discreet hides what an error says of files outside of the workspace.
func discreet(role string, files []namedFile, err error) error {
	if err == nil {
		return nil
	}
	for _, f := range files {
		if f.outside {
			return inputError(fmt.Errorf("reading the %s %q: not a result file that noisegate knows, or a damaged one; it lies outside of the workspace, so what it holds is not shown", role, f.Name))
		}
	}
	return err
}

// readInputs reads results, and fills in what files of "noisegate
// environment" beside them know.
func readInputs(role string, ins []bench.Input, format string) (*bench.Set, error) {
	machines, results, err := splitMachines(ins)
	if err != nil {
		return nil, inputError(fmt.Errorf("reading the %s: %w", role, err))
	}
	if len(results) == 0 {
		return nil, inputError(fmt.Errorf("reading the %s: there is a description of the machine, but no result", role))
	}
	set, err := bench.ReadAll(results, format)
	if err != nil {
		return nil, inputError(fmt.Errorf("reading the %s: %w", role, err))
	}
	fillEnvironments(set, machines)
	return set, nil
}

// readRuns reads files as separate runs, in order. Neighbours that share no
// series are parts of one run: a suite in several files.
func readRuns(role string, files []namedFile, format string) ([]*bench.Set, error) {
	ins := make([]bench.Input, len(files))
	for i, f := range files {
		ins[i] = f.Input
	}
	machines, results, err := splitMachines(ins)
	if err != nil {
		return nil, inputError(fmt.Errorf("reading the %s: %w", role, err))
	}
	if results, err = known(results, format); err != nil {
		return nil, inputError(fmt.Errorf("reading the %s: %w", role, err))
	}
	parts := make([]*bench.Set, len(results))
	for i, in := range results {
		if parts[i], err = bench.Read(in, format); err != nil {
			return nil, discreet(role, files, inputError(fmt.Errorf("reading the %s: %w", role, err)))
		}
	}
	for _, p := range parts {
		fillEnvironments(p, machines)
	}
	return joinShards(parts), nil
}

// known leaves out the files of folders that no reader knows. If that leaves
// nothing it leaves out nothing, and reading says what is wrong.
func known(ins []bench.Input, format string) ([]bench.Input, error) {
	var out []bench.Input
	for _, in := range ins {
		if in.Optional {
			head, err := headOf(in)
			if err != nil {
				return nil, err
			}
			f, err := bench.Detect(head, in.Name)
			if err != nil || format != "" && f.Name != format {
				continue
			}
		}
		out = append(out, in)
	}
	if len(out) == 0 {
		return ins, nil
	}
	return out, nil
}

// headOf is what detection looks at.
func headOf(in bench.Input) ([]byte, error) {
	r, err := in.Open()
	if err != nil {
		return nil, fmt.Errorf("%q: %w", in.Name, cause(err))
	}
	defer r.Close()
	head, err := io.ReadAll(io.LimitReader(r, bench.SniffLen))
	if err != nil {
		return nil, fmt.Errorf("%q: %w", in.Name, cause(err))
	}
	return head, nil
}

// joinShards merges neighbours that share no series.
func joinShards(parts []*bench.Set) []*bench.Set {
	var runs []*bench.Set
	var group []*bench.Set
	keys := map[bench.Key]bool{}
	flush := func() {
		switch {
		case len(group) == 1:
			runs = append(runs, group[0])
		case len(group) > 1:
			runs = append(runs, bench.Merge(group...))
		}
		group, keys = nil, map[bench.Key]bool{}
	}
	for _, p := range parts {
		for _, s := range p.Series {
			if keys[s.Key] {
				flush()
				break
			}
		}
		group = append(group, p)
		for _, s := range p.Series {
			keys[s.Key] = true
		}
	}
	flush()
	return runs
}

// fillEnvironments adds to every run what the descriptions of machines know
// and its file does not say. A description is about the files of its folder
// and below; one that is about none of them is about all.
func fillEnvironments(set *bench.Set, machines []machineFile) {
	for _, m := range machines {
		about := map[int]bool{}
		for i, f := range set.Files {
			about[i] = under(f.Name, path.Dir(filepath.ToSlash(m.name)))
		}
		any := false
		for _, yes := range about {
			any = any || yes
		}
		for i := range set.Runs {
			r := &set.Runs[i]
			if any && !about[r.File] {
				continue
			}
			env := bench.Environment{}
			if r.Env != nil {
				env = *r.Env
			}
			fillUnknown(&env, m.env)
			r.Env = &env
		}
	}
}

// under reports whether a file lies in a folder or below it.
func under(name, folder string) bool {
	rel, err := filepath.Rel(folder, filepath.ToSlash(name))
	return err == nil && filepath.IsLocal(rel)
}
