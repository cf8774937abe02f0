#!/bin/sh
# Makes the captures of pytest-benchmark (Debian package
# python3-pytest-benchmark). Run it here.
set -eu
here="$(cd "$(dirname "$0")" && pwd)/pytest"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >test_fib.py <<'PY'
import pytest


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@pytest.mark.parametrize("n", [5, 10])
def test_fib(benchmark, n):
    benchmark.pedantic(fib, args=(n,), rounds=20, iterations=10)


class TestSort:
    def test_fib(self, benchmark):
        benchmark.extra_info["size"] = 100
        benchmark.pedantic(sorted, args=(list(range(100)),), rounds=15, iterations=50)
PY
/usr/bin/python3 -m pytest -q test_fib.py --benchmark-json=rounds.json --benchmark-save=plain >/dev/null
sed "s/\"node\": \"[^\"]*\"/\"node\": \"bench-host\"/" rounds.json >"$here/rounds.json"
sed "s/\"node\": \"[^\"]*\"/\"node\": \"bench-host\"/" .benchmarks/*/0001_plain.json >"$here/no-rounds.json"
