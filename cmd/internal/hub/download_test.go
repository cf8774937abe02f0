package hub

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

func TestDownloadArtifact(t *testing.T) {
	good := hubtest.Zip("out/base.json", results)
	at := hubtest.Day(20)
	one := func(a hubtest.Artifact) []hubtest.Artifact {
		if a.Data == nil {
			a.Data = good
		}
		a.Name, a.ID, a.RunID, a.Created = "bench-head", 60, 600, at
		return []hubtest.Artifact{a}
	}
	tests := []struct {
		name      string
		artifacts []hubtest.Artifact
		fault     hubtest.Fault
		pattern   string // "bench-head" where empty
		files     string
		want      string // "artifact:name ..." or what the error says
		kind      error
		downloads int // from the store; 0 is any number
	}{
		{name: "one file", artifacts: one(hubtest.Artifact{}), want: "bench-head:out/base.json", downloads: 1},
		{name: "no digest stated", artifacts: one(hubtest.Artifact{NoDigest: true}), want: "bench-head:out/base.json"},
		{name: "a size that is the unpacked one", artifacts: one(hubtest.Artifact{NoDigest: true, Size: 1 << 20}), want: "bench-head:out/base.json"},
		{name: "another digest", artifacts: one(hubtest.Artifact{Digest: "sha256:" + strings.Repeat("0", 64)}),
			want: "SHA-256 digest is not sha256:0000", kind: &HostileArtifactError{}, downloads: 1},
		{name: "cut off once", artifacts: one(hubtest.Artifact{}), fault: hubtest.Fault{Store: true, Path: ".", Times: 1, Kind: hubtest.Cut},
			want: "bench-head:out/base.json", downloads: 2},
		{name: "cut off always", artifacts: one(hubtest.Artifact{}), fault: hubtest.Fault{Store: true, Path: ".", Kind: hubtest.Cut},
			want: "cut off", kind: &BrokenArtifactError{}, downloads: 3},
		{name: "shorter than stated", artifacts: one(hubtest.Artifact{Data: good[:50], Size: int64(len(good)), Digest: "sha256:" + strings.Repeat("0", 64)}),
			want: "ended after 50 of", kind: &BrokenArtifactError{}, downloads: 3},
		{name: "uploaded broken", artifacts: one(hubtest.Artifact{Data: good[:50]}), want: "not a whole zip archive", kind: &BrokenArtifactError{}, downloads: 1},
		{name: "empty", artifacts: one(hubtest.Artifact{Data: []byte{}}), want: "empty", kind: &BrokenArtifactError{}},
		{name: "a page in its place", artifacts: one(hubtest.Artifact{}), fault: hubtest.Fault{Store: true, Path: ".", Kind: hubtest.WrongType},
			want: "HTML page", kind: &Error{}, downloads: 3},
		{name: "a page uploaded as the artifact", artifacts: one(hubtest.Artifact{Data: []byte("<!doctype html><html></html>")}),
			want: "not a whole zip archive", kind: &BrokenArtifactError{}},
		{name: "hostile", artifacts: one(hubtest.Artifact{Data: hubtest.Zip("../x", "y")}), want: "leaves its folder", kind: &HostileArtifactError{}, downloads: 1},
		{name: "expired", artifacts: one(hubtest.Artifact{Expired: true}), want: "it has expired", kind: &BrokenArtifactError{}},
		{name: "expired since", artifacts: one(hubtest.Artifact{Gone: true}), want: "expired or was deleted", kind: &BrokenArtifactError{}},
		{name: "none", want: "none of that name", kind: &NoArtifactError{}},
		{name: "none that matches", artifacts: one(hubtest.Artifact{}), pattern: "x*", want: `only ["bench-head"]`, kind: &NoArtifactError{}},
		{name: "a bare file", artifacts: one(hubtest.Artifact{Data: []byte(results), ContentType: "application/json", Disposition: `attachment; filename="../head.json"`}),
			want: "bench-head:head.json"},
		{name: "a bare file without a name", artifacts: one(hubtest.Artifact{Data: []byte("goos: linux\n"), ContentType: "text/plain; charset=utf-8"}),
			want: "bench-head:bench-head"},
		{name: "a bare file whose name is no text", artifacts: one(hubtest.Artifact{Data: []byte(results), ContentType: "application/json", Disposition: `attachment; filename*=utf-8''%FF.json`}),
			want: "bench-head:artifact"},
		{name: "a bare file that is not asked for", files: "*.txt", artifacts: one(hubtest.Artifact{Data: []byte(results), ContentType: "application/json"}), want: ""},
		{name: "the last attempt", artifacts: []hubtest.Artifact{
			{ID: 61, Name: "bench-head", RunID: 600, Created: at, Data: hubtest.Zip("stale", "")},
			{ID: 60, Name: "bench-head", RunID: 600, Created: at.Add(time.Hour), Data: hubtest.Zip("last", "")}}, want: "bench-head:last", downloads: 1},
		{name: "shards", pattern: "bench-*", artifacts: []hubtest.Artifact{
			{ID: 61, Name: "bench-b", RunID: 600, Created: at, Data: hubtest.Zip("r.json", "")},
			{ID: 60, Name: "bench-a", RunID: 600, Created: at, Data: hubtest.Zip("r.json", "")},
			{ID: 62, Name: "coverage", RunID: 600, Created: at, Data: hubtest.Zip("c", "")}}, want: "bench-a:r.json bench-b:r.json", downloads: 2},
		{name: "a shard is missing", pattern: "bench-*", artifacts: []hubtest.Artifact{
			{ID: 61, Name: "bench-b", RunID: 600, Created: at, Data: hubtest.Zip("r.json", "")},
			{ID: 60, Name: "bench-a", RunID: 600, Created: at, Expired: true}}, want: `"bench-a"`, kind: &BrokenArtifactError{}},
		{name: "another run's", artifacts: []hubtest.Artifact{{ID: 60, Name: "bench-head", RunID: 601, Created: at, Data: good}}, want: "none of that name", kind: &NoArtifactError{}},
		{name: "open bracket", pattern: "bench-[", want: "left open", kind: errors.New("")},
		{name: "the address redirects to a stranger with the token", artifacts: one(hubtest.Artifact{}),
			fault: hubtest.Fault{Path: "/zip$", Kind: hubtest.RedirectLoop}, want: "5 redirects", kind: &Error{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := world()
			w.Artifacts = test.artifacts
			addRun(w, hubtest.Run{ID: 600, SHA: shaB, Event: "pull_request", HeadRepository: 2002, Created: at})
			w.Artifacts = test.artifacts
			b := serve(t, w)
			if test.fault.Kind != "" {
				b.Fail(test.fault)
			}
			if test.pattern == "" {
				test.pattern = "bench-head"
			}
			files, err := b.c.DownloadArtifact(context.Background(), 600, test.pattern, test.files)
			var got []string
			for _, f := range files {
				got = append(got, f.Artifact+":"+f.Name)
			}
			text := strings.Join(got, " ")
			if err != nil {
				text = err.Error()
			}
			if !strings.Contains(text, test.want) || test.want == "" && text != "" {
				t.Errorf("got %q, want %q", text, test.want)
			}
			if got, want := fmt.Sprintf("%T", err), fmt.Sprintf("%T", test.kind); got != want && !(test.name == "open bracket" && err != nil) {
				t.Errorf("error is a %s, want a %s: %v", got, want, err)
			}
			n := 0
			for _, r := range b.Requests() {
				if r.Host == "store" {
					n++
				}
			}
			if test.downloads != 0 && n != test.downloads {
				t.Errorf("%d downloads, want %d", n, test.downloads)
			}
		})
	}
}

// Artifacts of one name in several runs cost one listing; a glob, and runs
// that the listing does not reach, are asked for run by run.
func TestListings(t *testing.T) {
	count := func(b *bench, part string) (n int) {
		for _, r := range b.Requests() {
			if strings.Contains(r.Path, part) {
				n++
			}
		}
		return n
	}
	w := world()
	for i := range 150 { // pull requests fill the newest page
		addRun(w, hubtest.Run{ID: int64(2000 + i), SHA: shaB, Event: "pull_request", Branch: "feature", Created: hubtest.Day(27)})
	}
	b := serve(t, w)
	base, err := b.c.FindBaseline(context.Background(), query())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := summary(base), "510 aa[] history[505,506,507,508,509]"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
	if a, r := count(b, "/widgets/actions/artifacts")-count(b, "/zip"), count(b, "/actions/runs/"); a != 1 || r != 6 {
		t.Errorf("%d listings of the repository, %d of runs", a, r)
	}

	// Where no run of the branch has any, the search ends.
	for i := range 200 {
		w.Runs = append(w.Runs, hubtest.Run{ID: int64(3000 + i), SHA: shaA, Created: hubtest.Day(26)})
	}
	for i := range 6 {
		artifactOf(w, int64(505+i)).Name = "bench-old"
	}
	b = serve(t, w)
	if base, err = b.c.FindBaseline(context.Background(), query()); err != nil || base.Reference != nil || len(base.Warnings) != 1 || b.Calls() > maxListings+10 {
		t.Errorf("%s, %v after %d calls; warnings %q", summary(base), err, b.Calls(), base.Warnings)
	}

	b = serve(t, world())
	q := query()
	q.ArtifactPattern = "bench-*"
	if base, err = b.c.FindBaseline(context.Background(), q); err != nil {
		t.Fatal(err)
	}
	if got, want := summary(base), "510 aa[] history[505,506,507,508,509]"; got != want {
		t.Errorf("with a glob: found %s, want %s", got, want)
	}
}

func TestFindPullRequest(t *testing.T) {
	w := world()
	w.Pulls = []hubtest.Pull{
		{Number: 9, HeadSHA: shaC, HeadRef: "victim", BaseSHA: shaA},
		{Number: 8, HeadSHA: shaB, HeadRef: "main", HeadOwner: "contrib-x", HeadID: 2002, BaseSHA: shaA, BaseRef: "release"},
		{Number: 7, HeadSHA: shaB, HeadRef: "main", HeadOwner: "contrib-x", HeadID: 2002, BaseSHA: shaA},
		{Number: 6, HeadSHA: shaB, HeadRef: "main", HeadOwner: "contrib-x", HeadID: 2002, BaseSHA: shaA, State: "closed"},
	}
	b := serve(t, w)
	check := func(owner, branch, sha string, want int) {
		t.Helper()
		p, err := b.c.FindPullRequest(context.Background(), owner, branch, sha)
		got := 0
		if p != nil {
			got = p.Number
		}
		if err != nil || got != want {
			t.Errorf("%s:%s at %.7s: %d, %v; want %d", owner, branch, sha, got, err, want)
		}
	}
	check("contrib-x", "main", shaB, 7)
	check("Contrib-X", "main", shaB, 0) // the real service ignores case, the fake does not; nothing is guessed
	check("contrib-x", "main", shaC, 0) // it has moved on
	check("contrib-x", "victim", shaC, 0)
	check("acme", "victim", shaC, 9)
	check("acme", "main", shaB, 0)
	check("", "victim", shaC, 0)
	p, err := b.c.FindPullRequest(context.Background(), "contrib-x", "main", shaB)
	if err != nil || p.BaseBranch != "main" || p.BaseSHA != shaA || p.HeadRepository != "contrib-x/widgets" || p.Locked || p.URL == "" {
		t.Errorf("%+v, %v", p, err)
	}
}
