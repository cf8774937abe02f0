#!/usr/bin/env bash
# Makes testdata/googlebenchmark and testdata/gobench by really running the
# programs of testdata/src: make.sh [ROUNDS]. Needs Go, g++ and Google Benchmark
# (Debian: libbenchmark-dev); takes about ten minutes.
#
# A round measures every variant. Google Benchmark writes a file a process, so
# there each variant is one process of 12 repetitions, in random order. Go's
# text may go on, so there the variants take turns: 12 processes of one
# repetition each, in random order within a turn. Of many rounds the quietest is
# kept: the one in which the same code agreed best with itself. The benchmark
# that some builds change counts only in the others.
set -euo pipefail
cd "$(dirname "$0")"
rounds=${1:-30}
repetitions=12
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# variant:extra percent of work in one benchmark:build tag of the Go package
variants="baseline:0: aa-1:0: aa-2:0: unchanged:0: slow10:10:slow10 slow1:1:slow1 faster:-12:faster"

# Before everything else on the machine, where that is allowed.
first=
if chrt -f 10 true 2>/dev/null; then first="chrt -f 10"; fi

names=
for variant in $variants; do
  IFS=: read -r name percent tag <<<"$variant"
  names="$names $name"
  g++ -std=c++14 -O2 -DEXTRA_PERCENT="$percent" -o "$work/google-$name" src/googlebenchmark/kernels.cc -lbenchmark -lpthread
  go test -c ${tag:+-tags "$tag"} -o "$work/go-$name" ./src/gobench
done

measure() { # measure ROUND
  local out="$work/$1" name
  mkdir -p "$out/googlebenchmark" "$out/gobench"
  for name in $(shuf -e $names); do
    ln -sf "google-$name" "$work/kernels"
    (cd "$work" && $first ./kernels --benchmark_min_time=0.005 --benchmark_repetitions=$repetitions \
      --benchmark_enable_random_interleaving=true \
      --benchmark_out="$out/googlebenchmark/$name.json" --benchmark_out_format=json >/dev/null 2>&1)
  done
  for _ in $(seq $repetitions); do
    for name in $(shuf -e $names); do
      (cd src/gobench && $first "$work/go-$name" -test.run '^$' -test.bench . -test.benchmem -test.cpu 1 \
        -test.benchtime 5ms -test.count 1 >>"$out/gobench/$name.txt")
    done
  done
}

# disagreement FILE… prints how far measurements of the same code are apart: for
# the worst benchmark, the largest of the files' medians over the smallest.
disagreement() {
  awk '
    FNR == 1               { changed = FILENAME ~ /\/(slow|faster)[^\/]*$/ }
    /"run_name"/           { split($0, q, "\""); name = q[4] }
    /"run_type"/           { single = /iteration/ }
    single && /"cpu_time"/ { sub(/,$/, "", $2); print name, FILENAME, $2, changed }
    /ns\/op/               { print $1, FILENAME, $3, changed }
  ' "$@" | grep -v 'Fingerprint.* 1$' | sort -k1,2 -k3,3g | awk '
    function file() {
      if (!n) return
      m = (value[int((n + 1) / 2)] + value[int(n / 2) + 1]) / 2
      if (!low || m < low) low = m
      if (m > high) high = m
      n = 0
    }
    function benchmark() { file(); if (low && high / low > worst) worst = high / low; low = high = 0 }
    $1 != name { benchmark(); name = $1 }
    $2 != path { file(); path = $2 }
    { value[++n] = $3 }
    END { benchmark(); printf "%.4f\n", worst }'
}

for round in $(seq "$rounds"); do
  measure "$round"
  for harness in googlebenchmark gobench; do
    echo "$(disagreement "$work/$round/$harness"/*) $round" >>"$work/$harness.rounds"
  done
done
for harness in googlebenchmark gobench; do
  read -r apart quietest < <(sort -g "$work/$harness.rounds")
  echo "$harness: keeping round $quietest of $rounds, where the same code was within a factor of $apart"
  mkdir -p "$harness"
  cp "$work/$quietest/$harness"/* "$harness/"
done
# The name of the machine is nobody's business.
sed -i 's/"host_name": "[^"]*"/"host_name": "bench"/' googlebenchmark/*.json
