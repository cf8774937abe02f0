package manual

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documents are the files whose console blocks are run, from the repository's
// root.
var documents = []string{"README.md", "docs/verdict.md", "docs/noise.md"}

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

func TestConsoleBlocks(t *testing.T) {
	for _, name := range documents {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		found := sessions(string(text))
		if len(found) == 0 {
			t.Errorf("%s shows no command", name)
		}
		for _, s := range found {
			cmd := exec.Command("bash", "-c", s.command)
			cmd.Dir = "../.."
			out, err := cmd.CombinedOutput()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatalf("%s:%d: running %q: %v", name, s.line, s.command, err)
			}
			if line := missing(string(out), s.want); line != "" {
				t.Errorf("%s:%d: %s\nlacks the line\n%s\nand prints\n%s", name, s.line, s.command, line, out)
			}
			if shown := status.MatchString(strings.Join(s.want, "\n")); shown != (err != nil) {
				t.Errorf("%s:%d: %s\nfailed: %v, and the document shows an exit status: %v", name, s.line, s.command, err != nil, shown)
			}
		}
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

// TestReadmeShowsARealComment holds the quoted comment against what the first
// comparison of README.md gives as Markdown.
func TestReadmeShowsARealComment(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, line := range strings.Split(string(text), "\n") {
		if line, ok := strings.CutPrefix(line, "> "); ok {
			want = append(want, line)
		}
	}
	if len(want) == 0 {
		t.Fatal("README.md quotes no comment")
	}
	cmd := exec.Command("bash", "-c", sessions(string(text))[0].command+" --output markdown")
	cmd.Dir = "../.."
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if line := missing(string(out), want); line != "" {
		t.Errorf("the comment that README.md quotes has the line\n%s\nand the real one is\n%s", line, out)
	}
}

var link = regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)`)

// TestLinks follows every link from one document to another.
func TestLinks(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../testdata/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], ":") {
				continue // not of this repository
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", strings.TrimPrefix(name, "../../"), m[1])
			}
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
