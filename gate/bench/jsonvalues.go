package bench

import (
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// number reads a number. NaN stands for null and for the bare NaN that JSON
// does not have; the infinities, which no JSON number is, for what overflows.
func (j *jsonReader) number() (float64, error) {
	kind := j.dec.PeekKind()
	switch kind {
	case 'n':
		return math.NaN(), j.skip()
	case '0', '"', 0:
		f, ok, err := j.maybeNumber()
		if err == nil && !ok {
			err = j.errorf("%s where a number was expected", kindName(kind))
		}
		return f, err
	}
	return 0, j.mismatch(kind, "a number")
}

// mismatch is the error for a value of the wrong kind. A value that has no end
// of its own is read first: of a word only the first letter is known to be
// that of null or true, and the place of an element is known once it is read.
func (j *jsonReader) mismatch(got jsontext.Kind, want string) error {
	if got != '{' && got != '[' {
		if err := j.skip(); err != nil {
			return err
		}
	}
	return j.errorf("%s where %s was expected", kindName(got), want)
}

// text reads a string. Equal strings share their memory.
func (j *jsonReader) text() (string, error) {
	if kind := j.dec.PeekKind(); kind != '"' && kind != 0 {
		return "", j.mismatch(kind, "a string")
	}
	v, err := j.dec.ReadValue()
	if err != nil {
		return "", j.wrap(err)
	}
	raw := []byte(v[1 : len(v)-1])
	for _, c := range raw {
		if c == '\\' {
			if j.buf, err = jsontext.AppendUnquote(j.buf[:0], []byte(v)); err != nil {
				return "", j.errorf("reading a string: %v", err)
			}
			raw = j.buf
			break
		}
	}
	if s, ok := j.names[string(raw)]; ok {
		return s, nil
	}
	s := string(raw)
	j.names[s] = s
	return s, nil
}

// optionalText reads a string, or skips a value of another kind.
func (j *jsonReader) optionalText() (string, error) {
	if j.dec.PeekKind() != '"' {
		return "", j.skip()
	}
	return j.text()
}

// printedText reads a string, or a number or truth as it is written; a value
// of another kind is skipped. Parameters come as either.
func (j *jsonReader) printedText() (string, error) {
	switch j.dec.PeekKind() {
	case '0', 't', 'f':
		v, err := j.dec.ReadValue()
		return string(v), j.wrap(err)
	}
	return j.optionalText()
}

// maybeNumber reads a number, or skips a value of another kind and returns
// false. The bare NaN is a number, null is not.
func (j *jsonReader) maybeNumber() (float64, bool, error) {
	if k := j.dec.PeekKind(); k != '0' && k != '"' {
		return 0, false, j.skip()
	}
	v, err := j.dec.ReadValue()
	if err != nil {
		return 0, false, j.wrap(err)
	}
	if v[0] != '"' {
		f, err := strconv.ParseFloat(string(v), 64)
		if err != nil && !math.IsInf(f, 0) {
			return 0, false, j.errorf("reading a number: %v", err)
		}
		return f, true, nil
	}
	return math.NaN(), len(v) >= 3 && v[1] == notANumber, nil
}

// optionalNumber reads a number, or skips a value of another kind and returns
// NaN.
func (j *jsonReader) optionalNumber() (float64, error) {
	f, ok, err := j.maybeNumber()
	if !ok {
		f = math.NaN()
	}
	return f, err
}

// truth reads true or false; a value of another kind is skipped and false.
func (j *jsonReader) truth() (bool, error) {
	t := j.dec.PeekKind() == 't'
	return t, j.skip()
}

// boolean reads true or false and nothing else.
func (j *jsonReader) boolean() (bool, error) {
	if k := j.dec.PeekKind(); k != 't' && k != 'f' && k != 0 {
		return false, j.mismatch(k, "true or false")
	}
	return j.truth()
}

// skip passes over the next value, whatever it is.
func (j *jsonReader) skip() error { return j.wrap(j.dec.SkipValue()) }
