package gate

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// leastParallel is the number of pieces below which starting goroutines costs
// more than it saves.
const leastParallel = 32

// each calls work for 0 to n − 1, on all processors where that pays. The work
// on one index must not touch what another writes, so that the result does
// not depend on the order. A panic of any of them is raised here.
func each(n int, work func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n/leastParallel+1)
	if workers < 2 {
		for i := range n {
			work(i)
		}
		return
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	panics := make([]any, workers)
	for w := range workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			defer func() { panics[w] = recover() }()
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				work(i)
			}
		}()
	}
	wait.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
}
