package hub

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"
)

const (
	// maxUnpacked bounds what one artifact may hold, unpacked and in all.
	maxUnpacked = 512 << 20
	// maxEntries bounds the number of files and folders in an archive.
	maxEntries = 10_000
	// maxName bounds the path of an entry, in bytes.
	maxName = 1024
)

// A File is one file of an artifact.
type File struct {
	// Artifact is the name of the artifact.
	Artifact string
	// Name is the slash path inside the artifact.
	Name string
	Data []byte
}

// hostile is content that no upload makes by accident; anything else that is
// wrong with an archive is an ordinary error.
type hostile string

func (h hostile) Error() string { return string(h) }

// unpack reads the files of a zip archive whose paths match pattern, in
// memory, in the order of the archive. It never unpacks more than the limits
// allow, whatever the archive states about itself. An archive inside the
// archive is a file like any other.
func unpack(data []byte, pattern string, limit int64, entries int) ([]File, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // paths are judged below
		return nil, errors.New("it is not a whole zip archive")
	}
	if len(z.File) > entries {
		return nil, hostile(fmt.Sprintf("it has %d entries, more than the %d allowed", len(z.File), entries))
	}
	if err := checkEntries(z.File, limit); err != nil {
		return nil, err
	}
	var files []File
	left := limit
	for _, f := range z.File {
		if f.FileInfo().IsDir() || !matchPath(pattern, f.Name) {
			continue
		}
		data, err := unpackEntry(f, left)
		if err != nil {
			return nil, err
		}
		left -= int64(len(data))
		files = append(files, File{Name: path.Clean(f.Name), Data: data})
	}
	return files, nil
}

// checkEntries judges the directory of an archive before anything is unpacked.
func checkEntries(entries []*zip.File, limit int64) error {
	files, folders := make(map[string]bool), make(map[string]bool)
	var stated uint64
	for _, f := range entries {
		if reason := badName(f.Name); reason != "" {
			return hostile(fmt.Sprintf("entry %q %s", oneLine(f.Name, 200), reason))
		}
		if !utf8.ValidString(f.Name) { // a report could not hold it, but some system may have made it
			return fmt.Errorf("the name of entry %q is not valid UTF-8", f.Name)
		}
		mode := f.Mode()
		if mode&fs.ModeType != 0 && !mode.IsDir() {
			return hostile(fmt.Sprintf("entry %q is a link or a device", f.Name))
		}
		if stated += f.UncompressedSize64; stated > uint64(limit) || f.UncompressedSize64 > uint64(limit) {
			return hostile(fmt.Sprintf("it states more than %d MiB unpacked", limit>>20))
		}
		name := path.Clean(f.Name)
		if files[name] || !mode.IsDir() && folders[name] {
			return hostile(fmt.Sprintf("entry %q is there twice", f.Name))
		}
		if !mode.IsDir() {
			files[name] = true
		} else {
			folders[name] = true
		}
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if files[dir] {
				return hostile(fmt.Sprintf("entry %q is both a file and a folder", dir))
			}
			folders[dir] = true
		}
	}
	return nil
}

// badName says what is wrong with the path of an entry, "" if nothing is.
func badName(name string) string {
	switch {
	case name == "" || len(name) > maxName:
		return "has no name, or too long a one"
	case strings.HasPrefix(name, "/") || strings.Contains(name, `\`) || len(name) > 1 && name[1] == ':':
		return "is an absolute path or one of another system"
	case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "holds control characters"
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(name, "/"), "/") {
		if part == ".." {
			return "leaves its folder"
		}
	}
	if path.Clean(name) == "." {
		return "has no name"
	}
	return ""
}

// unpackEntry reads one entry and holds it to the size and checksum that it
// states. It works on the raw entry, since the library reports a false size
// and a damaged stream by the same error, and only the former is hostile.
func unpackEntry(f *zip.File, left int64) ([]byte, error) {
	if f.Flags&1 != 0 {
		return nil, fmt.Errorf("entry %q is encrypted", f.Name)
	}
	raw, err := f.OpenRaw()
	if err != nil {
		return nil, fmt.Errorf("entry %q cannot be unpacked: %w", f.Name, err)
	}
	switch f.Method {
	case zip.Store:
	case zip.Deflate:
		raw = flate.NewReader(raw)
	default:
		return nil, fmt.Errorf("entry %q is packed by method %d, which is not known", f.Name, f.Method)
	}
	stated := int64(f.UncompressedSize64)
	if stated > left {
		return nil, hostile(fmt.Sprintf("entry %q goes beyond the size allowed", f.Name))
	}
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(raw, stated+1))
	switch {
	case n > stated:
		return nil, hostile(fmt.Sprintf("entry %q states %d bytes and holds more", f.Name, stated))
	case err != nil:
		return nil, fmt.Errorf("entry %q is damaged: %w", f.Name, err)
	case n < stated:
		return nil, fmt.Errorf("entry %q is damaged: it states %d bytes and holds %d", f.Name, stated, n)
	case crc32.ChecksumIEEE(b.Bytes()) != f.CRC32:
		return nil, fmt.Errorf("entry %q is damaged: its checksum is another", f.Name)
	}
	return b.Bytes(), nil
}
