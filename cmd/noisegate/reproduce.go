package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// A workspace is the folder that a reader of the report has too: the checkout.
// Relative names start from another folder, or the same.
type workspace struct{ root, from string }

// workspaceOf is the runner's workspace, on a laptop the working directory.
func (a *app) workspaceOf() workspace {
	from, err := os.Getwd()
	if err != nil {
		return workspace{}
	}
	if root := a.getenv("GITHUB_WORKSPACE"); filepath.IsAbs(root) {
		return workspace{filepath.Clean(root), from}
	}
	return workspace{from, from}
}

// relative names a file or pattern as it is called in the workspace. What lies
// outside of it keeps its name.
func (w workspace) relative(name string) string {
	if w.root == "" || name == "" || name == "-" {
		return name
	}
	path := filepath.Clean(name)
	if !filepath.IsAbs(path) {
		path = filepath.Join(w.from, path)
	}
	rel, err := filepath.Rel(w.root, path)
	if err != nil || !filepath.IsLocal(rel) {
		return name
	}
	rel = filepath.ToSlash(rel)
	if strings.HasSuffix(name, "/") {
		rel += "/"
	}
	return rel
}

// all is relative for each of the names.
func (w workspace) all(names []string) []string {
	out := make([]string, 0, len(names))
	for _, n := range names {
		out = append(out, w.relative(n))
	}
	return out
}

// A reproduction is the command that judges the same files again: which files,
// and the settings that decide, but not where documents went.
type reproduction struct {
	baseline, candidate, aa, history []string
	// given are the settings that were asked for, config the file of others.
	given  map[string]string
	config string
}

// command writes it so that a shell reads it as it is.
func (r reproduction) command() string {
	words := []string{"noisegate", "compare"}
	for _, side := range []struct {
		flag  string
		files []string
	}{{"--baseline", r.baseline}, {"--candidate", r.candidate}, {"--aa", r.aa}, {"--history", r.history}} {
		for _, f := range side.files {
			words = append(words, side.flag, f)
		}
	}
	for _, s := range settings {
		if text, ok := r.given[s.name]; ok {
			words = append(words, "--"+s.name+"="+text)
		}
	}
	if r.config != "" {
		words = append(words, "--config", r.config)
	}
	return shellJoin(words)
}

// shorten names the files of a result as they are called in the workspace.
func (w workspace) shorten(r *gate.Result) {
	for _, files := range []*[]string{&r.Baseline.Files, &r.Candidate.Files} {
		*files = w.all(*files)
	}
	for i := range r.Past {
		r.Past[i].Files = w.all(r.Past[i].Files)
	}
}
