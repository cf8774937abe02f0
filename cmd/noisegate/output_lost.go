package main

import (
	"io"
	"os"
	"strconv"
	"strings"
)

// A lostWriter stands for a standard output that leads nowhere, and counts what
// is lost in it.
type lostWriter struct {
	io.Writer
	bytes int
}

// Write implements io.Writer.
func (w *lostWriter) Write(p []byte) (int, error) {
	w.bytes += len(p)
	return w.Writer.Write(p)
}

// watchStdout sees to it that text which nobody gets is not lost in silence:
// the function that it returns tells of it on standard error. The status is the
// verdict's all the same.
func (a *app) watchStdout() (tell func()) {
	f, ok := a.stdout.(*os.File)
	if !ok || !closedAtStart(f) {
		return func() {}
	}
	w := &lostWriter{Writer: f}
	a.stdout = w
	return func() {
		if w.bytes > 0 {
			a.say("standard output is closed: the %d bytes written to it are lost; name a file, as in --output text=FILE or -o FILE", w.bytes)
		}
	}
}

// closedAtStart reports whether a standard stream was closed when the process
// began. Go's runtime then opens the null device in its place, for reading and
// writing, where a shell's >/dev/null is for writing only: that is meant, and
// nobody needs to be told. Known on Linux; elsewhere the answer is no.
func closedAtStart(f *os.File) bool {
	here, err := f.Stat()
	if err != nil {
		return false
	}
	null, err := os.Stat(os.DevNull)
	if err != nil || !os.SameFile(here, null) {
		return false
	}
	info, err := os.ReadFile("/proc/self/fdinfo/" + strconv.Itoa(int(f.Fd())))
	if err != nil {
		return false
	}
	for _, line := range strings.Split(string(info), "\n") {
		if text, ok := strings.CutPrefix(line, "flags:"); ok {
			flags, err := strconv.ParseUint(strings.TrimSpace(text), 8, 64)
			return err == nil && flags&uint64(os.O_WRONLY|os.O_RDWR) == uint64(os.O_RDWR)
		}
	}
	return false
}
