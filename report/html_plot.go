package report

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"
	"strconv"
	"strings"

	"github.com/noisegate/noisegate/gate"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Colours of the plots stand for variables of the page's style, so that a
// plot follows the theme: each is replaced by its variable in the SVG.
var (
	inkColor       = color.RGBA{0x10, 0x11, 0x12, 0xff}
	mutedColor     = color.RGBA{0x20, 0x21, 0x22, 0xff}
	baselineColor  = color.RGBA{0x30, 0x31, 0x32, 0xff}
	candidateColor = color.RGBA{0x40, 0x41, 0x42, 0xff}
	barColor       = color.RGBA{0x50, 0x51, 0x52, 0xff}
	floorBand      = color.RGBA{0x60, 0x61, 0x62, 0xff}
	baselineBand   = color.RGBA{0x70, 0x71, 0x72, 0xff}
	candidateBand  = color.RGBA{0x80, 0x81, 0x82, 0xff}
)

var themed = strings.NewReplacer("#101112", "var(--ink)", "#202122", "var(--muted)", "#303132", "var(--baseline)",
	"#404142", "var(--candidate)", "#505152", "var(--bar)",
	"#606162", "var(--floor-band)", "#707172", "var(--baseline-band)", "#808182", "var(--candidate-band)")

// singlePoints is the largest suite whose intervals are drawn one by one.
const singlePoints = 300

// newPlot returns a plot without a background, in the page's colours.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Color, a.Label.TextStyle.Color, a.Tick.Color, a.Tick.Label.Color = mutedColor, inkColor, mutedColor, inkColor
		a.Tick.Label.Font.Size, a.Label.TextStyle.Font.Size = 10, 10
	}
	return p
}

// svg draws a plot and returns it as an inline image that scales with the
// page. The text that stands for it is set by the caller around it.
func svg(p *plot.Plot, w, h vg.Length) (template.HTML, error) {
	c := vgsvg.New(w, h)
	p.Draw(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return "", fmt.Errorf("drawing a plot: %w", err)
	}
	text := b.String()
	// The head is the library's: an XML prolog, a comment and a fixed size.
	_, body, ok := strings.Cut(text, "xlink\">")
	if !ok {
		return "", fmt.Errorf("drawing a plot: unexpected head of the SVG %q", text[:min(len(text), 80)])
	}
	head := fmt.Sprintf(`<svg viewBox="0 0 %g %g" aria-hidden="true" focusable="false">`, w.Points(), h.Points())
	return template.HTML(head + themed.Replace(body)), nil
}

// ticksIn labels about five round values of an axis, with a suffix.
func ticksIn(factor float64, suffix string) plot.TickerFunc {
	return func(low, high float64) []plot.Tick {
		low, high = low*factor, high*factor
		step := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
		switch n := (high - low) / step; {
		case n > 20:
			step *= 5
		case n > 10:
			step *= 2
		}
		places := max(0, -int(math.Floor(math.Log10(step)*(1+1e-12))))
		var out []plot.Tick
		// Counted, since i+1 is i where the values are huge and close.
		for i, n := math.Ceil(low/step)+0, 0; i*step <= high && n < 50; i, n = i+1, n+1 {
			label := strconv.FormatFloat(i*step, 'f', places, 64)
			if places > 9 || i*step >= 1e9 {
				label = strconv.FormatFloat(i*step, 'g', 4, 64)
			}
			out = append(out, plot.Tick{Value: i * step / factor, Label: label + suffix})
		}
		return out
	}
}

// line adds a line through points.
func line(p *plot.Plot, c color.Color, width vg.Length, dashes []vg.Length, points ...plotter.XY) error {
	l, err := plotter.NewLine(plotter.XYs(points))
	if err != nil {
		return fmt.Errorf("drawing a line: %w", err)
	}
	l.Color, l.Width, l.Dashes = c, width, dashes
	p.Add(l)
	return nil
}

// overview draws the effects of the whole suite with their intervals, sorted,
// between the floor band and the threshold, and says in words what it shows.
func (v *view) overview() (template.HTML, string, error) {
	var rows []*gate.Series
	for _, s := range v.gated() {
		if s.Effect.Known() && !s.Effect.Infinite() {
			rows = append(rows, s)
		}
	}
	if len(rows) < 2 {
		return "", "", nil
	}
	sortByEffect(rows)
	a := axisOf(rows)
	p := newPlot()
	p.HideX()
	p.Y.Label.Text, p.Y.Tick.Marker = "worse →", ticksIn(100, "%")
	if err := v.drawOverview(p, rows, a); err != nil {
		return "", "", err
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.5, float64(len(rows))-0.5, a.low, a.high
	out, err := svg(p, 860, 260)
	note := fmt.Sprintf("Effects of %s%s with their 95%% intervals, the worst on the left: from %s%% to %s%%. The dashed line is the threshold of %s, the band the noise floor.",
		plural(len(rows), "series"), v.remains(rows...), signed(rows[0].Effect), signed(rows[len(rows)-1].Effect), percent(gate.Number(v.Settings.Threshold)))
	if n := v.judged() - len(rows); n > 0 {
		note += fmt.Sprintf(" Not in it: %s without a finite effect.", plural(n, "series"))
	}
	return out, note, err
}

func (v *view) drawOverview(p *plot.Plot, rows []*gate.Series, a axis) error {
	n := len(rows)
	var floorUp, floorDown, low, high, at plotter.XYs
	for i, s := range rows {
		x := float64(i)
		f := finite(s.Floor, 0)
		for _, edge := range []float64{x - 0.5, x + 0.5} {
			floorUp = append(floorUp, plotter.XY{X: edge, Y: min(f, a.high)})
			floorDown = append(floorDown, plotter.XY{X: edge, Y: max(-f, a.low)})
		}
		at = append(at, plotter.XY{X: x, Y: float64(clamp(s.Effect, a))})
		l, h := s.EffectLow, s.EffectHigh
		if !l.Known() || !h.Known() {
			l, h = s.Effect, s.Effect
		}
		low = append(low, plotter.XY{X: x, Y: float64(clamp(l, a))})
		high = append(high, plotter.XY{X: x, Y: float64(clamp(h, a))})
	}
	if err := band(p, floorBand, floorUp, floorDown); err != nil {
		return err
	}
	if n > singlePoints {
		if err := band(p, candidateBand, high, low); err != nil {
			return err
		}
	}
	last := float64(n) - 0.5
	if err := line(p, mutedColor, 1, nil, plotter.XY{X: -0.5}, plotter.XY{X: last}); err != nil {
		return err
	}
	t := v.Settings.Threshold
	if err := line(p, barColor, 1.5, []vg.Length{5, 3}, plotter.XY{X: -0.5, Y: t}, plotter.XY{X: last, Y: t}); err != nil {
		return err
	}
	if n > singlePoints {
		return line(p, candidateColor, 2, nil, at...)
	}
	for i := range at {
		if err := line(p, candidateColor, 1.2, nil, low[i], high[i]); err != nil {
			return err
		}
	}
	return dots(p, candidateColor, 2.2, at)
}

// band fills the space between two lines; its colours are translucent.
func band(p *plot.Plot, c color.RGBA, up, down plotter.XYs) error {
	ring := append(plotter.XYs(nil), up...)
	for i := len(down) - 1; i >= 0; i-- {
		ring = append(ring, down[i])
	}
	poly, err := plotter.NewPolygon(ring)
	if err != nil {
		return fmt.Errorf("drawing a band: %w", err)
	}
	poly.Color = c
	poly.LineStyle.Width = 0
	p.Add(poly)
	return nil
}

func dots(p *plot.Plot, c color.Color, radius vg.Length, points plotter.XYs) error {
	sc, err := plotter.NewScatter(points)
	if err != nil {
		return fmt.Errorf("drawing points: %w", err)
	}
	sc.GlyphStyle = draw.GlyphStyle{Color: c, Radius: radius, Shape: draw.CircleGlyph{}}
	p.Add(sc)
	return nil
}
