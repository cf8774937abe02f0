package stats

import "sync"

// The exact null distribution with ties.
//
// n of the N pooled values are dealt to one side; the doubled U of that side
// is
//
//	2U = Σ a_k·w_k − n²,   w_k = 2·(values below group k) + t_k
//
// where a_k of the t_k values of tie group k were dealt, in C(t_k, a_k) ways.
// The number of ways for each (Σ a_k, Σ a_k·w_k) is worked out group by group
// (the shift algorithm of Streitberg and Röhmel, a group at a time instead
// of a value at a time). Three things make it cheap:
//
//   - Meeting in the middle. The lower and the upper half of the groups are
//     worked out apart and only joined by a sum over the tail. A half of T
//     values has no more than T³/6 states, so both together cost an eighth of
//     the whole, and heavy ties leave a handful of states.
//   - The lattice. All w_k differ by multiples of some g, often above 1; the
//     sums are kept in units of g.
//   - Few sums. Choosing j values fixes the least sum; rows start there.
//
// Only positive numbers are added, so the relative error stays at about
// N·2⁻⁵³.

// tiedBudget bounds the additions of an exact tied test, one a nanosecond, by
// the smaller side n: some 4 ms, which n = m = 60 with hardly any ties
// needs and any size with few distinct values stays below. The approximation
// is worse for few values against very many, a rare case that may cost more.
func tiedBudget(n, m int) float64 {
	switch {
	case m <= 50:
		return 1e12 // promised, and 3 ms at most
	case n <= 5:
		return 2e8
	case n <= 20:
		return 4e7
	}
	return 4e6
}

// lattice is a tie pattern in the coordinates of the algorithm: n of the
// values are dealt, s = Σ a_k·v[k] is what is counted, and P(|2U−nm| ≥ distance)
// is P(s ≤ low) + P(s ≥ high).
type lattice struct {
	sizes, v  []int
	n, total  int
	low, high int
}

func newLattice(sizes []int, n, distance int) lattice {
	l := lattice{sizes: sizes, n: n, v: make([]int, len(sizes))}
	g, below := 0, 0
	for k, t := range sizes {
		// w_k − w_0.
		l.v[k] = 2*below + t - sizes[0]
		g = gcd(l.v[k], g)
		below += t
	}
	for k := range l.v {
		l.v[k] /= max(g, 1)
	}
	l.total = below
	// 2U − nm = g·s + n·w_0 − n² − nm = g·s − n·(N − w_0).
	centre := n * (below - sizes[0])
	l.low = floorDiv(centre-distance, max(g, 1))
	l.high = -floorDiv(-(centre + distance), max(g, 1))
	return l
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && a < 0 {
		q--
	}
	return q
}

// tiedP returns P(|2U − nm| ≥ distance) when n, the smaller side, values are
// dealt out of groups of these sizes; distance > 0, two groups or more.
func tiedP(sizes []int, n, distance int) (p float64, method string) {
	l := newLattice(sizes, n, distance)
	if logChoose(l.total, n) < maxLogWays {
		cut := l.cut()
		a, b := l.half(0, cut), l.half(cut, len(sizes))
		budget := tiedBudget(n, l.total-n)
		if cost := a.cost(budget) + b.cost(budget); cost <= budget {
			return l.exact(&a, &b), MethodExact
		}
	}
	return saddlepointP(sizes, n, distance), MethodSaddlepoint
}

// cut returns the group with which the upper half begins, so that both halves
// hold about as many values and neither is empty.
func (l lattice) cut() int {
	held, cut := l.sizes[0], 1
	for cut < len(l.sizes)-1 && abs(2*(held+l.sizes[cut])-l.total) <= abs(2*held-l.total) {
		held += l.sizes[cut]
		cut++
	}
	return cut
}

// half is the distribution of one half: rows[j][s] ways to choose j of its
// values with sum offset[j] + s.
type half struct {
	sizes, v []int
	// most is the largest number that may be chosen: the row count less 1.
	most int
	// offset[j] and width[j] are the least sum of j values and the greatest
	// less the least.
	offset, width []int
	rows          [][]float64
	scratch       *[]float64
}

func (l lattice) half(from, to int) half {
	h := half{sizes: l.sizes[from:to], v: l.v[from:to]}
	held := 0
	for _, t := range h.sizes {
		held += t
	}
	h.most = min(held, l.n)
	both := make([]int, 2*(h.most+1))
	h.offset, h.width = both[:h.most+1], both[h.most+1:]
	h.extend(h.offset, false)
	h.extend(h.width, true)
	for j := range h.width {
		h.width[j] -= h.offset[j]
	}
	return h
}

// extend fills sums with the sum of the lowest (or highest) j values.
func (h *half) extend(sums []int, top bool) {
	j := 0
	for k := range h.sizes {
		if top {
			k = len(h.sizes) - 1 - k
		}
		for range h.sizes[k] {
			if j == h.most {
				return
			}
			sums[j+1] = sums[j] + h.v[k]
			j++
		}
	}
}

// cost returns the number of additions that fill will make, or more than
// budget as soon as that is clear.
func (h *half) cost(budget float64) float64 {
	sum, held := 0.0, 0
	top := make([]int, h.most+1)
	for k, t := range h.sizes {
		for j := min(held, h.most); j >= 0; j-- {
			sum += float64(top[j]-h.offset[j]+1) * float64(min(t, h.most-j))
		}
		if sum > budget {
			return sum
		}
		held += t
		h.raise(top, held, t, h.v[k])
	}
	return sum
}

// raise updates the greatest sums of j values, top, after t values of weight
// v, the heaviest yet, make held of them.
func (h *half) raise(top []int, held, t, v int) {
	for j := min(held, h.most); j > 0; j-- {
		// The greatest sum of j takes as many of the newest as there are.
		a := min(t, j)
		top[j] = top[j-a] + a*v
	}
}

// fill works out the rows.
func (h *half) fill() {
	size := 0
	for _, w := range h.width {
		size += w + 1
	}
	h.scratch = scratch.Get().(*[]float64)
	if cap(*h.scratch) < size {
		*h.scratch = make([]float64, size)
	}
	all := (*h.scratch)[:size]
	clear(all)
	h.rows = make([][]float64, h.most+1)
	for j, w := range h.width {
		h.rows[j], all = all[:w+1], all[w+1:]
	}
	h.rows[0][0] = 1
	top, held := make([]int, h.most+1), 0
	for k, t := range h.sizes {
		for j := min(held, h.most); j >= 0; j-- {
			h.deal(j, top[j]-h.offset[j]+1, t, h.v[k])
		}
		held += t
		h.raise(top, held, t, h.v[k])
	}
}

// deal adds what comes of choosing 1 … t values of weight v on top of j. Rows
// are visited from the highest j down, so row j still lacks this group.
func (h *half) deal(j, width, t, v int) {
	from := h.rows[j][:width]
	ways := 1.0
	for a := 1; a <= t && j+a <= h.most; a++ {
		ways = ways * float64(t-a+1) / float64(a)
		shift := h.offset[j] + a*v - h.offset[j+a]
		to := h.rows[j+a][shift : shift+width]
		for s, f := range from {
			to[s] += ways * f
		}
	}
}

func (h *half) free() { scratch.Put(h.scratch) }

var scratch = sync.Pool{New: func() any { return new([]float64) }}

// exact joins the halves over the tails.
func (l lattice) exact(a, b *half) float64 {
	a.fill()
	defer a.free()
	b.fill()
	defer b.free()
	total := choose(l.total, l.n)
	symmetric := 2*l.n == l.total
	for _, row := range b.rows {
		for s := 1; s < len(row); s++ {
			row[s] += row[s-1]
		}
	}
	lower := 0.0
	for j, row := range a.rows {
		if r := l.n - j; r >= 0 && r <= b.most {
			// With sum s of a, b may have up to limit − s in its own units.
			lower += joined(row, b.rows[r], l.low-a.offset[j]-b.offset[r])
		}
	}
	if symmetric {
		return 2 * lower / total
	}
	return (lower + l.upper(a, b)) / total
}

// joined returns Σ row[s]·cumulated[limit − s].
func joined(row, cumulated []float64, limit int) float64 {
	if limit < 0 {
		return 0
	}
	sum, last := 0.0, len(cumulated)-1
	s := 0
	for ; s < len(row) && limit-s > last; s++ {
		sum += row[s] * cumulated[last]
	}
	for ; s < len(row) && s <= limit; s++ {
		sum += row[s] * cumulated[limit-s]
	}
	return sum
}

// upper returns the ways of the upper tail. Reversed rows make it a lower
// tail; differences of the cumulated rows would lose the small counts, so
// the rows of b are filled again.
func (l lattice) upper(a, b *half) float64 {
	b.free()
	b.fill()
	for _, row := range b.rows {
		reverse(row)
		for s := 1; s < len(row); s++ {
			row[s] += row[s-1]
		}
	}
	sum := 0.0
	for j, row := range a.rows {
		if r := l.n - j; r >= 0 && r <= b.most {
			reverse(row)
			greatest := a.offset[j] + a.width[j] + b.offset[r] + b.width[r]
			sum += joined(row, b.rows[r], greatest-l.high)
		}
	}
	return sum
}

func reverse(v []float64) {
	for i, j := 0, len(v)-1; i < j; i, j = i+1, j-1 {
		v[i], v[j] = v[j], v[i]
	}
}
