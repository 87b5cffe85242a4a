// Group orders and numbers of positions, from a definition to the exact integers, proof included.
// bench_group [--benchmark_filter=NAME]
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include "group/stabilizer_chain.h"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace {

void count_states(benchmark::State& run, const std::string& name, const std::string& selection) {
  const gyre::PuzzleDefinition definition = gyre::load_puzzle(name);
  const gyre::MoveSet moves(definition, gyre::Metric::htm, selection);
  for (auto unused : run) {
    (void)unused;
    const gyre::PuzzleGroup group(definition, moves);
    benchmark::DoNotOptimize(group.order());
    benchmark::DoNotOptimize(group.states());
  }
}

// Every piece is told apart and no structure is used: the chain alone, with its verification.
void plain_chain(benchmark::State& run, const std::string& name) {
  const gyre::PuzzleDefinition definition = gyre::load_puzzle(name);
  const gyre::OrbitList& orbits = definition.orbits();
  std::vector<gyre::Permutation> generators;
  for (const gyre::BaseMove& move : definition.moves()) {
    gyre::Permutation p;
    int first = 0;
    for (int k = 0; k < orbits.size(); ++k) {
      const int n = orbits[k].pieces;
      const int o = orbits[k].orientations;
      p.resize(first + n * o);
      for (int slot = 0; slot < n; ++slot) {
        const int source = move.action.bytes[orbits.perm_offset(k) + slot];
        const int turn = move.action.bytes[orbits.ori_offset(k) + slot];
        for (int t = 0; t < o; ++t) {
          p[first + source * o + t] = static_cast<std::uint16_t>(first + slot * o + (t + turn) % o);
        }
      }
      first += n * o;
    }
    generators.push_back(p);
  }
  for (auto unused : run) {
    (void)unused;
    const gyre::StabilizerChain chain(static_cast<int>(generators[0].size()), generators);
    benchmark::DoNotOptimize(chain.order());
  }
}

const auto& in_ms(benchmark::internal::Benchmark* bench) {
  return *bench->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  for (const char* name : {"2x2x2", "3x3x3", "4x4x4", "megaminx", "7x7x7", "20x20x20"}) {
    (void)in_ms(benchmark::RegisterBenchmark((std::string("positions/") + name).c_str(),
                                             count_states, name, ""));
  }
  (void)in_ms(benchmark::RegisterBenchmark("positions/3x3x3/U,R", count_states, "3x3x3", "U,R"));
  for (const char* name : {"3x3x3", "megaminx", "7x7x7"}) {
    (void)in_ms(benchmark::RegisterBenchmark((std::string("plain_chain/") + name).c_str(),
                                             plain_chain, name));
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
