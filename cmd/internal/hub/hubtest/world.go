package hubtest

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// A World is the repository that a server serves. The server changes comments
// and check runs; read them through its methods while it runs.
type World struct {
	// Owner and Name make the full name, ID the id of the repository.
	Owner, Name string
	ID          int64
	// DefaultBranch is "main" where empty.
	DefaultBranch string
	// Token is the one that is accepted; empty accepts any.
	Token string
	// Me is the login of a user's token; empty means a workflow's token, which
	// may not ask and writes as github-actions[bot].
	Me string
	// Runs in any order, Artifacts likewise.
	Runs      []Run
	Artifacts []Artifact
	// History are the commits of the default branch, newest first.
	History []string
	// MergeBase answers every comparison; empty answers 404.
	MergeBase string
	Pulls     []Pull
	// Comments by number of the pull request, oldest first.
	Comments map[int][]Comment
	// Listed, where not nil, is what every list of comments shows in their
	// place: a list that lags behind.
	Listed map[int][]Comment
	// CommentLimit is the most characters of a comment; 0 means 65,536.
	CommentLimit int
	// VanishOnUpdate lets somebody delete a comment just before it is updated.
	VanishOnUpdate bool
	// Gitea answers as Gitea 1.27 does: its description has the shapes, its
	// source the rest. A comparison tells no merge base, a run neither when it
	// was created nor a head repository; lists are paged by "limit", comments
	// not at all; artifacts have no digest and come from its own host.
	Gitea bool
	// NoRunsByWorkflow leaves out that call, which older versions lack.
	NoRunsByWorkflow bool
	// Prefix is the path of the API: "/api/v3" for an Enterprise server.
	Prefix string
	// PublicAPI and PublicStore are the addresses, such as
	// https://api.example.test, by which clients know API and blob store where
	// something stands between; empty means the addresses that are served.
	PublicAPI, PublicStore string
}

// A Run is a workflow run.
type Run struct {
	ID       int64
	Attempt  int    // 1 where 0
	Workflow string // file name; "bench.yml" where empty
	Branch   string // "main" where empty
	SHA      string
	Event    string // "push" where empty
	// Status is "completed" and Conclusion "success" where empty.
	Status, Conclusion string
	Created            time.Time
	// HeadRepository is the id of where the code is from; the repository
	// itself where 0.
	HeadRepository int64
}

// An Artifact is one that a run has uploaded.
type Artifact struct {
	ID      int64
	Name    string
	RunID   int64
	Data    []byte
	Created time.Time
	Expired bool
	// Gone artifacts are listed as if they were there and answer 410.
	Gone bool
	// NoDigest leaves the digest out, Digest states another.
	NoDigest bool
	Digest   string
	// Size states another size than that of Data.
	Size int64
	// ContentType of the store's answer; "application/zip" where empty.
	ContentType string
	// Disposition is the store's Content-Disposition, if any.
	Disposition string
}

// A Pull is a pull request.
type Pull struct {
	Number           int
	State            string // "open" where empty
	Locked           bool
	HeadSHA, HeadRef string
	// HeadOwner and HeadID are the repository of the head; this one where
	// empty.
	HeadOwner string
	HeadID    int64
	BaseRef   string // "main" where empty
	BaseSHA   string
}

// A Comment is one under a pull request.
type Comment struct {
	ID        int64
	Login     string
	Body      string
	Minimized bool
	// Writes counts how often it was written over.
	Writes int
}

// Zip packs files, pairs of name and content, as upload-artifact does.
func Zip(pairs ...string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i+1 < len(pairs); i += 2 {
		w, err := z.Create(pairs[i])
		if err == nil {
			_, err = w.Write([]byte(pairs[i+1]))
		}
		if err != nil {
			panic(err) // a buffer takes everything
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// SHA returns a commit id of forty times the digit.
func SHA(digit byte) string { return string(bytes.Repeat([]byte{digit}, 40)) }

// Day returns ten o'clock on a day of January 2026.
func Day(n int) time.Time { return time.Date(2026, 1, n, 10, 0, 0, 0, time.UTC) }

func (a Artifact) digest() any {
	switch {
	case a.NoDigest:
		return nil
	case a.Digest != "":
		return a.Digest
	}
	sum := sha256.Sum256(a.Data)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func or[T comparable](v, other T) T {
	var zero T
	if v == zero {
		return other
	}
	return v
}

func (w *World) fullName() string { return w.Owner + "/" + w.Name }

func (w *World) branch() string { return or(w.DefaultBranch, "main") }

func (w *World) login() string { return or(w.Me, "github-actions[bot]") }

func (w *World) run(id int64) *Run {
	for i := range w.Runs {
		if w.Runs[i].ID == id {
			return &w.Runs[i]
		}
	}
	return nil
}

// workflowID is made from the file name, so that it is stable.
func workflowID(file string) int64 {
	sum := sha256.Sum256([]byte(file))
	return int64(sum[0])<<8 + int64(sum[1]) + 1
}

func (r Run) file() string { return or(r.Workflow, "bench.yml") }

func (r Run) path() string { return fmt.Sprintf(".github/workflows/%s", r.file()) }
