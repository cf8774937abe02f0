package manual

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// constants returns the values of the string constants of a package whose name
// and type match, from its source, so that nobody has to list them.
func constants(t *testing.T, folder string, name *regexp.Regexp, typ string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			if g, ok := decl.(*ast.GenDecl); ok && g.Tok == token.CONST {
				found = append(found, values(t, g, name, typ)...)
			}
		}
	}
	return found
}

func values(t *testing.T, g *ast.GenDecl, name *regexp.Regexp, typ string) []string {
	t.Helper()
	var found []string
	for _, spec := range g.Specs {
		v := spec.(*ast.ValueSpec)
		named := ""
		if id, ok := v.Type.(*ast.Ident); ok {
			named = id.Name
		}
		for i, id := range v.Names {
			if !name.MatchString(id.Name) || named != typ || i >= len(v.Values) {
				continue
			}
			lit, ok := v.Values[i].(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				t.Errorf("constant %s is no string literal", id.Name)
				continue
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, text)
		}
	}
	return found
}

// firstCells returns the code in the first column of every table row between
// two markers of a document.
func firstCells(t *testing.T, document, begin, end string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", document))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), begin)
	part, _, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s does not hold %q and %q", document, begin, end)
	}
	var cells []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllStringSubmatch(part, -1) {
		cells = append(cells, m[1])
	}
	return cells
}

func sameSet(t *testing.T, what string, want, got []string) {
	t.Helper()
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-code +document)\n%s", what, diff)
	}
}

// TestWarnings holds docs/warnings.md against the codes in the source.
func TestWarnings(t *testing.T) {
	code := regexp.MustCompile(`^([Ww]arn|Note)[A-Z]`)
	var want []string
	for folder, least := range map[string]int{"gate": 20, "gate/bench": 10, "cmd/noisegate": 2} {
		found := constants(t, folder, code, "")
		if len(found) < least {
			t.Errorf("only %d codes were found in %s", len(found), folder)
		}
		want = append(want, found...)
	}
	sameSet(t, "warnings", want, firstCells(t, "docs/warnings.md", "<!-- warnings:", "<!-- end of warnings -->"))
}

// TestReasons holds docs/comment.md against the reasons in the source.
func TestReasons(t *testing.T) {
	want := constants(t, "gate", regexp.MustCompile(`.`), "Reason")
	sameSet(t, "reasons", want, firstCells(t, "docs/comment.md", "<!-- reasons:", "<!-- end of reasons -->"))
}
