package bench

// chunkLen is how many values are set aside at a time.
const chunkLen = 4096

// chunks give out room for values. Many short lists from one piece of memory
// cost eight bytes a value; each on its own would cost several times that.
type chunks struct{ free []float64 }

// take returns an empty list with room for n values. A list that outgrows its
// room moves elsewhere and leaves its neighbours alone.
func (c *chunks) take(n int) []float64 {
	n = max(n, 1)
	if n > chunkLen/4 {
		return make([]float64, 0, n)
	}
	if n > len(c.free) {
		c.free = make([]float64, chunkLen)
	}
	list := c.free[0:0:n]
	c.free = c.free[n:]
	return list
}
