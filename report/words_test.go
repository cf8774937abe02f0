package report

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/noisegate/noisegate/gate"
	"pgregory.net/rapid"
)

var noRegressions = regexp.MustCompile(`(?i)\bno regressions\b`)

// TestNoRegressionsOnlyWhereJudged draws results of every mixture: in no
// output may the words stand where nothing was judged, and never beside a
// regression or something unresolved.
func TestNoRegressionsOnlyWhereJudged(t *testing.T) {
	verdicts := []gate.Verdict{gate.Regression, gate.Pass, gate.WithinNoise, gate.Added, gate.Removed, gate.Failed, gate.Unusable, gate.Info}
	overall := []gate.Verdict{gate.Regression, gate.Pass, gate.WithinNoise, gate.NotJudged, gate.NoBaseline}
	rapid.Check(t, func(rt *rapid.T) {
		r := result(rapid.SampledFrom(overall).Draw(rt, "overall"), 0)
		for range rapid.IntRange(0, 4).Draw(rt, "n") {
			v := rapid.SampledFrom(verdicts).Draw(rt, "verdict")
			if v.Judged() {
				r.Series = append(r.Series, judged("x", v, "", 1, 1, 0.01))
			} else {
				r.Series = append(r.Series, outside("x", v, ""))
			}
		}
		d := finish(r, Meta{})
		for _, o := range Outputs() {
			if o.Name == "json" {
				continue
			}
			var b strings.Builder
			if err := o.Write(&b, d, Options{}); err != nil {
				rt.Fatal(err)
			}
			if noRegressions.MatchString(b.String()) && (d.Counts.Judged() == 0 || d.Verdict != gate.Pass) {
				rt.Fatalf("%s says it of %s with %+v", o.Name, d.Verdict, d.Counts)
			}
		}
	})
}

func TestHeadline(t *testing.T) {
	check := func(d *Document, want string) {
		t.Helper()
		if got := d.Headline(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	check(allPass(), "Pass: no regressions in 57 benchmarks judged")
	check(regression(), "Regression: 3 of 25 benchmarks are worse beyond noise")
	check(improvement(), "Pass: no regressions in 6 benchmarks judged, 1 faster")
	check(withinNoise(), "Within noise: 3 of 15 benchmarks could not be told from noise, the other 12 pass")
	check(underpowered(), "Within noise: none of 20 benchmarks could be told from noise")
	check(nothingJudged(), "Not judged: nothing could be compared: 1 failed, 1 without usable values, 2 only in the baseline, 2 only in the candidate")
	check(noBaseline(), "No baseline: nothing was judged, there is nothing to compare with yet")

	one := result(gate.Regression, gate.ExitRegression)
	one.Series = []gate.Series{judged("x", gate.Regression, gate.Confirmed, 1, 2, 0.1)}
	check(finish(one, Meta{}), "Regression: 1 of 1 benchmark is slower beyond noise")

	shift := result(gate.Regression, gate.ExitRegression)
	shift.Series = plain(3)
	shift.SuiteShift = &gate.SuiteShift{Effect: 0.081, Verdict: gate.Regression}
	check(finish(shift, Meta{}), "Regression: the whole suite is 8.1% slower beyond noise; apart from that, none of 3 benchmarks is shown to be slower")
	shift.Series = append(shift.Series, judged("x", gate.Regression, gate.Confirmed, 1, 2, 0.1))
	check(finish(shift, Meta{}), "Regression: 1 of 4 benchmarks is slower beyond noise, and the whole suite is 8.1% slower")

	moved := result(gate.WithinNoise, gate.ExitPass)
	moved.Series = plain(12)
	moved.SuiteShift = &gate.SuiteShift{Effect: 0.062, Floor: 0.09, Verdict: gate.WithinNoise}
	check(finish(moved, Meta{}), "Within noise: the whole suite is 6.2% slower, which could not be told from noise; 12 benchmarks pass on what remains")
	moved.SuiteShift = &gate.SuiteShift{Effect: 0.002, Floor: 0.09, Verdict: gate.WithinNoise}
	check(finish(moved, Meta{}), "Within noise: a movement of the whole suite could not be excluded, 12 benchmarks pass on what remains")
	moved.Verdict, moved.SuiteShift = gate.Pass, &gate.SuiteShift{Effect: -0.07, Floor: 0.02, Verdict: gate.Pass}
	check(finish(moved, Meta{}), "Pass: no regressions in 12 benchmarks judged, the whole suite is 7.0% faster")

	known := result(gate.Pass, gate.ExitPass)
	known.Series = append(plain(3), judged("x", gate.Regression, gate.Confirmed, 1, 2, 0.1))
	known.Series[3].Acknowledged = &gate.Acknowledged{Until: "2026-12-31"}
	check(finish(known, Meta{}), "Pass: no new slowdown in 4 benchmarks judged, 1 acknowledged")

	noise := result(gate.WithinNoise, gate.ExitPass)
	noise.Series = []gate.Series{judged("x", gate.WithinNoise, gate.Unresolved, 1, 1.1, 0.1)}
	check(finish(noise, Meta{}), "Within noise: the only benchmark could not be told from noise")

	failed := result(gate.NotJudged, gate.ExitNotJudged)
	failed.Series = append(plain(5), outside("x", gate.Failed, "boom"))
	check(finish(failed, Meta{}), "Not judged: 1 failed; 5 benchmarks judged")

	metrics := result(gate.Regression, gate.ExitRegression)
	metrics.Series = []gate.Series{judged("x", gate.Regression, gate.Confirmed, 1, 2, 0.1), judged("x", gate.Pass, gate.Unchanged, 1, 1, 0)}
	metrics.Series[1].Metric = "B/op"
	check(finish(metrics, Meta{}), "Regression: 1 of 2 series is slower beyond noise")
}

// TestUnboundedIsInWords: numbers without a value or an end are never printed
// as a computer would.
func TestUnboundedIsInWords(t *testing.T) {
	inf := gate.Number(math.Inf(1))
	r := result(gate.Regression, gate.ExitRegression)
	for _, b := range []gate.Number{-inf, 0.01, inf, gate.Unknown} {
		for _, c := range []gate.Number{-inf, 0.02, inf, gate.Unknown} {
			for _, v := range []gate.Verdict{gate.Regression, gate.WithinNoise, gate.Pass, gate.Info} {
				s := judged("x", v, gate.Unresolved, 1, 1.1, 0.1)
				s.Effect, s.EffectLow, s.EffectHigh = c, b, c
				s.MedianChange, s.Floor, s.Resolution, s.P, s.PAdjusted = c, b, b, gate.Unknown, gate.Unknown
				s.Baseline.Amplitude, s.Baseline.Low = b, b
				r.Series = append(r.Series, s)
			}
		}
	}
	r.SuiteShift = &gate.SuiteShift{Effect: inf, Floor: inf, P: gate.Unknown, Verdict: gate.Pass}
	d := finish(r, meta())
	bad := regexp.MustCompile(`NaN|[+-]?Inf(inity)?\b|%!`)
	for _, o := range Outputs() {
		text := render(t, o.Name, d, Options{Verbose: true})
		if o.Name == "json" {
			continue
		}
		if o.Name == "html" {
			// The data of the script is JSON, with the report's own words.
			text = regexp.MustCompile(`"[mlh]":"-?Infinity"`).ReplaceAllString(text, "")
		}
		if m := bad.FindString(text); m != "" {
			t.Errorf("%s prints %q: …%s…", o.Name, m, text[max(0, strings.Index(text, m)-80):strings.Index(text, m)+20])
		}
	}
}

func TestInterval(t *testing.T) {
	inf := gate.Number(math.Inf(1))
	check := func(low, high gate.Number, want string) {
		t.Helper()
		if got := interval(low, high); got != want {
			t.Errorf("interval(%v, %v) = %q, want %q", low, high, got, want)
		}
	}
	check(0.106, 0.12, "+10.6 to +12.0")
	check(-0.021, 0.104, "-2.1 to +10.4")
	check(0.021, inf, "at least +2.1%")
	check(-inf, 0.03, "at most +3.0%")
	check(-inf, inf, "no bound either way")
	check(gate.Unknown, 0.1, "")
	check(0, 0, "")
	check(inf, inf, "")
}

func TestNoCorrectionIsLoud(t *testing.T) {
	d := withinNoise()
	d.Settings.Correction = gate.NoCorrection
	for _, o := range []string{"text", "markdown", "summary", "html"} {
		if text := render(t, o, d, Options{}); !strings.Contains(text, "NOT CORRECTED") {
			t.Errorf("%s does not say that nothing was corrected", o)
		}
	}
}

// TestExitIsExplained: a failing check says why it fails.
func TestExitIsExplained(t *testing.T) {
	check := func(v gate.Verdict, exit int, failOn gate.FailOn, want string) {
		t.Helper()
		r := result(v, exit)
		r.Settings.FailOn = failOn
		r.Series = plain(1)
		d := finish(r, Meta{})
		if got := newView(d).consequence(); got != want {
			t.Errorf("%s, exit %d: %q, want %q", v, exit, got, want)
		}
	}
	check(gate.Regression, 1, gate.FailOnRegression, "This fails the check.")
	check(gate.Regression, 0, gate.FailOnNever, "Reported only: the gate is set never to fail.")
	check(gate.WithinNoise, 4, gate.FailOnUnresolved, "This fails the check, because unresolved series are set to fail it.")
	check(gate.NoBaseline, 4, gate.FailOnRegression, "This fails the check, because a missing baseline is set to fail it.")
	check(gate.NotJudged, 4, gate.FailOnRegression, "This fails the check: what was not judged is not known to be fine.")
	check(gate.Pass, 0, gate.FailOnRegression, "")
}
