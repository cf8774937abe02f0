package actions

import (
	"fmt"
	"strconv"
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
	// File is where it belongs, relative to the repository's root, and Line the
	// line there, from 1; "" and 0 where unknown.
	File string
	Line int
}

// Annotate shows the annotations, as many of each level as GitHub still shows
// of this step: [MaxAnnotations], those of earlier calls included. It returns
// the others, which are not written.
func (r *Runner) Annotate(list ...Annotation) (left []Annotation) {
	for _, a := range list {
		if r.Actions && r.shown[a.Level] >= MaxAnnotations {
			left = append(left, a)
			continue
		}
		r.shown[a.Level]++
		r.annotate(a)
	}
	return left
}

// Say writes an annotation as a line of the log, which has no limit.
func (r *Runner) Say(a Annotation) {
	message := harmlessField(a.Message, maxMessage)
	if title := harmlessField(a.Title, maxTitle); title != "" {
		message = title + ": " + message
	}
	_, _ = fmt.Fprintf(r.log, "%s: %s\n", a.Level, message)
}

// annotate shows one annotation; outside of Actions it is a plain line.
func (r *Runner) annotate(a Annotation) {
	if !r.Actions {
		r.Say(a)
		return
	}
	c := &githubactions.Command{Name: string(a.Level), Message: harmlessField(a.Message, maxMessage), Properties: githubactions.CommandProperties{}}
	if title := harmlessField(a.Title, maxTitle); title != "" {
		c.Properties["title"] = title
	}
	if a.File != "" {
		c.Properties["file"] = harmlessField(a.File, maxTitle)
		if a.Line > 0 {
			c.Properties["line"] = strconv.Itoa(a.Line)
		}
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
