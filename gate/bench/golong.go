package bench

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
)

// longestGoName bounds the names that are read; benchfmt gives up at lines of
// 64 KiB, so longer names travel through it under another one.
const longestGoName = 1 << 20

// longLine reads the rest of a line that is too long for benchfmt. A result
// gets a short name that nameOf turns back, and one that is longer than any
// name ends in a note; of other lines nothing is kept.
func (g *goLines) longLine(start []byte, err error) ([]byte, error) {
	if !bytes.HasPrefix(start, []byte("Benchmark")) || !isBenchmarkName(start) {
		if err != nil {
			_, err = skipLine(g.r)
		}
		return nil, err
	}
	line := bytes.Clone(start)
	for errors.Is(err, bufio.ErrBufferFull) && len(line) <= longestGoName {
		var part []byte
		part, err = g.r.ReadSlice('\n')
		line = append(line, part...)
	}
	if errors.Is(err, bufio.ErrBufferFull) {
		_, err = skipLine(g.r)
		line = line[:longestGoName]
	}
	end := bytes.IndexAny(line, " \t")
	if end < 0 || len(line)-end > longestGoLine || len(line) >= longestGoName {
		// fill has not counted this line yet.
		g.events = append(g.events, &goEvent{g.line + 1, goLong, "", shorten(string(line), 60)})
		return nil, err
	}
	return append([]byte("Benchmark"+g.standIn(string(line[len("Benchmark"):end]))), line[end:]...), err
}

// standIn returns the short name of a long one, the same for the same name.
// Both are without the prefix Benchmark, as benchfmt has them.
func (g *goLines) standIn(name string) string {
	for short, long := range g.long {
		if long == name {
			return short
		}
	}
	if g.long == nil {
		g.long = map[string]string{}
	}
	short := fmt.Sprintf("Long\x01%d", len(g.long))
	g.long[short] = name
	return short
}

// nameOf returns the name that stands in the file.
func (g *goLines) nameOf(name []byte) string {
	if long, ok := g.long[string(name)]; ok {
		return long
	}
	return string(name)
}
