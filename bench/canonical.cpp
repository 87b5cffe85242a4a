// Automata: the 20x20x20, whose bar is 0.1 s, and the pentultimate with canon depth 4, whose bar is
// 30 s on two cores; and what follows from them.
#include "puzzle/canonical/canonical.h"
#include <gyre/library/library.h>
#include "puzzle/symmetry/symmetry.h"

#include <benchmark/benchmark.h>

namespace gyre {
namespace {

void commuting(benchmark::State& state, const char* name) {
  const PuzzleDefinition definition = load_puzzle(name);
  const MoveSet moves(definition, Metric::htm);
  int states = 0;
  for (auto _ : state) states = CanonicalAutomaton(definition, moves).states();
  state.counters["states"] = states;
}

void depth(benchmark::State& state, const char* name) {
  const PuzzleDefinition definition = load_puzzle(name);
  const MoveSet moves(definition, Metric::htm);
  CanonicalOptions options;
  options.depth = static_cast<int>(state.range(0));
  options.memory_bytes = static_cast<std::uint64_t>(state.range(1)) << 20U;
  int states = 0;
  for (auto _ : state) states = CanonicalAutomaton(definition, moves, options).states();
  state.counters["states"] = states;
}

void counts(benchmark::State& state, const char* name) {
  const PuzzleDefinition definition = load_puzzle(name);
  const MoveSet moves(definition, Metric::htm);
  CanonicalOptions options;
  options.depth = static_cast<int>(state.range(0));
  const CanonicalAutomaton automaton(definition, moves, options);
  double factor = 0;
  for (auto _ : state) {
    const CanonicalCounts numbers(automaton);
    factor = numbers.branching_factor();
    benchmark::DoNotOptimize(numbers.sequences(20));
  }
  state.counters["branching"] = factor;
}

void symmetries(benchmark::State& state, const char* name) {
  const PuzzleDefinition definition = load_puzzle(name);
  const MoveSet moves(definition, Metric::htm);
  int size = 0;
  for (auto _ : state) size = SymmetryGroup(definition, moves).size();
  state.counters["elements"] = size;
}

BENCHMARK_CAPTURE(commuting, 3x3x3, "3x3x3")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(commuting, megaminx, "megaminx")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(commuting, 20x20x20, "20x20x20")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(depth, pentultimate, "pentultimate")
    ->Args({3, 2048})
    ->Args({4, 2048})
    ->Args({4, 512})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(counts, 20x20x20, "20x20x20")->Arg(0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(counts, pentultimate, "pentultimate")->Arg(4)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(symmetries, 3x3x3, "3x3x3")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(symmetries, megaminx, "megaminx")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(symmetries, 20x20x20, "20x20x20")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gyre

BENCHMARK_MAIN();
