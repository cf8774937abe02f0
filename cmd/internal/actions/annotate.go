package actions

import (
	"fmt"
	"strings"
	"unicode/utf8"

	githubactions "github.com/sethvargo/go-githubactions"
)

// Level is how loud an annotation is.
type Level string

// The levels.
const (
	Notice  Level = "notice"
	Warning Level = "warning"
	Error   Level = "error"
)

// Limits of annotations.
const (
	// MaxAnnotations is how many of one level GitHub shows for a step.
	MaxAnnotations = 10
	// maxMessage keeps one annotation readable and far from GitHub's 64 KiB.
	maxMessage = 4000
	maxTitle   = 200
)

// An Annotation is a message shown above the log and beside the files changed.
type Annotation struct {
	Level          Level
	Title, Message string
}

// Annotate shows the annotations, at most [MaxAnnotations] of each level. It
// returns how many were left out.
func (r *Runner) Annotate(list ...Annotation) (left int) {
	shown := map[Level]int{}
	for _, a := range list {
		if shown[a.Level]++; shown[a.Level] > MaxAnnotations {
			left++
			continue
		}
		r.annotate(a)
	}
	return left
}

// annotate shows one annotation; outside of Actions it is a plain line.
func (r *Runner) annotate(a Annotation) {
	title, message := harmlessField(a.Title, maxTitle), harmlessField(a.Message, maxMessage)
	if !r.Actions {
		if title != "" {
			message = title + ": " + message
		}
		_, _ = fmt.Fprintf(r.log, "%s: %s\n", a.Level, message)
		return
	}
	c := &githubactions.Command{Name: string(a.Level), Message: message}
	if title != "" {
		c.Properties = githubactions.CommandProperties{"title": title}
	}
	r.action.IssueCommand(c)
}

// harmlessField shortens and cleans a part of an annotation. The library
// escapes what would end the command; the lines inside are made harmless as
// well, since the log shows them unescaped.
func harmlessField(s string, limit int) string {
	s = strings.TrimSpace(Harmless(s))
	if len(s) <= limit {
		return s
	}
	cut := limit - len("…")
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
