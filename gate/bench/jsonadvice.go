package bench

import (
	"fmt"
	"io"
	"regexp"
	"strings"
)

// decimalComma matches a number such as 4,97 or 1,234.5 where it ends a value.
var decimalComma = regexp.MustCompile(`:\s*-?\d+,\d`)

// bareQuote matches a quotation mark that neither begins nor ends a string.
var bareQuote = regexp.MustCompile(`[^\s{\[,:\\]"[^\s:,}\]]`)

// jsonAdvice looks at the text around a syntax error for the causes that
// occur in practice.
func jsonAdvice(in Input, offset int64) string {
	around := textAround(in, offset, 60)
	switch {
	case decimalComma.MatchString(around):
		return "numbers need a decimal point; run the benchmark with LC_ALL=C"
	case strings.Contains(around, `\`) || bareQuote.MatchString(around):
		return "names with quotation marks or backslashes must be escaped; rename the benchmark or update the harness"
	}
	return "run the benchmark again, with its results in a file of their own"
}

// textAround returns up to n bytes on each side of a byte of the input, within
// its line.
func textAround(in Input, offset int64, n int64) string {
	if in.Open == nil {
		return ""
	}
	f, err := in.Open()
	if err != nil {
		return ""
	}
	defer f.Close()
	r := decodeText(f)
	before := max(offset-n, 0)
	if _, err := io.CopyN(io.Discard, r, before); err != nil {
		return ""
	}
	buf := make([]byte, offset-before+n)
	got, _ := io.ReadFull(r, buf)
	text := string(buf[:got])
	at := min(int(offset-before), len(text))
	start := strings.LastIndexByte(text[:at], '\n') + 1
	if end := strings.IndexByte(text[at:], '\n'); end >= 0 {
		text = text[:at+end]
	}
	return text[start:]
}

// shorten cuts s to about n bytes for a message.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + fmt.Sprintf("… (%d bytes)", len(s))
}
