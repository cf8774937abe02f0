// Five small kernels, measured by Google Benchmark. They run on data that is
// the same every time, allocate nothing while they are timed, and most wait
// for the result of their last step, so that a busy neighbour on the same
// core disturbs them little.
//
// EXTRA_PERCENT makes BM_Fingerprint do that much more work (less, if it is
// negative): it goes over so much of its input once more. It is the only
// difference between the variants that make.sh builds.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#ifndef EXTRA_PERCENT
#define EXTRA_PERCENT 0
#endif

namespace {

// noise returns n bytes that look random and never change.
std::vector<std::uint8_t> noise(std::size_t n) {
  std::vector<std::uint8_t> bytes(n);
  std::uint32_t state = 2463534242u;
  for (auto& b : bytes) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    b = static_cast<std::uint8_t>(state);
  }
  return bytes;
}

std::uint64_t fingerprint(const std::uint8_t* p, std::size_t n, std::uint64_t h) {
  for (std::size_t i = 0; i < n; i++) h = (h ^ p[i]) * 1099511628211u;
  return h;
}

void BM_Fingerprint(benchmark::State& state) {
  const auto data = noise(static_cast<std::size_t>(state.range(0)));
  const auto size = static_cast<std::ptrdiff_t>(data.size());
  const auto extra = size * EXTRA_PERCENT / 100;
  for (auto _ : state) {
    auto h = fingerprint(data.data(), static_cast<std::size_t>(extra < 0 ? size + extra : size), 14695981039346656037u);
    if (extra > 0) h = fingerprint(data.data(), static_cast<std::size_t>(extra), h);
    benchmark::DoNotOptimize(h);
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_Fingerprint)->Arg(4096);

void BM_Checksum(benchmark::State& state) {
  const auto data = noise(static_cast<std::size_t>(state.range(0)));
  std::uint32_t table[256];
  for (std::uint32_t i = 0; i < 256; i++) {
    std::uint32_t c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  for (auto _ : state) {
    std::uint32_t crc = ~0u;
    for (auto b : data) crc = table[(crc ^ b) & 0xff] ^ (crc >> 8);
    benchmark::DoNotOptimize(crc);
  }
}
BENCHMARK(BM_Checksum)->Arg(4096);

void BM_ParseDigits(benchmark::State& state) {
  std::string text;
  for (auto b : noise(static_cast<std::size_t>(state.range(0)))) text += static_cast<char>('0' + b % 10);
  for (auto _ : state) {
    std::uint64_t value = 0;
    for (char c : text) value = (value * 10 + static_cast<std::uint64_t>(c - '0')) % 1000000007u;
    benchmark::DoNotOptimize(value);
  }
}
BENCHMARK(BM_ParseDigits)->Arg(1024);

void BM_Chase(benchmark::State& state) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  std::vector<std::uint32_t> next(n);
  for (std::uint32_t i = 0; i < n; i++) next[i] = (i * 5 + 1) % n;  // one cycle through all, for a power of two
  for (auto _ : state) {
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; i < n; i++) at = next[at];
    benchmark::DoNotOptimize(at);
  }
}
BENCHMARK(BM_Chase)->Arg(2048);

void BM_Random(benchmark::State& state) {
  for (auto _ : state) {
    std::uint64_t x = 88172645463325252u;
    for (int i = 0; i < state.range(0); i++) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
    }
    benchmark::DoNotOptimize(x);
  }
}
BENCHMARK(BM_Random)->Arg(1024);

}  // namespace

BENCHMARK_MAIN();
