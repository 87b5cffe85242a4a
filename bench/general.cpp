// The general engine: solving scrambles of known lengths, and God's algorithm.
//   bench_general                         the rows of docs/performance.md (minutes)
//   bench_general PUZZLE LENGTH [COUNT]   scrambles of one length: from nothing, then once more
//   with
//                                         the tables as they are then
//   bench_general --scrambles PUZZLE LENGTH [COUNT]   only prints them, for other programs
// --memory MB (2048), --threads N (all). PUZZLE is a name or a file.
#include "base/random.h"
#include "puzzle/canonical/canonical.h"

#include <gyre/alg/alg.h>
#include <gyre/general/god.h>
#include <gyre/general/solver.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace gyre;
using Clock = std::chrono::steady_clock;

struct Settings {
  std::uint64_t memory_bytes = std::uint64_t{2048} << 20U;
  int threads = 0;
};

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

// Random canonical sequences, the same each time.
std::vector<std::string> scrambles(const PuzzleDefinition& definition, const MoveSet& moves,
                                   int length, int count) {
  const CanonicalAutomaton automaton(definition, moves);
  Rng rng(static_cast<std::uint64_t>(100 + length));
  std::vector<std::string> out;
  for (int i = 0; i < count; ++i) {
    std::string text;
    int state = CanonicalAutomaton::kStart;
    for (int k = 0; k < length; ++k) {
      std::vector<std::pair<int, int>> next;
      automaton.for_each_next(state, [&](int move, int to) { next.emplace_back(move, to); });
      if (next.empty()) {
        // Nothing may follow the last moves: what could is written in another order. Once more.
        text.clear();
        state = CanonicalAutomaton::kStart;
        k = -1;
        continue;
      }
      const auto [move, to] = next[random_below(rng, next.size())];
      text += (text.empty() ? "" : " ") + moves.moves()[move].name;
      state = to;
    }
    out.push_back(text);
  }
  return out;
}

void solve_all(const Solver& solver, const std::vector<State>& positions, const char* what) {
  const Clock::time_point begun = Clock::now();
  std::uint64_t nodes = 0;
  std::uint64_t moves = 0;
  double best_rate = 0;
  for (const State& position : positions) {
    SolveHooks hooks;
    hooks.length = [&](const SearchedLength& length) {
      if (length.nodes < 5'000'000) return;
      best_rate = std::max(best_rate, static_cast<double>(length.nodes) / length.seconds);
    };
    const SolveResult result = solver.solve(position, {}, hooks);
    nodes += result.nodes;
    moves += result.solutions.at(0).moves.size();
  }
  const double seconds = seconds_since(begun);
  fmt::print(
      "  {:<13} {:8.2f} s  {:>14} positions  {:5.1f} M/s at best  {:.1f} moves  tables to {}\n",
      what, seconds, nodes, best_rate / 1e6,
      static_cast<double>(moves) / static_cast<double>(positions.size()),
      solver.plan().table_depth);
  std::fflush(stdout);
}

void solve_row(const std::string& puzzle, int length, int count, const Settings& settings) {
  const PuzzleDefinition definition = load_puzzle(puzzle);
  const MoveSet moves(definition, Metric::htm);
  std::vector<State> positions;
  for (const std::string& text : scrambles(definition, moves, length, count)) {
    positions.push_back(apply(definition, parse_alg(text, &definition.names())));
  }
  fmt::print("{}, {} scrambles of {} moves\n", puzzle, count, length);
  SolverOptions options;
  options.memory_bytes = settings.memory_bytes;
  options.threads = settings.threads;
  options.expected_positions = count;
  const Clock::time_point begun = Clock::now();
  const Solver solver(definition, moves, options);
  fmt::print("  {:<13} {:8.2f} s\n", "start", seconds_since(begun));
  solve_all(solver, positions, "from nothing");
  solve_all(solver, positions, "once more");
}

void god_row(const std::string& puzzle, const std::string& choice, const Settings& settings) {
  const PuzzleDefinition definition = load_puzzle(puzzle);
  const MoveSet moves(definition, Metric::htm, choice);
  GodOptions options;
  options.memory_bytes = settings.memory_bytes;
  options.threads = settings.threads;
  const Clock::time_point begun = Clock::now();
  const GodResult result = count_positions(definition, moves, options);
  std::uint64_t total = 0;
  for (const GodLayer& layer : result.layers) total += layer.positions;
  fmt::print("god {} {}: {} positions, depth {}, {:.3f} s\n", puzzle, choice, total,
             result.layers.back().depth, seconds_since(begun));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  std::vector<std::string> words;
  bool only_scrambles = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--memory" && i + 1 < argc) {
      settings.memory_bytes = std::strtoull(argv[++i], nullptr, 10) << 20U;
    } else if (word == "--threads" && i + 1 < argc) {
      settings.threads = std::atoi(argv[++i]);
    } else if (word == "--scrambles") {
      only_scrambles = true;
    } else {
      words.push_back(word);
    }
  }
  if (words.size() >= 2) {
    const int length = std::atoi(words[1].c_str());
    const int count = words.size() > 2 ? std::atoi(words[2].c_str()) : 10;
    if (!only_scrambles) {
      solve_row(words[0], length, count, settings);
      return 0;
    }
    const PuzzleDefinition definition = load_puzzle(words[0]);
    for (const std::string& text :
         scrambles(definition, MoveSet(definition, Metric::htm), length, count)) {
      fmt::print("{}\n", text);
    }
    return 0;
  }
  god_row("2x2x2", "", settings);
  god_row("2x2x2", "U,R,F", settings);
  god_row("pyraminx", "", settings);
  god_row("skewb", "", settings);
  solve_row("3x3x3", 15, 10, settings);
  solve_row("3x3x3", 16, 10, settings);
  solve_row("megaminx", 9, 10, settings);
  solve_row("4x4x4 slices", 8, 10, settings);
  solve_row("pentultimate", 8, 10, settings);
  solve_row("fto", 10, 10, settings);
  return 0;
}
