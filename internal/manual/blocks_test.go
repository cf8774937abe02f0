package manual

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// A block is a code block of a document.
type block struct {
	document string
	line     int
	text     string
}

// blocks returns the code blocks of a language in all documents.
func blocks(t *testing.T, language string) []block {
	t.Helper()
	var all []block
	for _, name := range documents(t) {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		inside := false
		for i, line := range strings.Split(string(text), "\n") {
			switch {
			case strings.HasPrefix(line, "```"):
				inside = line == "```"+language
				if inside {
					all = append(all, block{document: name, line: i + 2})
				}
			case inside:
				all[len(all)-1].text += line + "\n"
			}
		}
	}
	return all
}

// steps finds the steps of a workflow, or of the piece of one that a document
// shows, that use this action.
func steps(v any) []map[string]any {
	var found []map[string]any
	switch v := v.(type) {
	case map[string]any:
		if uses, _ := v["uses"].(string); strings.HasPrefix(uses, "noisegate/noisegate@") {
			with, _ := v["with"].(map[string]any)
			found = append(found, with)
		}
		for _, child := range v {
			found = append(found, steps(child)...)
		}
	case []any:
		for _, child := range v {
			found = append(found, steps(child)...)
		}
	}
	return found
}

// TestInputsInWorkflows holds what the documents pass to the action, and read
// from it, against action.yml, which no linter of workflows can see.
func TestInputsInWorkflows(t *testing.T) {
	var action struct{ Inputs, Outputs map[string]any }
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatal(err)
	}
	output := regexp.MustCompile(`steps\.gate\.outputs\.([a-z-]+)`)
	count := 0
	for _, b := range blocks(t, "yaml") {
		var v any
		if err := yaml.Unmarshal([]byte(b.text), &v); err != nil {
			t.Errorf("%s:%d: %v", b.document, b.line, err)
			continue
		}
		for _, with := range steps(v) {
			count++
			if _, ok := with["candidate"]; !ok {
				t.Errorf("%s:%d: a step does not say candidate", b.document, b.line)
			}
			for name := range with {
				if _, ok := action.Inputs[name]; !ok {
					t.Errorf("%s:%d: %q is no input of the action", b.document, b.line, name)
				}
			}
		}
		for _, m := range output.FindAllStringSubmatch(b.text, -1) {
			if _, ok := action.Outputs[m[1]]; !ok {
				t.Errorf("%s:%d: %q is no output of the action", b.document, b.line, m[1])
			}
		}
	}
	if count < 6 {
		t.Errorf("only %d steps were found in the documents", count)
	}
}

// TestConfigurationBlocks reads every configuration that the documents show.
func TestConfigurationBlocks(t *testing.T) {
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, b := range blocks(t, "yaml") {
		if !strings.HasPrefix(b.text, "# .noisegate.yml\n") {
			continue
		}
		count++
		config := filepath.Join(t.TempDir(), "config.yml")
		if err := os.WriteFile(config, []byte(b.text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, failed := shell(t, "'"+path+"' compare -q --config '"+config+
			"' --baseline testdata/googlebenchmark/baseline.json --candidate testdata/googlebenchmark/unchanged.json")
		if failed {
			t.Errorf("%s:%d: the configuration cannot be used:\n%s", b.document, b.line, out)
		}
	}
	if count < 2 {
		t.Errorf("only %d configurations were found in the documents", count)
	}
}

// TestFlagsInText holds commands that are only shown, not run, against the
// help of the program.
func TestFlagsInText(t *testing.T) {
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile("noisegate ([a-z]+)((?: +[^`|;&\n]*)?)")
	flag := regexp.MustCompile(`(?:^| )(--?[a-z][a-z-]*)`)
	help := map[string]string{}
	for _, name := range documents(t) {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		joined := strings.ReplaceAll(string(text), "\\\n", " ")
		for _, m := range call.FindAllStringSubmatch(joined, -1) {
			flags := flag.FindAllStringSubmatch(m[2], -1)
			if len(flags) == 0 {
				continue
			}
			if _, ok := help[m[1]]; !ok {
				help[m[1]], _ = shell(t, "'"+path+"' "+m[1]+" --help")
			}
			for _, f := range flags {
				if !regexp.MustCompile(`(?m)(^|[ ,])` + regexp.QuoteMeta(f[1]) + `([=, \n])`).MatchString(help[m[1]]) {
					t.Errorf("%s: noisegate %s has no flag %s", name, m[1], f[1])
				}
			}
		}
	}
	if len(help) < 2 {
		t.Errorf("commands with flags were found for %d commands only", len(help))
	}
}
