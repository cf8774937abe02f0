package report

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestPageForEveryone looks at the page in both themes and at the width of a
// phone: nothing wider than the screen, and no violation that axe-core finds
// (its axe.min.js in the folder NOISEGATE_AXE). Screenshots go to the folder
// NOISEGATE_SCREENSHOTS.
func TestPageForEveryone(t *testing.T) {
	b := newBrowser(t)
	axe := ""
	if dir := os.Getenv("NOISEGATE_AXE"); dir != "" {
		script, err := os.ReadFile(filepath.Join(dir, "axe.min.js"))
		if err != nil {
			t.Fatal(err)
		}
		axe = string(script)
	}
	for _, s := range append(situations(), situation{"unchanged", unchangedSuite()}) {
		// The whole matrix takes minutes on a busy machine: it is for whoever
		// asks for axe-core or for the screenshots.
		thorough := s.name == "regression" || s.name == "hostile-names" || s.name == "unchanged"
		if axe == "" && os.Getenv("NOISEGATE_SCREENSHOTS") == "" && !thorough {
			continue
		}
		for _, theme := range []string{"light", "dark"} {
			for _, width := range []int64{1600, 1200, 768, 390} {
				// One look each is enough where the page has nothing of its own.
				if !thorough && !(width == 1200 && theme == "light" || width == 390 && theme == "dark") {
					continue
				}
				name := fmt.Sprintf("%s-%s-%d", s.name, theme, width)
				b.device(width, theme)
				b.open(s.doc)
				if len(s.doc.Series) > 0 {
					value[string](b, openSeries)
				}
				b.fits(name, width)
				b.screenshot(name)
				if axe != "" {
					b.accessible(name, axe)
				}
			}
		}
	}
}

// fits checks that the page is not wider than the screen, and no table wider
// than its frame, and that nothing was complained about.
func (b *browser) fits(name string, width int64) {
	b.t.Helper()
	if got := value[int64](b, `document.documentElement.scrollWidth`); got > width {
		b.t.Errorf("%s: the page is %d wide", name, got)
	}
	if got := value[[]string](b, cutTables); len(got) > 0 {
		b.t.Errorf("%s: cut off: %s", name, got)
	}
	b.quiet()
}

// paperWidth is A4 without margins of 1 cm, in CSS pixels.
const paperWidth = 718

// TestPageOnPaper prints: everything that matters is there and fits, and what
// needs a hand is not. The PDF goes to the folder of the screenshots.
func TestPageOnPaper(t *testing.T) {
	b := newBrowser(t)
	for _, s := range []situation{{"regression", regression()}, {"hostile-names", hostileNames()}, {"5000", many(5000)}} {
		run(b, chromedp.EmulateViewport(paperWidth, 1000))
		b.open(s.doc)
		if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
			t.Fatal(err)
		}
		b.fits(s.name+" on paper", paperWidth)
		if got := value[int](b, `[...document.querySelectorAll('.needs-script')].filter(e => e.getClientRects().length).length`); got != 0 {
			t.Errorf("%s: %d controls on paper", s.name, got)
		}
		if got := value[int](b, `[...document.querySelectorAll('#series tbody tr[data-v]')].filter(e => e.getClientRects().length).length`); got != len(s.doc.Series) {
			t.Errorf("%s: %d of %d series on paper", s.name, got, len(s.doc.Series))
		}
		if dir := os.Getenv("NOISEGATE_SCREENSHOTS"); dir != "" && s.name != "5000" {
			pdf, err := chromedp.Call(b.ctx, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69})
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, s.name+".pdf"), pdf.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}); err != nil {
			t.Fatal(err)
		}
	}
}

// cutTables lists the tables that are wider than the frame in which they
// scroll, so that a reader does not see their last column.
const cutTables = `[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth + 1)
	.map(e => e.getAttribute('aria-label') + ': ' + e.scrollWidth + ' in ' + e.clientWidth)`

// device sets the width of the screen and the theme of the system.
func (b *browser) device(width int64, theme string) {
	b.t.Helper()
	run(b, chromedp.EmulateViewport(width, 900))
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}}); err != nil {
		b.t.Fatal(err)
	}
}

// accessible runs axe-core on the page.
func (b *browser) accessible(name, axe string) {
	b.t.Helper()
	value[int](b, axe+";0")
	found := run(b, chromedp.Evaluate[[]string](
		`axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v => v.id + ': ' + v.help + ' ' + v.nodes.slice(0, 2).map(n => n.html.slice(0, 200)).join(' | ')))`,
		chromedp.EvalAwaitPromise))
	for _, f := range found {
		b.t.Errorf("%s: %s", name, f)
	}
}

// screenshotTop is the table of all series as the screen shows it.
func (b *browser) screenshotTop(name string) {
	b.t.Helper()
	dir := os.Getenv("NOISEGATE_SCREENSHOTS")
	if dir == "" {
		return
	}
	value[int](b, `document.getElementById('h-series').scrollIntoView(), 0`)
	png := run(b, chromedp.CaptureScreenshot())
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

func (b *browser) screenshot(name string) {
	b.t.Helper()
	dir := os.Getenv("NOISEGATE_SCREENSHOTS")
	if dir == "" {
		return
	}
	png := run(b, chromedp.FullScreenshot(100))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}
