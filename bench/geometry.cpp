// Cutting puzzles out of solids: every named puzzle once (the bar is 50 ms each, 2 s for the
// 20x20x20), and a few pictures.
#include <gyre/geometry/picture.h>
#include <gyre/library/library.h>

#include <benchmark/benchmark.h>

namespace gyre {
namespace {

void load(benchmark::State& state, const std::string& name) {
  int pieces = 0;
  for (auto _ : state) pieces = load_puzzle(name).orbits().total_pieces();
  state.counters["pieces"] = pieces;
}

void picture(benchmark::State& state, const std::string& name) {
  std::size_t stickers = 0;
  for (auto _ : state) stickers = load_picture(name)->stickers().size();
  state.counters["stickers"] = static_cast<double>(stickers);
}

}  // namespace
}  // namespace gyre

int main(int argc, char** argv) {
  for (const gyre::LibraryEntry& entry : gyre::puzzle_library()) {
    benchmark::RegisterBenchmark(("load/" + entry.name).c_str(), gyre::load, entry.name)
        ->Unit(benchmark::kMillisecond);
  }
  for (const char* name : {"3x3x3", "megaminx", "yottaminx", "20x20x20"}) {
    benchmark::RegisterBenchmark((std::string("picture/") + name).c_str(), gyre::picture, name)
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
