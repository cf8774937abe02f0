// Package gobench holds six small kernels, measured by go test -bench. They
// run on data that is the same every time, and most wait for the result of
// their last step, so that a busy neighbour on the same core disturbs them
// little. The build tags slow10, slow1 and faster set extraPercent, the only
// difference between the variants that make.sh builds.
package gobench

import (
	"hash/crc32"
	"strconv"
	"testing"
)

// Results go here, so that no work is optimised away.
var (
	sink64   uint64
	sinkText string
)

// noise returns n bytes that look random and never change.
func noise(n int) []byte {
	bytes := make([]byte, n)
	state := uint32(2463534242)
	for i := range bytes {
		state ^= state << 13
		state ^= state >> 17
		state ^= state << 5
		bytes[i] = byte(state)
	}
	return bytes
}

func fingerprint(p []byte, h uint64) uint64 {
	for _, b := range p {
		h = (h ^ uint64(b)) * 1099511628211
	}
	return h
}

// BenchmarkFingerprint goes over extraPercent of its input once more, or over
// that much less of it if extraPercent is negative.
func BenchmarkFingerprint(b *testing.B) {
	data := noise(4096)
	again := data[:len(data)*max(extraPercent, 0)/100]
	once := data[:len(data)+len(data)*min(extraPercent, 0)/100]
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		sink64 = fingerprint(again, fingerprint(once, 14695981039346656037))
	}
}

func BenchmarkChecksum(b *testing.B) {
	data := noise(4096)
	table := crc32.MakeTable(crc32.Koopman) // no instruction for this polynomial
	for b.Loop() {
		sink64 = uint64(crc32.Checksum(data, table))
	}
}

func BenchmarkParseDigits(b *testing.B) {
	text := noise(1024)
	for b.Loop() {
		value := uint64(0)
		for _, c := range text {
			value = (value*10 + uint64(c%10)) % 1000000007
		}
		sink64 = value
	}
}

func BenchmarkChase(b *testing.B) {
	const n = 2048
	next := make([]uint32, n)
	for i := range next {
		next[i] = uint32((i*5 + 1) % n) // one cycle through all, n being a power of two
	}
	for b.Loop() {
		at := uint32(0)
		for range n {
			at = next[at]
		}
		sink64 = uint64(at)
	}
}

func BenchmarkRandom(b *testing.B) {
	for b.Loop() {
		x := uint64(88172645463325252)
		for range 1024 {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
		}
		sink64 = x
	}
}

// BenchmarkHexDigest allocates, always as often and as much.
func BenchmarkHexDigest(b *testing.B) {
	data := noise(1024)
	for b.Loop() {
		sinkText = strconv.FormatUint(fingerprint(data, 14695981039346656037), 16)
	}
}
