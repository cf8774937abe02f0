package report

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// nameLimit is how many characters of a name a document shows; longer ones
// are shortened in the middle, where they differ least.
const nameLimit = 96

// messageLimit is the same for messages of harnesses.
const messageLimit = 400

// invisible reports whether a character shows nothing or moves others:
// controls, bidirectional and other format characters, line separators,
// unusual spaces, private and unassigned ones.
func invisible(r rune) bool {
	switch {
	case r == ' ':
		return false
	case r == utf8.RuneError, unicode.IsControl(r):
		return true
	}
	return unicode.In(r, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp, unicode.Zs) ||
		!unicode.IsPrint(r)
}

// visible returns s with everything invisible written as an escape: \n,
// \x1b, \u202e. The result is one line of valid UTF-8.
func visible(s string) string {
	if isPlainASCII(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case !invisible(r):
			b.WriteString(s[i : i+n])
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		i += n
	}
	return b.String()
}

// isPlainASCII is the quick answer for nearly all names.
func isPlainASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// shorten cuts s in the middle to at most limit characters.
func shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	r := []rune(s)
	if len(r) <= limit {
		return s
	}
	head := (limit - 1) * 3 / 5
	tail := limit - 1 - head
	return string(r[:head]) + "…" + string(r[len(r)-tail:])
}

// A position is where in a Markdown document a text stands.
type position bool

const (
	inLine position = false
	// inCell is a cell of a table, where a pipe would end the cell even
	// inside a code span.
	inCell position = true
)

// code returns data as a Markdown code span, inside which nothing acts: no
// markup, no mention, no reference, no link.
//
// Two kinds of names need HTML instead: a backslash before a pipe, which
// renderers of tables take apart differently, and the opening of an HTML
// comment, because the marker of a comment must not occur twice in it.
func code(s string, at position) string {
	s = visible(s)
	if strings.TrimSpace(s) == "" {
		return fmt.Sprintf("(blank name of %d characters)", utf8.RuneCountInString(s))
	}
	if strings.Contains(s, "<!--") || at == inCell && strings.Contains(s, `\|`) {
		return codeTag(s)
	}
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	if at == inCell {
		s = strings.ReplaceAll(s, "|", `\|`)
	}
	// A backtick or a space at the end would be taken for a part of the
	// fence; one space on each side is stripped by the renderer.
	if edge(s[0]) || edge(s[len(s)-1]) {
		s = " " + s + " "
	}
	return fence + s + fence
}

func edge(c byte) bool { return c == '`' || c == ' ' }

// longestRun returns the length of the longest run of c in s.
func longestRun(s string, c byte) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] == c {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return longest
}

// codeTag returns a visible text as a code element with every character that
// could act as a character reference. A renderer still looks for addresses in
// the text after resolving references, so the element is closed and opened
// again inside of what would make one.
func codeTag(s string) string {
	var b strings.Builder
	b.WriteString("<code>")
	for i, r := range s {
		if r < 0x80 && r != ' ' && !isWord(r) {
			fmt.Fprintf(&b, "&#%d;", r)
		} else {
			b.WriteRune(r)
		}
		address := r == '@' || r == ':' && strings.HasPrefix(s[i+1:], "/") ||
			(r == 'w' || r == 'W') && i > 0 && strings.EqualFold(s[i-1:i], "w")
		if address {
			b.WriteString("</code><code>")
		}
	}
	b.WriteString("</code>")
	return b.String()
}

func isWord(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// prose returns a message for people, which may hold names and file
// positions, as Markdown: words stay words, everything that could act stands
// in a code span, neighbours of its kind in the same one.
func prose(s string, at position) string {
	var out, span []string
	flush := func(after string) {
		if len(span) > 0 {
			out = append(out, code(strings.Join(span, " "), at)+after)
			span = nil
		}
	}
	for _, w := range strings.Fields(shorten(visible(s), messageLimit)) {
		if harmless(w) {
			flush("")
			out = append(out, shorten(w, nameLimit))
			continue
		}
		// A word longer than a line would push the page wide.
		word := shorten(strings.TrimRight(w, ".,;:"), nameLimit)
		span = append(span, word)
		if word == "" {
			span[len(span)-1] = w
		} else if tail := w[len(strings.TrimRight(w, ".,;:")):]; tail != "" {
			flush(tail)
		}
	}
	flush("")
	return strings.Join(out, " ")
}

// harmless reports whether a word can stand in running Markdown text as it
// is, on GitHub too: no markup, flag, address, reference, commit or emoji.
func harmless(w string) bool {
	if strings.HasPrefix(w, "--") || strings.Contains(w, "://") || strings.Count(w, ":") > 1 ||
		strings.HasPrefix(strings.ToLower(w), "www.") || strings.HasPrefix(strings.ToUpper(w), "GH-") {
		return false
	}
	hex, digits, letters := 0, 0, 0
	for _, r := range w {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(`.,;:()%'"-+=?!/≥≤×±–−…→α`, r) {
			return false
		}
		if r >= '0' && r <= '9' {
			digits++
		}
		if unicode.IsLetter(r) {
			letters++
		}
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'f' {
			hex++
		}
	}
	looksLikeCommit := hex >= 7 && digits > 0 && digits < hex
	looksLikePath := letters > 0 && strings.Contains(w, "/") && strings.Contains(strings.Trim(w, ".,;:()"), ".")
	return !looksLikeCommit && !looksLikePath
}

// fenced returns data as a fenced code block.
func fenced(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = visible(lines[i])
	}
	s = strings.Join(lines, "\n")
	fence := strings.Repeat("`", max(3, longestRun(s, '`')+1))
	return fence + "\n" + s + "\n" + fence + "\n"
}

// link returns text, which is Markdown, linked to an address, or only the
// text where the address is no absolute http or https URL.
func link(text, address string) string {
	if u := webURL(address); u != "" {
		return "[" + text + "](" + u + ")"
	}
	return text
}

// webURL returns an address in a form in which nothing can end a link or an
// attribute, or "" if it is no absolute http or https URL.
func webURL(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}
	return strings.NewReplacer("(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "|", "%7C",
		"*", "%2A", "_", "%5F", "`", "%60", "'", "%27", `\`, "%5C", "[", "%5B", "]", "%5D").Replace(u.String())
}
