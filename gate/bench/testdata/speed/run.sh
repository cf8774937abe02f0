#!/bin/sh
# Compares the whole process with the tools that people know, on files of 2,000
# benchmarks × 20 repetitions a side:
#   Google Benchmark JSON: noisegate compare against Python's json.load of both
#   Go output, 3 metrics:  noisegate compare against benchstat, for a side of one
#                          process and for one of twenty
# Prints seconds of wall clock and of CPU, the best of five rounds in turn, and
# the peak of resident memory against the size of the input, with that of a
# process that reads nothing: its pages are those of the program. Last come
# files of 100 MB of four formats, which are read while they are being written:
# what of them is in memory. Run it on a machine that is otherwise idle. Needs
# go and python3.
set -eu
cd "$(dirname "$0")/../../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/noisegate" ./cmd/noisegate
go build -o "$work/benchstat" golang.org/x/perf/cmd/benchstat
SPEED_DIR=$work go test -count 1 -run '^TestSpeedFiles$' ./gate/bench >/dev/null
python3 - "$work" <<'PY'
import os, resource, subprocess, sys, time
work = sys.argv[1]
def run(args):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    with open(os.devnull, "w") as null:
        subprocess.run(args, stdout=null, stderr=null)
    wall, after = time.time() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
def peak(args):
    code = "import resource,subprocess,sys;subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL);print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    return int(subprocess.check_output([sys.executable, "-c", code, *args])) * 1024
def pair(title, ours, theirs, files):
    rounds = [(run(ours), run(theirs)) for _ in range(5)]
    best = [[min(r[who][what] for r in rounds) for what in (0, 1)] for who in (0, 1)]
    size = sum(map(os.path.getsize, files))
    print(f"{title}: wall {best[0][0]:.3f} s / {best[1][0]:.3f} s = {best[0][0]/best[1][0]:.2f}; "
          f"CPU {best[0][1]:.3f} s / {best[1][1]:.3f} s = {best[0][1]/best[1][1]:.2f}; "
          f"peak memory {peak(ours)/size:.1f} x {size/1e6:.1f} MB")
def ours(a, b):
    return [f"{work}/noisegate", "compare", "--baseline", a, "--candidate", b]
a, b = f"{work}/a.json", f"{work}/b.json"
pair("Google Benchmark, against json.load", ours(a, b), [sys.executable, "-c", "import json,sys\nfor n in sys.argv[1:]: json.load(open(n))", a, b], [a, b])
a, b = f"{work}/a.txt", f"{work}/b.txt"
pair("Go, against benchstat", ours(a, b), [f"{work}/benchstat", a, b], [a, b])
a, b = f"{work}/a.runs", f"{work}/b.runs"
pair("Go in 20 processes, against benchstat", ours(a, b), [f"{work}/benchstat", a, b], [a, b])
print(f"without input: {peak([f'{work}/noisegate', 'version'])/1e6:.1f} MB")
PY
STREAM_MB=100 go test -count 1 -v -run '^TestLargeFilesAreStreamed$' ./gate/bench | grep -E 'MB|FAIL'
