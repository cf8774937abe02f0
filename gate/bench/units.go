package bench

import (
	"math"
	"strings"
)

// A scale turns a value of one unit into another, times mul through div. Times
// are divided by a power of ten rather than multiplied by its reciprocal,
// which no float64 holds.
type scale struct{ mul, div float64 }

// apply scales a value so that equal times are equal numbers whatever unit
// they were printed in: 51.7 ns and 0.0517 us become the same float64, as ties
// between two sides must stay ties. A value with few decimals is taken as the
// integer n through a power of ten that it was printed as; n·mul and the
// divisor are exact, so the one division gives the float64 next to the true
// value. With more digits than that, two printed values never tie by design,
// and the last bit does not matter.
func (s scale) apply(v float64) float64 {
	if s.mul == 1 && s.div == 1 {
		return v
	}
	if n, p, ok := decimal(v); ok && math.Abs(n*s.mul) < exact && p*s.div <= 1e22 {
		return n * s.mul / (p * s.div)
	}
	return v / s.div * s.mul
}

// exact bounds the integers that float64 holds without gaps. The powers of ten
// are exact up to 1e22.
const exact = 1 << 53

// decimal returns the integer n and the power of ten p with v = n/p, for
// values of up to nine decimals.
func decimal(v float64) (n, p float64, ok bool) {
	for p = 1; p <= 1e9; p *= 10 {
		n = math.Round(v * p)
		if n/p == v && math.Abs(n) < exact {
			return n, p, true
		}
	}
	return 0, 0, false
}

// times maps the spellings of a unit of time to its length. The micro sign
// exists twice in Unicode, and both are in use.
var times = map[string]scale{
	"s": {1, 1}, "sec": {1, 1}, "secs": {1, 1}, "second": {1, 1}, "seconds": {1, 1},
	"ms": {1, 1e3}, "msec": {1, 1e3}, "millisecond": {1, 1e3}, "milliseconds": {1, 1e3},
	"us": {1, 1e6}, "usec": {1, 1e6}, "\u00b5s": {1, 1e6}, "\u03bcs": {1, 1e6}, "microsecond": {1, 1e6}, "microseconds": {1, 1e6},
	"ns": {1, 1e9}, "nsec": {1, 1e9}, "nanosecond": {1, 1e9}, "nanoseconds": {1, 1e9},
	"ps": {1, 1e12}, "picosecond": {1, 1e12}, "picoseconds": {1, 1e12},
	"min": {60, 1}, "minute": {60, 1}, "minutes": {60, 1},
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
	above, below := unit[:cut], unit[cut+1:]
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
