package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/noisegate/noisegate/cmd/internal/actions"
	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/gate/bench"
	"pgregory.net/rapid"
)

func repository(id int64, name string) *actions.Repository {
	return &actions.Repository{ID: id, FullName: name, DefaultBranch: "main"}
}

func TestChangeOf(t *testing.T) {
	own, fork := repository(1, "acme/widgets"), repository(2, "contrib/widgets")
	context := actions.Context{SHA: "merge", RunID: 600, Workflow: "bench.yml", Ref: "refs/heads/main"}
	for _, c := range []struct {
		name, event, ref, baseRef string
		payload                   actions.Event
		want                      change
	}{
		{"pull request", "pull_request", "refs/pull/7/merge", "main",
			actions.Event{Repository: *own, PullRequest: &actions.PullRequest{Number: 7,
				Head: actions.Side{SHA: "head", Ref: "feature", Repository: own}, Base: actions.Side{SHA: "base", Ref: "release", Repository: own}}},
			change{pullRequest: 7, head: "head", base: "base", branch: "release", runID: 600, workflow: "bench.yml"}},
		{"pull request of a fork", "pull_request", "refs/pull/7/merge", "main",
			actions.Event{Repository: *own, PullRequest: &actions.PullRequest{Number: 7,
				Head: actions.Side{SHA: "head", Repository: fork}, Base: actions.Side{SHA: "base", Ref: "main", Repository: own}}},
			change{pullRequest: 7, fromFork: true, head: "head", base: "base", branch: "main", runID: 600, workflow: "bench.yml"}},
		{"pull request without an event file", "pull_request", "refs/pull/12/merge", "main", actions.Event{},
			change{pullRequest: 12, head: "merge", branch: "main", runID: 600, workflow: "bench.yml"}},
		{"pull_request_target", "pull_request_target", "refs/heads/main", "main",
			actions.Event{Repository: *own, PullRequest: &actions.PullRequest{Number: 7,
				Head: actions.Side{SHA: "head", Repository: fork}, Base: actions.Side{SHA: "base", Ref: "main", Repository: own}}},
			change{pullRequest: 7, fromFork: true, head: "head", base: "base", branch: "main", runID: 600, workflow: "bench.yml", untrusted: true}},
		{"pull_request_target without an event file", "pull_request_target", "refs/heads/main", "main", actions.Event{},
			change{branch: "main", runID: 600, workflow: "bench.yml", untrusted: true}},
		{"workflow_run without an event file", "workflow_run", "refs/heads/main", "", actions.Event{},
			change{runID: 600, workflow: "bench.yml", untrusted: true}},
		{"workflow_run of repositories without ids", "workflow_run", "refs/heads/main", "",
			actions.Event{Repository: *repository(0, "acme/widgets"), WorkflowRun: &actions.WorkflowRun{ID: 5, Event: "push", HeadBranch: "main", HeadSHA: "head"}},
			change{head: "head", branch: "main", runID: 5, workflow: "bench.yml", untrusted: true}},
		{"merge queue", "merge_group", "refs/heads/gh-readonly-queue/main/pr-7", "",
			actions.Event{Repository: *own, MergeGroup: &actions.MergeGroup{HeadSHA: "queued", BaseSHA: "base", BaseRef: "refs/heads/main"}},
			change{head: "queued", base: "base", branch: "main", runID: 600, workflow: "bench.yml"}},
		{"push to main", "push", "refs/heads/main", "", actions.Event{Repository: *own},
			change{head: "merge", branch: "main", push: true, runID: 600, workflow: "bench.yml"}},
		{"push to another branch", "push", "refs/heads/feature", "", actions.Event{Repository: *own},
			change{head: "merge", branch: "main", runID: 600, workflow: "bench.yml"}},
		{"push of a tag called main", "push", "refs/tags/main", "", actions.Event{Repository: *own},
			change{head: "merge", branch: "main", runID: 600, workflow: "bench.yml"}},
		{"push without an event file", "push", "refs/heads/main", "", actions.Event{},
			change{head: "merge", branch: "main", push: true, runID: 600, workflow: "bench.yml"}},
		{"schedule", "schedule", "refs/heads/main", "", actions.Event{Repository: *own},
			change{head: "merge", branch: "main", push: true, runID: 600, workflow: "bench.yml"}},
		{"workflow_run for a fork's branch called main", "workflow_run", "refs/heads/main", "",
			actions.Event{Repository: *own, WorkflowRun: &actions.WorkflowRun{ID: 5, Event: "pull_request", HeadBranch: "main", HeadSHA: "head",
				Path: ".github/workflows/measure.yml@refs/heads/main", HeadRepository: *fork}},
			change{headOwner: "contrib", headBranch: "main", head: "head", branch: "main", runID: 5, workflow: "measure.yml", untrusted: true}},
		{"workflow_run for a push to main", "workflow_run", "refs/heads/main", "",
			actions.Event{Repository: *own, WorkflowRun: &actions.WorkflowRun{ID: 5, Event: "push", HeadBranch: "main", HeadSHA: "head",
				Path: ".github/workflows/measure.yml", HeadRepository: *own}},
			change{head: "head", branch: "main", push: true, runID: 5, workflow: "measure.yml", untrusted: true}},
		{"workflow_run for a push to a fork's main", "workflow_run", "refs/heads/main", "",
			actions.Event{Repository: *own, WorkflowRun: &actions.WorkflowRun{ID: 5, Event: "push", HeadBranch: "main", HeadSHA: "head",
				Path: ".github/workflows/measure.yml", HeadRepository: *fork}},
			change{head: "head", branch: "main", runID: 5, workflow: "measure.yml", untrusted: true}},
	} {
		ctx := context
		ctx.EventName, ctx.Ref, ctx.BaseRef = c.event, c.ref, c.baseRef
		if diff := cmp.Diff(c.want, changeOf(ctx, c.payload), cmp.AllowUnexported(change{})); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
}

func TestRetest(t *testing.T) {
	r := gate.Result{Series: []gate.Series{
		{Benchmark: "BM_a\nEOF\nverdict=pass\nx<<EOF", Verdict: gate.Regression},
		{Benchmark: "BM_b/1.5", Verdict: gate.WithinNoise},
		{Benchmark: "BM_b/1.5", Metric: "other", Verdict: gate.WithinNoise},
		{Benchmark: "BM_pass", Verdict: gate.Pass},
		{Benchmark: "BM_info", Verdict: gate.Info},
		{Benchmark: "BM_new", Verdict: gate.Added},
	}}
	got := retest(r)
	re, err := regexp.Compile(got)
	if err != nil || strings.Contains(got, "\n") {
		t.Fatalf("retest = %q: %v", got, err)
	}
	for name, want := range map[string]bool{r.Series[0].Benchmark: true, "BM_b/1.5": true, "BM_b/1x5": false, "BM_pass": false, "BM_info": false, "BM_new": false} {
		if re.MatchString(name) != want {
			t.Errorf("%q selects %q: %v, want %v", got, name, !want, want)
		}
	}
	if got := retest(gate.Result{}); got != "" {
		t.Errorf("retest of nothing = %q", got)
	}
	long := gate.Result{Series: []gate.Series{{Benchmark: strings.Repeat("x", maxRetest), Verdict: gate.Regression}}}
	if got := retest(long); got != "^(.*)$" {
		t.Errorf("retest of a very long name has %d bytes", len(got))
	}
}

// Whatever a name holds, the expression is one line and selects exactly it.
func TestRetestSelectsItsName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		got := retest(gate.Result{Series: []gate.Series{{Benchmark: name, Verdict: gate.Regression}}})
		re, err := regexp.Compile(got)
		if err != nil || strings.ContainsAny(got, "\n\r") {
			t.Fatalf("retest of %q = %q: %v", name, got, err)
		}
		if re.FindString(name) != name || !re.MatchString(name) || re.MatchString(name+"x") {
			t.Fatalf("%q does not select exactly %q", got, name)
		}
	})
}

func TestAlike(t *testing.T) {
	mine := bench.Environment{CPU: "One", Cores: 4, OS: "linux", MHz: 3000}
	same := bench.Environment{CPU: "One", Cores: 4, OS: "linux", MHz: 3100, Host: "other", Date: "later"}
	unknown := bench.Environment{OS: "linux"}
	other := bench.Environment{CPU: "Two", Cores: 4, OS: "linux", MHz: 2000}
	if a, b, c := alike(mine, same), alike(mine, unknown), alike(mine, other); !(a > b && b > c) {
		t.Errorf("likeness: the same machine %d, an unknown one %d, another %d", a, b, c)
	}
	if a, b := alike(mine, other), alike(other, mine); a != b {
		t.Errorf("likeness depends on the order: %d, %d", a, b)
	}
}

func TestVerdictDigest(t *testing.T) {
	result := func(change func(r *gate.Result)) string {
		r := gate.Result{Verdict: gate.Pass, Series: []gate.Series{
			{Benchmark: "A", Metric: "m", Gated: true, Verdict: gate.Pass}, {Benchmark: "B", Metric: "m", Gated: true, Verdict: gate.Pass},
			{Benchmark: "C", Metric: "m", Verdict: gate.Info}}}
		change(&r)
		return verdictDigest(r)
	}
	first := result(func(*gate.Result) {})
	if got := result(func(r *gate.Result) {
		r.Series[0], r.Series[1] = r.Series[1], r.Series[0]
		r.Series[0].Effect = 0.5
		r.Series = r.Series[:2]
	}); got != first {
		t.Error("order, numbers or an ungated series change the digest")
	}
	for name, change := range map[string]func(*gate.Result){
		"a verdict":        func(r *gate.Result) { r.Series[0].Verdict = gate.WithinNoise },
		"a name":           func(r *gate.Result) { r.Series[0].Benchmark = "D" },
		"the whole":        func(r *gate.Result) { r.Verdict = gate.NotJudged },
		"a series is gone": func(r *gate.Result) { r.Series = r.Series[1:] },
	} {
		if result(change) == first {
			t.Errorf("%s does not change the digest", name)
		}
	}
}

func TestGatherFiles(t *testing.T) {
	check := func(in, want string) {
		t.Helper()
		if got := strings.Join(gatherFiles(strings.Fields(in)), " "); got != want {
			t.Errorf("gatherFiles(%q) = %q, want %q", in, got, want)
		}
	}
	check("compare --baseline a b c --candidate d", "compare --baseline a --baseline=b --baseline=c --candidate d")
	check("compare --baseline=a b -q --candidate d", "compare --baseline=a --baseline=b -q --candidate d")
	check("compare --threshold 5% --candidate d e", "compare --threshold 5% --candidate d --candidate=e")
	check("compare --candidate d --threshold 5%", "compare --candidate d --threshold 5%")
	check("compare --aa a - --history h1 h2", "compare --aa a --aa=- --history h1 --history=h2")
	check("compare --candidate", "compare --candidate")
	check("compare -q x", "compare -q x")
	check("compare --baseline a -- b", "compare --baseline a -- b")
	check("report a b", "report a b")
	check("", "")
}

func TestShellQuote(t *testing.T) {
	for in, want := range map[string]string{
		"plain-1.json": "plain-1.json", "5%": "5%", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "runs/**": "'runs/**'", "$(x)": "'$(x)'", "a\nb": "'a\nb'", "ü": "'ü'",
	} {
		if got := shellQuote(in); got != want {
			t.Errorf("shellQuote(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestMachine(t *testing.T) {
	for text, want := range map[string]string{
		"processor\t: 0\nmodel name\t: AMD EPYC 7763 64-Core Processor\nprocessor\t: 1\nmodel name\t: Other\n": "AMD EPYC 7763 64-Core Processor",
		"processor : 0\nCPU implementer : 0x41\nCPU part : 0xd0c\n":                                            "ARM 0x41/0xd0c",
		"": "", "nothing\n": "",
	} {
		if got := cpuModel(text); got != want {
			t.Errorf("cpuModel(%q) = %q, want %q", text, got, want)
		}
	}
	if diff := cmp.Diff([]float64{0.5, 1, 2.25}, loadAverage("0.50 1.00 2.25 1/100 42\n")); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"", "1 2", "a b c d"} {
		if got := loadAverage(bad); got != nil {
			t.Errorf("loadAverage(%q) = %v", bad, got)
		}
	}
}

func TestPercentText(t *testing.T) {
	for f, want := range map[float64]string{0.1234: "12.3 %", 0.05: "5.0 %", 1.5: "150 %", -0.2: "20.0 %"} {
		if got := percent(f); got != want {
			t.Errorf("percent(%v) = %q, want %q", f, got, want)
		}
	}
}

// A job that fails for the movement of the whole suite says so where people
// look first.
func TestHeadlineOfSuiteShift(t *testing.T) {
	r := gate.Result{Verdict: gate.Regression, Exit: gate.ExitRegression, Series: make([]gate.Series, 40), Counts: gate.Counts{Pass: 40},
		SuiteShift: &gate.SuiteShift{Effect: 0.0812, Floor: 0.02, Verdict: gate.Regression}}
	check := func(want string) {
		t.Helper()
		if got, _ := headline(r); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	const counts = "40 of 40 series judged: 0 regressions, 40 pass (0 better), 0 within noise"
	check("the whole suite moved by +8.1 % (more is worse), a regression of its own; " + counts)
	r.Verdict, r.SuiteShift.Verdict = gate.WithinNoise, gate.WithinNoise
	check("the whole suite moved by +8.1 % (more is worse), not told from noise; " + counts)
	r.Verdict, r.SuiteShift.Verdict = gate.Pass, gate.Pass
	check(counts)
}
