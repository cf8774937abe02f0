package report

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A browser is headless Chromium with what it complained about.
type browser struct {
	t   *testing.T
	ctx context.Context
	// complaints are console messages, exceptions and log entries.
	mu         sync.Mutex
	complaints []string
}

// newBrowser starts a browser or skips the test where none is installed.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" || testing.Short() {
		t.Skip("needs chromium")
	}
	b := &browser{t: t}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx,
		chromedp.WithAllocatorOptions(chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
			chromedp.WSURLReadTimeout(time.Minute)),
		chromedp.WithListener(b.listen))
	t.Cleanup(cancel)
	b.ctx = ctx
	if _, err := chromedp.Call(b.ctx, log.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	b.mustHear()
	return b
}

// mustHear checks that a complaint would be heard: without it a quiet page
// would prove nothing.
func (b *browser) mustHear() {
	b.t.Helper()
	run(b, chromedp.Navigate("data:text/html,<script>console.error('heard')</script>"))
	value[bool](b, `true`)
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.complaints) == 0 {
		b.t.Fatal("the browser's console is not heard")
	}
	b.complaints = nil
}

// listen keeps what the page writes to the console, throws, or is refused.
func (b *browser) listen(event any) {
	text := ""
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		text = fmt.Sprintf("console.%s", e.Type)
	case *runtime.EventExceptionThrown:
		text = fmt.Sprintf("exception: %s %v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception)
	case *log.EventEntryAdded:
		text = e.Entry.Text
	default:
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.complaints = append(b.complaints, text)
}

// run runs an action of the browser and returns its result.
func run[T any](b *browser, action chromedp.Action[T]) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, action)
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

// open loads a document's page.
func (b *browser) open(d *Document) {
	b.t.Helper()
	file := filepath.Join(b.t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(render(b.t, "html", d, Options{})), 0o644); err != nil {
		b.t.Fatal(err)
	}
	run(b, chromedp.Navigate("file://"+file))
}

// value evaluates an expression of the page.
func value[T any](b *browser, expression string) T {
	b.t.Helper()
	return run(b, chromedp.Evaluate[T](expression))
}

// quiet checks that nothing was complained about.
func (b *browser) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.complaints) > 0 {
		b.t.Errorf("the browser says: %s", strings.Join(b.complaints, "\n"))
	}
	b.complaints = nil
}

const (
	shownRows  = `[...document.querySelectorAll('#series tbody tr[data-v]')].filter(r => !r.hidden).map(r => r.querySelector('th').textContent)`
	clickSort  = `document.querySelector('th[data-key=%s] button').click(); document.querySelector('th[data-key=%s]').getAttribute('aria-sort')`
	setFind    = `(() => { const f = document.getElementById('find'); f.value = %q; f.dispatchEvent(new Event('input')); return document.getElementById('shown').textContent })()`
	openSeries = `(() => { const b = document.querySelector('#series tbody tr:not([hidden]) th button'); b.click(); return b.getAttribute('aria-expanded') })()`
)

// TestPageInBrowser uses the page as a reader does.
func TestPageInBrowser(t *testing.T) {
	b := newBrowser(t)
	b.open(regression())
	if got := value[string](b, `document.getElementById('shown').textContent`); got != "28 of 28 series shown" {
		t.Errorf("the page says %q", got)
	}
	if got := value[string](b, fmt.Sprintf(clickSort, "effect", "effect")); got != "descending" {
		t.Errorf("the first click on a number sorts %q", got)
	}
	if got := value[[]string](b, shownRows); got[0] != "BM_Put" || got[1] != "BM_Legacy" {
		t.Errorf("sorted by effect: %q", got[:3])
	}
	if got := value[string](b, fmt.Sprintf(clickSort, "name", "name")); got != "ascending" {
		t.Errorf("the first click on a word sorts %q", got)
	}
	if got := value[[]string](b, shownRows); got[0] != "BM_Decode/512" || got[3] != "BM_New" {
		t.Errorf("sorted by name: %q", got)
	}
	if got := value[string](b, fmt.Sprintf(setFind, "plain/1")); got != "11 of 28 series shown" {
		t.Errorf("filtered by name: %q", got)
	}
	value[bool](b, `document.querySelector('input[value=pass]').click(), true`)
	if got := value[[]string](b, shownRows); len(got) != 0 {
		t.Errorf("without passing series: %q", got)
	}
	value[string](b, fmt.Sprintf(setFind, "parse"))
	if got := value[string](b, openSeries); got != "true" {
		t.Errorf("opened: %q", got)
	}
	if got := value[int](b, `document.querySelectorAll('tr.detail svg circle').length`); got != 20 {
		t.Errorf("%d values in the plot of the opened series, want 20", got)
	}
	// A judged series has its past beside the values, and the floor behind.
	value[string](b, fmt.Sprintf(setFind, "encode"))
	value[string](b, openSeries)
	opened := `document.querySelector('tr.detail:not([hidden]) svg').querySelectorAll('%s').length`
	if got := value[int](b, fmt.Sprintf(opened, "circle")); got != 27 {
		t.Errorf("%d points in the plot of a series with 20 values and 7 earlier runs", got)
	}
	if got := value[int](b, fmt.Sprintf(opened, "rect")); got != 4 {
		t.Errorf("%d bands, want the floor's two and the intervals'", got)
	}
	b.quiet()
	// Hostile names open no dialog, run no script and leave no foreign link.
	b.open(hostileNames())
	if got := value[int](b, `document.querySelectorAll('a:not([href^="https://github.test/"]), img, iframe').length`); got != 0 {
		t.Errorf("%d foreign elements", got)
	}
	if got := value[int](b, `document.querySelectorAll('#series tbody tr[data-v]').length`); got != len(hostile) {
		t.Errorf("%d rows, want %d", got, len(hostile))
	}
	value[int](b, `document.querySelectorAll('#series tbody th button').forEach(x => x.click()), 0`)
	b.quiet()
}

// TestPageOf5000InBrowser opens a large page; its time is only logged: by the
// clock, and what the page's thread computed, which a busy machine does not
// lengthen.
func TestPageOf5000InBrowser(t *testing.T) {
	b := newBrowser(t)
	d := many(5000)
	if _, err := chromedp.Call(b.ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
		t.Fatal(err)
	}
	b.open(d)
	metrics, err := chromedp.Call(b.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range metrics.Metrics {
		if strings.HasSuffix(m.Name, "Duration") {
			t.Logf("%s %.0f ms of computing", m.Name, 1000*m.Value)
		}
	}
	t.Logf("opened: %s", value[string](b, `(() => { const n = performance.getEntriesByType('navigation')[0];
		return 'parsed after ' + Math.round(n.domInteractive) + ' ms, ready after ' + Math.round(n.loadEventEnd) + ' ms' })()`))
	start := time.Now()
	value[string](b, fmt.Sprintf(clickSort, "effect", "effect"))
	t.Logf("sorted in %v", time.Since(start))
	for _, width := range []int64{1200, 390} {
		b.device(width, "light")
		start := time.Now()
		run(b, chromedp.Evaluate[int](`document.getElementById('h-series').scrollIntoView(), new Promise(f => requestAnimationFrame(() => requestAnimationFrame(() => f(0))))`,
			chromedp.EvalAwaitPromise))
		b.fits("5000 series", width)
		t.Logf("laid out at %d in %v", width, time.Since(start))
		b.screenshotTop(fmt.Sprintf("5000-%d", width))
	}
	if got := value[string](b, fmt.Sprintf(setFind, "case-4999/")); got != "1 of 5000 series shown" {
		t.Errorf("filtered: %q", got)
	}
	b.quiet()
}
