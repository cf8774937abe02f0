package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/noisegate/noisegate/gate"
)

// A scale shows values of a unit in a readable multiple of it.
type scale struct {
	factor float64
	label  string
	// time values are never whole by nature.
	time bool
}

type step struct {
	at     float64
	prefix string
}

var (
	timeSteps   = []step{{1, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}}
	binarySteps = []step{{1 << 40, "Ti"}, {1 << 30, "Gi"}, {1 << 20, "Mi"}, {1 << 10, "Ki"}, {1, ""}}
	rateSteps   = []step{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}
)

// scaleFor returns the scale in which values up to largest read best. Times
// take ns, µs, ms; sizes KiB, MiB; rates k, M, G in powers of ten, as
// harnesses print them. Every other unit is left alone.
func scaleFor(unit string, largest float64) scale {
	steps, base, rest := []step(nil), unit, ""
	if i := strings.IndexByte(unit, '/'); i > 0 {
		base, rest = unit[:i], unit[i:]
	}
	switch {
	case (base == "s" || base == "sec") && rest != "/s":
		steps, base = timeSteps, "s"
	case base == "B" && rest == "/s":
		steps = rateSteps
	case base == "B":
		steps = binarySteps
	case rest == "/s":
		steps = rateSteps
	}
	if steps == nil {
		return scale{factor: 1, label: visible(unit)}
	}
	chosen := steps[len(steps)-1]
	for _, st := range steps {
		// 999.5 would be printed as 1000 of the smaller unit.
		if largest >= st.at*0.9995 {
			chosen = st
			break
		}
	}
	return scale{chosen.at, chosen.prefix + visible(base+rest), base == "s"}
}

// label of a value with its unit: "1.42 µs"; a dimensionless one is bare.
func (s scale) join(number string) string {
	if s.label == "" {
		return number
	}
	return number + " " + s.label
}

// pair returns both medians of a series in one unit: "1.42 → 1.58 µs". Where
// they differ but look alike they get more digits. A missing side is a dash.
func pair(s *gate.Series) string {
	numbers, unit := pairOf(s)
	return scale{label: unit}.join(numbers)
}

// pairOf returns the numbers of a pair and their unit apart.
func pairOf(s *gate.Series) (numbers, unit string) {
	b, c := median(s.Baseline), median(s.Candidate)
	sc := scaleFor(s.Unit, math.Max(known(math.Abs(b)), known(math.Abs(c))))
	digits := 3
	for ; digits < 6; digits++ {
		if b == c || sc.number(b, digits) != sc.number(c, digits) || !s.Verdict.Judged() {
			break
		}
	}
	return sc.number(b, digits) + " → " + sc.number(c, digits), sc.label
}

// number prints a value in the scale. Counts stay whole.
func (s scale) number(f float64, digits int) string {
	if f == math.Trunc(f) && math.Abs(f) < 1e6 && s.factor == 1 && (f == 0 || !s.time) {
		return strconv.FormatFloat(f, 'f', 0, 64)
	}
	return number(f/s.factor, digits)
}

// median of a side, NaN where there is none.
func median(st *gate.Stats) float64 {
	if st == nil {
		return math.NaN()
	}
	return float64(st.Median)
}

func known(f float64) float64 {
	if math.IsNaN(f) {
		return 0
	}
	return f
}

// number prints a value with so many significant digits, and no exponent
// where a reader can do without.
func number(f float64, digits int) string {
	a := math.Abs(f)
	switch {
	case math.IsNaN(f):
		return "–"
	case math.IsInf(f, 0):
		return "∞"
	case f == 0:
		return "0"
	case a < 1e-4 || a >= 1e6:
		return strconv.FormatFloat(f, 'g', digits, 64)
	}
	// The exponent after rounding: 99.96 is 100 with three digits.
	_, exponent, _ := strings.Cut(strconv.FormatFloat(a, 'e', digits-1, 64), "e")
	e, _ := strconv.Atoi(exponent)
	places := digits - 1 - e
	return strconv.FormatFloat(f, 'f', max(0, places), 64)
}

// percent prints a fraction, without a sign for positive ones: "5%", "6.8%",
// "0.25%". Unknown and infinite ones are words.
func percent(n gate.Number) string {
	f := 100 * float64(n)
	switch {
	case math.IsNaN(f):
		return "unknown"
	case math.IsInf(f, 0):
		return "unbounded"
	case f == 0:
		return "0%"
	case math.Abs(f) < 0.1:
		return strconv.FormatFloat(f, 'g', 2, 64) + "%"
	case math.Abs(f) >= 1e6:
		return strconv.FormatFloat(f, 'g', 3, 64) + "%"
	case math.Abs(f) >= 100:
		return strconv.FormatFloat(f, 'f', 0, 64) + "%"
	}
	s := strconv.FormatFloat(f, 'f', 2, 64)
	if math.Abs(f) >= 1 {
		s = strconv.FormatFloat(f, 'f', 1, 64)
	}
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s + "%"
}

// signed prints a known, finite fraction as a change in percent, one decimal:
// "+11.3", "-0.4", "0.0".
func signed(n gate.Number) string {
	f := 100 * float64(n)
	s := strconv.FormatFloat(f, 'f', 1, 64)
	switch {
	case s == "-0.0" || s == "0.0":
		return "0.0"
	case math.Abs(f) >= 1e6:
		return fmt.Sprintf("%+.2g", f)
	case math.Abs(f) >= 1000:
		return fmt.Sprintf("%+.0f", f)
	case f > 0:
		return "+" + s
	}
	return s
}

// change prints a fraction as a change, in words where it has no size.
func change(n gate.Number) string {
	switch {
	case !n.Known():
		return "an unknown amount"
	case n.Infinite():
		return "more than can be measured"
	}
	return signed(n) + "%"
}

// effect prints the oriented effect, the same in every output: "+11.3%" is
// 11.3 % worse, whatever the direction of the metric. Where nobody knows which
// way is worse it is the plain change of the median, and says so. What has no
// size is said in words.
func effect(s *gate.Series) string {
	switch {
	case !s.Effect.Known() && s.Direction == "unknown" && s.MedianChange.Known() && !s.MedianChange.Infinite():
		return "no direction: " + signed(s.MedianChange) + "%"
	case !s.Effect.Known():
		return "–"
	case !s.Effect.Infinite():
		return signed(s.Effect) + "%"
	case median(s.Baseline) == 0:
		return "grew from 0"
	case median(s.Candidate) == 0:
		return "fell to 0"
	}
	return "without bound"
}

// interval prints the 95 % interval of the effect, in words where it has no
// end on one side; "" where it says no more than the effect.
func interval(low, high gate.Number) string {
	switch {
	case !low.Known() || !high.Known():
		return ""
	case low.Infinite() && high.Infinite() && low != high:
		return "no bound either way"
	case low.Infinite() && high.Infinite(), low == high:
		return ""
	case low.Infinite():
		return "at most " + signed(high) + "%"
	case high.Infinite():
		return "at least " + signed(low) + "%"
	}
	return signed(low) + " to " + signed(high)
}

// pvalue prints a probability with two significant digits.
func pvalue(p gate.Number) string {
	f := float64(p)
	switch {
	case math.IsNaN(f):
		return "–"
	case f >= 0.9995:
		return "1"
	case f >= 0.001:
		return strconv.FormatFloat(f, 'g', 2, 64)
	}
	s := strconv.FormatFloat(f, 'e', 1, 64)
	return strings.Replace(s, "e-0", "e-", 1)
}

// count prints a number of things with separators: "5,000".
func count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// plural returns "1 benchmark", "5,000 benchmarks".
func plural(n int, noun string) string {
	if n == 1 || strings.HasSuffix(noun, "series") {
		return count(n) + " " + noun
	}
	return count(n) + " " + noun + "s"
}

// decimal prints a setting as a person would write it: 0.05.
func decimal(f float64) string { return strconv.FormatFloat(f, 'g', 4, 64) }
