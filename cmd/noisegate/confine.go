package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// mayWrite refuses a place in the action's workspace that links lead out of: a
// change may hold any link, and must not choose what a report is written over.
// A place that the workflow itself names elsewhere is its right, and outside of
// the action, where there is no workspace, all are.
func (a *app) mayWrite(path string) error {
	if a.dir == "" || !within(path, a.dir) {
		return nil
	}
	root, err := filepath.EvalSymlinks(a.dir)
	if err != nil {
		return err
	}
	// What does not exist yet is no link; a link to nowhere does exist.
	for at := path; ; at = filepath.Dir(at) {
		_, err := os.Lstat(at)
		if errors.Is(err, fs.ErrNotExist) && within(filepath.Dir(at), a.dir) {
			continue
		}
		real, err := filepath.EvalSymlinks(at)
		if err != nil || !within(real, root) {
			rel, _ := filepath.Rel(a.dir, at)
			return fmt.Errorf("%q is a link that leaves the workspace or leads nowhere", rel)
		}
		return nil
	}
}

// openBeside opens a file that a reader wants beside the one that was named;
// a link must not lead it out of the workspace either.
func (s source) openBeside(path string) (io.ReadCloser, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	if real, err = filepath.Abs(real); err != nil {
		return nil, err
	}
	if _, err := s.leaves(path, real); err != nil {
		return nil, err
	}
	return os.Open(real)
}

// leaves reports whether a file lies outside of a confined source's folder. To
// get there by a link is an error; to name it so is the user's right.
func (s source) leaves(path, real string) (bool, error) {
	if !s.confined || s.dir == "" {
		return false, nil
	}
	root, err := filepath.EvalSymlinks(s.dir)
	if err != nil {
		return false, cause(err)
	}
	switch {
	case within(real, root):
		return false, nil
	case within(path, s.dir):
		return false, fmt.Errorf("%q is a link that leaves the workspace", s.rel(path))
	}
	return true, nil
}

// within reports whether a path lies in a folder, both absolute.
func within(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}
