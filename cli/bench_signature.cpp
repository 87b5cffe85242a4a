// gyre bench without a name: what each engine does for fixed positions, counted, not timed. A
// change that claims to leave the searches as they are keeps every number. Only what depends on
// neither threads nor processor is counted: lengths searched completely, and two-phase searches on
// one thread each.
#include "bench.h"
#include "interrupt.h"
#include "optimal_tables.h"

#include <fmt/format.h>
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/cube3/solver.h>
#include <gyre/general/solver.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>
#include <nlohmann/json.hpp>
#include "base/seconds.h"
#include "base/threads.h"

#include <atomic>
#include <chrono>
#include <limits>
#include <random>

namespace gyre::cli {
namespace {

struct Part {
  std::string name;
  std::uint64_t positions = 0;
  std::uint64_t nodes = 0;
};

// Stands for all parts: the 64-bit FNV-1a hash of their names and numbers.
std::uint64_t signature_of(const std::vector<Part>& parts) {
  std::uint64_t hash = 0xcbf2'9ce4'8422'2325U;
  for (const Part& part : parts) {
    for (const char c : fmt::format("{} {}\n", part.name, part.nodes)) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x0000'0100'0000'01b3U;
    }
  }
  return hash;
}

[[noreturn]] void throw_interrupted() {
  throw Error("interrupted");
}

// Cubes so many random turns away from solved, each of another axis than the one before.
std::vector<cube3::Cube> walked_cubes(int count, int turns, Metric metric) {
  std::mt19937_64 random(20);
  std::vector<cube3::Cube> cubes(static_cast<std::size_t>(count));
  for (cube3::Cube& cube : cubes) {
    int axis = 0;
    for (int i = 0; i < turns; ++i) {
      axis = (axis + 1 + static_cast<int>(random() % 2)) % 3;
      const int face = axis + 3 * static_cast<int>(random() % 2);
      const int quarters =
          static_cast<int>(counts_units(metric) ? 2 * (random() % 2) + 1 : random() % 3 + 1);
      cube = turned(cube, {static_cast<std::uint8_t>(face), static_cast<std::uint8_t>(quarters)});
    }
  }
  return cubes;
}

// All solutions of the least length: then no length is left early.
Part optimal_part(const BenchOptions& options, Metric metric, int turns,
                  const std::stop_token& stop) {
  constexpr int kCubes = 4;
  CommonOptions common = options.common;
  common.metric_name = to_string(metric);
  OptimalTables wish;
  wish.smallest = true;
  const OptimalSolver solver = make_optimal_solver(common, wish, stop).solver;
  cube3::OptimalLimits limits;
  limits.all_shortest = true;
  cube3::OptimalHooks hooks;
  hooks.stop = stop;
  Part part{"optimal-" + common.metric_name, 0, 0};
  for (const cube3::Cube& cube : walked_cubes(kCubes, turns, metric)) {
    const cube3::OptimalResult result = solver.solve(cube, limits, hooks);
    if (result.end != cube3::OptimalResult::End::found) throw_interrupted();
    ++part.positions;
    part.nodes += result.nodes;
  }
  return part;
}

// With the small tables, whatever is stored.
Part two_phase_part(const BenchOptions& options, const std::stop_token& stop) {
  constexpr int kCubes = 20;
  cube3::TwoPhaseOptions tables;
  tables.table.work.threads = options.common.threads;
  const Cube3Solver solver(tables);
  cube3::TwoPhaseLimits limits;
  limits.target_length = 21;
  limits.seconds = std::numeric_limits<double>::infinity();
  std::mt19937_64 random(20);
  std::vector<cube3::Cube> cubes;
  for (int i = 0; i < kCubes; ++i) cubes.push_back(cube3::random_cube(random));
  std::atomic<std::uint64_t> nodes = 0;
  parallel_for(cubes.size(), options.common.threads, [&](std::size_t index) {
    nodes += solver.solve(cubes[index], limits, {}, stop).nodes;
  });
  if (stop.stop_requested()) throw_interrupted();
  return {"two-phase", cubes.size(), nodes};
}

Part general_part(const BenchOptions& options, const std::stop_token& stop) {
  struct Set {
    const char* puzzle;
    Metric metric;
    std::vector<const char*> positions;
  };
  const std::vector<Set> sets = {
      {"3x3x3", Metric::htm, {"R U2 F' L D B2 R' U F", "R U2 F' L D B2 R' U F D2 L B2"}},
      {"3x3x3", Metric::qtm, {"R U F' L D B R' U D F L' B"}},
      {"megaminx", Metric::htm, {"R U F2 L BR' D2 FL"}},
      {"square1", Metric::htm, {"(0,-1)/(1,-2)/(-3,0)/(2,-1)/(3,0)/(0,-3)/"}}};
  Part part{"general", 0, 0};
  for (const Set& set : sets) {
    const PuzzleDefinition definition = load_puzzle(set.puzzle);
    const MoveSet moves(definition, set.metric);
    SolverOptions solver_options;
    solver_options.memory_bytes = std::uint64_t{64} << 20U;
    solver_options.threads = options.common.threads;
    const Solver solver(definition, moves, solver_options);
    SolveLimits limits;
    limits.all_shortest = true;
    SolveHooks hooks;
    hooks.stop = stop;
    for (const char* text : set.positions) {
      const State position = apply(definition, parse_alg(text, &definition.names()));
      const SolveResult result = solver.solve(position, limits, hooks);
      if (result.end != SolveResult::End::found) throw_interrupted();
      ++part.positions;
      part.nodes += result.nodes;
    }
  }
  return part;
}

}  // namespace

int bench_signature(const BenchOptions& options) {
  const Interrupt interrupt;
  const std::stop_token stop = interrupt.token();
  std::vector<Part> parts;
  const auto measure = [&](const std::function<Part()>& part) {
    const auto begun = std::chrono::steady_clock::now();
    parts.push_back(part());
    const double passed = seconds_since(begun);
    const Part& now = parts.back();
    if (options.common.json) {
      out_line({{"part", now.name},
                {"positions", now.positions},
                {"nodes", now.nodes},
                {"seconds", passed}});
    } else {
      out(fmt::format("{:<12} {:>3} positions {:>15} nodes\n", now.name, now.positions,
                      grouped(now.nodes)));
    }
    flush();
  };
  try {
    measure([&] { return optimal_part(options, Metric::htm, 14, stop); });
    measure([&] { return optimal_part(options, Metric::qtm, 16, stop); });
    measure([&] { return two_phase_part(options, stop); });
    measure([&] { return general_part(options, stop); });
  } catch (const Error&) {
    if (!interrupt.happened()) throw;
    return interrupt.status();
  }
  const std::string signature = fmt::format("{:016x}", signature_of(parts));
  if (options.common.json) {
    out_line({{"signature", signature}});
  } else {
    out(fmt::format("{:<12} {}\n", "signature", signature));
  }
  return 0;
}

}  // namespace gyre::cli
