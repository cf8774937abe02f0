package stats

import (
	"cmp"
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
	n := slowByRank(slowness)
	if len(slowness) == 1 && slowness[0][0] <= 0 {
		return n // the first is not slower than the others at all
	}
	return max(n, slowBySize(warmupProfile(slowness), warmupStep(slowness)))
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
	var room [fewValues]float64
	all := make([][]float64, 0, len(runs))
	for _, run := range runs {
		if slices.Min(run[:length]) <= 0 {
			return nil
		}
		logs := appendLogs(make([]float64, 0, length), run[:length])
		sorted := append(room[:0], logs...)
		sortCounting(sorted)
		centre := medianOfSorted(sorted)
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

// exactWarmup is the length of a run up to which the rank rule is exact, and
// worthZ the normal deviate below which its p cannot be small enough.
const (
	exactWarmup = 100
	worthZ      = 2.0
)

// slowByRank is the rank rule. The ranks of a run are worked out once: those
// of its first k give U for every k.
func slowByRank(slowness [][]float64) int {
	length := len(slowness[0])
	half := length / 2
	var excessRoom, rankRoom [fewValues]float64
	excess, unit := append(excessRoom[:0], make([]float64, half+1)...), 0.0
	for _, run := range slowness {
		ranks, ties := midranks(run, rankRoom[:0])
		n := float64(length)
		unit += (n + 1 - ties/(n*(n-1))) / 12
		sum := 0.0
		for k := 1; k <= half; k++ {
			sum += ranks[k-1]
			excess[k] += sum - float64(k)*(n+1)/2
		}
	}
	best, level := 0, warmupLevel/float64(half)
	for k := 1; k <= half; k++ {
		z := (excess[k] - 0.5) / math.Sqrt(float64(k*(length-k))*unit)
		if !(z > worthZ) {
			continue
		}
		p := twoSidedNormal(z) / 2
		if len(slowness) == 1 && length <= exactWarmup {
			run := slowness[0]
			// P has both tails, alike unless there are ties.
			p = MannWhitneyU(Sample{sorted: sortedCopy(run[:k])}, Sample{sorted: sortedCopy(run[k:])}).P / 2
		}
		if p <= level {
			best, level = k, p
		}
	}
	return best
}

// midranks returns the ranks of values in their order, equal ones sharing
// their mean, in the room given where that is enough, and Σ t³ − t over the
// groups of ties.
func midranks(values, room []float64) (ranks []float64, ties float64) {
	var orderRoom [fewValues]int
	order := orderRoom[:0]
	for i, v := range values {
		order = append(order, i)
		if len(values) > fewValues {
			continue
		}
		j := i
		for j > 0 && values[order[j-1]] > v {
			order[j] = order[j-1]
			j--
		}
		order[j] = i
	}
	if len(values) > fewValues {
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	}
	ranks = append(room, values...)
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for _, at := range order[i:j] {
			ranks[at] = float64(i+j+1) / 2
		}
		t := float64(j - i)
		ties += t * (t*t - 1)
		i = j
	}
	return ranks, ties
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
