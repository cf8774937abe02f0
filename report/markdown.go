package report

import (
	"io"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// commentLimit is what a comment may hold. The limit of the platform is not
// documented and has changed; this is below all that were seen.
const commentLimit = 65_000

// A markdown writes the comment, and at full length the job summary.
type markdown struct {
	*view
	// long shows every row and the numbers behind each.
	long bool
}

// How important a section is: the lowest are shed first.
const (
	keepPass = iota
	keepInfo
	keepWarnings
	keepLists
	keepImprovements
	keepDecision
	keepUnresolved
	keepProblems
	keepRegressions
)

// writeMarkdown writes the comment. Its first line is the marker, where the
// caller has one; the second says everything.
func writeMarkdown(w io.Writer, d *Document, o Options) error {
	m := markdown{view: newView(d)}
	limit := o.MaxBytes
	if limit <= 0 {
		limit = commentLimit
	}
	marker := ""
	if d.Meta.Marker != "" {
		marker = d.Meta.Marker + "\n"
	}
	_, err := io.WriteString(w, marker+assemble(m.sections(), limit-len(marker)))
	return err
}

// sections lists the parts of the document in reading order: am I blamed, for
// what, what could not be told, and how it was decided.
func (m markdown) sections() []section {
	fixed := func(f func() string) section {
		return section{render: func(int) string { return f() }}
	}
	few, lists, most := []int{50, 10, 0}, []int{50, 10, 0}, []int{500, 100, 30, 10, 3}
	if m.long {
		few = []int{1 << 30, 3000, 1000, 300, 100, 10, 0}
		lists, most = few, few
	}
	return []section{
		fixed(m.head),
		fixed(m.alerts),
		{most, m.regressionSection, keepRegressions},
		{most, m.problemSection, keepProblems},
		{lists, m.acknowledgedSection, keepRegressions},
		{lists, m.improvementSection, keepImprovements},
		{lists, m.unresolvedSection, keepUnresolved},
		{lists, m.comingAndGoing, keepLists},
		{few, m.passSection, keepPass},
		{few, m.infoSection, keepInfo},
		{lists, m.warningSection, keepWarnings},
		{[]int{1, 0}, m.decisionSection, keepDecision},
		fixed(m.foot),
	}
}

// head is the answer, what was compared, and what follows from it.
func (m markdown) head() string {
	head := "### " + verdictMarks[m.Verdict] + " " + m.headline()
	if m.Meta.Title != "" {
		head += " · " + code(shorten(m.Meta.Title, nameLimit), inLine)
	}
	out := head + "\n\n"
	if line := joinSentences(m.comparedWith(), m.unmeasured(), m.consequence()); line != "" {
		out += line + "\n\n"
	}
	if m.Verdict == gate.NoBaseline {
		out += nextSteps + "\n\n"
	}
	for _, n := range m.Meta.Notices {
		out += "- " + prose(n, inLine) + "\n"
	}
	if len(m.Meta.Notices) > 0 {
		out += "\n"
	}
	return out
}

// nextSteps is for the first run, which nobody did anything wrong in.
const nextSteps = "**What happens next:** as soon as a run of the base branch has stored its results as a baseline, " +
	"pull requests are compared with it. On a first run this is expected; if it comes again, look whether the " +
	"workflow of the base branch uploads its benchmark results, and under the name that is looked for."

func joinSentences(s ...string) string {
	var out []string
	for _, x := range s {
		if x != "" {
			out = append(out, x)
		}
	}
	return strings.Join(out, " ")
}

// comparedWith is the sentence of what was compared, with the commit linked.
func (m markdown) comparedWith() string {
	return m.compared(func(sha string) string { return commit(sha, m.Meta.BaselineURL) })
}

func runs(n int) string { return plural(n, "run") }

// commit returns an abbreviated commit, linked.
func commit(sha, address string) string {
	short := shortSHA(sha)
	if m := webURL(address); m != "" {
		return link(code(short, inLine), m)
	}
	return code(short, inLine)
}

// alerts are what changes how everything below is read.
func (m markdown) alerts() string {
	out := ""
	if line := m.environmentAlert(); line != "" {
		out += "> **" + line + "\n\n"
	}
	if m.shiftMatters() {
		bold, rest := m.shiftAlert()
		out += "> **" + bold + "** " + minus2(rest) + "\n\n"
	}
	return out
}

// environmentAlert names decisive differences; it opens bold text itself.
func (m markdown) environmentAlert() string {
	if m.Environment.Same {
		return ""
	}
	var parts []string
	for _, d := range m.Environment.Differences {
		if d.Decisive {
			parts = append(parts, difference(d))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	out := "Both sides were measured in different environments:** " + strings.Join(parts, "; ") + ". "
	if m.Settings.Environment == gate.EnvironmentIgnore {
		return out + "They are judged as if they were the same, as the settings ask."
	}
	return out + "A slowdown cannot be told from the difference of the machines, so none is confirmed."
}

// difference prints one difference of the environments.
func difference(d gate.Difference) string {
	side := func(s string) string {
		if s == "" {
			return "unknown"
		}
		return code(shorten(s, nameLimit), inLine)
	}
	return prose(d.Field, inLine) + " " + side(d.Baseline) + " → " + side(d.Candidate)
}

// foot says where the rest is.
func (m markdown) foot() string {
	parts := []string{"noisegate"}
	if m.Version != "" {
		parts[0] += " " + prose(m.Version, inLine)
	}
	if u := webURL(m.Meta.ReportURL); u != "" {
		parts = append(parts, link("report with plots", u))
	} else if u := webURL(m.Meta.RunURL); u != "" && !strings.Contains(u, "#") {
		// Where the page will be is not known before it is uploaded: the run's
		// page lists it at this place.
		parts = append(parts, "report with plots in the "+link("artifacts", u+"#artifacts"))
	}
	if u := webURL(m.Meta.SummaryURL); u != "" && !m.long {
		parts = append(parts, link("job summary", u))
	}
	if u := webURL(m.Meta.RunURL); u != "" {
		parts = append(parts, link("run", u))
	}
	return "<sub>" + strings.Join(parts, " · ") + "</sub>\n"
}

// elsewhere says where a reader finds what is left out.
func (m markdown) elsewhere() string {
	switch {
	case !m.long && webURL(m.Meta.SummaryURL) != "":
		return link("in the job summary", m.Meta.SummaryURL)
	case webURL(m.Meta.ReportURL) != "":
		return link("in the HTML report", m.Meta.ReportURL)
	}
	return "in the JSON and HTML reports"
}
