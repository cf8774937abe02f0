package stats

import "math"

// Order statistics of all differences cᵢ − bⱼ between two ascending samples.
//
// The differences need not be written out: along a row they fall with j, and
// where a limit cuts the rows moves one way only, so that those below a limit
// are counted in n + m steps. Up to maxPairs the wanted one is looked for in
// a window about where two normal samples would have it, one pass that counts
// what lies below and writes out what lies inside; beyond, by halving.

// maxPairs is the number of pairs up to which some are written out.
const maxPairs = 1 << 16

// fewDifferences is the number of pairs up to which all are.
const fewDifferences = 64

// pairQuantiles returns the order statistics u+1 and nm−u of all cᵢ − bⱼ, and
// their median. u = −1 asks for an interval without bounds. Both slices
// ascend.
func pairQuantiles(b, c []float64, u int) (low, median, high float64) {
	n := len(b) * len(c)
	low, high = math.Inf(-1), math.Inf(1)
	if b[0] == b[len(b)-1] && c[0] == c[len(c)-1] { // counts that never vary
		if median = c[0] - b[0]; u >= 0 {
			low, high = median, median
		}
		return low, median, high
	}
	d := newDifferences(b, c)
	defer d.free()
	median, second := d.order((n-1)/2, 2-n%2)
	median = middle(median, second)
	if u >= 0 {
		low, _ = d.order(u, 1)
		high, _ = d.order(n-1-u, 1)
	}
	return low, median, high
}

// differences are all cᵢ − bⱼ. centre and sd are roughly theirs.
type differences struct {
	b, c       []float64
	centre, sd float64
	spare      *[]float64
}

func newDifferences(b, c []float64) differences {
	cb, sb := roughly(b)
	cc, sc := roughly(c)
	return differences{b, c, cc - cb, math.Hypot(sb, sc), scratch.Get().(*[]float64)}
}

func (d differences) free() { scratch.Put(d.spare) }

// roughly returns the mean of the middle half, and the standard deviation of
// a normal law with the distance of the quartiles.
func roughly(sorted []float64) (centre, sd float64) {
	n := len(sorted)
	half := sorted[n/4 : n-n/4]
	for _, v := range half {
		centre += (v - half[0]) / float64(len(half))
	}
	return half[0] + centre, (half[len(half)-1] - half[0]) / 1.349
}

// The window is a share windowShare of the pairs wide to either side for the
// median of 20 and 20 values, which holds it in 95 of 100 cases, and wider for
// fewer values.
const (
	windowShare = 0.05
	windowTries = 4
)

// order returns the k-th smallest difference, from 0, and the next one as well
// if count is 2; the same twice if it is 1.
func (d differences) order(k, count int) (first, second float64) {
	n := len(d.b) * len(d.c)
	if n > maxPairs {
		first = kthDifference(d.b, d.c, k)
		if second = first; count > 1 {
			second = kthDifference(d.b, d.c, k+1)
		}
		return first, second
	}
	if n > fewDifferences {
		z := deviate((float64(k) + float64(count)/2) / float64(n))
		guess := d.centre + z*d.sd
		density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		reach := windowShare * math.Sqrt(20/float64(min(len(d.b), len(d.c)))) * (1 + math.Abs(z)) * d.sd / density
		for range windowTries {
			if !(reach > 0) || math.IsInf(reach, 1) {
				break
			}
			below, inside := d.window(guess-reach, guess+reach)
			switch {
			case k < below:
				guess -= reach
			case k+count > below+len(inside):
				guess += reach
			default:
				return inOrder(inside, k-below, count)
			}
			reach *= 3
		}
	}
	_, all := d.window(math.Inf(-1), math.Inf(1))
	return inOrder(all, k, count)
}

// window counts the differences below lo and writes out those from lo to hi.
func (d differences) window(lo, hi float64) (below int, inside []float64) {
	b, to, high, low := d.b, (*d.spare)[:0], 0, 0
	for _, x := range d.c {
		for high < len(b) && x-b[high] > hi {
			high++
		}
		for low < len(b) && x-b[low] >= lo {
			low++
		}
		for _, y := range b[high:max(high, low)] {
			to = append(to, x-y)
		}
		below += len(b) - low
	}
	*d.spare = to
	return below, to
}

// inOrder returns the k-th smallest value and, for a count of 2, the next.
func inOrder(values []float64, k, count int) (first, second float64) {
	first = kth(values, k)
	if count < 2 {
		return first, first
	}
	second = values[k+1]
	for _, v := range values[k+2:] {
		second = min(second, v)
	}
	return first, second
}

// kth returns the k-th smallest value, from 0, and leaves it at d[k] with
// nothing larger before and nothing smaller behind it. Quickselect with the
// median of three; the pairs come as ascending rows, for which that pivot is
// good, and no order makes it wrong.
func kth(d []float64, k int) float64 {
	lo, hi := 0, len(d)-1
	for hi > lo {
		pivot := median3(d[lo], d[lo+(hi-lo)/2], d[hi])
		i, j := lo, hi
		for i <= j {
			for d[i] < pivot {
				i++
			}
			for d[j] > pivot {
				j--
			}
			if i <= j {
				d[i], d[j] = d[j], d[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return d[k]
		}
	}
	return d[k]
}

func median3(a, b, c float64) float64 {
	return max(min(a, b), min(max(a, b), c))
}

// kthDifference returns the k-th smallest (from 0) of all cᵢ − bⱼ without
// writing them out: it halves an interval of float64s, in the order of their
// bits, until it holds one, and counts the pairs below with one pass along
// both slices. The differences are rounded as when written out, so the result
// is one of them, exactly.
func kthDifference(b, c []float64, k int) float64 {
	lo := ordinal(c[0]-b[len(b)-1]) - 1
	hi := ordinal(c[len(c)-1] - b[0])
	for hi-lo > 1 {
		mid := lo + (hi-lo)/2
		if countDifferences(b, c, fromOrdinal(mid)) > k {
			hi = mid
		} else {
			lo = mid
		}
	}
	return fromOrdinal(hi)
}

// countDifferences returns how many cᵢ − bⱼ are ≤ limit.
func countDifferences(b, c []float64, limit float64) int {
	count, j := 0, 0
	for _, x := range c {
		for j < len(b) && x-b[j] > limit {
			j++
		}
		count += len(b) - j
	}
	return count
}

// ordinal numbers the float64s in ascending order, −Inf above 0 and +Inf
// below the greatest uint64.
func ordinal(f float64) uint64 {
	bits := math.Float64bits(f)
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}

func fromOrdinal(i uint64) float64 {
	if i>>63 == 1 {
		return math.Float64frombits(i &^ (1 << 63))
	}
	return math.Float64frombits(^i)
}
