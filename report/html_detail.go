package report

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/noisegate/noisegate/gate"
)

// detailLines are the numbers behind a series, ready to show: a name, and one
// value or one for each side.
func (v *view) detailLines(s *gate.Series) [][]string {
	sc := seriesScale(s)
	var out [][]string
	add := func(name string, values ...string) { out = append(out, append([]string{name}, values...)) }
	side := func(name string, f func(*gate.Stats) string) {
		add(name, sideText(s.Baseline, f), sideText(s.Candidate, f))
	}
	value := func(n gate.Number) string {
		if !n.Known() {
			return "–"
		}
		return sc.join(sc.number(float64(n), 4))
	}
	side("runs", func(st *gate.Stats) string { return count(st.Runs) })
	side("values", func(st *gate.Stats) string { return count(st.Repetitions) })
	side("median", func(st *gate.Stats) string { return value(st.Median) })
	side("95% interval", func(st *gate.Stats) string { return value(st.Low) + " to " + value(st.High) })
	side("minimum", func(st *gate.Stats) string { return value(st.Min) })
	side("90th percentile", func(st *gate.Stats) string { return value(st.P90) })
	side("(max − min)/median", func(st *gate.Stats) string { return percent(st.Amplitude) })
	side("robust CV", func(st *gate.Stats) string { return percent(st.RobustCV) })
	if s.Verdict.Judged() {
		add("verdict", visible(string(s.Verdict))+", "+because(s))
		add("effect", v.observed(s))
		add("p adjusted", chance(s))
		if s.P.Known() {
			add("p", pvalue(s.P)+", "+visible(s.Method)+"; smallest attainable "+pvalue(s.AttainableP))
		}
		add("threshold", percent(s.Threshold))
		add("noise floor", floorText(s))
		if past := v.pastText(s, sc); past != "" {
			add("medians of earlier runs", past)
		}
		if s.Resolution.Known() {
			add("resolution", percent(s.Resolution))
		}
	}
	if s.MedianChange.Known() && !s.MedianChange.Infinite() {
		add("median change", signed(s.MedianChange)+"%")
	}
	if s.Message != "" {
		add("message", visible(shorten(s.Message, messageLimit)))
	}
	for _, w := range s.Warnings {
		add("warning", visible(shorten(w.Code+": "+w.Message, messageLimit)))
	}
	return out
}

func sideText(st *gate.Stats, f func(*gate.Stats) string) string {
	if st == nil {
		return "–"
	}
	return f(st)
}

// floorText is the floor with its source.
func floorText(s *gate.Series) string {
	source := floorWords[s.FloorSource]
	switch {
	case !s.Floor.Known():
		return orElse(source, "unknown")
	case source == "":
		return percent(s.Floor)
	}
	return percent(s.Floor) + ", " + source
}

// An embeddedSeries is what the script needs to open a series: the measured
// values of both sides by run, their medians with intervals, and lines of
// text that are ready to show.
type embeddedSeries struct {
	Unit      string     `json:"u"`
	Baseline  *embedSide `json:"b,omitempty"`
	Candidate *embedSide `json:"c,omitempty"`
	Lines     [][]string `json:"t"`
	// History and Same are the medians of past runs, Floor the ranges of the
	// floor around baseline and candidate.
	History []float64    `json:"h,omitempty"`
	Same    []float64    `json:"a,omitempty"`
	Floor   [][2]float64 `json:"f,omitempty"`
}

type embedSide struct {
	Values [][]float64 `json:"v"`
	// Median with its interval; absent numbers are null.
	Median gate.Number `json:"m"`
	Low    gate.Number `json:"l"`
	High   gate.Number `json:"h"`
	// Every says that only each so many-th value is shown.
	Every int `json:"e,omitempty"`
}

// embedded is the data of the script as JSON in which no "<" stands, so that
// nothing in it can end the element.
func (v *view) embedded() (string, error) {
	limit := min(valuesPerSide, max(20, valuesInAll/max(1, 2*len(v.Series))))
	out := make([]embeddedSeries, len(v.Series))
	for i := range v.Series {
		s := &v.Series[i]
		sc := seriesScale(s)
		history, same := v.pastMedians(s)
		out[i] = embeddedSeries{Unit: sc.label, Baseline: embed(s.Baseline, sc, limit), Candidate: embed(s.Candidate, sc, limit),
			Lines: v.detailLines(s), History: roundAll(history, sc), Same: roundAll(same, sc), Floor: v.floorBands(s, sc)}
		for k := range out[i].Floor {
			out[i].Floor[k] = [2]float64{round(out[i].Floor[k][0]), round(out[i].Floor[k][1])}
		}
	}
	b, err := json.Marshal(out)
	if err != nil {
		return "", fmt.Errorf("embedding the measured values: %w", err)
	}
	return string(b), nil
}

// seriesScale is the scale in which both sides of a series are shown.
func seriesScale(s *gate.Series) scale {
	return scaleFor(s.Unit, math.Max(known(math.Abs(median(s.Baseline))), known(math.Abs(median(s.Candidate)))))
}

func embed(st *gate.Stats, sc scale, limit int) *embedSide {
	if st == nil || len(st.Values) == 0 {
		return nil
	}
	n := 0
	for _, run := range st.Values {
		n += len(run)
	}
	every := (n + limit - 1) / limit
	side := &embedSide{Median: st.Median / gate.Number(sc.factor), Low: st.Low / gate.Number(sc.factor), High: st.High / gate.Number(sc.factor)}
	if every > 1 {
		side.Every = every
	}
	at := 0
	for _, run := range st.Values {
		thin := []float64{}
		for _, x := range run {
			if at%every == 0 {
				thin = append(thin, round(x/sc.factor))
			}
			at++
		}
		side.Values = append(side.Values, thin)
	}
	return side
}

// roundAll scales values for the plot.
func roundAll(values []float64, sc scale) []float64 {
	out := make([]float64, len(values))
	for i, x := range values {
		out[i] = round(x / sc.factor)
	}
	return out
}

// round keeps six significant digits, more than a plot can show.
func round(f float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 6, 64), 64)
	if err != nil {
		return f
	}
	return r
}
