package layout

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/noisegate/noisegate"

// A door is what one package may import.
type door struct {
	// ours are the module's packages that it may import; "*" is any.
	ours []string
	// theirs are prefixes of third-party packages that only it may import.
	theirs []string
	// pure packages do their work on values, readers and writers alone.
	pure bool
}

// doors is the table of docs/layout.md. A package below an entry, such as
// hub/hubtest, goes through the same door and may import the entry as well.
var doors = map[string]door{
	"gate/stats": {
		theirs: []string{"gonum.org/v1/gonum/"},
		pure:   true,
	},
	"gate/bench": {
		theirs: []string{"golang.org/x/perf/benchfmt", "golang.org/x/perf/benchunit", "github.com/go-json-experiment/json"},
		pure:   true,
	},
	"gate": {
		ours:   []string{"gate/bench", "gate/stats"},
		theirs: []string{"github.com/bmatcuk/doublestar/"}, // patterns of names
		pure:   true,
	},
	"report": {
		ours:   []string{"gate", "gate/bench"},
		theirs: []string{"gonum.org/v1/plot"},
		pure:   true,
	},
	"cmd/internal/hub": {
		theirs: []string{"github.com/google/go-github/"},
	},
	"cmd/internal/actions": {
		theirs: []string{"github.com/sethvargo/go-githubactions"},
	},
	"cmd/internal/measure": {
		ours: []string{"gate/bench"},
	},
	"cmd/noisegate": {
		ours: []string{"*"},
		theirs: []string{
			"github.com/alecthomas/kong", "github.com/goccy/go-yaml", "golang.org/x/term",
			"github.com/bmatcuk/doublestar/", // patterns of files
		},
	},
	// Programs and tests for those who work on noisegate itself.
	"internal": {ours: []string{"*"}, theirs: []string{"gonum.org/v1/"}},
}

// forTests are the third-party packages that only tests and their helpers
// import.
var forTests = []string{
	"github.com/google/go-cmp/", "github.com/rogpeppe/go-internal/testscript", "pgregory.net/rapid", "github.com/yuin/goldmark",
	"github.com/chromedp/", "github.com/getkin/kin-openapi/", "github.com/santhosh-tekuri/jsonschema/",
}

// impure are packages of the standard library that reach out of a function's
// arguments, and so have no place in a pure package.
var impure = []string{
	"os", "os/exec", "os/signal", "os/user", "net", "net/http", "syscall", "log", "log/slog", "flag", "plugin", "runtime/debug",
	"math/rand", "math/rand/v2", "crypto/rand",
}

// A listed package is what go list tells of one.
type listed struct {
	Dir, ImportPath                    string
	Imports, TestImports, XTestImports []string
	GoFiles, TestGoFiles, XTestGoFiles []string
}

// name is the import path inside the module.
func (p listed) name() string {
	return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
}

// packages returns every package of the module.
func packages(t *testing.T) []listed {
	t.Helper()
	all, err := list()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(all, func(p listed) bool { return p.name() == "gate" }) {
		t.Fatalf("go list found %d packages, and gate is not among them", len(all))
	}
	return all
}

var list = sync.OnceValues(func() ([]listed, error) {
	cmd := exec.Command("go", "list", "-json=Dir,ImportPath,Imports,TestImports,XTestImports,GoFiles,TestGoFiles,XTestGoFiles", "./...")
	cmd.Dir = "../.."
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the packages: %w\n%s", err, stderr.Bytes())
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading what go list printed: %w", err)
		}
		all = append(all, p)
	}
})

// doorOf returns the entry of doors that a package goes through: the longest
// that is the package or a folder above it.
func doorOf(name string) (entry string, d door, ok bool) {
	for e, candidate := range doors {
		if (name == e || strings.HasPrefix(name, e+"/")) && len(e) > len(entry) {
			entry, d, ok = e, candidate, true
		}
	}
	return entry, d, ok
}

// mayImport returns why a package may not import another, or "".
func mayImport(name, path string, inTest bool) string {
	entry, d, ok := doorOf(name)
	if !ok {
		return "the package is not in the table of docs/layout.md: give it a door"
	}
	if path == "C" || path == "unsafe" {
		return "cgo and unsafe have no place here"
	}
	if ours, ok := strings.CutPrefix(path, module+"/"); ok {
		other, _, _ := doorOf(ours)
		switch {
		case slices.Contains(d.ours, "*"), slices.Contains(d.ours, ours), other == entry:
			return ""
		case inTest && strings.HasPrefix(ours, "internal/"):
			return ""
		}
		return "of ours it may import only: " + strings.Join(append(slices.Clone(d.ours), entry+"/…"), ", ")
	}
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		if d.pure && !inTest && slices.Contains(impure, path) {
			return "it is pure: take a reader, a writer or a value instead"
		}
		return ""
	}
	if hasPrefix(d.theirs, path) {
		return ""
	}
	if hasPrefix(forTests, path) {
		if inTest || entry == "internal" || strings.HasSuffix(name, "test") {
			return ""
		}
		return "only tests may import it"
	}
	for e, other := range doors {
		if hasPrefix(other.theirs, path) {
			// A test may use a library to check what its own package does with it.
			if inTest {
				return ""
			}
			return "only " + e + " may import it"
		}
	}
	return "the third-party package has no door: name one in the table"
}

// hasPrefix reports whether path is one of the prefixes or lies below one.
func hasPrefix(prefixes []string, path string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool {
		return path == strings.TrimSuffix(p, "/") || strings.HasPrefix(path, strings.TrimSuffix(p, "/")+"/")
	})
}

func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		check := func(imports []string, inTest bool) {
			for _, path := range imports {
				if path == p.ImportPath {
					continue
				}
				if why := mayImport(p.name(), path, inTest); why != "" {
					t.Errorf("%s imports %s: %s", p.name(), path, why)
				}
			}
		}
		check(p.Imports, false)
		check(p.TestImports, true)
		check(p.XTestImports, true)
	}
}

// TestMayImport shows that the table refuses what it should.
func TestMayImport(t *testing.T) {
	check := func(name, path string, inTest, want bool) {
		t.Helper()
		if why := mayImport(name, path, inTest); (why == "") != want {
			t.Errorf("mayImport(%q, %q, test %v) = %q, want allowed: %v", name, path, inTest, why, want)
		}
	}
	const ours = module + "/"
	check("gate", ours+"gate/stats", false, true)
	check("gate", ours+"report", false, false)
	check("gate/bench", ours+"gate/stats", false, false)
	check("gate/bench", ours+"gate", true, false)
	check("report", ours+"gate/stats", false, false)
	check("cmd/internal/hub", ours+"gate", false, false)
	check("cmd/internal/hub/hubtest", ours+"cmd/internal/hub", false, true)
	check("cmd/internal/actions", ours+"cmd/internal/hub", false, false)
	check("cmd/noisegate", ours+"cmd/internal/hub", false, true)
	check("gate", ours+"cmd/noisegate", true, false)
	check("gate", "os", false, false)
	check("gate", "os", true, true)
	check("report", "net/http", false, false)
	check("gate/stats", "math/rand/v2", false, false)
	check("cmd/internal/hub", "net/http", false, true)
	check("gate/stats", "gonum.org/v1/gonum/stat/distuv", false, true)
	check("gate", "gonum.org/v1/gonum/stat/distuv", false, false)
	check("gate", "github.com/google/go-cmp/cmp", false, false)
	check("gate", "github.com/google/go-cmp/cmp", true, true)
	check("report", "github.com/google/go-github/v60/github", false, false)
	check("gate", "example.com/new", true, false)
	check("gateway", "fmt", false, false)
}
