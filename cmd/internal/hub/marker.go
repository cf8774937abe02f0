package hub

import (
	"fmt"
	"strconv"
	"strings"
)

// Marker returns the first line of a comment: it tells which gate's comment
// it is, and by which run and attempt it was written last. Whatever the key
// holds, the line stays an HTML comment of one line.
func Marker(key string, run int64, attempt int) string {
	return fmt.Sprintf("%s%d.%d -->", markerPrefix(key), run, attempt)
}

func markerPrefix(key string) string {
	return "<!-- noisegate:" + escapeKey(key) + " run="
}

// escapeKey keeps letters, digits, '.', '_' and single '-', and writes the
// other bytes as %XX, so that different keys never share a marker.
func escapeKey(key string) string {
	var b strings.Builder
	for i := range len(key) {
		ch := key[i]
		switch {
		case ch >= 'a' && ch <= 'z', ch >= 'A' && ch <= 'Z', ch >= '0' && ch <= '9', ch == '.', ch == '_',
			ch == '-' && i > 0 && key[i-1] != '-':
			b.WriteByte(ch)
		default:
			fmt.Fprintf(&b, "%%%02X", ch)
		}
	}
	return b.String()
}

// A version is what a marker tells of the run that wrote a comment.
type version struct {
	run     int64
	attempt int
}

func (v version) newer(o version) bool {
	return v.run > o.run || v.run == o.run && v.attempt > o.attempt
}

// parseMarker reads the marker of a key off the first line of a comment. A
// marker elsewhere is a quotation.
func parseMarker(body, key string) (version, bool) {
	line, _, _ := strings.Cut(body, "\n")
	rest, ok := strings.CutPrefix(strings.TrimRight(line, "\r"), markerPrefix(key))
	if !ok {
		return version{}, false
	}
	if rest, ok = strings.CutSuffix(rest, " -->"); !ok {
		return version{}, false
	}
	a, b, _ := strings.Cut(rest, ".")
	run, err1 := strconv.ParseInt(a, 10, 64)
	attempt, err2 := strconv.Atoi(b)
	return version{run, attempt}, err1 == nil && err2 == nil && run >= 0 && attempt >= 0
}
