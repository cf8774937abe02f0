package main

import (
	"math"
	"slices"
)

// An informed forecaster is the second reference beside the oracle. It knows
// the law of the noise between runs and how the noise levels of series are
// spread, but not the level of each series: that it learns from the same runs
// as the gate, by Bayes' rule. Given those runs no limit that a further run
// exceeds with the probability allowed can be lower, so no gate can be expected
// to catch more on the evidence that there is.
type informed struct {
	heavy bool
	// levels are the deviations that a series may have between runs, with
	// their probabilities; sampling is the normal part that is added.
	levels, weights []float64
	sampling        float64
}

// inform says what the forecaster knows in a cell with uneven series; sampling
// is the deviation of a location inside a run. In the other cells it is nil:
// where all series have one level, knowing that level is all that the oracle
// knows.
func (c cell) inform(sampling float64) *informed {
	if c.Where != "uneven" || c.History || c.Sigma == 0 {
		return nil
	}
	f := &informed{heavy: c.Heavy, sampling: sampling}
	for z := -3.5; z <= 3.5; z += 0.5 {
		f.levels = append(f.levels, c.Sigma*math.Exp(unevenness*z-unevenness*unevenness))
		f.weights = append(f.weights, math.Exp(-z*z/2))
	}
	return f
}

// exceeds returns with what probability a further run lies above each of the
// points, given the runs that there are; with no knowledge of the true
// location.
func (f *informed) exceeds(runs, points []float64) []float64 {
	var laws []located
	for j, level := range f.levels {
		if f.heavy && level > 0 {
			laws = append(laws, f.heavyLaws(runs, level, f.weights[j])...)
		} else {
			laws = append(laws, f.normalLaw(runs, level, f.weights[j]))
		}
	}
	most := math.Inf(-1)
	for _, l := range laws {
		most = max(most, l.weight)
	}
	out, all := make([]float64, len(points)), 0.0
	for _, l := range laws {
		w := math.Exp(l.weight - most)
		if w < 1e-9 {
			continue
		}
		all += w
		for i, p := range points {
			out[i] += w * l.above(p)
		}
	}
	for i := range out {
		out[i] /= all
	}
	return out
}

// A located law is one hypothesis of level and location: its log weight after
// the runs, and how likely a further run lies above a point.
type located struct {
	weight float64
	above  func(float64) float64
}

// normalLaw integrates the location out.
func (f *informed) normalLaw(runs []float64, level, weight float64) located {
	m, mean, squares := float64(len(runs)), 0.0, 0.0
	for _, x := range runs {
		mean += x / m
	}
	for _, x := range runs {
		squares += (x - mean) * (x - mean)
	}
	s := math.Hypot(level, f.sampling)
	reach := s * math.Sqrt(1+1/m)
	return located{math.Log(weight) - (m-1)*math.Log(s) - squares/(2*s*s), func(p float64) float64 {
		return math.Erfc((p-mean)/reach/math.Sqrt2) / 2
	}}
}

// heavyLaws takes the location on a grid about the middle of the runs.
func (f *informed) heavyLaws(runs []float64, level, weight float64) []located {
	sorted := slices.Sorted(slices.Values(runs))
	middle := (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
	s := math.Hypot(level, f.sampling)
	var out []located
	const half = 16
	step := 5 * s / math.Sqrt(float64(len(runs))) / half
	for i := -half; i <= half; i++ {
		at := middle + float64(i)*step
		l := located{weight: math.Log(weight) + math.Log(step), above: func(p float64) float64 { return f.mixed(heavyAbove, p-at, level) }}
		for _, x := range runs {
			l.weight += math.Log(f.mixed(heavyDensity, x-at, level) / level)
		}
		out = append(out, l)
	}
	return out
}

// mixed is a function of the heavy law in units of its deviation, averaged
// over the normal part.
func (f *informed) mixed(of func(float64) float64, x, level float64) float64 {
	if f.sampling == 0 {
		return of(x / level)
	}
	sum, all := 0.0, 0.0
	for z := -3.0; z <= 3; z += 0.75 {
		w := math.Exp(-z * z / 2)
		sum, all = sum+w*of((x-z*f.sampling)/level), all+w
	}
	return sum / all
}

// heavyDensity and heavyAbove are those of Student's t with 4 degrees, scaled
// to deviation 1.
func heavyDensity(x float64) float64 {
	a := 1 + x*x/2
	return math.Sqrt2 * 0.375 / (a * a * math.Sqrt(a))
}

func heavyAbove(x float64) float64 {
	t := math.Sqrt2 * x
	if t < 0 {
		return 1 - heavyAbove(-x)
	}
	root := math.Sqrt(4 + t*t)
	left := 4 / (root * (root + t)) // 1 − t/root
	return left * left * (3 - left) / 4
}
