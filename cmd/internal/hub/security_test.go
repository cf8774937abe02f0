package hub

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every test that SECURITY.md names exists, and every threat names one.
func TestSecurityNamesTests(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	data, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, threats, ok := strings.Cut(string(data), "| --- | --- | --- |\n")
	if !ok {
		t.Fatal("SECURITY.md has no table of threats")
	}
	name := regexp.MustCompile("`([a-z/]+)\\.((?:Test|Fuzz)[A-Za-z0-9]+)`")
	lines := 0
	for line := range strings.SplitSeq(threats, "\n") {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		lines++
		named := name.FindAllStringSubmatch(line, -1)
		if len(named) == 0 {
			t.Errorf("no test is named in %q", line)
		}
		for _, m := range named {
			if !hasTest(t, filepath.Join(root, filepath.FromSlash(m[1])), m[2]) {
				t.Errorf("there is no %s in %s", m[2], m[1])
			}
		}
	}
	if lines < 10 {
		t.Errorf("only %d threats found; has the table moved?", lines)
	}
}

func hasTest(t *testing.T, dir, name string) bool {
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}
