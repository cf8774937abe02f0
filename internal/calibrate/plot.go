package main

import (
	"fmt"
	"image/color"
	"os"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// plot draws the false-block rate of every cell against what was promised.
func (s *study) plot(file string) error {
	p := plot.New()
	p.Title.Text = "Unchanged suites that were blocked, by runs of evidence"
	p.X.Label.Text, p.Y.Label.Text = "runs of evidence (cells side by side)", "blocked, % (95 % interval)"
	p.Y.Min, p.Y.Max = 0, 10
	for j, heavy := range []bool{false, true} {
		var at plotter.XYs
		var bars plotter.YErrors
		seen := map[int]int{}
		for i, c := range s.effects {
			if c.Heavy != heavy {
				continue
			}
			e := s.byEffect[i][effectGate].rate()
			seen[c.R]++
			at = append(at, plotter.XY{X: float64(c.R) + 0.4*float64(j) + 0.008*float64(seen[c.R]), Y: 100 * e.Value})
			bars = append(bars, struct{ Low, High float64 }{100 * (e.Value - e.Low), 100 * (e.High - e.Value)})
		}
		name, shade := "normal run-to-run noise", color.RGBA{R: 0x1f, G: 0x77, B: 0xb4, A: 0xff}
		if heavy {
			name, shade = "Student's t with 4 degrees", color.RGBA{R: 0xd6, G: 0x27, B: 0x28, A: 0xff}
		}
		if err := points(p, name, shade, at, bars); err != nil {
			return err
		}
	}
	limit := plotter.NewFunction(func(float64) float64 { return 5 })
	p.Add(limit)
	p.Legend.Add("promised", limit)
	p.Legend.Top = true
	canvas := vgsvg.New(18*vg.Centimeter, 11*vg.Centimeter)
	p.Draw(draw.New(canvas))
	out, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("writing the plot: %w", err)
	}
	defer out.Close()
	if _, err := canvas.WriteTo(out); err != nil {
		return fmt.Errorf("writing the plot: %w", err)
	}
	return out.Close()
}

func points(p *plot.Plot, name string, shade color.Color, at plotter.XYs, bars plotter.YErrors) error {
	if len(at) == 0 {
		return nil
	}
	dots, err := plotter.NewScatter(at)
	if err != nil {
		return fmt.Errorf("plotting: %w", err)
	}
	dots.GlyphStyle = draw.GlyphStyle{Color: shade, Radius: vg.Points(1.5), Shape: draw.CircleGlyph{}}
	whiskers, err := plotter.NewYErrorBars(struct {
		plotter.XYs
		plotter.YErrors
	}{at, bars})
	if err != nil {
		return fmt.Errorf("plotting: %w", err)
	}
	whiskers.LineStyle.Color, whiskers.LineStyle.Width, whiskers.CapWidth = shade, vg.Points(0.4), 0
	p.Add(dots, whiskers)
	p.Legend.Add(name, dots)
	return nil
}
