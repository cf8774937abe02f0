package manual

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// documents are the files whose console blocks are run, from the repository's
// root: all that users read.
func documents(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		found, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			names = append(names, strings.TrimPrefix(filepath.ToSlash(f), "../../"))
		}
	}
	return names
}

// A session is one command of a console block and what it must print.
type session struct {
	line    int
	command string
	want    []string
}

// sessions returns the commands of a document's console blocks. Lines after a
// command are what it prints, in order; between them, and in place of a line
// that is only "…", it may print more.
func sessions(text string) []session {
	var all []session
	inside := false
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console"
		case !inside:
		case strings.HasPrefix(line, "$ "):
			all = append(all, session{line: i + 1, command: line[2:]})
		case len(all) > 0 && strings.TrimSpace(line) != "" && line != "…":
			last := &all[len(all)-1]
			last.want = append(last.want, line)
		}
	}
	return all
}

// missing returns the first line that the output lacks after those before it,
// or "".
func missing(output string, want []string) string {
	lines := strings.Split(output, "\n")
	for _, w := range want {
		found := false
		for len(lines) > 0 && !found {
			found = strings.TrimRight(lines[0], " ") == strings.TrimRight(w, " ")
			lines = lines[1:]
		}
		if !found {
			return w
		}
	}
	return ""
}

// status is how go run ends its output if the program failed.
var status = regexp.MustCompile(`(?m)^exit status ([0-9]+)$`)

// goRun is how the documents call the program in a clone.
const goRun = "go run ./cmd/noisegate"

// program is the built program. Starting it in the place of go run saves the
// building for each of many commands; TestReadmeCommands runs go itself.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "manual")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "noisegate")
	out, err := exec.Command("go", "build", "-o", path, "../../cmd/noisegate").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building the program: %w\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := program(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// shell runs a command in the repository's root and returns what it prints,
// and whether it failed.
func shell(t *testing.T, command string) (output string, failed bool) {
	t.Helper()
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir = "../.."
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("running %q: %v", command, err)
	}
	return string(out), err != nil
}

// run is shell with the built program in the place of go run, whose last line
// it prints as well.
func run(t *testing.T, command string) (output string, failed bool) {
	t.Helper()
	rest, ok := strings.CutPrefix(command, goRun)
	if !ok {
		return shell(t, command)
	}
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return shell(t, "'"+path+"'"+rest+`; s=$?; [ $s -eq 0 ] || { echo "exit status $s"; exit 1; }`)
}

// compare holds what a command prints against what the document shows.
func compare(t *testing.T, name string, s session, output string, failed bool) {
	t.Helper()
	if line := missing(output, s.want); line != "" {
		t.Errorf("%s:%d: %s\nlacks the line\n%s\nand prints\n%s", name, s.line, s.command, line, output)
	}
	if shown := status.MatchString(strings.Join(s.want, "\n")); shown != failed {
		t.Errorf("%s:%d: %s\nfailed: %v, and the document shows an exit status: %v", name, s.line, s.command, failed, shown)
	}
}

func TestConsoleBlocks(t *testing.T) {
	count := 0
	for _, name := range documents(t) {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sessions(string(text)) {
			count++
			output, failed := run(t, s.command)
			compare(t, name, s, output, failed)
		}
	}
	if count < 8 {
		t.Errorf("only %d commands were found in the documents", count)
	}
}

// TestReadmeCommands runs the commands of README.md as they stand there.
func TestReadmeCommands(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	found := sessions(string(text))
	if len(found) < 2 {
		t.Fatalf("README.md shows %d commands", len(found))
	}
	for _, s := range found {
		output, failed := shell(t, s.command)
		compare(t, "README.md", s, output, failed)
	}
}

func TestReadmeNamesTheTestCommand(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\n```sh\ngo test ./...\n```\n") {
		t.Error("README.md does not show go test ./... as a command of its own")
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)#]*)(#[^)]*)?\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	// unlinked is what GitHub leaves out of the anchor of a heading.
	unlinked = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchors are the places of a document that links can name.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		title := unlinked.ReplaceAllString(strings.ToLower(strings.TrimSpace(m[1])), "")
		all["#"+strings.ReplaceAll(title, " ", "-")] = true
	}
	return all
}

// TestLinks follows every link from one document to another, to the heading.
func TestLinks(t *testing.T) {
	for _, name := range append(documents(t), "testdata/README.md") {
		path := filepath.Join("../..", name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], ":") {
				continue // not of this repository
			}
			target := path
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(path), m[1])
			}
			there, err := os.ReadFile(target)
			if info, statErr := os.Stat(target); statErr != nil {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			} else if m[2] != "" && !info.IsDir() && (err != nil || !anchors(string(there))[m[2]]) {
				t.Errorf("%s links to %s%s, and there is no such heading", name, m[1], m[2])
			}
		}
	}
}

// TestEveryDocumentIsLinked keeps documents from being lost: README.md leads
// to each of them, directly or by way of others.
func TestEveryDocumentIsLinked(t *testing.T) {
	reached := map[string]bool{}
	var follow func(name string)
	follow = func(name string) {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil || reached[name] || !strings.HasSuffix(name, ".md") {
			return
		}
		reached[name] = true
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			follow(filepath.ToSlash(filepath.Join(filepath.Dir(name), m[1])))
		}
	}
	follow("README.md")
	for _, name := range documents(t) {
		if !reached[name] {
			t.Errorf("no document that README.md leads to links to %s", name)
		}
	}
}

func TestMissing(t *testing.T) {
	check := func(output, want, lacks string) {
		t.Helper()
		if got := missing(output, strings.Split(want, "|")); got != lacks {
			t.Errorf("missing(%q, %q) = %q, want %q", output, want, got, lacks)
		}
	}
	check("a\nb\nc", "a|c", "")
	check("a\nb\nc", "c|a", "a")
	check("a\nbb\nc", "b", "b")
	check("a  \n", "a", "")
	check("", "a", "a")
}
