package hub

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

func TestCheckRun(t *testing.T) {
	b := serve(t, world())
	k := CheckRun{Name: "noisegate", SHA: shaB, Conclusion: "failure", Title: "2 of 57 are slower", Summary: strings.Repeat("a line of words\n", 10000),
		DetailsURL: "https://github.example.test/x", ExternalID: "600.1"}
	for i := range 120 {
		k.Annotations = append(k.Annotations, Annotation{Path: "a.go", Line: i, Level: "warning", Title: strings.Repeat("ä", 300), Message: fmt.Sprint(i)})
	}
	if got, err := b.c.CheckRun(context.Background(), k); err != nil || got.ID == 0 || got.Annotations != 120 || got.Note != "" {
		t.Fatalf("%+v, %v", got, err)
	}
	list := b.Checks()
	if len(list) != 1 || list[0]["conclusion"] != "failure" || list[0]["head_sha"] != shaB || list[0]["name"] != "noisegate" {
		t.Fatalf("%v", list)
	}
	out := list[0]["output"].(map[string]any)
	notes := out["annotations"].([]any)
	summary := out["summary"].(string)
	if len(notes) != 120 || len(summary) > 65535 || !strings.HasSuffix(summary, "words\n\n(shortened)") {
		t.Errorf("%d annotations, %d bytes that end in %q", len(notes), len(summary), summary[len(summary)-20:])
	}
	if title := notes[0].(map[string]any)["title"].(string); len(title) > 255 || !strings.HasSuffix(title, "ä…") {
		t.Errorf("title %q", title)
	}
	b.Fail(hubtest.Fault{Path: "check-runs", Kind: hubtest.Forbidden})
	_, err := b.c.CheckRun(context.Background(), k)
	var e *Error
	if !errors.As(err, &e) || e.Permission != "checks: write" {
		t.Errorf("%v", err)
	}
}

// A check run that a rule waits for does not fail for its annotations: there
// are at most 50 in a request and 1,000 in all, and what becomes of them is
// said.
func TestCheckAnnotations(t *testing.T) {
	tests := []struct {
		name        string
		n           int
		fault       hubtest.Fault
		want, calls int
		note        string
	}{
		{name: "none", calls: 1},
		{name: "one request", n: 50, want: 50, calls: 1},
		{name: "two", n: 51, want: 51, calls: 2},
		{name: "too many", n: 1500, want: 1000, calls: 20},
		{name: "refused", n: 60, fault: hubtest.Fault{Method: "POST", Path: "check-runs$", Times: 1, Kind: hubtest.Unprocessable}, calls: 2, note: "refused"},
		{name: "the rest refused", n: 120, fault: hubtest.Fault{Method: "PATCH", Path: "check-runs/", Kind: hubtest.Forbidden}, want: 50, calls: 2, note: "50 of 120"},
		{name: "an answer lost", n: 120, fault: hubtest.Fault{Method: "PATCH", Path: "check-runs/", Times: 1, Kind: hubtest.BadGateway}, want: 50, calls: 2, note: "50 of 120"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := serve(t, world())
			b.Fail(test.fault)
			k := CheckRun{Name: "noisegate", SHA: shaB, Conclusion: "failure", Title: "t", Summary: "s"}
			for range test.n {
				k.Annotations = append(k.Annotations, Annotation{Path: "a.go", Level: "failure", Message: "slow"})
			}
			got, err := b.c.CheckRun(context.Background(), k)
			if err != nil || got.ID == 0 || got.Annotations != test.want || b.Calls() != test.calls || !strings.Contains(got.Note, test.note) || (got.Note == "") != (test.note == "") {
				t.Errorf("%+v, %v after %d calls", got, err, b.Calls())
			}
			list := b.Checks()
			if len(list) != 1 {
				t.Fatalf("%d check runs", len(list))
			}
			notes, _ := list[0]["output"].(map[string]any)["annotations"].([]any)
			if len(notes) != test.want || list[0]["conclusion"] != "failure" {
				t.Errorf("%d annotations, want %d; conclusion %v", len(notes), test.want, list[0]["conclusion"])
			}
		})
	}
}
