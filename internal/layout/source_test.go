package layout

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	maxFile     = 350 // lines of a Go file
	maxFunction = 80  // lines of a function that is no test
)

// clock are the names of package time that read or wait for the clock.
var clock = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

// A source is one parsed Go file.
type source struct {
	pkg  listed
	name string
	set  *token.FileSet
	file *ast.File
	text []byte
}

// at formats a position as file:line, the file seen from the package.
func (s source) at(p token.Pos) string {
	return fmt.Sprintf("%s/%s:%d", s.pkg.name(), s.name, s.set.Position(p).Line)
}

// sources parses the module's Go files, with or without the tests.
func sources(t *testing.T, tests bool) []source {
	t.Helper()
	var all []source
	for _, p := range packages(t) {
		names := slices.Clone(p.GoFiles)
		if tests {
			names = append(append(names, p.TestGoFiles...), p.XTestGoFiles...)
		}
		for _, name := range names {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, text, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, source{p, name, set, file, text})
		}
	}
	return all
}

func TestFilesAreShort(t *testing.T) {
	for _, s := range sources(t, true) {
		if n := bytes.Count(s.text, []byte("\n")); n > maxFile {
			t.Errorf("%s/%s has %d lines, more than %d: split it where its reader would", s.pkg.name(), s.name, n, maxFile)
		}
	}
}

func TestFunctionsAreShort(t *testing.T) {
	for _, s := range sources(t, false) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				if n := s.set.Position(f.End()).Line - s.set.Position(f.Pos()).Line + 1; n > maxFunction {
					t.Errorf("%s: %s has %d lines, more than %d", s.at(f.Pos()), f.Name.Name, n, maxFunction)
				}
			}
		}
	}
}

func TestPurePackagesAskNoClock(t *testing.T) {
	for _, s := range sources(t, false) {
		if _, d, ok := doorOf(s.pkg.name()); !ok || !d.pure {
			continue
		}
		for _, use := range clockUses(s.file) {
			t.Errorf("%s: uses the clock: let the caller pass the time", s.at(use))
		}
	}
}

// clockUses returns where a file uses the clock through package time,
// whatever name it is imported under.
func clockUses(file *ast.File) []token.Pos {
	local := ""
	for _, i := range file.Imports {
		if path, _ := strconv.Unquote(i.Path.Value); path == "time" {
			local = "time"
			if i.Name != nil {
				local = i.Name.Name
			}
		}
	}
	if local == "" {
		return nil
	}
	var uses []token.Pos
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && slices.Contains(clock, sel.Sel.Name) {
			if id, ok := sel.X.(*ast.Ident); ok && id.Name == local {
				uses = append(uses, sel.Pos())
			}
		}
		return true
	})
	return uses
}

func TestEveryExportedNameIsDocumented(t *testing.T) {
	packageDoc := map[string]bool{}
	for _, s := range sources(t, false) {
		packageDoc[s.pkg.name()] = packageDoc[s.pkg.name()] || s.file.Doc.Text() != ""
		for _, name := range undocumented(s.file) {
			t.Errorf("%s: %s is exported and has no doc comment", s.at(name.Pos()), name.Name)
		}
	}
	for name, has := range packageDoc {
		if !has {
			t.Errorf("%s has no package comment", name)
		}
	}
}

// undocumented returns the exported names of a file without a comment. One
// comment over a group of constants or variables speaks for the group.
func undocumented(file *ast.File) []*ast.Ident {
	var missing []*ast.Ident
	check := func(name *ast.Ident, comments ...*ast.CommentGroup) {
		if !name.IsExported() {
			return
		}
		for _, c := range comments {
			if strings.TrimSpace(c.Text()) != "" {
				return
			}
		}
		missing = append(missing, name)
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if receiver := receiverName(d); receiver == "" || ast.IsExported(receiver) {
				check(d.Name, d.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					check(spec.Name, spec.Doc, d.Doc)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						check(name, spec.Doc, spec.Comment, d.Doc)
					}
				}
			}
		}
	}
	return missing
}

// receiverName returns the name of a method's type, "" for a function.
func receiverName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	x := f.Recv.List[0].Type
	for {
		switch at := x.(type) {
		case *ast.StarExpr:
			x = at.X
		case *ast.IndexExpr:
			x = at.X
		case *ast.IndexListExpr:
			x = at.X
		case *ast.Ident:
			return at.Name
		default:
			return ""
		}
	}
}

// TestTheChecksFind shows that the checks above can fail.
func TestTheChecksFind(t *testing.T) {
	const text = `package p

import stopwatch "time"

func Bare() { _ = stopwatch.Now() }

// Said is documented.
func Said() {}

type T struct{}

func (*T) Method() {}

type hidden struct{}

func (hidden) Method() {}

// The group speaks for both.
const (
	A = 1
	B = 2
)

var C, D = 1, 2 // in one line
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, id := range undocumented(file) {
		names = append(names, id.Name)
	}
	if want := []string{"Bare", "T", "Method"}; !slices.Equal(names, want) {
		t.Errorf("undocumented names %q, want %q", names, want)
	}
	if n := len(clockUses(file)); n != 1 {
		t.Errorf("found %d uses of the clock, want 1", n)
	}
}
