package hub

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/noisegate/noisegate/cmd/internal/hub/hubtest"
)

// pack makes an archive entry by entry.
func pack(t testing.TB, entries ...zip.FileHeader) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, h := range entries {
		h.Method = zip.Deflate
		w, err := z.CreateHeader(&h)
		if err == nil && !strings.HasSuffix(h.Name, "/") {
			_, err = io.WriteString(w, "content")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func names(list ...string) (headers []zip.FileHeader) {
	for _, n := range list {
		headers = append(headers, zip.FileHeader{Name: n})
	}
	return headers
}

// lie changes the size that the directory of an archive of one entry states.
func lie(data []byte, size uint32) []byte {
	data = bytes.Clone(data)
	at := bytes.LastIndex(data, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(data[at+24:], size)
	return data
}

func link(name string) zip.FileHeader {
	h := zip.FileHeader{Name: name}
	h.SetMode(fs.ModeSymlink | 0o777)
	return h
}

func TestUnpack(t *testing.T) {
	big := bytes.Repeat([]byte{' '}, 2<<20)
	tests := []struct {
		name    string
		data    []byte
		pattern string
		want    string // names, or what the error says
		hostile bool
	}{
		{name: "files and folders", data: pack(t, names("a.json", "out/", "out/b.json", "README.txt")...), want: "[a.json out/b.json README.txt]"},
		{name: "chosen", data: pack(t, names("a.json", "out/b.json", "README.txt")...), pattern: "**/*.json", want: "[a.json out/b.json]"},
		{name: "empty archive", data: pack(t), want: "[]"},
		{name: "an archive in it", data: hubtest.Zip("inner.zip", string(hubtest.Zip("a", "b"))), want: "[inner.zip]"},
		{name: "no archive", data: []byte("<html>"), want: "not a whole zip archive"},
		{name: "nothing", want: "not a whole zip archive"},
		{name: "cut off", data: pack(t, names("a.json")...)[:60], want: "not a whole zip archive"},
		{name: "flipped bit", data: flip(hubtest.Zip("a.json", strings.Repeat("abc", 100)), 45), want: "damaged"},
		{name: "parent folder", data: pack(t, names("../a.json")...), want: "leaves its folder", hostile: true},
		{name: "parent folder inside", data: pack(t, names("out/../../a.json")...), want: "leaves its folder", hostile: true},
		{name: "even where not chosen", data: pack(t, names("../a.txt", "b.json")...), pattern: "*.json", want: "leaves its folder", hostile: true},
		{name: "absolute", data: pack(t, names("/etc/passwd")...), want: "absolute", hostile: true},
		{name: "drive", data: pack(t, names("C:/a.json")...), want: "absolute", hostile: true},
		{name: "backslash", data: pack(t, names(`..\a.json`)...), want: "absolute path or one of another system", hostile: true},
		{name: "control character", data: pack(t, names("a\n::error::x.json")...), want: "control characters", hostile: true},
		{name: "dot", data: pack(t, names("./")...), want: "has no name", hostile: true},
		{name: "long name", data: pack(t, names(strings.Repeat("a", 2000))...), want: "too long", hostile: true},
		{name: "link", data: pack(t, link("a.json")), want: "link", hostile: true},
		{name: "twice", data: pack(t, names("a.json", "a.json")...), want: "there twice", hostile: true},
		{name: "twice in other words", data: pack(t, names("a.json", "x/../a.json")...), want: "leaves its folder", hostile: true},
		{name: "twice with a dot", data: pack(t, names("a.json", "./a.json")...), want: "there twice", hostile: true},
		{name: "file and folder", data: pack(t, names("a", "a/b.json")...), want: "both a file and a folder", hostile: true},
		{name: "folder and file", data: pack(t, names("a/b.json", "a")...), want: "there twice", hostile: true},
		{name: "states less than it holds", data: lie(hubtest.Zip("a.json", string(big)), 100), want: "states 100 bytes and holds more", hostile: true},
		{name: "states more than it holds", data: lie(hubtest.Zip("a.json", "content"), 100), want: "damaged"},
		{name: "bomb", data: hubtest.Zip("a.json", string(big)+string(big)), want: "more than 3 MiB", hostile: true},
		{name: "bomb in pieces", data: hubtest.Zip("a.json", string(big), "b.json", string(big)), want: "more than 3 MiB", hostile: true},
		{name: "bomb beside what is chosen", data: hubtest.Zip("a.json", "x", "b.txt", string(big)+string(big)), pattern: "*.json", want: "more than 3 MiB", hostile: true},
		{name: "encrypted", data: patch(hubtest.Zip("a.json", "x"), 8, 1), want: "encrypted"},
		{name: "another method", data: patch(hubtest.Zip("a.json", "x"), 10, 99), want: "packed by method 99"},
		{name: "another checksum", data: patch(hubtest.Zip("a.json", "x"), 16, 7), want: "its checksum is another"},
		{name: "sizes after the data", data: hubtest.Zip("a.json", "x"), want: "[a.json]"}, // as Go and upload-artifact write them
		{name: "sizes before the data", data: stored("a.json", "x"), want: "[a.json]"},
		{name: "sizes of 64 bits", data: wide("a.json", "x", 1, 1), want: "[a.json]"},
		{name: "64 bits that state a bomb", data: wide("a.json", "x", 1<<40, 1), want: "more than 3 MiB", hostile: true},
		{name: "64 bits whose sum is small again", data: wide("a.json", "x", 1<<64-1, 1), want: "more than 3 MiB", hostile: true},
		{name: "packed beyond the file", data: wide("a.json", "x", 1, 1<<63), want: "holds more", hostile: true},
		{name: "another name before the data", data: swap(stored("a.json", "x"), "a.json", "../..x"), want: "[a.json]"},
		{name: "something before the archive", data: append([]byte("#!/bin/sh\n"), hubtest.Zip("a.json", "x")...), want: "[a.json]"},
		{name: "an alternate stream", data: pack(t, names("a.json:hidden")...), want: "[a.json:hidden]"}, // a name like any other, since nothing is written
		{name: "a share", data: pack(t, names(`\\host\share\a.json`)...), want: "another system", hostile: true},
		{name: "names that differ in case", data: pack(t, names("a.json", "A.json")...), want: "[a.json A.json]"},
		{name: "a name that is no text", data: pack(t, names("\xff\xfe.json")...), want: "not valid UTF-8"},
		{name: "a device", data: pack(t, device("a.json")), want: "link or a device", hostile: true},
		{name: "entries that share their data", data: overlapping(40, 1<<20), want: "40 entries", hostile: true},
		{name: "fewer that share their data", data: overlapping(10, 1<<20), want: "more than 3 MiB", hostile: true},
		{name: "too many entries", data: pack(t, names(numbered(21)...)...), want: "21 entries, more than the 20 allowed", hostile: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files, err := unpack(test.data, test.pattern, 3<<20, 20)
			got := []string{}
			for _, f := range files {
				got = append(got, f.Name)
			}
			text := fmt.Sprint(got)
			if err != nil {
				text = err.Error()
			}
			if !strings.Contains(text, test.want) {
				t.Errorf("got %s, want %s", text, test.want)
			}
			var bad hostile
			if errors.As(err, &bad) != test.hostile {
				t.Errorf("hostile is %t: %v", !test.hostile, err)
			}
		})
	}
}

// patch writes a number into the directory's record of an archive of one
// entry.
func patch(data []byte, at int, value uint16) []byte {
	data = bytes.Clone(data)
	record := bytes.LastIndex(data, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint16(data[record+at:], value)
	return data
}

// swap changes the first text of that length, which is the name before the
// data.
func swap(data []byte, old, with string) []byte {
	return bytes.Replace(data, []byte(old), []byte(with), 1)
}

func device(name string) zip.FileHeader {
	h := zip.FileHeader{Name: name}
	h.SetMode(fs.ModeDevice | 0o666)
	return h
}

// stored is an archive of one entry that is not packed, its sizes before the
// data.
func stored(name, text string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.CreateRaw(&zip.FileHeader{Name: name, CRC32: crc32.ChecksumIEEE([]byte(text)), CompressedSize64: uint64(len(text)), UncompressedSize64: uint64(len(text))})
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err != nil || z.Close() != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

// wide is such an archive with sizes in 64 bits, which it states as told.
func wide(name, text string, unpacked, packed uint64) []byte {
	le := binary.LittleEndian
	var b []byte
	extra := le.AppendUint64(le.AppendUint64(le.AppendUint16(le.AppendUint16(nil, 1), 16), unpacked), packed)
	record := func(signature string, head int) {
		r := make([]byte, head)
		copy(r, signature)
		at := 14 // the checksum; in the directory two bytes later
		if head == 46 {
			at = 16
		}
		le.PutUint32(r[at:], crc32.ChecksumIEEE([]byte(text)))
		le.PutUint32(r[at+4:], 0xffffffff)
		le.PutUint32(r[at+8:], 0xffffffff)
		le.PutUint16(r[at+12:], uint16(len(name)))
		le.PutUint16(r[at+14:], uint16(len(extra)))
		b = append(append(append(b, r...), name...), extra...)
	}
	record("PK\x03\x04", 30)
	b = append(b, text...)
	at := len(b)
	record("PK\x01\x02", 46)
	end := make([]byte, 22)
	copy(end, "PK\x05\x06")
	le.PutUint16(end[8:], 1)
	le.PutUint16(end[10:], 1)
	le.PutUint32(end[12:], uint32(len(b)-at))
	le.PutUint32(end[16:], uint32(at))
	return append(b, end...)
}

// overlapping is an archive whose entries all unpack the same data, of size
// bytes each: small, and of any size unpacked.
func overlapping(n, size int) []byte {
	data := hubtest.Zip("0000.json", strings.Repeat(" ", size))
	directory := bytes.LastIndex(data, []byte("PK\x01\x02"))
	end := bytes.LastIndex(data, []byte("PK\x05\x06"))
	record, tail := data[directory:end], bytes.Clone(data[end:])
	out := bytes.Clone(data[:directory])
	for i := range n {
		out = append(out, bytes.Replace(record, []byte("0000.json"), fmt.Appendf(nil, "%04d.json", i), 1)...)
	}
	le := binary.LittleEndian
	le.PutUint16(tail[8:], uint16(n))
	le.PutUint16(tail[10:], uint16(n))
	le.PutUint32(tail[12:], uint32(n*len(record)))
	return append(out, tail...)
}

func flip(data []byte, at int) []byte {
	data = bytes.Clone(data)
	data[at] ^= 0x10
	return data
}

func numbered(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("%d.json", i))
	}
	return list
}

// Whatever an archive holds, what comes out of it is within the bounds and
// stays in its folder.
func FuzzUnpack(f *testing.F) {
	f.Add(hubtest.Zip("a.json", "x", "out/b.json", "y"))
	f.Add(pack(f, names("../a.json", "/b", "c/", `d\e`)...))
	f.Add(pack(f, link("a.json")))
	f.Add(lie(hubtest.Zip("a.json", strings.Repeat("x", 1000)), 100))
	f.Add([]byte("PK\x05\x06"))
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit, entries = 1 << 16, 8
		files, err := unpack(data, "", limit, entries)
		if err != nil && files != nil {
			t.Errorf("files beside an error: %v", err)
		}
		total, seen := 0, make(map[string]bool)
		for _, f := range files {
			total += len(f.Data)
			if seen[f.Name] || path.IsAbs(f.Name) || path.Clean("/"+f.Name) != "/"+f.Name || strings.ContainsAny(f.Name, "\\\x00\n") {
				t.Errorf("name %q came out", f.Name)
			}
			seen[f.Name] = true
		}
		if total > limit || len(files) > entries {
			t.Errorf("%d bytes in %d files came out", total, len(files))
		}
	})
}

func TestMatchPath(t *testing.T) {
	check := func(pattern, name string, want bool) {
		t.Helper()
		if got := matchPath(pattern, name); got != want {
			t.Errorf("matchPath(%q, %q) is %t", pattern, name, got)
		}
	}
	check("", "a/b.json", true)
	check(" \n", "a/b.json", true)
	check("a/b.json", "a/b.json", true)
	check("./a/b.json", "a/b.json", true)
	check("*.json", "a/b.json", false)
	check("*/*.json", "a/b.json", true)
	check("**/*.json", "b.json", true)
	check("**/*.json", "a/b/c.json", true)
	check("a/**", "a/b/c.json", true)
	check("a/**/c.json", "a/c.json", true)
	check("**/**/**/x", "a/b/c", false)
	check("x\n*.json", "b.json", true)
	check("a[1].json", "a[1].json", true)
	check("b.json", "b.json.bak", false)
}
