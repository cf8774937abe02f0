package gate

import (
	"math"
	"slices"

	"github.com/noisegate/noisegate/gate/bench"
	"github.com/noisegate/noisegate/gate/stats"
)

// evidence is what is known of the noise between runs of the same code.
type evidence struct {
	settings  Settings
	reference *index
	// aa are the indices of the further runs of the reference's commit that
	// were measured where the reference was.
	aa []*index
	// history are the earlier runs measured there, oldest first.
	history []*index
	// calibration is nil where there are too few runs.
	calibration *calibration
}

// gatherEvidence sorts out which A/A runs may speak for the reference: a run
// on another machine shows what machines do, not what noise does.
func gatherEvidence(j *judge) *evidence {
	e := &evidence{settings: j.settings, reference: j.baseIndex}
	home := environmentsOf(j.in.Baseline, nil)
	for i, set := range j.in.AA {
		if ds := differences(home, environmentsOf(set, nil)); decisive(ds) && j.settings.Environment != EnvironmentIgnore {
			j.result.Warnings = append(j.result.Warnings, Warning{Code: WarnEvidenceElsewhere,
				Message: "an A/A run was measured in another environment than the reference and was left out of the floor (" + ds[0].Field + ": " + ds[0].Baseline + " against " + ds[0].Candidate + ")",
				Advice:  "measure A/A runs on the same kind of machine"})
			continue
		}
		x := j.aa[i]
		if !slices.ContainsFunc(j.pairs, func(p *pair) bool { return x.find(p.base.Key, p.baseAt) != nowhere }) {
			j.result.warn(WarnEvidenceUnmatched, "an A/A run holds none of the compared series, so it says nothing of their noise", "name results of the same suite as --aa")
		}
		e.aa = append(e.aa, x)
	}
	e.gatherHistory(j, home)
	return e
}

// calibratedFloors works out what the suite's noise says for each tested pair;
// it is one at a time, and one question for all pairs before the next, since a
// fit keeps what its last answer was made of.
func (e *evidence) calibratedFloors(pairs []*pair) {
	for _, p := range pairs {
		p.calibrated, p.slowest = math.NaN(), math.NaN()
		if e.calibration != nil && p.test != nil {
			p.calibrated = e.calibration.floor(p)
		}
	}
	if e.calibration == nil {
		return
	}
	for _, p := range pairs {
		if p.test != nil {
			p.slowest = e.calibration.slowest(p)
		}
	}
}

// floorOf fills in the floor of a tested pair and where it comes from.
func (e *evidence) floorOf(p *pair) {
	switch e.settings.Floor {
	case FloorNone:
		p.out.Floor, p.out.FloorSource = 0, FloorGiven
		return
	case FloorFixed:
		p.out.Floor, p.out.FloorSource = Number(e.settings.FloorValue), FloorGiven
		return
	}
	calibrated := p.calibrated
	switch observed := e.observed(p, !math.IsNaN(calibrated)); {
	case observed > calibrated || math.IsNaN(calibrated) && !math.IsNaN(observed):
		p.out.Floor, p.out.FloorSource = Number(observed), FloorObserved
		return
	case !math.IsNaN(calibrated):
		p.out.Floor, p.out.FloorSource = Number(calibrated), FloorCalibrated
		return
	}
	p.out.Floor, p.out.FloorSource = Unknown, FloorUnknown
	if e.settings.AssumedFloor > 0 {
		p.out.Floor, p.out.FloorSource = Number(e.settings.AssumedFloor), FloorAssumed
	}
}

// observed is the largest exp(|ln HL|) − 1 between any two runs of the same
// code; NaN where there is no pair, or a value at or below 0.
//
// Where the pair is calibrated, the runs of the reference's commit are
// compared less what they moved as a whole, as the candidate is.
func (e *evidence) observed(p *pair, calibrated bool) float64 {
	largest := math.NaN()
	groups := [][]stats.Sample{e.referenceRuns(p), e.candidateRuns(p)}
	if calibrated {
		largest = e.calibration.spread(p)
		groups[0] = e.ownRuns(p, p.base)
	}
	for _, members := range groups {
		for i, a := range members {
			for _, b := range members[i+1:] {
				if a.Min() <= 0 || b.Min() <= 0 {
					return math.NaN()
				}
				f := math.Expm1(math.Abs(stats.LogRatio(a, b)))
				if !(largest >= f) {
					largest = f
				}
			}
		}
	}
	return largest
}

// referenceRuns are the reference and the A/A runs. Where the test counts
// repetitions, the reference's own runs are taken one by one, because the
// test does not see what lies between them; where it counts runs, it does,
// and the reference is one member.
func (e *evidence) referenceRuns(p *pair) []stats.Sample {
	members := e.ownRuns(p, p.base)
	if members == nil {
		members = append(make([]stats.Sample, 0, 1+len(e.aa)), e.reference.samples[p.baseAt])
	}
	for _, x := range e.aa {
		if at := x.place(p); at != nowhere {
			members = append(members, x.samples[at])
		}
	}
	return members
}

// candidateRuns are the candidate's own runs where the test counts
// repetitions: they are the same code, too, and what lies between them is
// noise that the test does not see either.
func (e *evidence) candidateRuns(p *pair) []stats.Sample { return e.ownRuns(p, p.cand) }

func (e *evidence) ownRuns(p *pair, s *bench.Series) []stats.Sample {
	if p.test.observation != ObservationRepetition || len(s.Samples) < 2 {
		return nil
	}
	members := make([]stats.Sample, 0, len(s.Samples)+len(e.aa))
	for _, r := range s.Samples {
		members = append(members, sampleOf(r.Values))
	}
	return members
}
