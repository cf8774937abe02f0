package stats

import "math"

// replicates are the runs of one series, each as a prediction from the
// others: the same exercise as predicting the candidate.
type replicates struct {
	mean, spread float64
	members      int
	steps        int
	// ss is the sum of squares with df degrees of freedom.
	ss, df float64
	each   []prediction
}

// A prediction is the distance of one run from what the others say, with the
// factor of the noise variance that it has, and what the sum of squares and
// its degrees lose without that run.
type prediction struct {
	distance, factor, ss, df float64
	// step is the column of a step, −1 for a run of the same commit.
	step int
}

// runs is the number of runs beside the reference.
func (r replicates) runs() int { return max(r.members-1, 0) + r.steps }

// law is where a further run lies, with the variance per unit of noise. Where
// no run of the same commit but the reference is known, the reference is the
// prediction.
func (r replicates) law() noiseLaw {
	return noiseLaw{centre: r.mean, variance: 1 + 1/float64(max(r.members, 1)), spread: r.spread}
}

func replicatesOf(same, steps []float64) replicates {
	var r replicates
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range same {
		if !math.IsNaN(v) {
			r.members++
			r.mean += v
			low, high = min(low, v), max(high, v)
		}
	}
	m := float64(r.members)
	if r.members > 0 {
		r.mean /= m
		r.df, r.spread = m-1, high-low
	}
	for _, v := range same {
		if math.IsNaN(v) || r.members < 2 {
			continue
		}
		d := v - r.mean
		r.ss += d * d
		// The others' mean lies m/(m−1) as far off.
		r.each = append(r.each, prediction{distance: d * m / (m - 1), factor: m / (m - 1), ss: d * d * m / (m - 1), df: 1, step: -1})
	}
	r.addSteps(steps)
	return r
}

func (r *replicates) addSteps(steps []float64) {
	for _, d := range steps {
		if !math.IsNaN(d) {
			r.steps++
		}
	}
	if r.steps == 0 {
		return
	}
	h := float64(r.steps)
	df := 2 * h * h / (3*h - 1)
	for t, d := range steps {
		if math.IsNaN(d) {
			continue
		}
		part := d * d / 2 * df / h
		r.ss += part
		r.each = append(r.each, prediction{distance: d, factor: 2, ss: part, df: df / h, step: t})
	}
	r.df += df
}

// removeShifts takes each run's median over the suite out of all its series,
// where there are enough of them, and returns the medians as a series of
// their own. Runs that hold too few series to tell are left out then.
func removeShifts(e SuiteEvidence) (same, steps [][]float64, shift *replicates) {
	same, steps = cloneRows(e.Same), cloneRows(e.Steps)
	if len(same) < LeastSeriesForShift {
		return same, steps, nil
	}
	r := replicatesOf(removeMedians(same), removeMedians(steps))
	return same, steps, &r
}

// removeMedians subtracts its median from each column, in place, and returns
// the medians.
func removeMedians(rows [][]float64) []float64 {
	if len(rows) == 0 {
		return nil
	}
	medians := make([]float64, len(rows[0]))
	for c := range medians {
		medians[c] = SuiteShift(column(rows, c))
		for _, row := range rows {
			row[c] -= medians[c]
		}
	}
	return medians
}

// SuiteShift is the median of the log effects of a suite: how far the machine,
// or the code, moved as a whole. NaN with fewer than [LeastSeriesForShift]
// effects; those that are NaN do not count.
func SuiteShift(effects []float64) float64 {
	var known []float64
	for _, v := range effects {
		if !math.IsNaN(v) {
			known = append(known, v)
		}
	}
	if len(known) < LeastSeriesForShift {
		return math.NaN()
	}
	return medianOfSorted(sortedCopy(known))
}

func column(rows [][]float64, c int) []float64 {
	out := make([]float64, len(rows))
	for i, row := range rows {
		out[i] = row[c]
	}
	return out
}

func cloneRows(rows [][]float64) [][]float64 {
	out := make([][]float64, len(rows))
	for i, row := range rows {
		out[i] = append([]float64(nil), row...)
	}
	return out
}

func rowOf(rows [][]float64, i int) []float64 {
	if i >= len(rows) {
		return nil
	}
	return rows[i]
}

// pooledDegrees returns the degrees of freedom of one series' variance, and
// those of the mean variance of the suite: K times as many if the series are
// independent, no more if all move together (Satterthwaite's formula on the
// squared correlations). One standard error is added to the mean squared
// correlation, less what chance alone makes of it.
func pooledDegrees(reps []replicates) (own, pooled float64) {
	k, width := 0.0, 0
	for _, r := range reps {
		width = max(width, len(r.each))
	}
	gram := make([]float64, width*width)
	for _, r := range reps {
		if r.ss <= 0 || len(r.each) < width {
			continue
		}
		row, norm := make([]float64, 0, width), 0.0
		for _, p := range r.each {
			row = append(row, p.distance/math.Sqrt(p.factor))
			norm += p.distance * p.distance / p.factor
		}
		for a := range row {
			for b := range row {
				gram[a*width+b] += row[a] * row[b] / norm
			}
		}
		k++
		own += r.df
	}
	if k < 2 {
		return reps[0].df, reps[0].df
	}
	own /= k
	return own, own * k / (1 + (k-1)*sharedPart(gram, k, own))
}

// sharedPart is the mean squared correlation of two series, at most 1.
func sharedPart(gram []float64, k, df float64) float64 {
	squares := 0.0
	for _, v := range gram {
		squares += v * v
	}
	// The squared correlation of independent normal series has a beta
	// distribution with parameters 1/2 and (df−1)/2.
	a, b := 0.5, (df-1)/2
	byChance := 1 / df
	deviation := math.Sqrt(a * b / ((a + b) * (a + b) * (a + b + 1)))
	pairs := k * (k - 1) / 2
	mean := (squares - k) / (2 * pairs)
	return min(1, max(0, (mean-byChance+deviation/math.Sqrt(pairs))/(1-byChance)))
}
