package report

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestVisible(t *testing.T) {
	check := func(in, want string) {
		t.Helper()
		if got := visible(in); got != want {
			t.Errorf("visible(%q) = %q, want %q", in, got, want)
		}
	}
	check("BM_Parse/1024", "BM_Parse/1024")
	check("a\nb\tc\rd", `a\nb\tc\rd`)
	check("\x1b[31mred\a\x7f", `\x1b[31mred\x07\x7f`)
	check("\u202egnp\u2066\u200b\ufeff", `\u202egnp\u2066\u200b\ufeff`)
	check("a\u00a0b\u2028c", `a\u00a0b\u2028c`)
	check("日本語🚀é", "日本語🚀é")
	check("\xff\xfe", `\xff\xfe`)
	check("\U000e0041", `\U000e0041`) // a tag character, invisible
	check("", "")
}

func TestShorten(t *testing.T) {
	check := func(in string, limit int, want string) {
		t.Helper()
		if got := shorten(in, limit); got != want {
			t.Errorf("shorten(%q, %d) = %q, want %q", in, limit, got, want)
		}
	}
	check("abcdefghij", 10, "abcdefghij")
	check("abcdefghijk", 10, "abcde…hijk")
	check("äbcdefghijö", 10, "äbcde…hijö")
	if got := utf8.RuneCountInString(shorten(strings.Repeat("語", 500), 96)); got != 96 {
		t.Errorf("%d characters, want 96", got)
	}
}

func TestProse(t *testing.T) {
	check := func(in, want string) {
		t.Helper()
		if got := prose(in, inLine); got != want {
			t.Errorf("prose(%q)\n got %s\nwant %s", in, got, want)
		}
	}
	check("the first 2 of 10 repetitions are slower", "the first 2 of 10 repetitions are slower")
	check("ping @acme-nobody-team, see #1", "ping `@acme-nobody-team`, see `#1`")
	check("see GH-3 and acme/widgets#2.", "see `GH-3` and `acme/widgets#2`.")
	check("use --warmup=auto or less", "use `--warmup=auto` or less")
	check("bench.json:12: no value", "`bench.json:12`: no value") // :100: is an emoji
	check("see https://example.test/x or www.example.test", "see `https://example.test/x` or `www.example.test`")
	check("*bold* <b>x</b> a|b", "`*bold* <b>x</b> a|b`")
	check("commit 1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d is gone", "commit `1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d` is gone")
	check("a smile :smile: and 10:30", "a smile `:smile`: and 10:30")
	check("p below 0.05/57 = 8.8e-4 (80% power)", "p below 0.05/57 = 8.8e-4 (80% power)")
	check("line1\nline2", "`line1\\nline2`")
	check("", "")
}

// FuzzNames puts any name into every output that a person or a machine acts
// on, and checks that it only shows.
func FuzzNames(f *testing.F) {
	for _, n := range hostile {
		f.Add(n, n)
	}
	f.Fuzz(func(t *testing.T, name, message string) {
		d := regression()
		d.Series = d.Series[:0]
		d.Series = append(d.Series, judged(name, "regression", "confirmed", 1, 2, 0.1), outside(name+"2", "failed", message))
		d.Series[0].Metric, d.Series[0].Group = message, message
		d.Warnings[0].Message, d.Warnings[0].Series = message, name
		md := renderers(t)["goldmark"]
		for _, o := range []string{"markdown", "summary"} {
			text := render(t, o, d, Options{})
			checkInert(t, o, md(text))
			checkTables(t, o, md(widened(text)))
		}
		checkTerminal(t, render(t, "text", d, Options{Width: 70}))
		checkXML(t, render(t, "junit", d, Options{}))
		checkPage(t, render(t, "html", d, Options{}))
	})
}
