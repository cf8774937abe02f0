package report

import (
	"bytes"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/noisegate/noisegate/gate"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// renderers turn Markdown into HTML as GitHub does: goldmark always, and
// GitHub's own cmark-gfm where it is installed.
func renderers(t *testing.T) map[string]func(string) string {
	t.Helper()
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	all := map[string]func(string) string{"goldmark": func(s string) string {
		var b bytes.Buffer
		if err := md.Convert([]byte(s), &b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}}
	path, err := exec.LookPath("cmark-gfm")
	if err != nil {
		t.Log("cmark-gfm is not installed; checked with goldmark only")
		return all
	}
	all["cmark-gfm"] = func(s string) string {
		cmd := exec.Command(path, "--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough", "-e", "tagfilter")
		cmd.Stdin = strings.NewReader(s)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	return all
}

var (
	tagPattern   = regexp.MustCompile(`<(/?)([a-zA-Z][\w-]*)([^>]*)>`)
	codePattern  = regexp.MustCompile(`(?s)<(code|pre)\b[^>]*>.*?</(code|pre)>`)
	mentionOrRef = regexp.MustCompile(`(^|[^\w])@[A-Za-z0-9]|(^|[^\w&/])#[0-9]|GH-[0-9]|\b[0-9a-f]{40}\b|:[a-z_]+:`)
	rowPattern   = regexp.MustCompile(`(?s)<tr>(.*?)</tr>`)
)

// allowed are the tags that our Markdown makes, with the attributes that a
// renderer gives them.
var allowed = map[string]string{
	"h3": "", "p": "", "strong": "", "em": "", "code": "", "pre": "", "table": "", "thead": "", "tbody": "", "tr": "",
	"th": "align|style", "td": "align|style", "details": "", "summary": "", "b": "", "sub": "", "ul": "", "li": "", "blockquote": "", "a": "href",
}

// checkInert checks that a rendered document holds only our own elements, no
// foreign link, and nothing that GitHub would take for a mention or a
// reference.
func checkInert(t *testing.T, name, out string) {
	t.Helper()
	out = strings.TrimPrefix(out, marker+"\n")
	if strings.Contains(out, "<!--") {
		t.Errorf("%s: a comment in the HTML", name)
	}
	open := map[string]int{}
	for _, m := range tagPattern.FindAllStringSubmatch(out, -1) {
		attributes, ok := allowed[strings.ToLower(m[2])]
		if !ok {
			t.Errorf("%s: tag %s", name, m[0])
			continue
		}
		for _, a := range regexp.MustCompile(`([\w-]+)=`).FindAllStringSubmatch(m[3], -1) {
			if !strings.Contains("|"+attributes+"|", "|"+a[1]+"|") && !strings.HasPrefix(m[3], ` href="https://github.test/`) {
				t.Errorf("%s: attribute in %s", name, m[0])
			}
		}
		if m[2] == "a" && m[1] == "" && !strings.HasPrefix(m[3], ` href="https://github.test/acme/widgets/`) {
			t.Errorf("%s: foreign link %s", name, m[0])
		}
		if m[1] == "" {
			open[m[2]]++
		} else {
			open[m[2]]--
		}
	}
	for tag, n := range open {
		if n != 0 {
			t.Errorf("%s: <%s> is not balanced: %+d", name, tag, n)
		}
	}
	text := tagPattern.ReplaceAllString(codePattern.ReplaceAllString(out, " "), " ")
	if m := mentionOrRef.FindString(text); m != "" {
		t.Errorf("%s: live mention, reference, commit or emoji %q", name, m)
	}
}

// widened adds a column to the head of every table. Renderers drop cells that
// are too many and fill up those that are too few, so only an added column
// tells how many a row has: it must be empty, and all others must not.
func widened(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "| :-- |") {
			lines[i], lines[i-1] = l+" :-- |", lines[i-1]+" added |"
		}
	}
	return strings.Join(lines, "\n")
}

var emptyCell = regexp.MustCompile(`<t[dh][^>]*>\s*</t[dh]>`)

func checkTables(t *testing.T, name, out string) {
	t.Helper()
	for _, table := range strings.Split(out, "<table>")[1:] {
		table, _, _ = strings.Cut(table, "</table>")
		rows := rowPattern.FindAllString(table, -1)
		for _, row := range rows[1:] {
			if empty := emptyCell.FindAllString(row, -1); len(empty) != 1 || !strings.HasSuffix(strings.TrimSpace(strings.TrimSuffix(row, "</tr>")), empty[0]) {
				t.Errorf("%s: a row with a missing or extra cell: %s", name, row)
			}
		}
		if len(rows) < 2 {
			t.Errorf("%s: a table without rows: %s", name, table)
		}
	}
}

func TestMarkdownIsInert(t *testing.T) {
	for renderer, toHTML := range renderers(t) {
		for _, s := range situations() {
			for _, o := range []string{"markdown", "summary"} {
				text := render(t, o, s.doc, Options{})
				checkInert(t, s.name+" "+o+" "+renderer, toHTML(text))
				checkTables(t, s.name+" "+o+" "+renderer, toHTML(widened(text)))
				if o == "markdown" && s.doc.Meta.Marker != "" && strings.Count(text, marker) != 1 {
					t.Errorf("%s: the marker is %d times in the comment", s.name, strings.Count(text, marker))
				}
				for _, r := range text {
					if r != '\n' && r != '\u00a0' && invisible(r) {
						t.Errorf("%s %s: %U in the document", s.name, o, r)
					}
				}
			}
		}
	}
}

// TestNamesStayReadable: what is made inert is still the name.
func TestNamesStayReadable(t *testing.T) {
	unescape := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&amp;", "&", "&#39;", "'")
	for renderer, toHTML := range renderers(t) {
		for _, name := range hostile {
			shown := visible(name)
			if strings.TrimSpace(shown) == "" {
				continue
			}
			for _, at := range []position{inLine, inCell} {
				text := "- x " + code(name, at) + " y\n"
				if at == inCell {
					text = table([]string{"a", "b"}, [][]string{{code(name, at), "end"}})
				}
				out := unescape.Replace(toHTML(text))
				got := strings.Join(regexp.MustCompile(`</?code>`).Split(out, -1), "")
				if !strings.Contains(got, shown) {
					t.Errorf("%s: %q is shown as %q", renderer, name, got)
				}
			}
		}
	}
}

// many is a result with n series, one in fifty regressed, one in twenty
// unresolved.
func many(n int) *Document {
	r := result(gate.Regression, gate.ExitRegression)
	for i := range n {
		name := fmt.Sprintf("BenchmarkSuite/case-%d/with-a-longer-name", i)
		switch {
		case i%50 == 7:
			r.Series = append(r.Series, judged(name, gate.Regression, gate.Confirmed, 1e-6, 1.1e-6+float64(i)*1e-12, 0.01))
		case i%20 == 3:
			r.Series = append(r.Series, judged(name, gate.WithinNoise, gate.Unresolved, 1e-6, 1.03e-6, 0.03))
		default:
			r.Series = append(r.Series, judged(name, gate.Pass, gate.NoRegressionShown, 1e-6, 1.001e-6, 0.01))
		}
	}
	return finish(r, meta())
}

// TestCommentFits: whatever the size of the suite and the limit, the comment
// keeps its marker, its verdict and its form.
func TestCommentFits(t *testing.T) {
	md := renderers(t)["goldmark"]
	for _, n := range []int{1, 57, 3000} {
		d := many(n)
		full := len(render(t, "markdown", d, Options{}))
		for _, limit := range []int{0, 32_000, 10_000, 5_000} {
			text := render(t, "markdown", d, Options{MaxBytes: limit})
			most := limit
			if limit == 0 {
				most = commentLimit
			}
			name := fmt.Sprintf("%d series within %d", n, most)
			if len(text) > most {
				t.Errorf("%s: %d bytes", name, len(text))
			}
			if len(text) > full {
				t.Errorf("%s: longer than without a limit", name)
			}
			if !strings.HasPrefix(text, marker+"\n### ") || !strings.Contains(text, d.Headline()) {
				t.Errorf("%s: head is %.200q", name, text)
			}
			if n >= 3000 && !strings.Contains(text, "more [in the job summary](") {
				t.Errorf("%s: nothing says where the rest is", name)
			}
			checkInert(t, name, md(text))
			checkTables(t, name, md(widened(text)))
		}
	}
}

func TestSummaryFits(t *testing.T) {
	d := many(12_000)
	text := render(t, "summary", d, Options{})
	if len(text) >= 1<<20 || len(text) < 200_000 {
		t.Errorf("the summary has %d bytes", len(text))
	}
	for _, limit := range []int{500_000, 65_000, 9_000} {
		if got := len(render(t, "summary", d, Options{MaxBytes: limit})); got > limit {
			t.Errorf("%d bytes with a limit of %d", got, limit)
		}
	}
	if strings.Contains(text, marker) {
		t.Error("the marker is in the summary")
	}
	// Everything that was measured is there for a suite of usual size.
	small := many(300)
	text = render(t, "summary", small, Options{})
	for _, s := range small.Series {
		if !strings.Contains(text, code(s.Benchmark, inCell)) {
			t.Fatalf("%s is not in the summary", s.Benchmark)
		}
	}
}

// TestShedsTheLeastImportantFirst: the passing series go before the
// unresolved, those before the regressions.
func TestShedsTheLeastImportantFirst(t *testing.T) {
	d := many(3000)
	// Rows of tables: the names of unresolved ones stand above them as well.
	kinds := map[string]string{"pass": "| `BenchmarkSuite/case-0/", "unresolved": "| `BenchmarkSuite/case-3/", "regression": "| `BenchmarkSuite/case-2957/"}
	gone := map[string]int{}
	for limit := commentLimit; limit > 4000; limit -= 2000 {
		text := render(t, "markdown", d, Options{MaxBytes: limit})
		for kind, name := range kinds {
			if !strings.Contains(text, name) && gone[kind] == 0 {
				gone[kind] = limit
			}
		}
	}
	if gone["pass"] <= gone["unresolved"] || gone["unresolved"] <= gone["regression"] {
		t.Errorf("limits at which they went: %v", gone)
	}
}

// TestMarkdownOffline: without links and marker nothing of them is left.
func TestMarkdownOffline(t *testing.T) {
	d := regression()
	d.Meta = Meta{}
	text := render(t, "markdown", d, Options{})
	if !strings.HasPrefix(text, "### ✗ Regression: ") || strings.Contains(text, "](") {
		t.Errorf("got %.600s", text)
	}
}

func TestLinksAreOnlyWeb(t *testing.T) {
	check := func(address, want string) {
		t.Helper()
		if got := webURL(address); got != want {
			t.Errorf("webURL(%q) = %q, want %q", address, got, want)
		}
	}
	check("https://github.test/a/b#c", "https://github.test/a/b#c")
	check("javascript:alert(1)", "")
	check("//example.test/x", "")
	check("/relative", "")
	check("https://user:secret@example.test/", "")
	check("https://example.test/a)b<c>|d`e", "https://example.test/a%29b%3Cc%3E%7Cd%60e")
	check("", "")
	check("ftp://example.test", "")
	check("https://example.test/\nx", "")
}

// TestFootLinksTheReport: by its page where that is known, else where the run
// lists what was uploaded.
func TestFootLinksTheReport(t *testing.T) {
	foot := func(m Meta) string {
		text := strings.TrimRight(render(t, "markdown", finish(result(gate.Pass, 0), m), Options{}), "\n")
		return text[strings.LastIndex(text, "\n")+1:]
	}
	check := func(m Meta, want string) {
		t.Helper()
		if got := foot(m); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	check(Meta{}, "<sub>noisegate</sub>")
	check(Meta{Version: "v1", RunURL: "https://github.test/r/1"},
		"<sub>noisegate v1 · report with plots in the [artifacts](https://github.test/r/1#artifacts) · [run](https://github.test/r/1)</sub>")
	check(Meta{RunURL: "https://github.test/r/1", ReportURL: "https://github.test/a/2"},
		"<sub>noisegate · [report with plots](https://github.test/a/2) · [run](https://github.test/r/1)</sub>")
	check(Meta{RunURL: "javascript:alert(1)"}, "<sub>noisegate</sub>")
}
