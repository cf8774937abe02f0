#!/bin/sh
# Makes the captures of Catch2 (Debian package catch2, and g++). Run it here.
set -eu
here="$(cd "$(dirname "$0")" && pwd)/catch2"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >fib.cpp <<'CPP'
#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_ENABLE_BENCHMARKING
#include <catch2/catch.hpp>
#include <stdexcept>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

TEST_CASE("Fibonacci") {
    BENCHMARK("fib 10") { return fib(10); };
    SECTION("larger <sizes>") {
        BENCHMARK("fib 15") { return fib(15); };
        BENCHMARK_ADVANCED("fib 16 & \"more\"")(Catch::Benchmark::Chronometer m) {
            m.measure([] { return fib(16); });
        };
    }
}

TEST_CASE("Failing") {
    BENCHMARK("throws") {
        if (fib(5) == 5) throw std::runtime_error("boom");
        return 1;
    };
}
CPP
g++ -O2 -o fib fib.cpp
./fib -r xml --benchmark-samples 20 --benchmark-warmup-time 1 -o "$here/run1.xml"
./fib -r xml --benchmark-samples 20 --benchmark-warmup-time 1 -o "$here/run2.xml"
./fib --benchmark-samples 20 --benchmark-warmup-time 1 -o "$here/console.txt"
