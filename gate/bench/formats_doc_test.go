package bench

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func formatsPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "formats.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// TestFormatsPage checks that docs/formats.md has a section for each format,
// in the registry's set, and says there how samples are kept.
func TestFormatsPage(t *testing.T) {
	var got, want []string
	for _, section := range strings.Split(formatsPage(t), "\n## ")[1:] {
		title, text, _ := strings.Cut(section, "\n")
		if !strings.HasPrefix(title, "`") {
			continue
		}
		got = append(got, strings.FieldsFunc(title, func(r rune) bool { return strings.ContainsRune("`, ", r) })...)
		if title != "`native`" && title != "`vitest`" && !strings.Contains(text, "**Keep the samples:**") {
			t.Errorf("the section %s does not say how samples are kept", title)
		}
	}
	want = append(want, formatNames()...)
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sections of docs/formats.md (-registry +page)\n%s", diff)
	}
}

// TestFormatsPageExamples checks what the page tells people to write.
func TestFormatsPageExamples(t *testing.T) {
	page := formatsPage(t)
	reporter, err := os.ReadFile(filepath.Join("testdata", "vitest-reporter.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page, "```js\n"+string(reporter)+"```") {
		t.Error("the reporter for Vitest is not the one that made the captures")
	}
	_, native, _ := strings.Cut(page, "```json\n")
	native, _, _ = strings.Cut(native, "```")
	wantList(t, "native", native, "parse/small time s lower primary 0:[0.0101 0.0103 0.01] 1:[0.0105 0.0106 0.0101]")
	_, custom, _ := strings.Cut(page, "## `customsmaller`")
	custom = strings.TrimSpace(strings.SplitN(custom, "\n", 4)[2])
	s, err := Read(textInput("f", custom, nil), "customsmaller")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Cold start value s lower primary 0:[0.2125 0.2091]"}, list(s)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
