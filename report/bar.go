package report

import (
	"math"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// barWidth is the number of columns of a bar.
const barWidth = 21

// An axis is the common scale of the bars of a table, in effects.
type axis struct{ low, high float64 }

// axisOf returns an axis that holds zero, the thresholds and floors, and the
// intervals of the series, as far as they are within four times the median
// row: one huge effect must not press all others flat.
func axisOf(rows []*gate.Series) axis {
	var reach []float64
	a := axis{}
	for _, s := range rows {
		a.low = min(a.low, -mustExceed(s)/2)
		a.high = max(a.high, 1.5*mustExceed(s))
		reach = append(reach, finite(s.Effect, 0))
	}
	if len(rows) == 0 {
		return axis{-0.05, 0.1}
	}
	limit := 4 * max(math.Abs(middle(reach)), a.high)
	for _, s := range rows {
		a.low = min(a.low, max(-limit, finite(s.EffectLow, 0)), max(-limit, finite(s.Effect, 0)))
		a.high = max(a.high, min(limit, finite(s.EffectHigh, 0)), min(limit, finite(s.Effect, 0)))
	}
	if a.low == a.high {
		return axis{-0.05, 0.1}
	}
	return a
}

// mustExceed is the effect that a series must reach to be a regression.
func mustExceed(s *gate.Series) float64 {
	return max(finite(s.Threshold, 0), finite(s.Floor, 0))
}

// finite returns the value of a number that has one.
func finite(n gate.Number, otherwise float64) float64 {
	if !n.Known() || n.Infinite() {
		return otherwise
	}
	return float64(n)
}

// middle returns the upper median of the values; 0 for none.
func middle(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	v = sorted(v)
	return v[len(v)/2]
}

// bar draws the effect with its interval on the axis, in characters that
// every fixed-width font has in one width: 0 no change, ┊ what must be
// exceeded, ├─┼─┤ interval and effect; < and > stand where it leaves the axis.
func bar(s *gate.Series, a axis) string {
	cells := []rune(strings.Repeat("·", barWidth))
	column := func(f float64) int {
		return int(math.Round((f - a.low) / (a.high - a.low) * (barWidth - 1)))
	}
	put := func(at int, r rune) {
		if at >= 0 && at < barWidth {
			cells[at] = r
		}
	}
	low, high := s.EffectLow, s.EffectHigh
	if !low.Known() || !high.Known() {
		low, high = s.Effect, s.Effect
	}
	put(column(0), '0')
	put(column(mustExceed(s)), '┊')
	if !s.Effect.Known() {
		return string(cells)
	}
	from, to := column(float64(clamp(low, a))), column(float64(clamp(high, a)))
	for i := from; i <= to; i++ {
		put(i, '─')
	}
	if from < to {
		put(from, '├')
		put(to, '┤')
	}
	put(column(float64(clamp(s.Effect, a))), '┼')
	if float64(low) < a.low {
		put(0, '<')
	}
	if float64(high) > a.high {
		put(barWidth-1, '>')
	}
	return string(cells)
}

func clamp(n gate.Number, a axis) gate.Number {
	return gate.Number(min(max(float64(n), a.low), a.high))
}

// legend explains the bars of an axis.
func (a axis) legend() string {
	return "from " + signed(gate.Number(a.low)) + "% to " + signed(gate.Number(a.high)) + "%"
}
