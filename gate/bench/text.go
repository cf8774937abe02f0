package bench

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeText returns the text of r as UTF-8: a byte order mark is dropped and
// UTF-16, which PowerShell writes when output is redirected, is decoded.
func decodeText(r io.Reader) *bufio.Reader {
	br := bufio.NewReaderSize(r, SniffLen)
	head, _ := br.Peek(4)
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, _ = br.Discard(3)
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		_, _ = br.Discard(2)
		return bufio.NewReaderSize(&utf16Reader{r: br, order: binary.LittleEndian}, SniffLen)
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		_, _ = br.Discard(2)
		return bufio.NewReaderSize(&utf16Reader{r: br, order: binary.BigEndian}, SniffLen)
	case len(head) == 4 && head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0:
		return bufio.NewReaderSize(&utf16Reader{r: br, order: binary.LittleEndian}, SniffLen)
	}
	return br
}

// A utf16Reader turns UTF-16 into UTF-8. Half a pair becomes U+FFFD.
type utf16Reader struct {
	r     *bufio.Reader
	order binary.ByteOrder
	buf   []byte
	out   []byte // the part of buf that was not read yet
	err   error
}

// Read implements io.Reader.
func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		u.fill()
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

func (u *utf16Reader) fill() {
	u.buf = u.buf[:0]
	defer func() { u.out = u.buf }()
	for len(u.buf) < 4096 {
		c, ok := u.unit()
		if !ok {
			return
		}
		r := rune(c)
		if utf16.IsSurrogate(r) {
			r = u.pair(r)
		}
		u.buf = utf8.AppendRune(u.buf, r)
	}
}

// pair decodes the surrogate with the unit after it, which it takes only if
// the two belong together.
func (u *utf16Reader) pair(first rune) rune {
	next, _ := u.r.Peek(2)
	if len(next) < 2 {
		return utf8.RuneError
	}
	r := utf16.DecodeRune(first, rune(u.order.Uint16(next)))
	if r != utf8.RuneError {
		_, _ = u.r.Discard(2)
	}
	return r
}

func (u *utf16Reader) unit() (uint16, bool) {
	var two [2]byte
	switch _, err := io.ReadFull(u.r, two[:]); err {
	case nil:
		return u.order.Uint16(two[:]), true
	case io.ErrUnexpectedEOF: // half a unit
		u.buf = utf8.AppendRune(u.buf, utf8.RuneError)
		u.err = io.EOF
	default:
		u.err = err
	}
	return 0, false
}

// lineAt returns the line, from 1, of a byte of the input's decoded text; 0
// where the input cannot be opened again. It reads the input once more, which
// costs nothing as long as nothing is wrong.
func lineAt(in Input, offset int64) int {
	if in.Open == nil || offset < 0 {
		return 0
	}
	f, err := in.Open()
	if err != nil {
		return 0
	}
	defer f.Close()
	r := io.LimitReader(decodeText(f), offset)
	line, buf := 1, make([]byte, 32<<10)
	for {
		n, err := r.Read(buf)
		line += bytes.Count(buf[:n], []byte{'\n'})
		if err != nil {
			return line
		}
	}
}
