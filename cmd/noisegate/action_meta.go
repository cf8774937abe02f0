package main

import "github.com/noisegate/noisegate/report"

// meta is where the parts of the report can be looked up.
func (a *action) meta(e evidence) report.Meta {
	m := report.Meta{Version: version(), Notices: a.notices, Reproduce: a.reproduce()}
	if a.request.commentKey != "default" {
		m.Title = a.request.commentKey
	}
	if a.context.Repository == "" {
		return m
	}
	m.RepositoryURL = a.context.ServerURL + "/" + a.context.Repository
	m.RunURL = a.context.RunURL()
	m.SummaryURL = m.RunURL
	commit := func(sha string) string {
		if sha == "" {
			return ""
		}
		return m.RepositoryURL + "/commit/" + sha
	}
	m.CandidateURL = commit(e.head)
	if e.found != nil && e.found.Reference != nil {
		m.BaselineURL = commit(e.found.Reference.SHA)
	}
	return m
}

// reproduce is the command that judges the same at home. Files that came out
// of artifacts stand for folders that a reader has to fetch.
func (a *action) reproduce() string {
	w := workspace{a.dir, a.dir}
	here := func(names []string) []string {
		out := make([]string, 0, len(names))
		for _, n := range names {
			out = append(out, w.relative(a.context.Inside(n)))
		}
		return out
	}
	given := map[string]string{}
	for name, text := range a.request.settings {
		given[name] = text
	}
	r := reproduction{baseline: here(a.request.baseline), candidate: here(a.request.candidate), aa: here(a.request.aa), history: here(a.request.history), given: given}
	if a.request.config != "" {
		r.config = here([]string{a.request.config})[0]
	}
	if len(r.baseline) == 0 {
		r.baseline = []string{"baseline/"}
		if !a.options.assumedFloorGiven {
			given["assumed-floor"] = artifactFloor
		}
	}
	if len(r.candidate) == 0 {
		r.candidate = []string{"candidate/"}
	}
	return r.command()
}
