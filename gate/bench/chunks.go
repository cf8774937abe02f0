package bench

// Room for values is set aside by the chunk. The first is small, since many
// files are (Criterion has one for each benchmark), and each is twice as large
// as the one before, up to the largest.
const firstChunk, largestChunk = 64, 4096

// chunks give out room for values. Many short lists from one piece of memory
// cost eight bytes a value; each on its own would cost several times that.
type chunks struct {
	free []float64
	size int // of the last chunk
}

// take returns an empty list with room for n values. A list that outgrows its
// room moves elsewhere and leaves its neighbours alone.
func (c *chunks) take(n int) []float64 {
	n = max(n, 1)
	if n > max(c.size, firstChunk)/2 {
		return make([]float64, 0, n)
	}
	if n > len(c.free) {
		c.size = min(max(2*c.size, firstChunk), largestChunk)
		c.free = make([]float64, c.size)
	}
	list := c.free[0:0:n]
	c.free = c.free[n:]
	return list
}

// keep returns a copy of the values; nil where there are none.
func (c *chunks) keep(values []float64) []float64 {
	if len(values) == 0 {
		return nil
	}
	return append(c.take(len(values)), values...)
}
