package report

import (
	"slices"

	"github.com/noisegate/noisegate/gate"
	"github.com/noisegate/noisegate/gate/bench"
)

// Schema names the form of the JSON report (docs/report.schema.json).
// Fields may be added to v1, none is removed or changes its meaning.
const Schema = "noisegate/report/v1"

// A Document is a decision with its provenance: what every output is written
// from. Its JSON form is the report.
type Document struct {
	Schema string `json:"schema"`
	// Version is the version of the program that judged.
	Version string `json:"version"`
	gate.Result
	Meta Meta `json:"meta"`
}

// Meta is what the caller knows and the gate does not: where things can be
// looked up. All of it is optional; an empty field is left out of documents.
// URLs that are not absolute http or https URLs are not linked.
type Meta struct {
	// Version is the version of the program that judged.
	Version string `json:"-"`
	// Marker is the first line of the comment, by which the next run finds
	// it: an HTML comment without line breaks. It is not saved.
	Marker string `json:"-"`
	// Title tells several gates on one pull request apart.
	Title string `json:"title,omitempty"`
	// RepositoryURL is the repository's page.
	RepositoryURL string `json:"repository_url,omitempty"`
	// RunURL is the page of the run that judged, SummaryURL the page that
	// shows its job summary: where readers find what a comment leaves out.
	RunURL     string `json:"run_url,omitempty"`
	SummaryURL string `json:"summary_url,omitempty"`
	// BaselineURL and CandidateURL are the pages of the two commits.
	BaselineURL  string `json:"baseline_url,omitempty"`
	CandidateURL string `json:"candidate_url,omitempty"`
	// ReportURL is where the HTML report can be fetched.
	ReportURL string `json:"report_url,omitempty"`
	// Reproduce is the command that judges the same files again, at home.
	Reproduce string `json:"reproduce,omitempty"`
	// Notices are sentences of the caller that qualify the result: why there
	// is no baseline, which artifact was passed over. They are data.
	Notices []string `json:"notices,omitempty"`
}

// New returns the document of a result. The result is copied as far as New
// changes it: null lists become empty ones.
func New(r gate.Result, m Meta) *Document {
	d := &Document{Schema: Schema, Version: m.Version, Result: r, Meta: m}
	d.Series = slices.Clone(r.Series)
	d.normalise()
	return d
}

// normalise makes empty lists of missing ones, so that readers of the JSON
// need not tell null from [].
func (d *Document) normalise() {
	if d.Series == nil {
		d.Series = []gate.Series{}
	}
	for i := range d.Series {
		if d.Series[i].Warnings == nil {
			d.Series[i].Warnings = []gate.Warning{}
		}
	}
	if d.Warnings == nil {
		d.Warnings = []gate.Warning{}
	}
	if d.Environment.Differences == nil {
		d.Environment.Differences = []gate.Difference{}
	}
	if d.Settings.Metrics == nil {
		d.Settings.Metrics = []string{}
	}
}

// environments reports whether anything is known of where the sides were
// measured.
func (d *Document) environments() bool {
	return !blank(d.Environment.Baseline) || !blank(d.Environment.Candidate)
}

// blank reports whether nothing that a reader would care for is known.
func blank(e bench.Environment) bool {
	return e.CPU == "" && e.Cores == 0 && e.Toolchain == "" && e.OS == "" && e.Arch == ""
}
