package main

import (
	"strings"

	"github.com/noisegate/noisegate/report"
)

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
	words := []string{"noisegate", "compare"}
	add := func(flag string, values []string, otherwise string) {
		if len(values) == 0 && otherwise != "" {
			values = []string{otherwise}
		}
		for _, v := range values {
			words = append(words, flag, v)
		}
	}
	add("--baseline", a.request.baseline, "baseline/")
	add("--candidate", a.request.candidate, "candidate/")
	add("--aa", a.request.aa, "")
	add("--history", a.request.history, "")
	for _, s := range settings {
		if text, ok := a.request.settings[s.name]; ok {
			words = append(words, "--"+s.name+"="+text)
		}
	}
	if len(a.request.baseline) == 0 && !a.options.assumedFloorGiven {
		words = append(words, "--assumed-floor="+artifactFloor)
	}
	if a.request.config != "" {
		words = append(words, "--config", a.request.config)
	}
	return strings.TrimSpace(shellJoin(words))
}
