package main

import (
	"errors"
	"fmt"
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
