package report

import (
	"cmp"
	"crypto/sha256"
	_ "embed" // for the page's parts
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// The page is one file that needs no network: its style and script stand in
// it, and its policy allows nothing else. What matters most is drawn into the
// page, so that it is complete without the script (some CI servers forbid
// scripts in reports); the plots of the other series are drawn by the script
// when a reader opens them, which keeps a page of 5,000 series small.

//go:embed html_page.tmpl
var pageTemplate string

//go:embed html_style.css
var pageStyle string

//go:embed html_script.js
var pageScript string

var page = template.Must(template.New("page").Parse(pageTemplate))

const (
	// plotsDrawn is the number of series whose plots stand in the page.
	plotsDrawn = 40
	// valuesPerSide and valuesInAll bound the measured values in the page;
	// beyond them every k-th is shown. The JSON report has them all.
	valuesPerSide, valuesInAll = 5000, 1_500_000
	// htmlNameLimit is for names that would be longer than a page.
	htmlNameLimit = 2000
)

// pageData is what the template shows. Strings are plain text; the template
// escapes them.
type pageData struct {
	Policy                     string
	Style                      template.CSS
	Script                     template.JS
	Data                       template.JS
	Title, Mark, Word, Answer  string
	Verdict                    string
	Context                    []string
	Alerts                     []string
	Notices                    []string
	Overview                   template.HTML
	OverviewNote               string
	Figures                    []pageFigure
	FigureNote                 string
	Filters                    []pageFilter
	Rows                       []pageRow
	Groups, Metrics            bool
	Remains, SignRule          string
	Past                       *pagePast
	Decision                   []string
	Facts                      []pageFact
	Warnings                   []string
	Reproduce, Version         string
	RunURL, BaselineURL, Label string
}

// A pageFigure is a series with its plot drawn into the page.
type pageFigure struct {
	Name, Metric, Verdict, Caption string
	Plot                           template.HTML
}

// A pageFilter is one verdict with its count.
type pageFilter struct {
	Verdict, Label string
	N              int
}

// A pageRow is a row of the table. Keys are what columns are sorted by.
type pageRow struct {
	Verdict, Label, Group, Name, Metric           string
	Before, After, Effect, Interval, Exceed, P    string
	Rank                                          int
	BeforeKey, AfterKey, EffectKey, ExceedKey, PK string
	Why                                           string
	// Index is the place in the document, and of the script's data.
	Index  int
	effect gate.Number
}

// A pageFact is a line of the table of both sides.
type pageFact struct {
	Name, Baseline, Candidate string
	Differs                   bool
}

// writeHTML writes the page.
func writeHTML(w io.Writer, d *Document, _ Options) error {
	v := newView(d)
	data, err := v.page()
	if err != nil {
		return err
	}
	if err := page.Execute(w, data); err != nil {
		return fmt.Errorf("writing the HTML report: %w", err)
	}
	return nil
}

func (v *view) page() (*pageData, error) {
	embedded, err := v.embedded()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(pageScript))
	word, answer, _ := strings.Cut(v.headline(), ": ")
	p := &pageData{
		Policy: "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
			"'; base-uri 'none'; form-action 'none'",
		Style: template.CSS(pageStyle), Script: template.JS(pageScript), Data: template.JS(embedded),
		Title: v.headline(), Mark: verdictMarks[v.Verdict], Word: word, Answer: answer, Verdict: string(v.Verdict),
		Label: visible(shorten(v.Meta.Title, nameLimit)),
		// Lists are kept apart from sentences so that the page can mark them.
		Context: []string{joinSentences(v.comparedPlain(), v.unmeasured(), v.consequence())},
		Groups:  v.groups, Metrics: v.metrics || len(v.info) > 0,
		Decision: v.decision(), Facts: v.facts(), Reproduce: v.Meta.Reproduce, Version: visible(v.Version),
		RunURL: webURL(v.Meta.RunURL), BaselineURL: webURL(v.Meta.BaselineURL),
	}
	if x := v.whatToDo(); x != "" {
		p.Context = append(p.Context, x)
	}
	if v.Verdict == gate.NoBaseline {
		p.Context = append(p.Context, strings.ReplaceAll(nextSteps, "**", ""))
	}
	for _, n := range v.Meta.Notices {
		p.Notices = append(p.Notices, visible(shorten(n, messageLimit)))
	}
	for _, c := range v.cautions() {
		p.Warnings = append(p.Warnings, c.text(true))
	}
	p.Alerts = v.plainAlerts()
	if p.Overview, p.OverviewNote, err = v.overview(); err != nil {
		return nil, err
	}
	if p.Past, err = v.past(); err != nil {
		return nil, err
	}
	p.Remains, p.SignRule = v.remains(v.gated()...), signRule
	if err := v.figures(p); err != nil {
		return nil, err
	}
	v.table(p)
	return p, nil
}

// plainAlerts are the alerts as plain text.
func (v *view) plainAlerts() []string {
	var out []string
	var parts []string
	for _, d := range v.Environment.Differences {
		if d.Decisive {
			parts = append(parts, visible(shorten(d.Field, nameLimit)+" "+orElse(shorten(d.Baseline, nameLimit), "unknown")+
				" → "+orElse(shorten(d.Candidate, nameLimit), "unknown")))
		}
	}
	if len(parts) > 0 && !v.Environment.Same {
		out = append(out, "Both sides were measured in different environments: "+strings.Join(parts, "; ")+".")
	}
	if v.shiftMatters() {
		bold, rest := v.shiftAlert()
		out = append(out, bold+" "+rest)
	}
	if v.Settings.Correction == gate.NoCorrection && v.judged() > 0 {
		out = append(out, correctionSentence(v.Settings))
	}
	return out
}

// figures draws the series that a reader came for.
func (v *view) figures(p *pageData) error {
	rows := append(append([]*gate.Series(nil), v.regressions...), v.acknowledged...)
	for _, g := range v.unresolved {
		rows = append(rows, g.rows...)
	}
	drawn := 0
	for _, s := range rows {
		if !hasValues(s) {
			continue
		}
		if drawn == plotsDrawn {
			p.FigureNote = fmt.Sprintf("The first %d of %s are drawn here; the others open in the table.", plotsDrawn, plural(len(rows), "series"))
			break
		}
		drawn++
		name := v.htmlName(s)
		plot, err := v.seriesPlot(s)
		if err != nil {
			return fmt.Errorf("drawing %q: %w", s.Benchmark, err)
		}
		p.Figures = append(p.Figures, pageFigure{Name: name, Metric: visible(v.metric(s)), Verdict: rowKind(s),
			Caption: pair(s) + ", " + v.observed(s) + ": " + because(s) + ".", Plot: plot})
	}
	return nil
}

// htmlName is a name in full, but for names longer than a page.
func (v *view) htmlName(s *gate.Series) string {
	name := visible(shorten(s.Benchmark, htmlNameLimit))
	if strings.TrimSpace(name) == "" {
		return "(blank)"
	}
	return name
}

// labels of verdicts in the table, in the order in which they are sorted.
var rowLabels = []pageFilter{
	{Verdict: "regression", Label: "regression"}, {Verdict: "failed", Label: "failed"}, {Verdict: "unusable", Label: "no values"},
	{Verdict: "acknowledged", Label: "acknowledged"}, {Verdict: "within-noise", Label: "within noise"}, {Verdict: "improvement", Label: "improvement"},
	{Verdict: "pass", Label: "pass"},
	{Verdict: "removed", Label: "removed"}, {Verdict: "added", Label: "added"}, {Verdict: "info", Label: "info"},
}

// rowKind is the verdict, with improvements and acknowledged regressions as
// kinds of their own.
func rowKind(s *gate.Series) string {
	switch {
	case s.Reason == gate.Improvement:
		return "improvement"
	case s.Acknowledged != nil:
		return "acknowledged"
	}
	return string(s.Verdict)
}

// table fills the rows and the filters.
func (v *view) table(p *pageData) {
	rank := map[string]int{}
	for i, l := range rowLabels {
		rank[l.Verdict] = i
	}
	counts := map[string]int{}
	for i := range v.Series {
		s := &v.Series[i]
		kind := rowKind(s)
		counts[kind]++
		r := v.row(s)
		r.Verdict, r.Rank = visible(kind), rank[kind]
		r.Label = r.Verdict
		if l := rank[kind]; rowLabels[l].Verdict == kind {
			r.Label = rowLabels[l].Label
		}
		r.Index, r.effect = i, s.Effect
		p.Rows = append(p.Rows, r)
	}
	slices.SortStableFunc(p.Rows, func(a, b pageRow) int {
		// Unknown effects are NaN, which Compare puts first: here, last.
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(b.effect, a.effect))
	})
	for _, l := range rowLabels {
		if l.N = counts[l.Verdict]; l.N > 0 {
			p.Filters = append(p.Filters, l)
		}
	}
}

// row makes the cells of one series.
func (v *view) row(s *gate.Series) pageRow {
	r := pageRow{Group: visible(s.Group), Name: v.htmlName(s), Metric: visible(s.Metric), Effect: effect(s), Interval: interval(s.EffectLow, s.EffectHigh),
		Exceed: exceed(s), P: chance(s), Why: because(s)}
	numbers, unit := pairOf(s)
	before, after, _ := strings.Cut(numbers, " → ")
	r.Before, r.After = scale{label: unit}.join(before), scale{label: unit}.join(after)
	if s.Baseline == nil {
		r.Before = "–"
	}
	if s.Candidate == nil {
		r.After = "–"
	}
	if !s.Verdict.Judged() {
		r.Exceed, r.P, r.Why = "–", "–", ""
		if s.Message != "" {
			r.Why = visible(shorten(s.Message, messageLimit))
		}
	}
	r.BeforeKey, r.AfterKey = key(median(s.Baseline)), key(median(s.Candidate))
	r.EffectKey, r.ExceedKey, r.PK = key(float64(s.Effect)), key(mustExceed(s)), key(float64(s.PAdjusted))
	return r
}

// key is a number as the script sorts it; "" sorts last.
func key(f float64) string {
	switch {
	case math.IsNaN(f):
		return ""
	case math.IsInf(f, 1):
		return "1e308"
	case math.IsInf(f, -1):
		return "-1e308"
	}
	return strconv.FormatFloat(f, 'g', 6, 64)
}

// facts compares where both sides come from.
func (v *view) facts() []pageFact {
	b, c := v.Baseline, v.Candidate
	eb, ec := v.Environment.Baseline, v.Environment.Candidate
	rows := [][3]string{
		{"commit", b.SHA, c.SHA},
		{"runs", count(b.Runs), count(c.Runs)},
		{"files", strings.Join(b.Files[:min(10, len(b.Files))], ", "), strings.Join(c.Files[:min(10, len(c.Files))], ", ")},
		{"CPU", eb.CPU, ec.CPU},
		{"cores", nonZero(eb.Cores), nonZero(ec.Cores)},
		{"GOMAXPROCS", nonZero(eb.Procs), nonZero(ec.Procs)},
		{"system", strings.TrimSpace(eb.OS + " " + eb.Arch), strings.TrimSpace(ec.OS + " " + ec.Arch)},
		{"toolchain", eb.Toolchain, ec.Toolchain},
		{"harness", eb.Harness, ec.Harness},
		{"build", eb.Build, ec.Build},
		{"frequency scaling", eb.Scaling, ec.Scaling},
		{"measured", eb.Date, ec.Date},
	}
	var out []pageFact
	for _, r := range rows {
		if r[1] == "" && r[2] == "" {
			continue
		}
		out = append(out, pageFact{r[0], visible(orDash(r[1])), visible(orDash(r[2])), r[0] != "commit" && r[0] != "files" && r[0] != "measured" && r[1] != r[2]})
	}
	return out
}

func nonZero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
