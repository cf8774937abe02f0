package bench

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// odd are what may stand in a file in place of what belongs there.
var odd = []string{`null`, `""`, `"x"`, `"1.5"`, `0`, `-1`, `1e999`, `5`, `1e-320`, `true`, `false`, `[]`, `{}`, `[[]]`, `[null]`, `[1, "x"]`, `{"x": {"x": 1}}`, `NaN`, `-Infinity`, `"NaN"`,
	`"a\u0000b"`, `"\ud83d\ude00"`}

// TestMutants puts an odd value in the place of single values and names of the
// captures, and repeats elements. Changed bytes, as in the fuzz targets, seldom
// leave JSON behind; here it always is. The reader ends, refuses with a place,
// or returns a set that keeps its promises.
func TestMutants(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, f := range formats {
		read, refused := 0, 0
		files := wholeFiles(t, f.Name)
		for _, path := range slices.Sorted(maps.Keys(files)) {
			whole := files[path]
			places := valuesOf(whole)
			if len(places) == 0 {
				continue // no JSON
			}
			for range min(3*len(places), 150) {
				text := mutant(whole, places, random)
				s, err := Read(textInput(path, text, map[string]string{"benchmark.json": `{"full_id": "a"}`}), f.Name)
				var syntax *SyntaxError
				switch {
				case err == nil:
					read++
					promises(t, Merge(s))
				case !errors.As(err, &syntax) || syntax.File == "" || syntax.Message == "":
					t.Errorf("%v (%T) is no *SyntaxError with file and message", err, err)
				default:
					refused++
				}
				if t.Failed() {
					t.Fatalf("%s: %s", path, text)
				}
			}
		}
		t.Logf("%s: %d read, %d refused", f.Name, read, refused)
	}
}

// mutant changes up to two values of a text.
func mutant(whole []byte, places [][2]int, random *rand.Rand) string {
	p := places[random.IntN(len(places))]
	value := odd[random.IntN(len(odd))]
	if random.IntN(8) == 0 { // twice, as an element or, with a key, as one more
		value = string(whole[p[0]:p[1]]) + `, ` + string(whole[p[0]:p[1]])
	}
	text := string(whole[:p[0]]) + value + string(whole[p[1]:])
	if random.IntN(3) == 0 {
		if places := valuesOf([]byte(text)); len(places) > 0 {
			q := places[random.IntN(len(places))]
			text = text[:q[0]] + odd[random.IntN(len(odd))] + text[q[1]:]
		}
	}
	return text
}

// valuesOf returns where the values and the names of members of a text stand,
// up to its end or the first error.
func valuesOf(text []byte) (places [][2]int) {
	dec := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true))
	var open []int
	for {
		from := int(dec.InputOffset())
		token, err := dec.ReadToken()
		if err != nil {
			return places
		}
		to := int(dec.InputOffset())
		for from < to && bytes.IndexByte([]byte(" \t\r\n,:"), text[from]) >= 0 {
			from++
		}
		switch token.Kind() {
		case '{', '[':
			open = append(open, from)
			continue
		case '}', ']':
			from, open = open[len(open)-1], open[:len(open)-1]
		}
		places = append(places, [2]int{from, to})
	}
}
