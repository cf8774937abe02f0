package bench

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

func TestRefusals(t *testing.T) {
	row := `{"name": "A", "cpu_time": 1, "time_unit": "s"}`
	check := func(name, text, format string, want ...string) {
		t.Helper()
		_, err := Read(content(name, text), format)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%s: %v is not a SyntaxError", name, err)
			return
		}
		for _, w := range append(want, printable(name)) {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %q lacks %q", name, err, w)
			}
		}
		for _, r := range err.Error() {
			if r < ' ' || r == 0x7f {
				t.Errorf("%s: %q holds control characters", name, err)
			}
		}
	}
	check("empty", "", "", "the file is empty")
	check("space", " \n\t\n", "", "white space only")
	check("empty-forced", "", "gobench", "the file is empty")
	check("binary", "\x00\x01\x02\xff\xfe\x80\x81\x1b[31m", "", "binary data", "known formats", "googlebenchmark")
	check("prose", "hello there\n", "", `text that begins with "hello there"`)
	check("csv", "command,mean,stddev,median\n", "", "hyperfine --export-json")
	check("jmh", "Benchmark  Mode  Cnt  Score\n", "", "-rf json")
	check("zip", "PK\x03\x04...", "", "zip archive")
	check("array", "[]", "", "a JSON array")
	check("context", `{"context": {}}`, "", `a JSON object with the keys "context"`)
	check("no-benchmarks", `{"context": {"num_cpus": 4}}`, "", `has no "benchmarks"`)
	check("custom", `[{"name": "a", "unit": "x", "value": 1}]`, "", "customsmaller", "custombigger")
	check("wrong-format", rows(row), "gobench", "looks like googlebenchmark")
	check("mixed", "BenchmarkA 1 5 ns/op\n"+rows(row), "", "gobench", "googlebenchmark")
	check("truncated", "\n"+rows(row)[:140], "", "truncated:2", "ends in the middle")
	check("cut-in-a-string", rows(row)[:len(rows(row))-30], "", "ends in the middle")
	check("comma", rows(`{"name": "A",`+"\n"+`"cpu_time": 4,97, "time_unit": "s"}`), "", "comma:2", "LC_ALL=C")
	check("thousands", rows(`{"name": "A", "cpu_time": 1,234.5, "time_unit": "s"}`), "", "LC_ALL=C")
	check("go-comma", "pkg: p\nBenchmarkA 100 12,50 ns/op\nBenchmarkB 1 5 ns/op\n", "", "go-comma:2", "LC_ALL=C")
	check("go-unreadable", "pkg: p\nBenchmarkA 100 x ns/op\n", "", "go-unreadable:2")
	check("backslash", rows(`{"name": "C:\dir", "cpu_time": 4, "time_unit": "s"}`), "", "escaped")
	check("quote", rows(`{"name": "a "b" c", "cpu_time": 4, "time_unit": "s"}`), "", "escaped")
	check("bytes", rows("{\"name\": \"a\xffb\", \"cpu_time\": 4, \"time_unit\": \"s\"}"), "", "UTF-8")
	check("text-for-a-number", rows(`{"name": "A", "cpu_time": "fast", "time_unit": "s"}`), "", "a string where a number was expected", "/benchmarks/0/cpu_time")
	check("number-for-a-name", rows(`{"name": 7, "cpu_time": 1, "time_unit": "s"}`), "", "a number where a string was expected")
	check("nameless", rows(`{"cpu_time": 1, "time_unit": "s"}`), "", "without a name")
	check("object-for-an-array", `{"benchmarks": {"name": "A", "cpu_time": 1}}`, "", "an object where an array was expected")
	check("log-line-inside", rows(row+",\nnot JSON\n"+row), "", "log-line-inside:2", "not valid JSON")
	check("nan-with-a-tail", rows(`{"name": "A", "cpu_time": NaNo, "time_unit": "s"}`), "", "not valid JSON")
	check("deep", `{"benchmarks": `+strings.Repeat("[", 200000), "googlebenchmark", "array")
	check("deep-elsewhere", `{"context": {"num_cpus": `+strings.Repeat("[", 200000), "googlebenchmark", "deep-elsewhere:1")
	check("line\nbreak", `{"context": {"a\nb\u001b": }}`, "googlebenchmark")
}

func TestUnknownFormat(t *testing.T) {
	if _, err := Read(content("f", "x"), "gbench"); err == nil || !strings.Contains(err.Error(), "googlebenchmark, gobench") {
		t.Errorf("%v does not name the known formats", err)
	}
}

func TestEncodings(t *testing.T) {
	for _, text := range []string{
		"pkg: p\nBenchmarkÄ/\U0001F600-4 1 5 ns/op\n",
		rows(`{"name": "Ä/` + "\U0001F600" + `", "cpu_time": 5, "time_unit": "ns"}`),
	} {
		want := brief(mustRead(t, content("f", text), ""))
		check := func(name, encoded string) {
			t.Helper()
			if diff := cmp.Diff(want, brief(mustRead(t, content("f", encoded), ""))); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
		units := utf16.Encode([]rune(text))
		little, _ := binary.Append(nil, binary.LittleEndian, units)
		big, _ := binary.Append(nil, binary.BigEndian, units)
		check("UTF-8 with a mark", "\xef\xbb\xbf"+text)
		check("UTF-16, little end first", "\xff\xfe"+string(little))
		check("UTF-16, big end first", "\xfe\xff"+string(big))
		check("UTF-16 without a mark", string(little))
		check("carriage returns", strings.ReplaceAll(text, "\n", "\r\n"))
	}
}

// A reader that hands out a byte at a time cuts every token in two.
func TestShortReads(t *testing.T) {
	for _, path := range captures(t) {
		in := onDisk(path)
		slow := in
		slow.Open = func() (io.ReadCloser, error) {
			f, err := in.Open()
			return struct {
				io.Reader
				io.Closer
			}{oneByte{f}, f}, err
		}
		if diff := cmp.Diff(dump(mustRead(t, in, "")), dump(mustRead(t, slow, ""))); diff != "" {
			t.Errorf("%s (-whole +bytewise):\n%s", path, diff)
		}
	}
}

type oneByte struct{ r io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.r.Read(p[:min(1, len(p))]) }

// A number that JSON does not have may lie across the end of a buffer.
func TestBareNumbersAtEveryOffset(t *testing.T) {
	for shift := range 40 {
		padding := strings.Repeat(" ", SniffLen-200+shift)
		text := `{"benchmarks": [` + padding + `{"name": "A", "cpu_time": 1, "time_unit": "s", "a": -Infinity, "b": NaN, "c": -1, "d": null, "e": [-2, {"f": nan}], "g": 7}]}`
		got := brief(mustRead(t, content("f", text), "googlebenchmark"))
		want := []string{"A cpu_time [s lower primary] 1", "A c [ unknown] -1", "A g [ unknown] 7",
			"unusable A a: no value is finite", "unusable A b: no value is finite", "note not-finite", "note not-finite"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("shift %d (-want +got):\n%s", shift, diff)
		}
	}
}

func TestReadErrors(t *testing.T) {
	broken := errors.New("the disk is on fire")
	in := Input{Name: "f", Open: func() (io.ReadCloser, error) { return nil, broken }}
	if _, err := Read(in, ""); !errors.Is(err, broken) {
		t.Errorf("opening: %v", err)
	}
	for _, text := range []string{rows(`{"name": "A", "cpu_time": 1, "time_unit": "s"},`) + strings.Repeat(" ", SniffLen), strings.Repeat("BenchmarkA 1 5 ns/op\n", SniffLen/10)} {
		in.Open = func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(strings.NewReader(text[:len(text)-2000]), failing{broken})), nil
		}
		if _, err := Read(in, ""); !errors.Is(err, broken) {
			t.Errorf("reading %.20q: %v", text, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestReadAll(t *testing.T) {
	row := func(v int) string { return rows(fmt.Sprintf(`{"name": "A", "cpu_time": %d, "time_unit": "s"}`, v)) }
	optional := func(name, text string) Input {
		in := content(name, text)
		in.Optional = true
		return in
	}
	var many []Input
	want := "A cpu_time [s lower primary] 1"
	for i := range 50 {
		many = append(many, content(fmt.Sprintf("f%d", i), row(i+1)))
		if i > 0 {
			want += fmt.Sprintf(" | %d", i+1)
		}
	}
	many = append(many, optional("README.md", "# hello"))
	s, err := ReadAll(many, "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{want, "note unknown-file"}, brief(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := ReadAll([]Input{content("a", row(1)), content("b", "{"), content("c", "?")}, ""); err == nil ||
		!strings.Contains(err.Error(), "b: ") || !strings.Contains(err.Error(), "c: ") {
		t.Errorf("not all broken files are named: %v", err)
	}
	if _, err := ReadAll([]Input{optional("a", "?"), optional("b", "[]")}, ""); err == nil || !strings.Contains(err.Error(), "b was passed over") {
		t.Errorf("no known file: %v", err)
	}
	if _, err := ReadAll([]Input{optional("a", row(1)[:100]), content("b", row(2))}, ""); err == nil || !strings.Contains(err.Error(), "a:1") {
		t.Errorf("a broken file of a known format is passed over: %v", err)
	}
	custom := `[{"name": "A", "unit": "ms", "value": 5}, {"name": "A", "unit": "ms", "value": 6}]`
	s, err = ReadAll([]Input{optional("a", row(1)), optional("b", custom)}, "custombigger")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"A value [s higher primary] 0.005 0.006", "note unknown-file"}, brief(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	folder := []Input{content("a", row(1)), content("b", row(2))}
	for range 30 {
		folder = append(folder, optional("x", "?"))
	}
	s, err = ReadAll(folder, "")
	if err != nil || len(s.Notes) != 6 || s.Notes[5].Message != "25 more files were passed over" {
		t.Errorf("a folder of many unknown files: %v, %v", err, s.Notes)
	}
	if _, err := ReadAll(nil, ""); err == nil {
		t.Error("no files, no error")
	}
}

func TestCustom(t *testing.T) {
	check := func(text, format string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, brief(mustRead(t, content("f", text), format))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	check(`[{"name": "A", "unit": "Percent", "value": 5, "range": "± 2", "extra": "x\ny"}, {"name": "B", "unit": "us", "value": 5}]`, "customsmaller",
		"A value [Percent lower primary] 5", "B value [s lower primary] 5e-06")
	check(`[{"name": "A", "unit": "req/s", "value": 5}, {"name": "B", "unit": "us"}]`, "custombigger", "A value [req/s higher primary] 5", "unusable B: its entry has no value")
	check(`[{"name": "A", "unit": "x", "value": NaN}]`, "custombigger", "unusable A value: no value is finite", "note not-finite")
	if _, err := Read(content("f", `[{"name": "A", "unit": "x", "value": "1,5"}]`), "customsmaller"); err == nil || !strings.Contains(err.Error(), "f:1") {
		t.Errorf("a text as value: %v", err)
	}
}

func TestNoTwoFormatsClaimOneFile(t *testing.T) {
	for _, path := range captures(t) {
		f, err := onDisk(path).Open()
		if err != nil {
			t.Fatal(err)
		}
		head := make([]byte, SniffLen)
		n, _ := io.ReadFull(f, head)
		f.Close()
		var claims []string
		for _, f := range Formats() {
			if f.Sniff(head[:n], path) {
				claims = append(claims, f.Name)
			}
		}
		if len(claims) != 1 || !strings.Contains(path, "/"+claims[0]+"/") {
			t.Errorf("%s is claimed by %v", path, claims)
		}
	}
}
