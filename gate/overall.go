package gate

import (
	"fmt"
	"strconv"
)

// overall counts the verdicts, decides on the whole, and completes the
// result.
func (j *judge) overall() {
	differ := false
	for _, p := range j.pairs {
		differ = differ || p.env.differ
	}
	if len(j.pairs) == 0 && j.in.Baseline != nil {
		differ = decisive(differences(environmentsOf(j.in.Baseline, nil), environmentsOf(j.in.Candidate, nil)))
	}
	j.result.Environment = environmentReport(j.in.Baseline, j.in.Candidate, differ)
	j.reportSettings()
	for i := range j.result.Series {
		j.result.Counts.add(&j.result.Series[i])
	}
	j.result.Verdict = j.verdict()
	j.result.Exit = j.exit()
	j.remarks()
}

func (c *Counts) add(s *Series) {
	switch s.Verdict {
	case Regression:
		c.Regression++
	case Pass:
		c.Pass++
		if s.Reason == Improvement {
			c.Improvement++
		}
	case WithinNoise:
		c.WithinNoise++
	case Added:
		c.Added++
	case Removed:
		c.Removed++
	case Failed:
		c.Failed++
	case Unusable:
		c.Unusable++
	case Info:
		c.Info++
	}
}

// verdict decides on the whole. An acknowledged regression does not block.
func (j *judge) verdict() Verdict {
	c := j.result.Counts
	blocking := 0
	for _, s := range j.result.Series {
		if s.Verdict == Regression && s.Acknowledged == nil {
			blocking++
		}
	}
	switch {
	case j.in.Baseline == nil:
		return NoBaseline
	case j.settings.Environment == EnvironmentFail && !j.result.Environment.Same:
		return NotJudged
	case blocking > 0 || j.shifted(Regression):
		return Regression
	case c.Judged() == 0 || j.unjudgeable || j.settings.FailRemoved && j.removedGated:
		return NotJudged
	case c.WithinNoise > 0 || j.shifted(WithinNoise):
		return WithinNoise
	}
	return Pass
}

// exit is the status that goes with the verdict and the settings.
func (j *judge) exit() int {
	switch j.result.Verdict {
	case Regression:
		if j.settings.FailOn == FailOnNever {
			return ExitPass
		}
		return ExitRegression
	case NotJudged:
		return ExitNotJudged
	case NoBaseline:
		if j.settings.FailNoBaseline {
			return ExitNotJudged
		}
	case WithinNoise:
		if j.settings.FailOn == FailOnUnresolved {
			return ExitNotJudged
		}
	case Pass:
	}
	return ExitPass
}

func (j *judge) reportSettings() {
	s := j.settings
	r := &j.result.Settings
	r.Alpha, r.Correction, r.Threshold, r.FailOn, r.Environment = s.Alpha, s.Correction, s.Threshold, s.FailOn, s.Environment
	r.Floor = string(s.Floor)
	if s.Floor == FloorFixed {
		r.Floor = Percent(s.FloorValue)
	}
	r.AssumedFloor, r.OutlierLimit = Unknown, Unknown
	if s.AssumedFloor > 0 {
		r.AssumedFloor = Number(s.AssumedFloor)
	}
	if s.OutlierLimit > 0 {
		r.OutlierLimit = Number(s.OutlierLimit)
	}
	r.NoBaseline, r.Removed = "warn", "warn"
	if s.FailNoBaseline {
		r.NoBaseline = "fail"
	}
	if s.FailRemoved {
		r.Removed = "fail"
	}
	r.Warmup = strconv.Itoa(s.Warmup)
	if s.WarmupAuto {
		r.Warmup = "auto"
	}
	r.Metrics = append([]string{}, s.Metrics...)
}

// Percent writes a fraction as a percentage: 0.05 as "5%".
func Percent(f float64) string { return strconv.FormatFloat(f*100, 'g', 6, 64) + "%" }

// remarks adds the warnings that concern the whole.
func (j *judge) remarks() {
	r := &j.result
	if j.settings.Correction == NoCorrection && r.Settings.Tests > 1 {
		r.warn(WarnNoCorrection, fmt.Sprintf("%d tests without correction: about %.2g of them call unchanged code different", r.Settings.Tests, j.settings.Alpha*float64(r.Settings.Tests)),
			"use --correction bonferroni or holm for anything that blocks")
	}
	if !r.Environment.Same {
		for _, d := range r.Environment.Differences {
			if d.Decisive {
				r.warn(WarnEnvironment, fmt.Sprintf("the two sides were not measured alike: %s is %s for the baseline and %s for the candidate", d.Field, d.Baseline, d.Candidate),
					"measure both sides in one job; a slowdown across machines is not shown to be the code's")
			}
		}
	}
	unmeasured, underpowered, needed := 0, 0, 0
	for _, s := range r.Series {
		if s.Verdict.Judged() && (s.FloorSource == FloorUnknown || s.FloorSource == FloorAssumed) {
			unmeasured++
		}
		if s.Reason == Underpowered {
			underpowered++
			needed = max(needed, s.RepetitionsNeeded)
		}
	}
	if unmeasured > 0 {
		r.warn(WarnNoiseUnmeasured, fmt.Sprintf("run-to-run noise was not measured for %d of %d judged series", unmeasured, r.Counts.Judged()),
			"run the baseline's code once more, or several times, and pass the results as --aa; a split of the baseline's repetitions is no substitute")
	}
	if underpowered > 0 {
		r.warn(WarnUnderpowered, fmt.Sprintf("%d series can never be significant with these sample sizes and %d tests", underpowered, r.Settings.Tests),
			fmt.Sprintf("measure at least %d repetitions on each side", needed))
	}
	for i, used := range j.used {
		if !used {
			r.warn(WarnRuleUnmatched, fmt.Sprintf("rule %d (benchmark %q, metric %q) matches no series", i+1, j.settings.Rules[i].Benchmark, j.settings.Rules[i].Metric), "correct the pattern or remove the rule")
		}
	}
}

func (r *Result) warn(code, message, advice string) {
	r.Warnings = append(r.Warnings, Warning{Code: code, Message: message, Advice: advice})
}
