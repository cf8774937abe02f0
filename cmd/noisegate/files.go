package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/noisegate/noisegate/gate/bench"
	"golang.org/x/term"
)

// maxStream bounds what is kept of a pipe, which can be read only once, in
// bytes.
const maxStream = 512 << 20

// A source finds the files that a user names.
type source struct {
	// dir is where relative names start; empty is the working directory.
	dir string
	// inside maps a name before it is looked for; nil leaves it.
	inside func(string) string
	// confined refuses links that lead out of dir: a change may hold any
	// link, and what a reader says of a file must not tell what is elsewhere.
	confined bool
	stdin    io.Reader
}

// A namedFile is an input with its identity on disk.
type namedFile struct {
	bench.Input
	// path is the real path, empty for streams.
	path string
	// outside says that it lies outside of the folder that a confined source
	// has; messages must not show what it holds.
	outside bool
}

// expand finds the files of one side, in the order of the patterns and inside
// each in natural order (run-2 before run-10). A file found twice counts
// once; notes tell of it. The error names the pattern.
func (s source) expand(role string, patterns []string) (files []namedFile, notes []string, err error) {
	seen := map[string]bool{}
	for _, pattern := range patterns {
		found, err := s.find(pattern)
		if err != nil {
			return nil, nil, inputError(fmt.Errorf("reading the %s %q: %w", role, pattern, err))
		}
		for _, f := range found {
			if f.path != "" && seen[f.path] {
				notes = append(notes, fmt.Sprintf("the %s names the file %q more than once; it counts once", role, f.Name))
				continue
			}
			seen[f.path] = true
			files = append(files, f)
		}
	}
	return files, notes, nil
}

// find finds what one pattern names: the file of that very name, what is in
// the folder, or what the pattern matches.
func (s source) find(pattern string) ([]namedFile, error) {
	if pattern == "" {
		return nil, errors.New("the name is empty")
	}
	if pattern == "-" {
		f, err := stream("standard input", s.stdin)
		return []namedFile{f}, err
	}
	name := pattern
	if s.inside != nil {
		name = s.inside(name)
	}
	info, err := os.Stat(s.abs(name))
	switch {
	case err == nil && info.IsDir():
		return s.folder(name)
	case err == nil:
		f, err := s.file(name, info, false)
		return []namedFile{f}, err
	case !errors.Is(err, fs.ErrNotExist) || !strings.ContainsAny(name, "*?[{"):
		return nil, s.notFound(name, cause(err))
	}
	return s.glob(name)
}

// notFound adds a way out to the error of a missing file.
func (s source) notFound(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		where := s.dir
		if where == "" {
			where, _ = os.Getwd()
		}
		if !filepath.IsAbs(name) {
			return fmt.Errorf("no such file or folder in %s", where)
		}
		return errors.New("no such file or folder")
	}
	return err
}

// glob finds the files that a pattern matches; where it matches folders only,
// the files in them.
func (s source) glob(pattern string) ([]namedFile, error) {
	if !doublestar.ValidatePattern(filepath.ToSlash(pattern)) {
		return nil, errors.New("not a valid pattern: a bracket or brace is open")
	}
	matches, err := doublestar.FilepathGlob(s.abs(pattern), doublestar.WithFailOnIOErrors())
	if err != nil {
		return nil, cause(err)
	}
	var files, folders []string
	for _, m := range matches {
		if info, err := os.Stat(m); err == nil && info.IsDir() {
			folders = append(folders, m)
		} else {
			files = append(files, m)
		}
	}
	sortNaturally(files)
	sortNaturally(folders)
	var out []namedFile
	for _, m := range files {
		info, err := os.Stat(m)
		if err != nil {
			return nil, err
		}
		f, err := s.file(s.rel(m), info, false)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	for _, m := range folders {
		if len(files) > 0 {
			break
		}
		in, err := s.folder(s.rel(m))
		if err != nil {
			return nil, err
		}
		out = append(out, in...)
	}
	if len(out) == 0 {
		return nil, errors.New("the pattern matches no file; ** crosses folders, * does not")
	}
	return out, nil
}

// folder finds all files below a folder but hidden ones. What no reader knows
// among them is passed over.
func (s source) folder(name string) ([]namedFile, error) {
	root := s.abs(name)
	var paths []string
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		hidden := p != root && strings.HasPrefix(d.Name(), ".")
		switch {
		case err != nil:
			return err
		case d.IsDir() && hidden:
			return fs.SkipDir
		case !d.IsDir() && !hidden:
			paths = append(paths, p)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sortNaturally(paths)
	var out []namedFile
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil || !info.Mode().IsRegular() {
			continue // a dangling link, a link to a folder, a socket
		}
		f, err := s.file(s.rel(p), info, true)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	if len(out) == 0 {
		return nil, errors.New("the folder holds no file")
	}
	return out, nil
}

// file makes an input of a file on disk.
func (s source) file(name string, info fs.FileInfo, optional bool) (namedFile, error) {
	path := s.abs(name)
	if !info.Mode().IsRegular() && s.confined {
		return namedFile{}, errors.New("it is no regular file")
	}
	if !info.Mode().IsRegular() {
		f, err := os.Open(path)
		if err != nil {
			return namedFile{}, cause(err)
		}
		defer f.Close()
		if info.Mode()&fs.ModeDevice != 0 && path != os.DevNull && !term.IsTerminal(int(f.Fd())) {
			return namedFile{}, errors.New("it is a device, which may never end; name a file")
		}
		return stream(name, f)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return namedFile{}, cause(err)
	}
	if real, err = filepath.Abs(real); err != nil {
		return namedFile{}, err
	}
	outside, err := s.leaves(path, real)
	if err != nil {
		return namedFile{}, err
	}
	folder := filepath.Dir(path)
	return namedFile{path: real, outside: outside, Input: bench.Input{
		Name: name, Size: info.Size(), Optional: optional,
		Open: func() (io.ReadCloser, error) { return os.Open(path) },
		Sibling: func(sibling string) (io.ReadCloser, error) {
			local := filepath.FromSlash(sibling)
			if filepath.IsAbs(local) {
				return nil, fmt.Errorf("opening %q: not a relative path", sibling)
			}
			return s.openBeside(filepath.Join(folder, local))
		},
	}}, nil
}

// stream keeps what a pipe holds, since readers may open an input twice.
func stream(name string, r io.Reader) (namedFile, error) {
	if r == nil {
		return namedFile{}, errors.New("there is no such stream")
	}
	data, err := io.ReadAll(io.LimitReader(r, maxStream+1))
	if err != nil {
		return namedFile{}, err
	}
	if len(data) > maxStream {
		return namedFile{}, fmt.Errorf("more than %d MiB in a stream; write it to a file", maxStream>>20)
	}
	return namedFile{Input: memoryInput(name, data, nil, false)}, nil
}

// memoryInput is an input whose content is known.
func memoryInput(name string, data []byte, sibling func(string) (io.ReadCloser, error), optional bool) bench.Input {
	return bench.Input{Name: name, Size: int64(len(data)), Optional: optional, Sibling: sibling,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }}
}

func (s source) abs(name string) string {
	if s.dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.dir, name)
}

// rel is the name for messages.
func (s source) rel(path string) string {
	if s.dir == "" {
		return path
	}
	if rel, err := filepath.Rel(s.dir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// sortNaturally sorts names with the numbers in them by value.
func sortNaturally(names []string) {
	sort.SliceStable(names, func(i, j int) bool { return naturalLess(names[i], names[j]) })
}

// naturalLess compares runs of digits by value and everything else by byte.
func naturalLess(a, b string) bool {
	x, y := a, b
	for x != "" && y != "" {
		p, q := digits(x), digits(y)
		if p > 0 && q > 0 {
			m, n := strings.TrimLeft(x[:p], "0"), strings.TrimLeft(y[:q], "0")
			if len(m) != len(n) {
				return len(m) < len(n)
			}
			if m != n {
				return m < n
			}
			x, y = x[p:], y[q:]
			continue
		}
		if x[0] != y[0] {
			return x[0] < y[0]
		}
		x, y = x[1:], y[1:]
	}
	if len(x) != len(y) {
		return len(x) < len(y)
	}
	return a < b
}

// digits counts the leading digits.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
