// Command calibrate measures how often the gate blocks unchanged code and how
// often it catches a slowdown, on simulated suites with fixed seeds and on the
// real A/A data, and writes docs/calibration.md, its plot and docs/calibration-grid.md.
//
// Run it in the root of the repository:
//
//	go run ./internal/calibrate -nights FOLDER
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"sync"
)

func main() {
	var o options
	flag.Float64Var(&o.fraction, "fraction", 1, "share of the suites to run, for a quick look")
	flag.StringVar(&o.dir, "dir", "docs", "where to write calibration.md, calibration-grid.md and calibration.svg")
	flag.StringVar(&o.nights, "nights", "", "folder of nightly results of one unchanged toolchain (Go*), for the section on real data")
	flag.StringVar(&o.save, "save", "", "file to keep the counts of the simulated suites in")
	flag.StringVar(&o.from, "from", "", "file of such counts to write the pages from, in place of a simulation")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type options struct {
	fraction                float64
	dir, nights, save, from string
}

func run(o options) error {
	s := study{effects: effectGrid(o.fraction), judged: judgeGrid(o.fraction), factorial: factorialGrid(o.fraction), odd: oddGrid(o.fraction)}
	if o.from != "" {
		if err := s.load(o.from); err != nil {
			return err
		}
	} else {
		s.measure()
	}
	if o.save != "" {
		if err := s.save(o.save); err != nil {
			return err
		}
	}
	var err error
	if s.nights, err = nightly(o.nights); err != nil {
		return err
	}
	return s.write(o.dir)
}

// A study is the grid with what came out.
type study struct {
	effects, judged, factorial []cell
	odd                        []cell
	tally
	nights []night
}

// measure runs the cells, as many at a time as there are processors.
func (s *study) measure() {
	(&cell{Heavy: true}).reach(0.01) // made once, before the cells share it
	s.byOdd = make([][oddCount]counts, len(s.odd))
	s.byEffect = make([][effectCount]counts, len(s.effects))
	s.byJudge, s.byFactor = make([][methodCount]counts, len(s.judged)), make([][methodCount]counts, len(s.factorial))
	jobs := make(chan func())
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for job := range jobs {
				job()
			}
		}()
	}
	for i, c := range s.effects {
		jobs <- func() { s.byEffect[i] = c.byEffects() }
	}
	for i, c := range s.judged {
		jobs <- func() { s.byJudge[i] = c.judged() }
	}
	for i, c := range s.factorial {
		jobs <- func() { s.byFactor[i] = c.judged() }
	}
	for i, c := range s.odd {
		jobs <- func() { s.byOdd[i] = c.withOddRuns() }
	}
	close(jobs)
	wg.Wait()
}
