package report

import (
	"github.com/noisegate/noisegate/gate"
)

// shifted is a suite that moved as a whole: the medians by the shift, the
// effects by what remains.
func shifted(v gate.Verdict, exit int, shift gate.SuiteShift) gate.Result {
	r := result(v, exit)
	r.Settings.Tests = 1 // the shift itself
	r.Series = plain(40)
	for i := range r.Series {
		s := &r.Series[i]
		s.Candidate = side(float64(s.Candidate.Median) * (1 + float64(shift.Effect)))
		m := s.Candidate.Median/s.Baseline.Median - 1
		s.MedianChange, s.MedianChangeLow, s.MedianChangeHigh = m, m-0.008, m+0.008
	}
	r.SuiteShift = &shift
	return r
}

func suiteShift() *Document {
	r := shifted(gate.Regression, gate.ExitRegression, gate.SuiteShift{Effect: 0.081, Floor: 0.024, P: 3.1e-06, Verdict: gate.Regression, Removed: true})
	r.Warnings = []gate.Warning{{Code: gate.WarnSuiteShift, Message: "the whole suite moved by 8.1%, beyond what runs of the same code show",
		Advice: "look for what touches every benchmark: compiler flags, the toolchain, the allocator, or another kind of machine"}}
	return finish(r, meta())
}

func suiteShiftOpen() *Document {
	r := shifted(gate.WithinNoise, gate.ExitPass, gate.SuiteShift{Effect: 0.062, Floor: 0.093, P: 0.0041, Verdict: gate.WithinNoise, Removed: true})
	return finish(r, meta())
}

// hostile are names that try to act.
var hostile = []string{
	"BM_Or|a|b", "BM_Tick`x`y", "BM_Line1\nline2", "BM_Tab\tcol", "BM_<script>alert(1)</script>", "BM_<!-- hidden -->",
	"BM_Ping @acme-nobody-team", "BM_Ref #1 acme/widgets#2 GH-3", "BM_**bold** _it_ ~~x~~", "BM_[x](https://example.test/a)",
	"BM_![p](https://example.test/b.png)", "BM_</td></details>", "BM_\u202egnp.exe", "BM_\abell\x1b[31mred", "BM_日本語🚀",
	`BM_\|already`, "BM_" + longName(400), "BM_$HOME ${{ github.token }}", "BM_```fence", "BM_&lt;b&gt;", " BM_lead  spaces ",
	marker, "BM_\xff\xfe", "@acme-nobody-team|<!-- mail@example.test https://example.test/c www.example.test -->", "`", "```", `\`, "|", "", "   ",
	"::error title=Hacked::boom", "##[error]legacy", "BM_]]>x", "</script><script>alert(2)</script>", "javascript:alert(3)",
	"BM_$\\alpha$ :smile: 1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d", "=cmd|' /C calc'!A0", "BM_ends\\", "BM_\\\\|two", "BM_``two`` ` one",
}

func longName(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = 'a' + byte(i%26)
	}
	return string(b)
}

func hostileNames() *Document {
	r := result(gate.Regression, gate.ExitRegression)
	for i, name := range hostile {
		var s gate.Series
		switch i % 6 {
		case 0, 2:
			s = judged(name, gate.Regression, gate.Confirmed, 1e-6, 1.4e-6, 0.01)
		case 1:
			s = judged(name, gate.Pass, gate.NoRegressionShown, 1e-6, 1e-6, 0.01)
		case 3:
			s = judged(name, gate.WithinNoise, gate.Unresolved, 1e-6, 1.03e-6, 0.03)
		case 4:
			s = outside(name, gate.Failed, "harness says: "+name)
		default:
			s = outside(name, gate.Removed, "")
		}
		s.Group, s.Metric = hostile[(i+7)%len(hostile)], hostile[(i+11)%len(hostile)]
		s.Warnings = []gate.Warning{{Code: "warm-up", Message: "slow start of " + name, Advice: "ask " + name}}
		r.Series = append(r.Series, s)
	}
	r.Environment.Same = false
	r.Environment.Differences = []gate.Difference{{Field: "cpu", Baseline: "A|<b>@acme-nobody-team", Candidate: "B`#1`", Decisive: true}}
	r.Environment.Baseline.CPU, r.Environment.Candidate.CPU = "A|<b>@acme-nobody-team", "B`#1`"
	r.Baseline.Files = []string{"a|b\n@acme-nobody-team.json"}
	addPast(&r)
	for i := range r.Past {
		r.Past[i].SHA, r.Past[i].Date, r.Past[i].RunID, r.Past[i].Files = hostile[i], hostile[i+7], 0, []string{hostile[i+12]}
	}
	m := meta()
	m.Title = "</summary>|@acme-nobody-team"
	m.Notices = []string{"passed over artifact 31 of @acme-nobody-team <b>#1</b> https://example.test/d"}
	m.Reproduce = "noisegate compare --baseline '```\n@acme-nobody-team'"
	return finish(r, m)
}

// unchangedSuite is the same file on both sides: no effect, and no interval
// around it.
func unchangedSuite() *Document {
	r := result(gate.Pass, gate.ExitPass)
	for _, s := range plain(12) {
		s = judged(s.Benchmark, gate.Pass, gate.NoRegressionShown, float64(s.Baseline.Median), float64(s.Baseline.Median), 0)
		r.Series = append(r.Series, s)
	}
	return finish(r, meta())
}
