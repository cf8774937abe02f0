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
