package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// pastMedians returns what past runs measured of a series, those of the
// history first. Values that no plot can show are left out: a saved report
// may hold anything.
func (v *view) pastMedians(s *gate.Series) (history, same []float64) {
	for _, p := range s.Past {
		switch {
		case p.Run < 0 || p.Run >= len(v.Past) || math.IsNaN(p.Median) || math.IsInf(p.Median, 0):
		case v.Past[p.Run].Role == gate.PastAA:
			same = append(same, p.Median)
		default:
			history = append(history, p.Median)
		}
	}
	return history, same
}

// pastShown bounds the past medians that are written out.
const pastShown = 12

// pastText writes the past medians of a series in its scale; "" for none.
func (v *view) pastText(s *gate.Series, sc scale) string {
	history, same := v.pastMedians(s)
	var parts []string
	for _, p := range []struct {
		name   string
		values []float64
	}{{"history", history}, {"same commit", same}} {
		if len(p.values) == 0 {
			continue
		}
		var words []string
		if n := len(p.values) - pastShown; n > 0 {
			words = append(words, "…")
			p.values = p.values[n:]
		}
		for _, x := range p.values {
			words = append(words, sc.number(x, 4))
		}
		parts = append(parts, sc.join(strings.Join(words, ", "))+" ("+p.name+")")
	}
	return strings.Join(parts, "; ")
}

// A movement is how the suite of one run lies against the reference: the
// median over its series of the oriented change, and the middle half.
type movement struct {
	median, low, high gate.Number
	series            int
}

// movements returns one for each past run and then the candidate's. Only
// judged series count, and only where both values are above zero.
func (v *view) movements() []movement {
	logs := make([][]float64, len(v.Past)+1)
	for _, s := range v.gated() {
		base := median(s.Baseline)
		add := func(i int, value float64) {
			if !(base > 0) || !(value > 0) || math.IsInf(base, 0) || math.IsInf(value, 0) {
				return
			}
			l := math.Log(value / base)
			if s.Direction == "higher" {
				l = -l
			}
			logs[i] = append(logs[i], l)
		}
		for _, p := range s.Past {
			if p.Run >= 0 && p.Run < len(v.Past) {
				add(p.Run, p.Median)
			}
		}
		add(len(v.Past), median(s.Candidate))
	}
	out := make([]movement, len(logs))
	for i, l := range logs {
		out[i] = movementOf(sorted(l))
	}
	return out
}

// movementOf summarises sorted log changes; unknown where there are none.
func movementOf(l []float64) movement {
	n := len(l)
	if n == 0 {
		return movement{gate.Unknown, gate.Unknown, gate.Unknown, 0}
	}
	at := func(i int) gate.Number { return gate.Number(math.Expm1(l[i])) }
	half := gate.Number(math.Expm1((l[(n-1)/2] + l[n/2]) / 2))
	return movement{half, at((n - 1) / 4), at(n - 1 - (n-1)/4), n}
}

// pastSentence says what the past runs show, for those who do not see the
// plot.
func (v *view) pastSentence(all []movement) string {
	low, high := gate.Number(math.Inf(1)), gate.Number(math.Inf(-1))
	for _, m := range all[:len(all)-1] {
		if m.median.Known() {
			low, high = min(low, m.median), max(high, m.median)
		}
	}
	out := "Every run against the baseline: the median over the suite, with the middle half of its series."
	if low <= high {
		out += fmt.Sprintf(" The earlier runs lie between %s%% and %s%%", signed(low), signed(high))
		if c := all[len(all)-1].median; c.Known() {
			out += ", the candidate at " + signed(c) + "%"
		}
		out += " (more is worse)."
	}
	if s := v.SuiteShift; s != nil && s.Floor.Known() && !s.Floor.Infinite() {
		out += " The band is the noise floor of the whole suite, " + percent(s.Floor) + "."
	}
	return out
}

// floorSentence says what the noise floor is, how large, and which runs it
// comes from.
func (v *view) floorSentence() string {
	t := v.tallyOf(func(s *gate.Series) string { return floorWords[s.FloorSource] })
	out := "Noise floor: "
	if len(t) == 0 {
		out += "none"
	} else {
		out += tallies(t)
	}
	if v.Baseline.AARuns > 0 || v.Baseline.HistoryRuns > 0 {
		out += ", from " + v.evidence()
	}
	if half, most := v.floors(); half.Known() {
		out += "; " + percent(half) + " on half of the suite, " + percent(most) + " at most"
	}
	if v.floorUnmeasured() {
		out += ". Run-to-run noise was not measured; further runs of the baseline commit or runs of the base branch's history would measure it"
	}
	return out + "."
}

// floors returns the middle and the largest of the measured floors, unknown
// where there are none.
func (v *view) floors() (half, most gate.Number) {
	var all []float64
	for _, s := range v.gated() {
		if (s.FloorSource == gate.FloorCalibrated || s.FloorSource == gate.FloorObserved) && s.Floor.Known() {
			all = append(all, float64(s.Floor))
		}
	}
	if len(all) == 0 {
		return gate.Unknown, gate.Unknown
	}
	all = sorted(all)
	return gate.Number(all[(len(all)-1)/2]), gate.Number(all[len(all)-1])
}

// evidence names the runs that the floor comes from.
func (v *view) evidence() string {
	b, elsewhere := v.Baseline, 0
	for _, p := range v.Past {
		if p.Elsewhere {
			elsewhere++
		}
	}
	out, history := plural(b.AARuns, "further run")+" of the same commit", plural(b.HistoryRuns, "run")+" of the history"
	switch {
	case b.HistoryRuns == 0:
	case b.AARuns == 0:
		out = history
	default:
		out += " and " + history
	}
	if elsewhere > 0 {
		out += fmt.Sprintf(" (%s of them left out, measured in another environment)", count(elsewhere))
	}
	return out
}
