package report

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

var (
	scriptElement = regexp.MustCompile(`(?s)<script([^>]*)>(.*?)</script>`)
	policyElement = regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`)
	fetching      = regexp.MustCompile(`(?i)<(img|link|iframe|object|embed|audio|video|source|base|form [^>]*action)\b|\s(src|on[a-z]+)=|@import|url\(`)
)

// checkPage checks that a page is self-contained and holds no script but its
// own two elements.
func checkPage(t *testing.T, text string) {
	t.Helper()
	scripts := scriptElement.FindAllStringSubmatch(text, -1)
	if len(scripts) != 2 || strings.Count(strings.ToLower(text), "<script") != 2 || strings.Count(strings.ToLower(text), "</script") != 2 {
		t.Fatalf("%d script elements, want 2", len(scripts))
	}
	if !json.Valid([]byte(scripts[0][2])) || scripts[0][1] != ` type="application/json" id="data"` {
		t.Errorf("the data is not JSON: <script%s>%.100s", scripts[0][1], scripts[0][2])
	}
	if strings.Contains(text, "<!--") {
		t.Error("an HTML comment in the page")
	}
	sum := sha256.Sum256([]byte(scripts[1][2]))
	policy := policyElement.FindStringSubmatch(text)
	want := "script-src &#39;sha256-" + strings.ReplaceAll(base64.StdEncoding.EncodeToString(sum[:]), "+", "&#43;") + "&#39;"
	if policy == nil || !strings.HasPrefix(policy[1], "default-src &#39;none&#39;; ") || !strings.Contains(policy[1], want) {
		t.Errorf("policy %q, want %s", policy, want)
	}
	// What is left without the scripts and the style's text is markup.
	markup := scriptElement.ReplaceAllString(text, "")
	for _, tag := range regexp.MustCompile(`<[a-zA-Z/][^>]*>`).FindAllString(markup, -1) {
		if m := fetching.FindString(tag); m != "" {
			t.Errorf("the page would act or fetch: %s in %.200s", m, tag)
		}
	}
	for _, r := range markup {
		if r != '\n' && r != '\t' && r != '\u00a0' && invisible(r) {
			t.Errorf("%U in the page", r)
		}
	}
}

func TestPageIsSelfContained(t *testing.T) {
	for _, s := range situations() {
		checkPage(t, render(t, "html", s.doc, Options{}))
	}
}

// TestPageHoldsEverything: every name and every measured value is in the page.
func TestPageHoldsEverything(t *testing.T) {
	d := regression()
	text := render(t, "html", d, Options{})
	for _, s := range d.Series {
		if !strings.Contains(text, ">"+s.Benchmark+"</th>") {
			t.Errorf("%s is not in the table", s.Benchmark)
		}
	}
	var data []embeddedSeries
	if err := json.Unmarshal([]byte(scriptElement.FindStringSubmatch(text)[2]), &data); err != nil {
		t.Fatal(err)
	}
	if len(data) != len(d.Series) {
		t.Fatalf("%d series in the data, want %d", len(data), len(d.Series))
	}
	for i, s := range d.Series {
		if s.Baseline == nil {
			continue
		}
		sc := seriesScale(&s)
		for r, run := range s.Baseline.Values {
			for k, v := range run {
				if got := data[i].Baseline.Values[r][k] * sc.factor; got < v*(1-1e-5) || got > v*(1+1e-5) {
					t.Errorf("%s value %d is %g, want %g", s.Benchmark, k, got, v)
				}
			}
		}
	}
}

// TestPageOf5000 keeps a page of 5,000 series below 30 MB, whatever was
// measured.
func TestPageOf5000(t *testing.T) {
	d := many(5000)
	text := render(t, "html", d, Options{})
	if len(text) > 30<<20 {
		t.Errorf("the page has %d bytes", len(text))
	}
	if got := strings.Count(text, "<tr role=\"row\" data-i="); got != 5000 {
		t.Errorf("%d rows, want 5000", got)
	}
	t.Logf("%d bytes", len(text))
	// One series with more values than a plot can show.
	big := improvement()
	run := make([]float64, 1_200_000)
	for i := range run {
		run[i] = 1e-6 * float64(1+i%7)
	}
	big.Series[0].Candidate.Values = [][]float64{run}
	if text := render(t, "html", big, Options{}); len(text) > 1<<20 || !strings.Contains(text, `"e":240`) {
		t.Errorf("%d bytes with 1.2 million values", len(text))
	}
}

// TestTicksEnd: an axis has labels within its range, and an end, whatever the
// range is.
func TestTicksEnd(t *testing.T) {
	check := func(low, high float64, least, most int) {
		t.Helper()
		ticks := ticksIn(1, "")(low, high)
		if len(ticks) < least || len(ticks) > most {
			t.Errorf("%d ticks from %g to %g, want %d to %d", len(ticks), low, high, least, most)
		}
		for _, x := range ticks {
			if x.Value == 0 && strings.HasPrefix(x.Label, "-") {
				t.Errorf("a tick labelled %q from %g to %g", x.Label, low, high)
			}
			if x.Value < low || x.Value > high {
				t.Errorf("a tick at %g from %g to %g", x.Value, low, high)
			}
		}
	}
	check(0, 1, 4, 11)
	check(-0.03, 0.2, 4, 11)
	check(-0.025, 0.21, 4, 11)
	check(1e18, 1e18+256, 1, 50)
	check(1e300, 1.5e300, 4, 11)
	check(5, 5, 0, 1)
}
