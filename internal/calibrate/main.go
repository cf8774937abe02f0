// Command calibrate measures how often the gate blocks unchanged code and how
// often it catches a slowdown, on simulated suites with fixed seeds and on the
// real A/A data, and writes docs/calibration.md and its plot.
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
	fraction := flag.Float64("fraction", 1, "share of the repetitions to run, for a quick look")
	dir := flag.String("dir", "docs", "where to write calibration.md and calibration.svg")
	nights := flag.String("nights", "", "folder of nightly results of one unchanged toolchain (Go*), for the section on real data")
	flag.Parse()
	if err := run(*fraction, *dir, *nights); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(fraction float64, dir, nights string) error {
	s := study{effects: effectGrid(scaled(map[int]int{5: 1000, 50: 600, 500: 400}, fraction)), judged: judgeGrid(scaled(map[int]int{5: 400, 50: 160}, fraction))}
	s.measure()
	var err error
	if s.nights, err = nightly(nights); err != nil {
		return err
	}
	return s.write(dir)
}

func scaled(reps map[int]int, fraction float64) map[int]int {
	out := map[int]int{}
	for k, n := range reps {
		out[k] = max(1, int(float64(n)*fraction))
	}
	return out
}

// A study is the grid with what came out.
type study struct {
	effects, judged []cell
	byEffect        [][2]counts
	byJudge         [][methodCount]counts
	nights          []night
}

// measure runs the cells, as many at a time as there are processors.
func (s *study) measure() {
	(&cell{Heavy: true}).reach(0.01) // made once, before the cells share it
	s.byEffect, s.byJudge = make([][2]counts, len(s.effects)), make([][methodCount]counts, len(s.judged))
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
		jobs <- func() { s.byEffect[i][0], s.byEffect[i][1] = c.byEffects() }
	}
	for i, c := range s.judged {
		jobs <- func() { s.byJudge[i] = c.judged() }
	}
	close(jobs)
	wg.Wait()
}
