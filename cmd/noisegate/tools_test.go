package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/noisegate/noisegate/gate"
)

// Flags of the tools that are settings have the names of settings, and every
// setting that is left out is left out on purpose.
func TestToolFlagsAreSettings(t *testing.T) {
	given := map[string]bool{}
	for _, typ := range []reflect.Type{reflect.TypeFor[toolFlags](), reflect.TypeFor[gateFlags]()} {
		for i := range typ.NumField() {
			f := typ.Field(i)
			if f.Type != reflect.TypeFor[*string]() {
				continue
			}
			name := f.Tag.Get("name")
			if _, ok := settingByName(name); !ok {
				t.Errorf("flag --%s is no setting", name)
			}
			given[name] = true
		}
	}
	// Both need a pull request with a baseline to mean anything.
	withoutMeaning := map[string]bool{"no-baseline": true, "removed": true}
	for _, s := range settings {
		if given[s.name] == withoutMeaning[s.name] {
			t.Errorf("setting %q: a flag of the tools: %v", s.name, given[s.name])
		}
	}
}

// What help shows as examples can be run.
func TestToolExamples(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"baseline", "aa-1", "aa-2"} {
		text, err := os.ReadFile("../../testdata/googlebenchmark/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range []string{"aa/" + name + ".json", "pilot/" + name + ".json", "pilot.json"} {
			if err := writeFile(filepath.Join(dir, to), func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, command := range []string{"noise", "plan", "selftest"} {
		if len(examples[command]) == 0 {
			t.Errorf("%s has no example", command)
		}
		for _, line := range examples[command] {
			var stdout, stderr bytes.Buffer
			args := strings.Fields(strings.ReplaceAll(line, "'", ""))[1:]
			a := &app{args: args, stdout: &stdout, stderr: &stderr, getenv: func(string) string { return "" }, now: time.Now, dir: dir}
			if status := a.main(context.Background()); status != 0 || stdout.Len() == 0 {
				t.Errorf("%s: status %d\n%s%s", line, status, stdout.String(), stderr.String())
			}
		}
	}
}

// A self-test ends when it is told to.
func TestSelftestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	status := Main(ctx, []string{"selftest", "../../testdata/googlebenchmark/aa-1.json", "../../testdata/googlebenchmark/aa-2.json"}, nil, &stdout, &stderr, func(string) string { return "" })
	if status == 0 || stdout.Len() > 0 || !strings.Contains(stderr.String(), "stopped") {
		t.Errorf("status %d, %q, %q", status, stdout.String(), stderr.String())
	}
}

// nightly are 12 nights of one unchanged Go toolchain on one machine.
const nightly = "../../../shared/captures/aa/go-nightly"

// tool runs a command that writes JSON.
func tool(t *testing.T, result any, args ...string) {
	t.Helper()
	if _, err := os.Stat(nightly); err != nil {
		t.Skip("the nightly results are not here")
	}
	var stdout, stderr bytes.Buffer
	if status := Main(context.Background(), append(args, "--output", "json"), nil, &stdout, &stderr, func(string) string { return "" }); status != 0 {
		t.Fatalf("%v: status %d\n%s", args, status, stderr.String())
	}
	if err := json.Unmarshal(stdout.Bytes(), result); err != nil {
		t.Fatal(err)
	}
}

// An uncorrected test calls unchanged nights different more often than it
// should; the floors of most benchmarks are below the usual threshold.
func TestNoiseOfRealNights(t *testing.T) {
	var r gate.NoiseResult
	tool(t, &r, "noise", nightly)
	if r.Runs != 12 || len(r.Series) < 100 || !r.Fit {
		t.Errorf("%d runs, %d series, fit %v", r.Runs, len(r.Series), r.Fit)
	}
	if float64(r.FalsePositives.Low) <= r.Alpha {
		t.Errorf("false positives: %+v", r.FalsePositives)
	}
	if float64(r.Half) > 0.03 {
		t.Errorf("half of the suite can judge changes of %v only", r.Half)
	}
}

// The gate catches 10 % in most benchmarks there and blocks no night.
func TestSelftestOfRealNights(t *testing.T) {
	var r gate.SelftestResult
	tool(t, &r, "selftest", nightly, "--times", "20")
	if r.Quiet.Count != 0 || r.Quiet.Of != 20 || r.All.Count != 20 {
		t.Errorf("blocked %d of %d unchanged nights, caught %d suites", r.Quiet.Count, r.Quiet.Of, r.All.Count)
	}
	if float64(r.One.Share) < 0.8 {
		t.Errorf("caught %+v, missed %+v", r.One, r.Missed)
	}
}
