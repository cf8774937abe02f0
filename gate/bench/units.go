package bench

import "strings"

// A scale turns a value of one unit into another, times mul through div.
type scale struct{ mul, div float64 }

// apply scales a value by one rounded factor, as golang.org/x/perf does it:
// equal values of one unit stay equal, and order is kept. The same time
// printed in two units can differ in the last bit, which breaks a tie between
// two sides that were measured in different units and nothing else.
func (s scale) apply(v float64) float64 { return v * (s.mul / s.div) }

// times maps the spellings of a unit of time to its length. The micro sign
// exists twice in Unicode, and both are in use.
var times = map[string]scale{
	"s": {1, 1}, "sec": {1, 1}, "secs": {1, 1}, "second": {1, 1}, "seconds": {1, 1},
	"ms": {1, 1e3}, "msec": {1, 1e3}, "millisecond": {1, 1e3}, "milliseconds": {1, 1e3},
	"us": {1, 1e6}, "usec": {1, 1e6}, "\u00b5s": {1, 1e6}, "\u03bcs": {1, 1e6}, "microsecond": {1, 1e6}, "microseconds": {1, 1e6},
	"ns": {1, 1e9}, "nsec": {1, 1e9}, "nanosecond": {1, 1e9}, "nanoseconds": {1, 1e9},
	"ps": {1, 1e12}, "picosecond": {1, 1e12}, "picoseconds": {1, 1e12},
	"min": {60, 1}, "minute": {60, 1}, "minutes": {60, 1},
	"day": {86400, 1}, "days": {86400, 1},
	"h": {3600, 1}, "hr": {3600, 1}, "hour": {3600, 1}, "hours": {3600, 1},
}

// sizes maps the spellings of a size to its bytes. Names without an i are
// decimal, as the Go format has it.
var sizes = map[string]scale{
	"B": {1, 1}, "byte": {1, 1}, "bytes": {1, 1}, "Byte": {1, 1}, "Bytes": {1, 1},
	"kB": {1e3, 1}, "KB": {1e3, 1}, "MB": {1e6, 1}, "GB": {1e9, 1}, "TB": {1e12, 1},
	"KiB": {1 << 10, 1}, "MiB": {1 << 20, 1}, "GiB": {1 << 30, 1}, "TiB": {1 << 40, 1},
}

// normalise returns the unit in which the model keeps values of the given one
// and how to get there: seconds, bytes, and rates per second. A time per
// operation is a time. A unit that it does not know stays as it is, and so
// does Go's "sec/op".
func normalise(unit string) (string, scale) {
	same := scale{1, 1}
	unit = strings.TrimSpace(unit)
	if s, ok := times[unit]; ok {
		return "s", s
	}
	if s, ok := sizes[unit]; ok {
		return "B", s
	}
	cut := strings.LastIndexByte(unit, '/')
	if cut <= 0 || unit == "sec/op" {
		return unit, same
	}
	above, below := strings.TrimSpace(unit[:cut]), strings.TrimSpace(unit[cut+1:])
	if per, ok := times[below]; ok {
		rate := scale{per.div, per.mul}
		if s, ok := sizes[above]; ok {
			return "B/s", scale{rate.mul * s.mul, rate.div}
		}
		return above + "/s", rate
	}
	if s, ok := times[above]; ok && perOperation(below) {
		return "s", s
	}
	if s, ok := sizes[above]; ok {
		return "B/" + below, s
	}
	return unit, same
}

func perOperation(s string) bool {
	switch s {
	case "op", "iter", "iteration", "call", "run":
		return true
	}
	return false
}
