package main

import (
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// places finds the code of benchmarks in the workspace: the file that a
// harness names (pytest, Vitest), or the function of a Go benchmark. What the
// workspace holds is the change's, so nothing is followed out of it and only
// a path and a number come of it.
type places struct {
	folder string
	module string                      // of the go.mod at the top, once read
	read   bool                        // whether module is known
	known  map[string]map[string]place // functions by Go package folder
}

// A place is a line of a file, relative to the workspace with slashes.
type place struct {
	file string
	line int
}

const (
	// maxSource bounds what is read of one file in search of a function, in
	// bytes.
	maxSource = 4 << 20
	// maxSources bounds how many files of a folder are read.
	maxSources = 500
)

// of is where the benchmark of a series is written, "" where that is unknown,
// and the line, 0 where only the file is known.
func (p *places) of(s gate.Series) (file string, line int) {
	if p.folder == "" || s.Group == "" {
		return "", 0
	}
	root, err := os.OpenRoot(p.folder)
	if err != nil {
		return "", 0
	}
	defer root.Close()
	for _, between := range []string{"::", " > "} {
		name, _, _ := strings.Cut(s.Group, between)
		if name = path.Clean(name); strings.Contains(path.Base(name), ".") && regular(root, name) {
			return name, 0
		}
	}
	at := p.goFunction(root, s)
	return at.file, at.line
}

// regular tells whether the workspace holds a file of that name, which is no
// link: GitHub would show the link's text in its place.
func regular(root *os.Root, name string) bool {
	info, err := root.Lstat(name)
	return err == nil && info.Mode().IsRegular()
}

// goFunction finds the function of a Go benchmark by its package and name.
func (p *places) goFunction(root *os.Root, s gate.Series) place {
	function, _, _ := strings.Cut(s.Benchmark, "/")
	if !strings.HasPrefix(function, "Benchmark") {
		return place{}
	}
	if !p.read {
		p.read, p.known = true, map[string]map[string]place{}
		if m := moduleLine.FindSubmatch(readRegular(root, "go.mod")); m != nil {
			p.module = string(m[1])
		}
	}
	folder, ok := strings.CutPrefix(s.Group+"/", p.module+"/")
	if p.module == "" || !ok {
		return place{}
	}
	folder = path.Clean("./" + folder)
	if p.known[folder] == nil {
		p.known[folder] = functionsIn(root, folder)
	}
	return p.known[folder][function]
}

var (
	moduleLine   = regexp.MustCompile(`(?m)^module[ \t]+"?([^\s"]+)`)
	functionLine = regexp.MustCompile(`(?m)^func (Benchmark\w*)\(`)
)

// functionsIn finds the benchmarks of one folder's test files.
func functionsIn(root *os.Root, folder string) map[string]place {
	found := map[string]place{}
	entries, err := fs.ReadDir(root.FS(), folder)
	if err != nil {
		return found
	}
	files := 0
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		if files++; files > maxSources {
			break
		}
		text := readRegular(root, name)
		for _, m := range functionLine.FindAllSubmatchIndex(text, -1) {
			found[string(text[m[2]:m[3]])] = place{name, 1 + strings.Count(string(text[:m[0]]), "\n")}
		}
	}
	return found
}

// readRegular reads the beginning of a regular file, nil where it cannot.
func readRegular(root *os.Root, name string) []byte {
	if !regular(root, name) {
		return nil
	}
	f, err := root.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSource))
	if err != nil {
		return nil
	}
	return text
}
