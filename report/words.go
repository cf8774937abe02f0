package report

import (
	"fmt"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// verdictWords name the verdicts at the head of a document.
var verdictWords = map[gate.Verdict]string{
	gate.Regression:  "Regression",
	gate.Pass:        "Pass",
	gate.WithinNoise: "Within noise",
	gate.NotJudged:   "Not judged",
	gate.NoBaseline:  "No baseline",
}

// verdictMarks let the eye find the verdict; the words say the same.
var verdictMarks = map[gate.Verdict]string{
	gate.Regression:  "✗",
	gate.Pass:        "✓",
	gate.WithinNoise: "≈",
	gate.NotJudged:   "?",
	gate.NoBaseline:  "?",
}

// Headline returns the whole answer as one plain sentence without markup or
// data of the change: "Regression: 2 of 57 benchmarks are slower beyond
// noise". The words "no regressions" are in it only where something was
// judged and nothing is unresolved.
func (d *Document) Headline() string { return newView(d).headline() }

func (v *view) headline() string {
	word, ok := verdictWords[v.Verdict]
	if !ok {
		word = visible(string(v.Verdict))
	}
	return word + ": " + v.answer()
}

// answer is the headline behind its first word.
func (v *view) answer() string {
	switch v.Verdict {
	case gate.Regression:
		return v.answerRegression()
	case gate.Pass:
		return v.answerPass()
	case gate.WithinNoise:
		return v.answerUnresolved()
	case gate.NoBaseline:
		return "nothing was judged, there is nothing to compare with yet"
	}
	return v.answerNotJudged()
}

func (v *view) answerRegression() string {
	n, of := len(v.regressions), v.judged()
	if n == 0 && v.shiftIs(gate.Regression) {
		s := v.shiftAnswer() + " beyond noise"
		if of > 0 && len(v.acknowledged) == 0 {
			s += fmt.Sprintf("; apart from that, none of %s is shown to be %s", plural(of, v.noun()), comparative(v.gated(), true))
		}
		return s
	}
	verb := "are "
	if n == 1 && (v.noun() != "series" || of == 1) {
		verb = "is "
	}
	s := count(n) + " of " + plural(of, v.noun()) + " " + verb + comparative(v.regressions, true) + " beyond noise"
	if v.noun() == "series" && n == 1 {
		s = "1 of " + plural(of, "series") + " is " + comparative(v.regressions, true) + " beyond noise"
	}
	if v.shiftIs(gate.Regression) {
		s += ", and " + v.shiftAnswer()
	}
	return s
}

func (v *view) answerPass() string {
	s := ""
	switch n := len(v.acknowledged); {
	case v.judged() == 0:
		// The gate gives this verdict only where something was judged; a
		// report that says otherwise must still not look like a clean one.
		return "nothing was judged"
	case n > 0:
		s = fmt.Sprintf("no new slowdown in %s judged, %s acknowledged", plural(v.judged(), v.noun()), count(n))
	default:
		s = "no regressions in " + plural(v.judged(), v.noun()) + " judged"
	}
	if n := len(v.improvements); n > 0 {
		s += fmt.Sprintf(", %s %s", count(n), comparative(v.improvements, false))
	}
	if v.shiftIs(gate.Pass) && v.shiftMatters() {
		s += ", " + v.shiftAnswer()
	}
	return s + v.notJudgedClause()
}

func (v *view) answerUnresolved() string {
	n, of := v.unresolvedCount(), v.judged()
	s := ""
	if n == 0 && v.shiftIs(gate.WithinNoise) {
		s = v.shiftUnresolved()
	} else if n > 0 && n == v.unresolvedFor(gate.EnvironmentsDiffer) {
		s = fmt.Sprintf("%s of %s moved, and so did the environment", count(n), plural(of, v.noun()))
		if n < of {
			s += ", " + v.restPass(of-n)
		}
	} else if n == of {
		s = fmt.Sprintf("none of %s could be told from noise", plural(of, v.noun()))
		if of == 1 {
			s = "the only " + v.noun() + " could not be told from noise"
		}
	} else {
		s = fmt.Sprintf("%s of %s could not be told from noise, %s", count(n), plural(of, v.noun()), v.restPass(of-n))
	}
	return s + v.notJudgedClause()
}

// unresolvedFor counts the unresolved series of one reason as
// [view.unresolvedCount] does.
func (v *view) unresolvedFor(r gate.Reason) int {
	n := 0
	for _, g := range v.unresolved {
		if g.reason == r {
			n += len(g.rows)
		}
	}
	return n
}

// restPass says what the judged series besides the unresolved ones are.
func (v *view) restPass(n int) string {
	s := fmt.Sprintf("the other %s pass", count(n))
	if n == 1 {
		s = "the other one passes"
	}
	if k := len(v.acknowledged); k > 0 {
		s = fmt.Sprintf("%s pass and %s are acknowledged", count(n-k), count(k))
	}
	if k := len(v.improvements); k > 0 {
		s += fmt.Sprintf(" (%s %s)", count(k), comparative(v.improvements, false))
	}
	return s
}

// notJudgedClause counts the gated series that were not compared.
func (v *view) notJudgedClause() string {
	if n := v.leftOut(); n > 0 {
		return fmt.Sprintf("; %s not judged", count(n))
	}
	return ""
}

// leftOut counts what was not compared although it might have been.
func (v *view) leftOut() int {
	return len(v.failed) + len(v.unusable) + len(v.removed) + len(v.added)
}

func (v *view) answerNotJudged() string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, count(n)+" "+what)
		}
	}
	add(len(v.failed), "failed")
	add(len(v.unusable), "without usable values")
	add(len(v.removed), "only in the baseline")
	add(len(v.added), "only in the candidate")
	if v.judged() > 0 {
		rest := plural(v.judged(), v.noun()) + " judged"
		if len(parts) == 0 {
			return rest + ", but not enough to let the change pass"
		}
		return strings.Join(parts, ", ") + "; " + rest
	}
	if len(parts) == 0 {
		if n := len(v.info); n > 0 {
			return fmt.Sprintf("nothing is gated, %s shown for information only", plural(n, "series"))
		}
		return "nothing could be compared, neither side holds a benchmark that the other has"
	}
	return "nothing could be compared: " + strings.Join(parts, ", ")
}

// compared names the measured runs, the baseline's commit and whether it is the
// merge base, and whether both sides were measured alike: the same sentence in
// every output. commit prints a commit.
func (v *view) compared(commit func(sha string) string) string {
	if v.Verdict == gate.NoBaseline {
		return ""
	}
	out := "Compared " + runs(v.Candidate.Runs) + " with " + runs(v.Baseline.Runs)
	if sha := v.Baseline.SHA; sha != "" {
		out += " of " + commit(sha)
		if mb := v.Baseline.MergeBase; mb != nil && *mb {
			out += " (the merge base)"
		} else if mb != nil {
			out += " (not the merge base, which has no results)"
		}
	} else {
		out += " of the baseline"
	}
	if v.environments() {
		if v.Environment.Same {
			out += ", in the same environment"
		} else {
			out += ", in different environments"
		}
	}
	out += "."
	if v.benchmarks != v.judged() && v.judged() > 0 {
		out += fmt.Sprintf(" A series is one benchmark × one metric; these are %s.", plural(v.benchmarks, "benchmark"))
	}
	return out
}

// comparedPlain is compared with a short commit in plain text.
func (v *view) comparedPlain() string {
	return v.compared(func(sha string) string { return visible(shortSHA(sha)) })
}

// shortSHA abbreviates a commit.
func shortSHA(sha string) string {
	if len(sha) > 12 {
		return sha[:9]
	}
	return sha
}

// consequence says what the verdict does to the check.
func (v *view) consequence() string {
	switch {
	case v.Exit == gate.ExitRegression:
		return "This fails the check."
	case v.Exit == gate.ExitNotJudged && v.Verdict == gate.WithinNoise:
		return "This fails the check, because unresolved series are set to fail it."
	case v.Exit == gate.ExitNotJudged && v.Verdict == gate.NoBaseline:
		return "This fails the check, because a missing baseline is set to fail it."
	case v.Exit == gate.ExitNotJudged:
		return "This fails the check: what was not judged is not known to be fine."
	case v.Verdict == gate.Regression && v.Settings.FailOn == gate.FailOnNever:
		return "Reported only: the gate is set never to fail."
	case v.Verdict == gate.WithinNoise:
		return "This does not fail the check."
	}
	return ""
}

// configFile is where the rules of a repository stand.
const configFile = ".noisegate.yml"

// whatToDo tells whoever is blamed what to do next; "" where nobody is.
func (v *view) whatToDo() string {
	if len(v.regressions) == 0 {
		return ""
	}
	these := "these benchmarks"
	if len(v.regressions) == 1 {
		these = "this benchmark"
	}
	out := "What to do: see what the change does to " + these
	if mb := v.Baseline.MergeBase; mb != nil && !*mb {
		out += ", and what was merged since the baseline, which is compared along with it"
	}
	return out + ". A cost that is worth it can be acknowledged in " + configFile + ", with a date and a reason."
}

// comparative returns "slower", "faster", "larger", "worse"…: one word for
// all rows.
func comparative(rows []*gate.Series, worse bool) string {
	kind := ""
	for i, s := range rows {
		k := kindOf(s)
		if i > 0 && k != kind {
			kind = ""
			break
		}
		kind = k
	}
	words := map[string][2]string{"time": {"faster", "slower"}, "size": {"smaller", "larger"}}[kind]
	if words[0] == "" {
		words = [2]string{"better", "worse"}
	}
	if worse {
		return words[1]
	}
	return words[0]
}

// kindOf tells times and throughputs from sizes and the rest.
func kindOf(s *gate.Series) string {
	base, rest, _ := strings.Cut(s.Unit, "/")
	switch {
	case base == "s" || base == "sec", rest == "s":
		return "time"
	case base == "B":
		return "size"
	}
	return ""
}
