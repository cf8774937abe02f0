package report

import (
	"regexp"
	"slices"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// A caution is a warning as documents show it: the same one said once, with
// how often it came.
type caution struct {
	code string
	// remarks are the distinct messages, with the series they are about.
	remarks []remark
	// advice are the distinct ways out.
	advice []string
	// n counts the warnings.
	n int
}

// A remark is one message. Both parts are data.
type remark struct{ series, message string }

// remarksKept bounds what is kept of one code.
const remarksKept = 100

// cautions returns all warnings of the document and of its series, those that
// are said up front left out.
func (v *view) cautions() []caution {
	p := pool{}
	for _, w := range v.Warnings {
		if w.Code != gate.WarnSuiteShift || !v.shiftMatters() {
			p.add(w)
		}
	}
	for i := range v.Series {
		s := &v.Series[i]
		for _, w := range s.Warnings {
			w.Series = v.name(s)
			if x := v.metric(s); x != "" {
				w.Series += " " + x
			}
			p.add(w)
		}
	}
	return p.list
}

// A pool groups warnings by code in the order of first appearance. Messages
// are kept while they differ, since those of files name a place.
type pool struct {
	list  []caution
	index map[string]int
}

func (p *pool) add(w gate.Warning) {
	i, ok := p.index[w.Code]
	if !ok {
		if p.index == nil {
			p.index = map[string]int{}
		}
		i = len(p.list)
		p.index[w.Code] = i
		p.list = append(p.list, caution{code: w.Code})
	}
	c := &p.list[i]
	c.n++
	r := remark{w.Series, w.Message}
	if r.series != "" && strings.Contains(r.message, r.series) {
		r.series = ""
	}
	if len(c.remarks) < remarksKept && !slices.Contains(c.remarks, r) {
		c.remarks = append(c.remarks, r)
	}
	c.advise(w.Advice)
}

// Pooled says each kind of warning once: its code, how often it came, a few of
// the messages, and what to do, as plain text in which no name acts.
func Pooled(warnings []gate.Warning) []string {
	p := pool{}
	for _, w := range warnings {
		p.add(w)
	}
	var out []string
	for _, c := range p.list {
		out = append(out, c.text(false))
	}
	return out
}

// advicesKept bounds what is kept of the distinct advice of one code.
const advicesKept = 3

// advise adds a way out. Two that differ in their numbers only would
// contradict each other, as "--warmup 2" and "--warmup 1": the larger number
// serves both series.
func (c *caution) advise(advice string) {
	if advice == "" || slices.Contains(c.advice, advice) {
		return
	}
	for i, a := range c.advice {
		if withoutNumbers(a) == withoutNumbers(advice) {
			c.advice[i] = largerNumbers(a, advice)
			return
		}
	}
	if len(c.advice) < advicesKept {
		c.advice = append(c.advice, advice)
	}
}

var wholeNumber = regexp.MustCompile(`[0-9]+`)

func withoutNumbers(s string) string { return wholeNumber.ReplaceAllString(s, "0") }

// largerNumbers returns a with each number replaced by that of b where that is
// larger. Both have the same words.
func largerNumbers(a, b string) string {
	others, i := wholeNumber.FindAllString(b, -1), 0
	return wholeNumber.ReplaceAllStringFunc(a, func(n string) string {
		other := others[i]
		i++
		if len(other) > len(n) || len(other) == len(n) && other > n {
			return other
		}
		return n
	})
}

// same reports whether all remarks say the same of different series.
func (c caution) same() bool {
	for _, r := range c.remarks {
		if r.series == "" || r.message != c.remarks[0].message {
			return false
		}
	}
	return len(c.remarks) > 1
}

// of lists the series that a message is about, with how many are left out.
func (c caution) of(names []string) string {
	out := strings.Join(names, ", ")
	if n := len(c.remarks) - len(names); n > 0 {
		out += " and " + count(n) + " more"
	}
	return out
}
