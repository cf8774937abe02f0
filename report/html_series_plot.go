package report

import (
	"html/template"
	"image/color"
	"math"

	"github.com/noisegate/noisegate/gate"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// hasValues reports whether there is something to plot.
func hasValues(s *gate.Series) bool {
	return s.Baseline != nil && len(s.Baseline.Values) > 0 || s.Candidate != nil && len(s.Candidate.Values) > 0
}

// seriesPlot draws the medians of earlier runs, every measured value of both
// sides in order, their medians with intervals, the noise floor around the
// baseline's, and on the right the distribution of each side as its quantiles.
// The script draws the same for series that are opened.
func (v *view) seriesPlot(s *gate.Series) (template.HTML, error) {
	sc := seriesScale(s)
	p := newPlot()
	p.Y.Label.Text, p.Y.Tick.Marker = sc.label, ticksIn(1, "")
	total := float64(places(s.Baseline) + places(s.Candidate))
	at, ticks, err := v.drawPast(p, s, sc, total)
	if err != nil {
		return "", err
	}
	quantilesAt, quantilesWidth := at+total*1.08+2, math.Max(3, total*0.35)
	if err := v.drawFloor(p, s, sc, at); err != nil {
		return "", err
	}
	for _, side := range []struct {
		name string
		st   *gate.Stats
		c, b color.RGBA
	}{{"baseline, in order", s.Baseline, baselineColor, baselineBand}, {"candidate, in order", s.Candidate, candidateColor, candidateBand}} {
		if side.st == nil || len(side.st.Values) == 0 {
			continue
		}
		n, err := drawSide(p, side.st, sc, side.c, side.b, at)
		if err != nil {
			return "", err
		}
		ticks = append(ticks, plot.Tick{Value: at + (n-1)/2, Label: side.name})
		if err := drawQuantiles(p, side.st, sc, side.c, quantilesAt, quantilesWidth); err != nil {
			return "", err
		}
		at += n + total*0.03 + 1
	}
	ticks = append(ticks, plot.Tick{Value: quantilesAt + quantilesWidth/2, Label: "distribution"})
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	p.X.Tick.Length = 0
	p.X.Max = quantilesAt + quantilesWidth
	if p.Y.Min == p.Y.Max {
		room := math.Max(1, math.Abs(p.Y.Min)/100)
		p.Y.Min, p.Y.Max = p.Y.Min-room, p.Y.Max+room
	}
	return svg(p, 720, 220)
}

// drawFloor draws the floor's band: up to the candidate's values around the
// baseline's median, behind them around what the candidate is judged against.
func (v *view) drawFloor(p *plot.Plot, s *gate.Series, sc scale, at float64) error {
	bands := v.floorBands(s, sc)
	if bands == nil {
		return nil
	}
	b, c := float64(places(s.Baseline)), float64(places(s.Candidate))
	middle := at + b + 0.015*(b+c)
	end := middle + c + 0.03*(b+c) + 1
	for i, x := range [][2]float64{{-0.5, middle}, {middle, end}} {
		y := bands[i]
		if err := band(p, floorBand, plotter.XYs{{X: x[0], Y: y[1]}, {X: x[1], Y: y[1]}}, plotter.XYs{{X: x[0], Y: y[0]}, {X: x[1], Y: y[0]}}); err != nil {
			return err
		}
	}
	return nil
}

// places is how many places the values of a side take in a plot, with one
// between two runs.
func places(st *gate.Stats) int {
	if st == nil || len(st.Values) == 0 {
		return 0
	}
	n := len(st.Values) - 1
	for _, run := range st.Values {
		n += len(run)
	}
	return n
}

// drawSide draws the values of one side from x = at on, its runs a little
// apart, with a line at the median and a band for its interval, and returns
// how far it reached.
func drawSide(p *plot.Plot, st *gate.Stats, sc scale, c, shade color.RGBA, at float64) (float64, error) {
	var points plotter.XYs
	x := at
	for i, run := range st.Values {
		if i > 0 {
			x++
		}
		for _, v := range run {
			points = append(points, plotter.XY{X: x, Y: v / sc.factor})
			x++
		}
	}
	from, to := at-0.4, x-0.6
	if st.Low.Known() && st.High.Known() && !st.Low.Infinite() && !st.High.Infinite() {
		low, high := float64(st.Low)/sc.factor, float64(st.High)/sc.factor
		if err := band(p, shade, plotter.XYs{{X: from, Y: high}, {X: to, Y: high}}, plotter.XYs{{X: from, Y: low}, {X: to, Y: low}}); err != nil {
			return 0, err
		}
	}
	if st.Median.Known() && !st.Median.Infinite() {
		m := float64(st.Median) / sc.factor
		if err := line(p, c, 1.5, nil, plotter.XY{X: from, Y: m}, plotter.XY{X: to, Y: m}); err != nil {
			return 0, err
		}
	}
	return x - at, dots(p, c, 2, points)
}

// drawQuantiles draws the sorted values of a side against their rank.
func drawQuantiles(p *plot.Plot, st *gate.Stats, sc scale, c color.RGBA, at, width float64) error {
	var all []float64
	for _, run := range st.Values {
		all = append(all, run...)
	}
	var points plotter.XYs
	for i, v := range sorted(all) {
		points = append(points, plotter.XY{X: at + width*(float64(i)+0.5)/float64(len(all)), Y: v / sc.factor})
	}
	if len(points) == 1 {
		return dots(p, c, 2, points)
	}
	return line(p, c, 1.5, nil, points...)
}
