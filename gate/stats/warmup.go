package stats

import (
	"math"
	"slices"
)

// Levels of the two rules of Warmup.
const (
	warmupLevel    = 0.005 // of the rank rule, over all lengths together
	warmupRest     = 2.0   // robust standard deviations of what follows the first
	leastForWarmup = 6     // repetitions of a run
)

// warmupDistance is how many robust standard deviations slower the first of n
// repetitions must be: 7 for many, 19 for 6, where neither the centre nor the
// spread of the others is known well.
func warmupDistance(n int) float64 { return 7 * (1 + 60/float64(n*n)) }

// Warmup returns how many leading repetitions of the runs of a series are
// slower than the rest: 0 if none can be shown to be. runs hold positive
// values in measured order; repetitions beyond the shortest run are not looked
// at. It never returns more than half a run, and 0 if a run has fewer than 6
// repetitions or a value ≤ 0. Two rules look at them:
//
//   - Ranks: the first k are slower than the rest of their run. That is a
//     one-sided U test of the first k against the rest, with U and its variance
//     summed over the runs, for every k up to half a run, at 0.5 % for all k
//     together; the k with the smallest p is taken. It is exact for one run and
//     the normal approximation, which is cautious for sums of such bounded
//     numbers, for several. No distribution is assumed, but one run of 20
//     cannot show by ranks that its first repetition alone was slow.
//   - Size: the runs are laid over each other, each relative to its median. If
//     the median over the runs of the first repetition is more than 7 robust
//     standard deviations (19 for runs of 6) slower than that of the others, it
//     goes, with all that follow it by more than 2.
//
// The larger of the two answers is returned. Measured rate of an answer above
// 0 for independent repetitions, 1 to 10 runs of 6 to 20: at most 1.5 % for
// normal, lognormal (σ = 0.5), rounded and base-plus-exponential noise
// (TestWarmupFalseAlarms).
func Warmup(runs [][]float64, higherIsBetter bool) int {
	slowness := warmupSlowness(runs, higherIsBetter)
	if len(slowness) == 0 {
		return 0
	}
	return max(slowByRank(slowness), slowBySize(warmupProfile(slowness), warmupStep(slowness)))
}

// warmupSlowness returns for each run how much slower than the run's median
// each repetition is, on the log scale, cut to the shortest run; nil if there
// is no such.
func warmupSlowness(runs [][]float64, higherIsBetter bool) [][]float64 {
	length := math.MaxInt
	for _, run := range runs {
		length = min(length, len(run))
	}
	if len(runs) == 0 || length < leastForWarmup {
		return nil
	}
	var all [][]float64
	for _, run := range runs {
		if slices.Min(run[:length]) <= 0 {
			return nil
		}
		logs := appendLogs(nil, run[:length])
		centre := medianOfSorted(sortedCopy(logs))
		for i, v := range logs {
			if v -= centre; higherIsBetter {
				v = -v
			}
			logs[i] = v
		}
		all = append(all, logs)
	}
	return all
}

// warmupProfile returns the median over the runs at each position.
func warmupProfile(slowness [][]float64) []float64 {
	profile := make([]float64, len(slowness[0]))
	column := make([]float64, len(slowness))
	for i := range profile {
		for r, run := range slowness {
			column[r] = run[i]
		}
		slices.Sort(column)
		profile[i] = medianOfSorted(column)
	}
	return profile
}

// slowByRank is the rank rule.
func slowByRank(slowness [][]float64) int {
	half := len(slowness[0]) / 2
	best, level := 0, warmupLevel/float64(half)
	for k := 1; k <= half; k++ {
		if p := firstSlower(slowness, k); p <= level {
			best, level = k, p
		}
	}
	return best
}

// firstSlower returns the one-sided p-value of the first k being slower than
// the rest.
func firstSlower(slowness [][]float64, k int) float64 {
	rest := len(slowness[0]) - k
	excess, variance := -0.5, 0.0
	for _, run := range slowness {
		first, last := Sample{sortedCopy(run[:k])}, Sample{sortedCopy(run[k:])}
		if len(slowness) == 1 {
			t := MannWhitneyU(first, last)
			if t.U <= float64(k*rest)/2 {
				return 1
			}
			return t.P / 2 // P has both tails, alike unless there are ties
		}
		doubled, sizes := pool(first.sorted, last.sorted, nil)
		excess += float64(doubled-k*rest) / 2
		variance += rankVariance(k, rest, sizes)
	}
	if variance == 0 || excess <= 0 {
		return 1
	}
	return twoSidedNormal(excess/math.Sqrt(variance)) / 2
}

// rankVariance returns the variance of U, corrected for ties.
func rankVariance(n, m int, sizes []int) float64 {
	total := float64(n + m)
	ties := 0.0
	for _, t := range sizes {
		f := float64(t)
		ties += f * (f*f - 1)
	}
	return float64(n*m) / 12 * (total + 1 - ties/(total*(total-1)))
}

// warmupStep returns the smallest step between values of one run: medians over
// rounded runs are not known better than to that.
func warmupStep(slowness [][]float64) float64 {
	least := math.Inf(1)
	for _, run := range slowness {
		if _, step := steps(sortedCopy(run)); step > 0 {
			least = min(least, step)
		}
	}
	return least
}

// slowBySize is the size rule.
func slowBySize(profile []float64, step float64) int {
	rest := sortedCopy(profile[1:])
	centre, sd := medianOfSorted(rest), max(step, spread(rest))
	if !(profile[0]-centre > warmupDistance(len(profile))*sd) {
		return 0
	}
	k := 1
	for k < len(profile)/2 && profile[k]-centre > warmupRest*sd {
		k++
	}
	return k
}
