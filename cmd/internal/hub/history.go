package hub

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
)

// maxHistoryPages bounds how many more pages of runs the noise is worth.
const maxHistoryPages = 3

// maxListings bounds how many runs are asked for their artifacts one by one. A
// job has a thousand calls an hour, together with all others.
const maxListings = 60

// history brings runs of other commits for the noise: those before the
// reference, the nearest first, then, where these are too few, those after it.
func (f *finder) history(ctx context.Context) error {
	want := f.q.HistoryRuns - len(f.result.AA)
	older, newer := f.others()
	for pages := 0; len(older) < want && !f.exhausted && pages < maxHistoryPages; pages++ {
		if err := f.moreRuns(ctx); err != nil {
			return err
		}
		older, newer = f.others()
	}
	// Runs without an artifact may cost a call each, so the search ends.
	tries := 2 * f.q.HistoryRuns
	for _, r := range append(older, newer...) {
		if len(f.result.History) >= want || tries <= 0 {
			break
		}
		if !f.indexed(r.GetID()) {
			tries--
		}
		got, ok, err := f.read(ctx, r)
		if err != nil {
			return err
		}
		if ok {
			f.result.History = append(f.result.History, got)
			why := "it tells how much the numbers vary from run to run"
			if r.GetConclusion() != "success" {
				why = "it ended as " + r.GetConclusion() + ", so it is no reference, but " + why
			}
			f.why(r, "history", why)
		}
	}
	sortByTime(f.result.History)
	return nil
}

// others are the usable runs of other commits than the reference's: those
// before it, newest first, and those after it, oldest first.
func (f *finder) others() (older, newer []*run) {
	ref := f.result.Reference
	for _, r := range f.order {
		switch {
		case r.GetHeadSHA() == ref.SHA || !f.eligible(r):
		case r.created().After(ref.CreatedAt):
			newer = append(newer, r)
		default:
			older = append(older, r)
		}
	}
	slices.Reverse(newer)
	return older, newer
}

// read brings the files of a run. Where its artifacts are missing, expired or
// damaged it says so and is not an error.
func (f *finder) read(ctx context.Context, r *run) (Run, bool, error) {
	id := r.GetID()
	if f.useless[id] {
		return Run{}, false, nil
	}
	pass := func(group, why string) (Run, bool, error) {
		f.passed[group]++
		f.useless[id] = true
		delete(f.fate, id)
		f.why(r, "", why)
		return Run{}, false, nil
	}
	list, err := f.artifactsOf(ctx, r)
	if err != nil {
		return Run{}, false, err
	}
	if len(list) == 0 {
		return pass("missing", "it has no artifact "+strconv.Quote(f.q.ArtifactPattern))
	}
	for _, a := range list {
		if a.GetExpired() {
			return pass("expired", "its artifact "+strconv.Quote(a.GetName())+" has expired")
		}
	}
	files, err := f.c.downloadAll(ctx, list, f.q.FilePattern)
	var broken *BrokenArtifactError
	switch {
	case errors.As(err, &broken) && broken.gone:
		f.warn("%v; it was passed over", err)
		return pass("expired", "its artifact "+strconv.Quote(broken.Artifact)+" has expired or was deleted")
	case errors.As(err, &broken):
		f.warn("%v; it was passed over", err)
		return pass("damaged", "its artifact "+strconv.Quote(broken.Artifact)+" is damaged: "+broken.Reason)
	case err != nil:
		return Run{}, false, err
	case len(files) == 0:
		f.warn("reading artifact %q (id %d of run %d): it holds no file that matches; it was passed over", list[0].GetName(), list[0].GetID(), id)
		return pass("damaged", "its artifacts hold no file that matches")
	}
	if f.q.Check != nil {
		if err := f.q.Check(files); err != nil {
			f.warn("reading artifact %q (id %d of run %d): %v; it was passed over", list[0].GetName(), list[0].GetID(), id, err)
			return pass("damaged", "its files cannot be read: "+oneLine(f.c.redact(err.Error()), 300))
		}
	}
	got := Run{ID: id, Attempt: r.GetRunAttempt(), SHA: r.GetHeadSHA(), Event: r.GetEvent(), Branch: r.GetHeadBranch(),
		Conclusion: r.GetConclusion(), URL: f.runURL(r), CreatedAt: r.created(), Files: files}
	for _, a := range list {
		got.Artifacts = append(got.Artifacts, a.GetName())
	}
	return got, true, nil
}

// artifactsOf finds the artifacts of a run. Those of a plain name are listed
// for the whole repository once, which usually answers for all runs; only
// runs beyond that list, and globs, are asked for run by run.
func (f *finder) artifactsOf(ctx context.Context, r *run) ([]artifact, error) {
	if f.index == nil && isGlob(f.q.ArtifactPattern) {
		f.index = make(map[int64][]artifact)
	}
	if f.index == nil {
		query := url.Values{"name": {f.q.ArtifactPattern}, "per_page": {strconv.Itoa(perPage)}}
		list, total, err := f.c.artifactPage(ctx, "actions/artifacts", query, 1)
		if err != nil {
			return nil, err
		}
		f.index, f.indexWhole = make(map[int64][]artifact), len(list) >= total
		for _, a := range list {
			f.index[a.runID()] = append(f.index[a.runID()], a)
		}
	}
	if f.indexed(r.GetID()) {
		return lastAttempts(f.index[r.GetID()], f.q.ArtifactPattern), nil
	}
	if f.listings++; f.listings > maxListings {
		if f.listings == maxListings+1 {
			f.warn("the artifacts of %d runs were listed one by one in search of %q; further runs were passed over", maxListings, f.q.ArtifactPattern)
		}
		return nil, nil
	}
	all, err := f.c.runArtifacts(ctx, r.GetID(), f.q.ArtifactPattern)
	f.index[r.GetID()] = all // nil counts as known, too
	return lastAttempts(all, f.q.ArtifactPattern), err
}

// indexed tells whether the artifacts of a run are known without a call.
func (f *finder) indexed(id int64) bool {
	_, ok := f.index[id]
	return ok || f.indexWhole && f.index != nil
}
