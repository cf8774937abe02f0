package report

import (
	"fmt"
	"html/template"
	"image/color"
	"math"

	"github.com/noisegate/noisegate/gate"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// A pagePast is the section about the runs that the noise floor comes from.
type pagePast struct {
	Plot template.HTML
	Note string
	Rows []pagePastRow
}

// A pagePastRow is one of these runs.
type pagePastRow struct {
	Role, Commit, URL, ID, Date, Series, Movement, Remark string
}

// pastRoles name what a past run is.
var pastRoles = map[string]string{gate.PastHistory: "history of the base branch", gate.PastAA: "same commit (A/A)"}

// past makes the section; nil where there are no past runs.
func (v *view) past() (*pagePast, error) {
	if len(v.Past) == 0 {
		return nil, nil
	}
	all := v.movements()
	p := &pagePast{Note: v.pastSentence(all)}
	for i, r := range v.Past {
		m := all[i]
		row := pagePastRow{Role: orElse(pastRoles[r.Role], visible(r.Role)), Date: orDash(visible(shorten(r.Date, nameLimit))),
			Commit: orDash(visible(r.SHA[:min(9, len(r.SHA))])), Series: count(m.series), Movement: "–"}
		if r.RunID != 0 {
			row.ID = fmt.Sprint(r.RunID)
			if base := webURL(v.Meta.RepositoryURL); base != "" {
				row.URL = webURL(base + "/actions/runs/" + row.ID)
			}
		} else if len(r.Files) > 0 {
			row.ID = visible(shorten(r.Files[0], nameLimit))
		}
		if m.median.Known() {
			row.Movement = signed(m.median) + "%"
		}
		if r.Elsewhere {
			row.Remark = "another environment, left out of the floor"
		}
		p.Rows = append(p.Rows, row)
	}
	var err error
	p.Plot, err = v.pastPlot(all)
	return p, err
}

// pastPlot draws the movements of the past runs, the baseline at zero, and
// the candidate.
func (v *view) pastPlot(all []movement) (template.HTML, error) {
	p := newPlot()
	p.Y.Label.Text, p.Y.Tick.Marker = "worse →", ticksIn(100, "%")
	last := float64(len(all))
	if s := v.SuiteShift; s != nil && s.Floor.Known() && !s.Floor.Infinite() && s.Floor > 0 {
		f := float64(s.Floor)
		if err := band(p, floorBand, plotter.XYs{{X: -0.5, Y: f}, {X: last + 0.5, Y: f}}, plotter.XYs{{X: -0.5, Y: -f}, {X: last + 0.5, Y: -f}}); err != nil {
			return "", err
		}
	}
	if err := line(p, mutedColor, 1, nil, plotter.XY{X: -0.5}, plotter.XY{X: last + 0.5}); err != nil {
		return "", err
	}
	history := 0
	for i, m := range all {
		x, c, filled := float64(i), mutedColor, false
		switch {
		case i == len(all)-1:
			x, c, filled = last, candidateColor, true
		case v.Past[i].Role == gate.PastAA:
			c = baselineColor
		default:
			history++
		}
		if !m.median.Known() || m.median.Infinite() {
			continue
		}
		if err := line(p, c, 1.2, nil, plotter.XY{X: x, Y: float64(m.low)}, plotter.XY{X: x, Y: float64(m.high)}); err != nil {
			return "", err
		}
		if err := marks(p, c, filled || v.Past[min(i, len(v.Past)-1)].Role == gate.PastAA, plotter.XY{X: x, Y: float64(m.median)}); err != nil {
			return "", err
		}
	}
	if err := marks(p, baselineColor, true, plotter.XY{X: last - 1}); err != nil {
		return "", err
	}
	p.X.Tick.Marker = plot.ConstantTicks(pastTicks(history, len(v.Past)))
	p.X.Tick.Length = 0
	p.X.Min, p.X.Max = -0.5, last+0.5
	if p.Y.Max-p.Y.Min < 1e-4 {
		p.Y.Min, p.Y.Max = p.Y.Min-0.01, p.Y.Max+0.01
	}
	return svg(p, 860, 200)
}

// pastTicks labels the groups of runs.
func pastTicks(history, past int) []plot.Tick {
	ticks := []plot.Tick{{Value: float64(past), Label: "baseline"}, {Value: float64(past + 1), Label: "candidate"}}
	if history > 0 {
		ticks = append(ticks, plot.Tick{Value: float64(history-1) / 2, Label: "history"})
	}
	if same := past - history; same > 0 {
		ticks = append(ticks, plot.Tick{Value: float64(history) + float64(same-1)/2, Label: "same commit"})
	}
	return ticks
}

// marks draws points that are larger than measured values: rings, or filled.
func marks(p *plot.Plot, c color.Color, filled bool, points ...plotter.XY) error {
	if len(points) == 0 {
		return nil
	}
	sc, err := plotter.NewScatter(plotter.XYs(points))
	if err != nil {
		return fmt.Errorf("drawing points: %w", err)
	}
	sc.GlyphStyle = draw.GlyphStyle{Color: c, Radius: 3, Shape: draw.RingGlyph{}}
	if filled {
		sc.Shape = draw.CircleGlyph{}
	}
	p.Add(sc)
	return nil
}

// drawPast draws the medians of past runs on the left of a series' plot, and
// returns where the measured values begin, with the label of the part, if it
// has any. The script does the same.
func (v *view) drawPast(p *plot.Plot, s *gate.Series, sc scale, total float64) (float64, []plot.Tick, error) {
	history, same := v.pastMedians(s)
	n := float64(len(history) + len(same))
	if n == 0 {
		return 0, nil, nil
	}
	step := math.Max(1, 0.15*total/n)
	var points plotter.XYs
	for i, m := range append(append([]float64(nil), history...), same...) {
		points = append(points, plotter.XY{X: float64(i) * step, Y: m / sc.factor})
	}
	if err := marks(p, mutedColor, false, points[:len(history)]...); err != nil {
		return 0, nil, err
	}
	return n*step + total*0.03 + 1, []plot.Tick{{Value: (n - 1) * step / 2, Label: "earlier"}},
		marks(p, baselineColor, true, points[len(history):]...)
}

// floorBands are the ranges in which the floor lies around the median of the
// baseline, and around the same moved as the whole suite moved, which is what
// the candidate was judged against; in scaled units, cut off where they would
// press the values flat. Nil where there is no floor to draw.
func (v *view) floorBands(s *gate.Series, sc scale) [][2]float64 {
	f, m := float64(s.Floor), median(s.Baseline)/sc.factor
	if !s.Verdict.Judged() || !(f > 0) || !(m > 0) || math.IsInf(f, 0) || math.IsInf(m, 0) {
		return nil
	}
	shift := 1.0
	if x := v.SuiteShift; x != nil && x.Removed && x.Effect.Known() && !x.Effect.Infinite() {
		shift = 1 + float64(x.Effect)
	}
	low, high := v.extent(s, sc)
	span := math.Max(high-low, m/1000)
	var out [][2]float64
	for _, centre := range []float64{1, shift} {
		from, to := m*centre*math.Max(0, 1-f), m*centre*(1+f)
		if s.Direction == "higher" {
			from, to = m/centre/(1+f), m/centre/math.Max(1e-9, 1-f)
		}
		from, to = math.Max(from, low-span), math.Min(to, high+span)
		if !(from < to) {
			return nil
		}
		out = append(out, [2]float64{from, to})
	}
	return out
}

// extent is the range of all that is plotted of a series, in scaled units.
func (v *view) extent(s *gate.Series, sc scale) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	history, same := v.pastMedians(s)
	lists := [][]float64{history, same}
	for _, st := range []*gate.Stats{s.Baseline, s.Candidate} {
		if st != nil {
			lists = append(lists, st.Values...)
		}
	}
	for _, list := range lists {
		for _, x := range list {
			low, high = math.Min(low, x/sc.factor), math.Max(high, x/sc.factor)
		}
	}
	return low, high
}
