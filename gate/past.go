package gate

import "github.com/noisegate/noisegate/gate/bench"

// Roles of a past run.
const (
	// PastAA is a further run of the reference's commit.
	PastAA = "a/a"
	// PastHistory is an earlier run of the base branch.
	PastHistory = "history"
)

// A PastRun is a run beside the two that are compared: evidence of how far
// results move by themselves.
type PastRun struct {
	// Role is [PastAA] or [PastHistory].
	Role string `json:"role"`
	// SHA is the measured commit where the format carries it. It and RunID are
	// otherwise known to the caller only and may be filled in after [Judge].
	SHA   string `json:"sha,omitempty"`
	RunID int64  `json:"run_id,omitempty"`
	// Date is when it was measured, as the harness wrote it.
	Date  string   `json:"date,omitempty"`
	Files []string `json:"files,omitempty"`
	// Elsewhere says that it was measured in another environment than the
	// reference, and was left out of the floor.
	Elsewhere bool `json:"elsewhere,omitempty"`
}

// A PastValue is what a past run measured of a series.
type PastValue struct {
	// Run is the place of the run in [Result.Past].
	Run int `json:"run"`
	// Median of all its values, in the unit of the series; always finite.
	Median float64 `json:"median"`
}

// showPast adds the past runs to the result and what they measured to its
// series: history first, oldest first, then the A/A runs in the order of the
// input. A run that lacks a series, or has it in another unit, adds nothing.
func (j *judge) showPast() {
	home := environmentsOf(j.in.Baseline, nil)
	for _, past := range []struct {
		role string
		runs []*index
	}{{PastHistory, j.history}, {PastAA, j.aa}} {
		for _, x := range past.runs {
			set := x.set
			run := len(j.result.Past)
			p := PastRun{Role: past.role, Elsewhere: j.in.Baseline != nil && j.settings.Environment != EnvironmentIgnore &&
				decisive(differences(home, environmentsOf(set, nil)))}
			for _, f := range set.Files {
				p.Files = append(p.Files, f.Name)
			}
			for _, r := range set.Runs {
				if p.Date == "" {
					p.Date = r.Env.Date
				}
				if p.SHA == "" {
					p.SHA = r.Env.Commit
				}
			}
			j.result.Past = append(j.result.Past, p)
			for i, d := range j.described {
				k := bench.Key{Group: d.out.Group, Benchmark: d.out.Benchmark, Metric: d.out.Metric}
				if at := x.find(k, max(d.baseAt, d.candAt, i)); at != nowhere && set.Series[at].Unit == d.out.Unit {
					if d.out.Past == nil {
						d.out.Past = make([]PastValue, 0, len(j.history)+len(j.aa))
					}
					d.out.Past = append(d.out.Past, PastValue{run, x.samples[at].Median()})
				}
			}
		}
	}
}
