package bench

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// decimalComma matches a number such as 4,97 or 1,234.5 where it ends a value.
var decimalComma = regexp.MustCompile(`:\s*-?\d+,\d`)

// jsonAdvice looks at the text around a syntax error for the causes that
// occur in practice.
func jsonAdvice(in Input, offset int64, message string) string {
	if strings.Contains(message, "UTF-8") {
		return "JSON is UTF-8; name the benchmark in plain letters, or convert the file"
	}
	before, after := textAround(in, offset, 60)
	// A string seems to end, and then goes on.
	quoted := strings.HasSuffix(strings.TrimRight(before, " \t"), `"`) && after != ""
	switch {
	case decimalComma.MatchString(before + after):
		return "numbers need a decimal point; run the benchmark with LC_ALL=C"
	case quoted || strings.Contains(before+after, `\`):
		return "names with quotation marks or backslashes must be escaped; rename the benchmark or update the harness"
	}
	return "run the benchmark again, with its results in a file of their own"
}

// textAround returns up to n bytes on each side of a byte of the input, within
// its line.
func textAround(in Input, offset int64, n int64) (before, after string) {
	if in.Open == nil {
		return "", ""
	}
	f, err := in.Open()
	if err != nil {
		return "", ""
	}
	defer f.Close()
	r := decodeText(f)
	from := max(offset-n, 0)
	if _, err := io.CopyN(io.Discard, r, from); err != nil {
		return "", ""
	}
	buf := make([]byte, offset-from+n)
	got, _ := io.ReadFull(r, buf)
	text := string(buf[:got])
	at := min(int(offset-from), len(text))
	before, after = text[:at], text[at:]
	after, _, _ = strings.Cut(after, "\n")
	return before[strings.LastIndexByte(before, '\n')+1:], after
}

// shorten cuts s to about n bytes for a message.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + fmt.Sprintf("… (%d bytes)", len(s))
}

// printable returns a file's name as it is if it cannot act on a terminal or a
// log, else quoted.
func printable(name string) string {
	for _, r := range name {
		if !unicode.IsPrint(r) {
			return strconv.Quote(name)
		}
	}
	return name
}
