package report

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// FuzzParse: whatever a file holds, reading and rendering it ends without a
// panic, and what was read is written the same again.
func FuzzParse(f *testing.F) {
	for _, s := range situations() {
		var b bytes.Buffer
		out, _ := OutputByName("json")
		if err := out.Write(&b, s.doc, Options{}); err != nil {
			f.Fatal(err)
		}
		if b.Len() < 20_000 { // larger ones would be mutated in vain
			f.Add(b.String())
		}
	}
	f.Add(`{"schema":"noisegate/report/v1","verdict":"pass","past":[{"role":"a/a"}],"suite_shift":{"effect":1e308,"floor":-1,"removed":true},` +
		`"series":[{"benchmark":"x","verdict":"regression","gated":true,"effect":1e300,"effect_low":"-Infinity","effect_high":2,"floor":1e9,"p":0,"past":[{"run":0,"median":-1},{"run":-1,"median":1},{"run":9,"median":1e308}],` +
		`"baseline":{"median":1e-300,"values":[[1e308,-1e308],[]]},"candidate":{"median":1e300,"values":[]}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, o := range Outputs() {
			if err := o.Write(io.Discard, d, Options{}); err != nil {
				t.Errorf("%s: %v", o.Name, err)
			}
		}
		first := render(t, "json", d, Options{})
		again, err := Parse(strings.NewReader(first))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if second := render(t, "json", again, Options{}); second != first {
			t.Error("a report changes when it is read and written again")
		}
	})
}
