package report

import (
	"fmt"
	"strings"

	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/gate/bench"
)

// messagesShown is how many examples of one warning a document shows.
const messagesShown = 3

func (m markdown) warningSection(limit int) string {
	list := m.cautions()
	if len(list) == 0 {
		return ""
	}
	shown := messagesShown
	if m.long {
		shown = 20
	}
	var entries []string
	for _, c := range list {
		entries = append(entries, c.markdown(shown))
	}
	return fold("<b>"+plural(len(list), "warning")+"</b>", m.bullets(entries, limit))
}

// markdown writes a caution with at most shown of its remarks.
func (c caution) markdown(shown int) string {
	entry := code(c.code, inLine)
	if c.n > 1 {
		entry += fmt.Sprintf(" (%s times)", count(c.n))
	}
	if c.same() {
		var names []string
		for _, r := range c.remarks[:min(shown, len(c.remarks))] {
			names = append(names, code(r.series, inLine))
		}
		entry += ": " + c.of(names) + ": " + prose(c.remarks[0].message, inLine)
	} else {
		var parts []string
		for _, r := range c.remarks[:min(shown, len(c.remarks))] {
			p := prose(r.message, inLine)
			if r.series != "" {
				p = code(r.series, inLine) + " " + p
			}
			parts = append(parts, p)
		}
		if n := c.n - len(parts); n > 0 && len(c.remarks) > shown {
			parts = append(parts, "and "+count(n)+" more")
		}
		entry += ": " + strings.Join(parts, "; ")
	}
	entry = strings.TrimRight(entry, ".") + "."
	for _, a := range c.advice {
		entry += " *" + upperFirst(strings.TrimSuffix(prose(a, inLine), ".")) + ".*"
	}
	return entry
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// decisionSection tells a doubter how the verdict was reached.
func (m markdown) decisionSection(rows int) string {
	if rows == 0 {
		return ""
	}
	var b strings.Builder
	for _, line := range m.decision() {
		line = prose(line, inLine)
		if m.Settings.Correction == gate.NoCorrection && strings.HasPrefix(line, "NOT CORRECTED") {
			line = "**" + line + "**"
		}
		b.WriteString("- " + minus2(line) + "\n")
	}
	baseline := "none."
	if m.Verdict != gate.NoBaseline {
		baseline = m.sideSentence(m.Baseline, m.Meta.BaselineURL, m.Environment.Baseline)
	}
	b.WriteString("- Baseline: " + baseline + "\n")
	b.WriteString("- Candidate: " + m.sideSentence(m.Candidate, m.Meta.CandidateURL, m.Environment.Candidate) + "\n")
	for _, d := range m.Environment.Differences {
		b.WriteString("- The environments differ: " + difference(d))
		if !d.Decisive {
			b.WriteString(" (shown only, not held against the comparison)")
		}
		b.WriteString(".\n")
	}
	if m.Meta.Reproduce != "" {
		b.WriteString("\nAgain at home:\n\n" + fenced(m.Meta.Reproduce))
	}
	b.WriteString("\n")
	return fold("<b>How this was decided</b>", b.String())
}

// minus2 gives the changes of a sentence a true minus sign and leaves its
// hyphens alone.
func minus2(s string) string {
	return strings.ReplaceAll(s, " -", " −")
}

// sideSentence describes one side: commit, runs, files, machine.
func (m markdown) sideSentence(s gate.Side, address string, e bench.Environment) string {
	sha := ""
	if s.SHA != "" {
		sha = commit(s.SHA, address)
	}
	return sideSentence(s, sha, e, func(name string) string { return code(name, inLine) }, func(fact string) string { return prose(fact, inLine) })
}

// sideSentence describes one side. sha is the commit as it is printed, file and
// fact print the name of a file and a fact of the machine.
func sideSentence(s gate.Side, sha string, e bench.Environment, file, fact func(string) string) string {
	var parts []string
	if sha != "" {
		parts = append(parts, sha)
	}
	parts = append(parts, runs(s.Runs))
	if n := len(s.Files); n > 0 {
		names := ""
		for _, f := range s.Files[:min(n, 3)] {
			names += " " + file(shorten(f, nameLimit))
		}
		if n > 3 {
			names += " and " + count(n-3) + " more"
		}
		parts = append(parts, "from"+names)
	}
	for _, x := range environmentFacts(e) {
		parts = append(parts, fact(x))
	}
	return strings.Join(parts, ", ") + "."
}

// environmentFacts lists what is known of where a side was measured.
func environmentFacts(e bench.Environment) []string {
	var out []string
	add := func(s string) {
		if s != "" {
			out = append(out, s)
		}
	}
	add(e.CPU)
	if e.Cores > 0 {
		add(plural(e.Cores, "core"))
	}
	if e.Procs > 0 {
		add(fmt.Sprintf("GOMAXPROCS %d", e.Procs))
	}
	add(e.OS)
	add(e.Arch)
	add(e.Toolchain)
	add(e.Harness)
	if e.Build != "" {
		add(e.Build + " build")
	}
	return out
}
