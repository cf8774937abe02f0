package bench

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// A docReader passes on one JSON document of a text and then reports EOF, so
// that what follows it can be looked at separately. On the way it turns the
// numbers that JSON does not have, such as the bare NaN, Infinity and -nan(ind)
// that C and C++ programs print, into a string of the same length, which
// [jsonReader.number] knows: positions stay true.
type docReader struct {
	r     *bufio.Reader
	ready []byte // looked through, not yet passed on; the head of r's buffer
	taken int    // bytes of r's buffer that were passed on
	count int64  // bytes of the document that were passed on

	depth        int
	text, escape bool // inside a string; after a backslash
	done         bool
	err          error
}

// notANumber fills the strings that stand for NaN and infinities.
const notANumber = 0x7f

// longest is the length of the longest spelling in [bareNumber].
const longest = len("-Infinity") + 1

// Read implements io.Reader.
func (d *docReader) Read(p []byte) (int, error) {
	if len(d.ready) == 0 {
		if d.done {
			return 0, io.EOF
		}
		if d.err != nil {
			return 0, d.err
		}
		d.fill()
		if len(d.ready) == 0 {
			return 0, d.err
		}
	}
	n := copy(p, d.ready)
	d.ready = d.ready[n:]
	d.count += int64(n)
	if len(d.ready) == 0 {
		_, _ = d.r.Discard(d.taken)
		d.taken = 0
	}
	return n, nil
}

// fill looks through what the buffer can hold. A number that JSON does not
// have is never cut in two: where one may begin close to the end of the
// buffer, the rest waits for the next round.
func (d *docReader) fill() {
	buf, err := d.r.Peek(d.r.Size())
	if err != nil && !errors.Is(err, io.EOF) {
		d.err = err
	} else if len(buf) == 0 {
		d.err = io.EOF
	}
	n := d.scan(buf, err == nil)
	d.ready, d.taken = buf[:n], n
}

// Classes of bytes outside strings.
const (
	plain byte = iota
	quote
	opening
	closing
	letter
)

var classes = func() (c [256]byte) {
	c['"'] = quote
	c['{'], c['['] = opening, opening
	c['}'], c[']'] = closing, closing
	c['N'], c['n'], c['I'], c['i'], c['-'] = letter, letter, letter, letter, letter
	return c
}()

// scan looks through buf and returns how much of it belongs to the document
// and is settled; more says that buf is not the end of the input.
func (d *docReader) scan(buf []byte, more bool) int {
	for i := 0; i < len(buf); i++ {
		if d.text {
			i = d.scanText(buf, i)
			continue
		}
		switch classes[buf[i]] {
		case quote:
			d.text = true
		case opening:
			d.depth++
		case closing:
			if d.depth--; d.depth <= 0 {
				d.done = true
				return i + 1
			}
		case letter:
			if more && i > 0 && len(buf)-i <= longest {
				return i
			}
			if n := bareNumber(buf[i:]); n > 0 {
				mask(buf[i : i+n])
				i += n - 1
			}
		}
	}
	return len(buf)
}

// scanText goes on inside a string and returns the index of its last byte in
// buf.
func (d *docReader) scanText(buf []byte, i int) int {
	for ; i < len(buf); i++ {
		switch {
		case d.escape:
			d.escape = false
		case buf[i] == '\\':
			d.escape = true
		case buf[i] == '"':
			d.text = false
			return i
		}
	}
	return i
}

// bareNumber returns the length of the number at the head of b that JSON does
// not have, or 0.
func bareNumber(b []byte) int {
	n := 0
	if b[0] == '-' {
		n = 1
	}
	for _, word := range [...]string{"infinity", "nan(ind)", "inf", "nan"} {
		end := n + len(word)
		if len(b) >= end && bytes.EqualFold(b[n:end], []byte(word)) && (len(b) == end || delimits(b[end])) {
			return end
		}
	}
	return 0
}

func delimits(c byte) bool { return bytes.IndexByte([]byte(",]} \t\r\n"), c) >= 0 }

func mask(b []byte) {
	for i := range b {
		b[i] = notANumber
	}
	b[0], b[len(b)-1] = '"', '"'
}

// nextDocument skips white space and lines of other text up to a JSON object
// or array, and returns how many bytes that were and whether they held text.
// The error is io.EOF where no document follows.
func nextDocument(r *bufio.Reader) (skipped int64, other bool, err error) {
	for {
		n, err := skipSpace(r)
		skipped += n
		if err != nil {
			return skipped, other, err
		}
		head, _ := r.Peek(512)
		if startsJSON(head) {
			return skipped, other, nil
		}
		other = true
		n, err = skipLine(r)
		skipped += n
		if err != nil {
			return skipped, other, err
		}
	}
}

func skipSpace(r *bufio.Reader) (int64, error) {
	for n := int64(0); ; n++ {
		c, err := r.ReadByte()
		if err != nil {
			return n, err
		}
		if !isSpace(c) {
			return n, r.UnreadByte()
		}
	}
}

func skipLine(r *bufio.Reader) (int64, error) {
	n := int64(0)
	for {
		part, err := r.ReadSlice('\n')
		n += int64(len(part))
		if !errors.Is(err, bufio.ErrBufferFull) {
			return n, err
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// startsJSON reports whether b begins with a JSON object or an array of
// objects or arrays; "[INFO] text" and "[1/3] text" do not.
func startsJSON(b []byte) bool {
	if len(b) == 0 || b[0] != '{' && b[0] != '[' {
		return false
	}
	rest := bytes.TrimLeft(b[1:], " \t\r\n")
	if len(rest) == 0 {
		return true
	}
	if b[0] == '{' {
		return rest[0] == '"' || rest[0] == '}'
	}
	return rest[0] == '{' || rest[0] == '[' || rest[0] == ']'
}
