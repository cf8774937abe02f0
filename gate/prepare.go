package gate

import (
	"fmt"

	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/gate/stats"
)

// prepare drops warm-up and outliers where the settings ask for it, the same
// way on every side, and says how much it dropped. Without such settings the
// input is returned as it is.
func prepare(in Input, s Settings, j *judge) Input {
	if s.Warmup == 0 && !s.WarmupAuto && s.OutlierLimit == 0 {
		return in
	}
	dropped, removed, drop := 0, 0, warmups(in, s)
	clean := func(set *bench.Set) *bench.Set {
		if set == nil {
			return nil
		}
		out := *set
		out.Series = make([]*bench.Series, 0, len(set.Series))
		for _, old := range set.Series {
			cleaned, d, r := cleanSeries(old, drop(old.Key), s.OutlierLimit)
			dropped, removed = dropped+d, removed+r
			out.Series = append(out.Series, cleaned)
			if cleaned.Len() == 0 && old.Len() > 0 {
				out.Problems = append(out.Problems[:len(out.Problems):len(out.Problems)], bench.Problem{Group: old.Group, Benchmark: old.Benchmark, Metric: old.Metric, Kind: bench.Unusable,
					Message: fmt.Sprintf("--warmup %d drops all its repetitions", s.Warmup), Advice: "drop fewer, or measure more"})
			}
		}
		return &out
	}
	in.Baseline, in.Candidate = clean(in.Baseline), clean(in.Candidate)
	in.AA, in.History = cleanAll(in.AA, clean), cleanAll(in.History, clean)
	if dropped > 0 {
		j.result.warn(WarnWarmupDropped, fmt.Sprintf("%d values were dropped as warm-up, the same number of each run on both sides", dropped), "")
	}
	if removed > 0 {
		j.result.warn(WarnOutliersRemoved, fmt.Sprintf("%d values beyond %g times the median of their run were removed", removed, s.OutlierLimit), "")
	}
	return in
}

// warmups returns how many leading repetitions go, by series.
func warmups(in Input, s Settings) func(bench.Key) int {
	if !s.WarmupAuto {
		return func(bench.Key) int { return s.Warmup }
	}
	base, cand := indexOf(in.Baseline), indexOf(in.Candidate)
	return func(k bench.Key) int { return leading(base.series(k, nowhere), cand.series(k, nowhere)) }
}

func cleanAll(sets []*bench.Set, clean func(*bench.Set) *bench.Set) []*bench.Set {
	out := make([]*bench.Set, len(sets))
	for i, set := range sets {
		out[i] = clean(set)
	}
	return out
}

// cleanSeries returns a copy without the values that the settings drop, and
// how many of each kind those were.
func cleanSeries(old *bench.Series, warmup int, outlierLimit float64) (out *bench.Series, dropped, removed int) {
	c := *old
	c.Samples = nil
	for _, r := range old.Samples {
		d := min(warmup, len(r.Values))
		dropped += d
		values := r.Values[d:]
		if outlierLimit > 0 && len(values) > 0 {
			kept := withoutOutliers(values, outlierLimit)
			removed += len(values) - len(kept)
			values = kept
		}
		if len(values) > 0 {
			c.Samples = append(c.Samples, bench.Sample{Run: r.Run, Values: values})
		}
	}
	return &c, dropped, removed
}

func withoutOutliers(values []float64, limit float64) []float64 {
	middle := sampleOf(values).Median()
	var kept []float64
	for _, v := range values {
		if !stats.Beyond(v, middle, limit) {
			kept = append(kept, v)
		}
	}
	return kept
}
