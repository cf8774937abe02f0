#!/bin/sh
# Makes the captures of this folder by running the harnesses:
#   Google Benchmark  (Debian: g++ libbenchmark-dev), go test.
# Only the names of machine and folders are changed in what they print.
set -eu
cd "$(dirname "$0")"
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

g++ -O2 -o "$work/suite" make/suite.cc -lbenchmark -lpthread
google() { # name, arguments
	out=$here/googlebenchmark/$1
	shift
	"$work/suite" --benchmark_min_time=0.002 --benchmark_out="$out" --benchmark_out_format=json "$@" >/dev/null 2>&1
	sed -i -e 's/"host_name": "[^"]*"/"host_name": "bench-host"/' -e 's/"executable": "[^"]*"/"executable": ".\/suite"/' "$out"
}
google repetitions.json --benchmark_repetitions=3
google single.json --benchmark_filter='Sort|Wall'
google aggregates-only.json --benchmark_repetitions=3 --benchmark_report_aggregates_only=true --benchmark_filter='Sort'

mkdir -p "$work/acme/other"
cp make/suite_test.go.txt "$work/acme/suite_test.go"
printf 'package other\n\nimport "testing"\n\nfunc BenchmarkUpper(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n' >"$work/acme/other/other_test.go"
printf 'module example.test/acme\n\ngo 1.26\n' >"$work/acme/go.mod"
cd "$work/acme"
bench() { # name, arguments
	out=$here/gobench/$1
	shift
	go test -bench . -benchtime 50x "$@" ./... >"$out" 2>&1 || true
}
bench count.txt -count 3
bench cpu.txt -cpu 1,2 -bench 'Upper|Join'
bench one-cpu.txt -cpu 1 -bench 'Upper|Join'
bench verbose.txt -v -count 2
bench stream.json -json -count 2
ACME_FAIL=1 bench fail.txt -count 2
ACME_PANIC=1 bench panic.txt -v
sed -i -e "s,$work,/home/bench,g" "$here/gobench/panic.txt"
sed -i 's/"Time":"[^"]*"/"Time":"2026-01-15T10:00:00Z"/' "$here/gobench/stream.json"
