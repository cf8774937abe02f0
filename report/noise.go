package report

import (
	"fmt"

	"github.com/noisegate/noisegate/gate"
)

// noise writes what runs of the same code show.
func (t *toolWriter) noise(r gate.NoiseResult) {
	t.head(r.Fit, noiseHeadline(r))
	used := plural(r.Runs, "run") + " of the same code"
	if r.Used < r.Runs {
		used = fmt.Sprintf("%s of %s of the same code, those measured where the newest was", count(r.Used), plural(r.Runs, "run"))
	}
	t.line(0, "From "+used+"; "+correctionWord(r.Correction, r.Alpha, r.Tests)+".")
	l := newLabels(len(r.Series), func(i int) (string, string) { return r.Series[i].Group, r.Series[i].Metric })
	var rows [][]string
	for _, s := range r.Series {
		rows = append(rows, []string{l.of(s.Group, s.Benchmark, s.Metric), spread(s.Within), spread(s.Between), floorCell(s), resolutionCell(s.Resolution), noiseRemark(s)})
	}
	if len(rows) > 0 {
		t.table([]string{"", "in a run", "between runs", "floor", "can judge", ""}, rows)
		t.out.WriteString("\n")
	}
	t.noiseSentences(r)
	t.noiseAdvice(r)
	t.warnings(r.Warnings)
}

// noiseHeadline says fit or unfit, and for what.
func noiseHeadline(r gate.NoiseResult) string {
	if len(r.Series) == 0 {
		return "Fit: nothing here is tested, " + plural(r.Exact, "series") + " compared exactly"
	}
	word, unfit := "Fit", 0
	if !r.Fit {
		word = "Unfit"
	}
	for _, s := range r.Series {
		if !s.Fit {
			unfit++
		}
	}
	head := word + ": can judge changes of ≥ " + percent(r.Half) + " on half of the suite, ≥ " + percent(r.NineTenths) + " on nine tenths"
	if r.Half.Infinite() {
		head = word + ": cannot judge any change on half of the suite"
	} else if r.NineTenths.Infinite() {
		head = word + ": can judge changes of ≥ " + percent(r.Half) + " on half of the suite, none on a tenth of it"
	}
	if unfit > 0 {
		head += fmt.Sprintf("; the threshold is out of reach for %s of %s series", count(unfit), count(len(r.Series)))
	}
	return head
}

func floorCell(s gate.NoiseSeries) string {
	if !s.Floor.Known() {
		return "–"
	}
	return percent(s.Floor)
}

func resolutionCell(n gate.Number) string {
	switch {
	case !n.Known():
		return "–"
	case n.Infinite():
		return "nothing"
	}
	return "≥ " + percent(n)
}

// noiseRemark says why a series cannot judge a change of its threshold.
func noiseRemark(s gate.NoiseSeries) string {
	switch {
	case s.Runs < 2:
		return "in one run only"
	case s.Fit:
		return ""
	case s.Resolution.Infinite():
		return fmt.Sprintf("%s a side can never be significant", plural(s.Observations, s.Observation))
	case s.Floor.Known() && float64(s.Floor) > float64(s.Threshold):
		return "runs differ by more than the threshold of " + percent(s.Threshold)
	case !s.Resolution.Known():
		return "the noise cannot be told"
	}
	return fmt.Sprintf("too noisy for %s a side and a threshold of %s", plural(s.Observations, s.Observation), percent(s.Threshold))
}

func (t *toolWriter) noiseSentences(r gate.NoiseResult) {
	if fp := r.FalsePositives; fp.Of > 0 {
		text := fmt.Sprintf("Of %s between successive runs %s gave p < %s: %s, 95 %% interval %s, where %s is expected if runs differ by no more than what is measured inside them.", plural(fp.Of, "test"), count(fp.Count), decimal(r.Alpha), percent(fp.Share), rateInterval(fp), percent(gate.Number(r.Alpha)))
		if float64(fp.Low) > r.Alpha {
			text += " Runs differ by more: a test alone would block for noise here, and the floor is what prevents it."
		}
		t.line(0, text)
	} else if len(r.Series) > 0 {
		t.line(0, fmt.Sprintf("No test between successive runs can give p < %s: measure more in each run.", decimal(r.Alpha)))
	}
	if r.Pairs.Count > 0 {
		t.line(0, fmt.Sprintf("In %s of %s of successive runs some test was significant even after the correction for the whole suite.", count(r.Pairs.Count), plural(r.Pairs.Of, "pair")))
	}
	if r.SuiteFloor.Known() {
		t.line(0, "The whole suite may move by "+percent(r.SuiteFloor)+" from run to run; that is taken out of every series and judged by itself.")
	}
	if len(r.Series) > 0 && observedOnly(r) {
		t.line(0, fmt.Sprintf("The floors are the largest difference seen among %s; a further run goes beyond it about once in %s times. With 4 runs or more they are calibrated instead.", plural(r.Used, "run"), count(r.Used)))
	}
	if r.Exact > 0 {
		t.line(0, plural(r.Exact, "series")+" compared exactly, without a test.")
	}
	for _, name := range r.Varying[:min(len(r.Varying), textRows)] {
		t.line(2, "! "+plainText(shorten(name, messageLimit))+" is constant in a run and not the same in every run: it would block as exact")
	}
}

// observedOnly reports whether no floor is calibrated.
func observedOnly(r gate.NoiseResult) bool {
	for _, s := range r.Series {
		if s.FloorSource == gate.FloorCalibrated {
			return false
		}
	}
	return r.Used <= 3
}

// noiseAdvice says what would bring the threshold within reach.
func (t *toolWriter) noiseAdvice(r gate.NoiseResult) {
	between, within, unknown := 0, 0, 0
	for _, s := range r.Series {
		switch {
		case s.Fit || s.Runs < 2:
		case s.Floor.Known() && float64(s.Floor) > float64(s.Threshold):
			between++
		case !s.Resolution.Known():
			unknown++
		default:
			within++
		}
	}
	if between > 0 {
		t.line(2, "- "+plural(between, "series")+" out of reach because of what lies between runs: repetitions in a run do not help. Measure both sides in turns on one machine, make it quieter, or raise the threshold.")
	}
	if within > 0 {
		t.line(2, "- "+plural(within, "series")+" out of reach because of the number of values: \"noisegate plan --effect "+percent(gate.Number(r.Threshold))+"\" with the same files says how many it takes.")
	}
	if unknown > 0 {
		t.line(2, "- "+plural(unknown, "series")+" whose noise is not known: there are values at or below zero. Look at what the benchmark measures, or take the series out of the gate with a rule.")
	}
}
