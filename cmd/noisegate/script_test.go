package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"noisegate": main})
}

// TestScripts runs testdata/script. Beside testscript's own commands there
// are:
//
//	exits N command…      runs the command, which must end with status N
//	results FILE NS name…  writes Google Benchmark results: 10 values each, within 1 % of NS
//	github world.json     serves a GitHub (hubtest.World); the folder artifact-<id> is what that artifact holds
//	comments PULL FILE    writes the comments under a pull request to a file
//	requests FILE         writes method and path of every request to a file
//	outputs FILE          writes what GITHUB_OUTPUT says, one name=value a line, newlines as \n
//
// $REPO is the root of the repository.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", RequireExplicitExec: true, RequireUniqueNames: true, UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("REPO", root)
			e.Setenv("NO_COLOR", "1")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": cmdExits, "results": cmdResults, "github": cmdGitHub, "comments": cmdComments,
			"requests": cmdRequests, "outputs": cmdOutputs,
		},
	})
}

func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N command…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d\n%s%s", got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// cmdResults writes values that differ by at most 1 %, the same every time.
func cmdResults(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: results FILE NS name…")
	}
	ns, err := strconv.ParseFloat(args[1], 64)
	ts.Check(err)
	var rows []map[string]any
	for b, name := range args[2:] {
		for i := range 10 {
			v := ns * (1 + 0.01*math.Sin(float64(7*i+3*b)+ns))
			rows = append(rows, map[string]any{"name": name, "run_name": name, "run_type": "iteration", "repetitions": 10,
				"repetition_index": i, "threads": 1, "iterations": 1000, "real_time": v, "cpu_time": v, "time_unit": "ns"})
		}
	}
	text, err := json.Marshal(map[string]any{"context": map[string]any{"num_cpus": 4, "library_build_type": "release"}, "benchmarks": rows})
	ts.Check(err)
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[0])), 0o755))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o644))
}

func cmdGitHub(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: github world.json")
	}
	var world hubtest.World
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &world))
	for i := range world.Artifacts {
		world.Artifacts[i].Data = zipOf(ts, ts.MkAbs(fmt.Sprintf("artifact-%d", world.Artifacts[i].ID)))
	}
	server := hubtest.Start(&world, nil)
	ts.Defer(server.Close)
	servers.Store(ts.Getenv("WORK"), server)
	ts.Setenv("GITHUB_API_URL", server.URL())
}

// servers are the servers of the scripts, by their folder.
var servers sync.Map

func serverOf(ts *testscript.TestScript) *hubtest.Server {
	s, ok := servers.Load(ts.Getenv("WORK"))
	if !ok {
		ts.Fatalf("there is no server: call github first")
	}
	return s.(*hubtest.Server)
}

func zipOf(ts *testscript.TestScript, folder string) []byte {
	var pairs []string
	ts.Check(filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		pairs = append(pairs, filepath.ToSlash(name), string(text))
		return err
	}))
	return hubtest.Zip(pairs...)
}

func cmdComments(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: comments PULL FILE")
	}
	number, err := strconv.Atoi(args[0])
	ts.Check(err)
	var b strings.Builder
	for _, c := range serverOf(ts).Comments(number) {
		fmt.Fprintf(&b, "comment %d of %s, written over %d times\n%s\n", c.ID, c.Login, c.Writes, c.Body)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(b.String()), 0o644))
}

func cmdRequests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: requests FILE")
	}
	var b strings.Builder
	for _, r := range serverOf(ts).Requests() {
		fmt.Fprintf(&b, "%s %s %s\n", r.Host, r.Method, r.Path)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}

func cmdOutputs(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: outputs FILE")
	}
	values := map[string]string{}
	lines := strings.Split(ts.ReadFile(ts.Getenv("GITHUB_OUTPUT")), "\n")
	for i := 0; i < len(lines); i++ {
		name, delimiter, ok := strings.Cut(lines[i], "<<")
		if !ok {
			continue
		}
		var value []string
		for i++; i < len(lines) && lines[i] != delimiter; i++ {
			value = append(value, lines[i])
		}
		values[name] = strings.Join(value, `\n`)
	}
	var out []string
	for name, value := range values {
		out = append(out, name+"="+value+"\n")
	}
	sort.Strings(out)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(out, "")), 0o644))
}
