package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// slow is how long a step may take before a person is told of it.
const slow = time.Second

// progress tells on a terminal what takes long; elsewhere nothing. The
// returned function ends the step and wipes the line.
func (a *app) progress(format string, args ...any) (done func()) {
	return a.progressAfter(slow, fmt.Sprintf(format, args...))
}

// progressNow is progress for a step that has been slow already.
func (a *app) progressNow(format string, args ...any) (done func()) {
	return a.progressAfter(0, fmt.Sprintf(format, args...))
}

func (a *app) progressAfter(after time.Duration, line string) (done func()) {
	f, ok := a.stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() {}
	}
	return announce(f, line, after)
}

// announce writes the line after a while, unless done was called before.
func announce(w io.Writer, line string, after time.Duration) (done func()) {
	var mu sync.Mutex
	shown, over := false, false
	timer := time.AfterFunc(after, func() {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			shown = true
			_, _ = fmt.Fprintf(w, "%s…", line)
		}
	})
	return func() {
		mu.Lock()
		defer mu.Unlock()
		timer.Stop()
		if shown && !over {
			_, _ = fmt.Fprint(w, "\r\x1b[K")
		}
		over = true
	}
}
