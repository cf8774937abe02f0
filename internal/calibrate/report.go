package main

import (
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	_ "embed"
)

//go:embed calibration.md.in
var template string

// write makes the document and the plot.
func (s *study) write(dir string) error {
	text := strings.NewReplacer("@summary@", s.summary(), "@effects@", s.effectTable(), "@judged@", s.judgedTable(), "@nights@", s.nightTable()).Replace(template)
	if err := os.WriteFile(filepath.Join(dir, "calibration.md"), []byte(text), 0o644); err != nil {
		return fmt.Errorf("writing the study: %w", err)
	}
	return s.plot(filepath.Join(dir, "calibration.svg"))
}

func rate(c counts) string {
	e := c.rate()
	return fmt.Sprintf("%.1f (%.1f–%.1f)", 100*e.Value, 100*e.Low, 100*e.High)
}

func powers(c counts) string {
	return fmt.Sprintf("%.0f / %.0f / %.0f", c.power(0), c.power(1), c.power(2))
}

func shares(n [len(injected)]int, of int) string {
	return fmt.Sprintf("%.0f / %.0f / %.0f", 100*float64(n[0])/float64(of), 100*float64(n[1])/float64(of), 100*float64(n[2])/float64(of))
}

// cleared is the share, in per cent, of slowdowns at or beyond the threshold
// of which the gate said that no regression was shown.
func (c counts) cleared() float64 {
	return 100 * float64(c.Cleared[0]+c.Cleared[1]+c.Cleared[2]) / float64(len(injected)*c.Slowed)
}

func evidence(c cell) string {
	if c.History {
		return fmt.Sprintf("%d history", c.R)
	}
	return fmt.Sprintf("%d", c.R)
}

// summary counts the cells that hold what was asked of them.
func (s *study) summary() string {
	var b strings.Builder
	claimed, held, narrow, worst := 0, 0, 0, counts{Suites: 1}
	powerCells, powerHeld := 0, 0
	look := func(c cell, ours, oracle counts) {
		if c.R < 3 && c.Sigma > 0 {
			return
		}
		claimed++
		e := ours.rate()
		held += one(e.Value <= 0.05)
		narrow += one(e.High <= 0.065)
		if e.Value > worst.rate().Value {
			worst = ours
		}
		if c.R >= 5 && !c.History {
			powerCells++
			powerHeld += one(gap(ours, oracle) <= 10)
		}
	}
	for i, c := range s.effects {
		look(c, s.byEffect[i][0], s.byEffect[i][1])
	}
	for i, c := range s.judged {
		look(c, s.byJudge[i][methodGate], s.byJudge[i][methodOracle])
	}
	fmt.Fprintf(&b, "- False blocks: at most 5 %% of unchanged suites in %d of %d cells with at least 3 runs of evidence or no run-to-run noise; the worst has %s %%. The upper end of the 95 %% interval is at most 6.5 %% in %d.\n", held, claimed, rate(worst), narrow)
	fmt.Fprintf(&b, "- Power: within 10 points of the oracle at 5 %%, 10 %% and 25 %% in %d of %d cells with at least 5 runs of the same commit.\n", powerHeld, powerCells)
	return b.String()
}

// gap is the largest number of points by which power lies below the oracle's.
func gap(ours, oracle counts) float64 {
	out := 0.0
	for k := range injected {
		out = max(out, oracle.power(k)-ours.power(k))
	}
	return out
}

func (s *study) effectTable() string {
	var b strings.Builder
	b.WriteString("| series | noise | of | law | runs | suites | blocked % (95 %) | oracle % | power % 5 / 10 / 25 | oracle | gap |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for i, c := range s.effects {
		a, o := s.byEffect[i][0], s.byEffect[i][1]
		fmt.Fprintf(&b, "| %d | %.0f %% | %s | %s | %s | %d | %s | %.1f | %s | %s | %.0f |\n", c.K, 100*c.Sigma, c.Where, c.law(), evidence(c), a.Suites, rate(a), 100*o.rate().Value, powers(a), powers(o), gap(a, o))
	}
	return b.String()
}

func (s *study) judgedTable() string {
	var b strings.Builder
	b.WriteString("| series | n | shape | noise | of | law | runs | suites |")
	for _, name := range methodNames {
		fmt.Fprintf(&b, " %s |", name)
	}
	b.WriteString(" power % noisegate | power % oracle | passed % 5 / 10 / 25 | cleared % |\n|" + strings.Repeat(" --- |", 8+methodCount+4) + "\n")
	for i, c := range s.judged {
		fmt.Fprintf(&b, "| %d | %d | %s | %.0f %% | %s | %s | %s | %d |", c.K, c.N, c.Shape, 100*c.Sigma, c.Where, c.law(), evidence(c), s.byJudge[i][0].Suites)
		for m, got := range s.byJudge[i] {
			if m == methodGate {
				fmt.Fprintf(&b, " %s |", rate(got))
				continue
			}
			fmt.Fprintf(&b, " %.0f |", 100*got.rate().Value)
		}
		ours := s.byJudge[i][methodGate]
		fmt.Fprintf(&b, " %s | %s | %s | %.1f |\n", powers(ours), powers(s.byJudge[i][methodOracle]), shares(ours.Passed, ours.Slowed), ours.cleared())
	}
	return b.String()
}

func (s *study) nightTable() string {
	if len(s.nights) == 0 {
		return "The nightly data was not there when this page was made.\n"
	}
	var b strings.Builder
	b.WriteString("| night | benchmarks | U test alone calls slower | Bonferroni + 2 % blocks | noisegate blocks | verdict | median floor | 10 % caught |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n")
	slowed, found := 0, 0
	for _, n := range s.nights {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %s | %.1f %% | %d of %d |\n", n.name[:8], n.series, n.naive, n.bare, n.gate, n.verdict, 100*n.median, n.found, n.slowed)
		slowed, found = slowed+n.slowed, found+n.found
	}
	fmt.Fprintf(&b, "\nCaught in all: %d of %d (%.1f %%).\n", found, slowed, 100*float64(found)/float64(slowed))
	return b.String()
}

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
			e := s.byEffect[i][0].rate()
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
