package hub

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// secondaryWait is what GitHub asks for after a secondary limit that names no
// time: "wait for at least one minute".
const secondaryWait = time.Minute

// longestWait is what any longer wait is taken for: no max-wait allows it, and
// it can be added to.
const longestWait = 24 * time.Hour

// lastSecond is the end of the year 9999.
const lastSecond = 253402300799

// bounded is a wait within 0 and longestWait. A difference between times that
// lie too far apart, which is the largest or least that there is, is bounded
// as well.
func bounded(d time.Duration) time.Duration { return min(max(d, 0), longestWait) }

// limited tells whether an answer is a rate limit, primary or secondary, and
// how long it asks to wait. GitHub sends 403 or 429 for either, so the status
// alone does not tell a limit from a missing permission.
func (c *Client) limited(r reply) (time.Duration, bool) {
	if r.status != http.StatusForbidden && r.status != http.StatusTooManyRequests {
		return 0, false
	}
	now := c.now()
	if t, err := http.ParseTime(r.header.Get("Date")); err == nil {
		now = t // the server's clock set the reset, so its clock reads it
	}
	pause := time.Duration(float64(300*time.Millisecond) * c.jitter())
	if wait := retryAfter(r.header, now); wait > 0 {
		return wait + pause, true
	}
	if r.header.Get("X-RateLimit-Remaining") == "0" {
		if reset, err := strconv.ParseInt(r.header.Get("X-RateLimit-Reset"), 10, 64); err == nil {
			// Beyond the year 9999 a time may wrap around.
			reset = min(max(reset, 0), lastSecond)
			// The reset is in whole seconds; a request in that very second may
			// still be refused.
			return bounded(time.Unix(reset, 0).Sub(now)) + 500*time.Millisecond + pause, true
		}
		return secondaryWait, true
	}
	text := strings.ToLower(string(r.body[:min(len(r.body), 4096)]))
	if r.status == http.StatusTooManyRequests || strings.Contains(text, "rate limit") || strings.Contains(text, "abuse detection") {
		return secondaryWait, true
	}
	return 0, false
}

// retryAfter reads the header in both its forms, seconds and a date; 0 where
// it is missing or past.
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	if v == "" {
		return 0
	}
	if s, err := strconv.ParseInt(v, 10, 32); err == nil {
		return bounded(time.Duration(s) * time.Second)
	}
	if t, err := http.ParseTime(v); err == nil {
		return bounded(t.Sub(now))
	}
	return 0
}
