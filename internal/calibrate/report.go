package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "embed"
)

var (
	//go:embed calibration.md.in
	pageTemplate string
	//go:embed calibration-grid.md.in
	gridTemplate string
)

// write makes the documents and the plot.
func (s *study) write(dir string) error {
	fill := strings.NewReplacer("@summary@", s.summary(), "@short@", s.short(), "@pooled@", s.pooledTable(), "@margins@", s.marginTable(), "@odd@", s.oddTable(),
		"@nights@", s.nightTable(), "@effects@", s.effectTable(), "@judged@", s.judgedTable(s.judged, s.byJudge), "@factorial@", s.judgedTable(s.factorial, s.byFactor))
	for name, template := range map[string]string{"calibration.md": pageTemplate, "calibration-grid.md": gridTemplate} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(fill.Replace(template)), 0o644); err != nil {
			return fmt.Errorf("writing the study: %w", err)
		}
	}
	return s.plot(filepath.Join(dir, "calibration.svg"))
}

func rate(c counts) string {
	e := c.rate()
	return fmt.Sprintf("%.1f (%.1f–%.1f)", 100*e.Value, 100*e.Low, 100*e.High)
}

func powers(c counts) string {
	if c.Slowed == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f / %.0f / %.0f", c.power(0), c.power(1), c.power(2))
}

func shares(n [len(injected)]int, of int) string {
	return fmt.Sprintf("%.1f / %.1f / %.1f", 100*float64(n[0])/float64(of), 100*float64(n[1])/float64(of), 100*float64(n[2])/float64(of))
}

func evidence(c cell) string {
	if c.History {
		return fmt.Sprintf("%d history", c.R)
	}
	return fmt.Sprintf("%d", c.R)
}

// gap is the largest number of points by which power lies below another
// method's.
func gap(ours, other counts) float64 {
	out := 0.0
	for k := range injected {
		out = max(out, other.power(k)-ours.power(k))
	}
	return out
}

func (s *study) effectTable() string {
	var b strings.Builder
	b.WriteString("| series | noise | of | law | runs | suites | blocked % (95 %) | oracle % | power % 5 / 10 / 25 | oracle | informed | gap to the oracle | to the informed |\n|" + strings.Repeat(" --- |", 13) + "\n")
	for i, c := range s.effects {
		a, o, f := s.byEffect[i][effectGate], s.byEffect[i][effectOracle], s.byEffect[i][effectInformed]
		unlearnt := ""
		if f.Slowed > 0 {
			unlearnt = fmt.Sprintf("%.0f", gap(a, f))
		}
		fmt.Fprintf(&b, "| %d | %.0f %% | %s | %s | %s | %d | %s | %.1f | %s | %s | %s | %.0f | %s |\n", c.K, 100*c.Sigma, c.Where, c.law(), evidence(c), a.Suites, rate(a), 100*o.rate().Value, powers(a), powers(o), powers(f), gap(a, o), unlearnt)
	}
	return b.String()
}

func (s *study) judgedTable(cells []cell, results [][methodCount]counts) string {
	var b strings.Builder
	b.WriteString("| series | n | shape | noise | of | law | runs | suites |")
	for m, name := range methodNames {
		if m != methodInformed {
			fmt.Fprintf(&b, " %s |", name)
		}
	}
	b.WriteString(" power % noisegate | power % oracle | passed % | power % informed |\n|" + strings.Repeat(" --- |", 8+methodCount-1+4) + "\n")
	for i, c := range cells {
		fmt.Fprintf(&b, "| %d | %d | %s | %.0f %% | %s | %s | %s | %d |%s %s |\n", c.K, c.N, c.Shape, 100*c.Sigma, c.Where, c.law(), evidence(c), results[i][methodGate].Suites, methodColumns(results[i]), powers(results[i][methodInformed]))
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
