// The benchmarks behind testdata/googlebenchmark.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

static void BM_Sort(benchmark::State& state) {
  std::vector<int> source(state.range(0));
  for (size_t i = 0; i < source.size(); i++) source[i] = static_cast<int>((i * 7919) % 1009);
  for (auto _ : state) {
    std::vector<int> v = source;
    std::sort(v.begin(), v.end());
    benchmark::DoNotOptimize(v.data());
  }
  state.SetComplexityN(state.range(0));
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetBytesProcessed(state.iterations() * state.range(0) * sizeof(int));
}
BENCHMARK(BM_Sort)->Arg(64)->Arg(512)->Complexity(benchmark::oNLogN);

static void BM_Wall(benchmark::State& state) {
  double x = 1;
  for (auto _ : state) benchmark::DoNotOptimize(x = std::sqrt(x + 1));
  state.SetLabel("a \"label\" with a \\ in it");
}
BENCHMARK(BM_Wall)->UseRealTime()->Threads(2)->Unit(benchmark::kMicrosecond);

static void BM_Ratio(benchmark::State& state) {
  double zero = 0;
  for (auto _ : state) benchmark::DoNotOptimize(zero);
  state.counters["hit_ratio"] = zero / zero;
  state.counters["headroom"] = 1 / zero;
  state.counters["level"] = 3;
  state.counters["moves"] = benchmark::Counter(1e6, benchmark::Counter::kIsRate);
}
BENCHMARK(BM_Ratio);

static void BM_Fails(benchmark::State& state) {
  state.SkipWithError("fixture missing");
  for (auto _ : state) {
  }
}
BENCHMARK(BM_Fails);

BENCHMARK_MAIN();
