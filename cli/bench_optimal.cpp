// gyre bench optimal: shortest solutions of many positions, how many lookups of the table that
// took, and how many random reads of the same bytes the machine can do: the second bounds the
// first.
#include "bench.h"
#include "interrupt.h"
#include "optimal_tables.h"
#include "ordered.h"
#include "position_stream.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/cube3/optimal.h>
#include <gyre/library/library.h>
#include <nlohmann/json.hpp>
#include "base/memory.h"
#include "base/seconds.h"
#include "cube3/core/held.h"

#include <algorithm>
#include <chrono>
#include <random>

namespace gyre::cli {
namespace {

struct NamedCube {
  std::string name;
  cube3::Cube cube;
};

struct Solved {
  std::string name;
  cube3::OptimalResult result;
};

// What all cubes came to.
struct Totals {
  std::uint64_t cubes = 0;
  std::uint64_t moves = 0;
  std::uint64_t nodes = 0;
  std::uint64_t probes = 0;
  double seconds = 0;

  void add(const cube3::OptimalResult& result) {
    ++cubes;
    moves += static_cast<std::uint64_t>(result.solutions.at(0).length);
    nodes += result.nodes;
    probes += result.probes;
  }
  [[nodiscard]] double per_cube(std::uint64_t total) const {
    return static_cast<double>(total) / static_cast<double>(cubes);
  }
};

// All before the first is solved: reading them is not measured.
std::vector<NamedCube> read_cubes(const BenchOptions& options) {
  std::vector<NamedCube> cubes;
  if (options.positions.empty()) {
    std::mt19937_64 random(options.seed);
    for (int i = 1; i <= options.count; ++i) {
      cubes.push_back({std::to_string(i), cube3::random_cube(random)});
    }
    return cubes;
  }
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const cube3::Holding holding(definition);
  PositionStream positions(definition, options.positions);
  while (const std::optional<PendingPosition> pending = positions.next()) {
    const Scramble position =
        pending->position ? *pending->position : holding.read(pending->text, pending->source);
    try {
      cubes.push_back({pending->name, holding.hold(position).position});
      require_possible(cubes.back().cube);
    } catch (const Error& error) {
      throw Error(pending->prefix() + error.message());
    }
  }
  if (cubes.empty()) throw Error("no position was given");
  return cubes;
}

void print_each(const BenchOptions& options, const Solved& solved) {
  const cube3::OptimalResult& result = solved.result;
  const cube3::OptimalSolution& solution = result.solutions.at(0);
  if (options.common.json) {
    out_line({{"name", solved.name},
              {"solution", solution.text()},
              {"length", solution.length},
              {"nodes", result.nodes},
              {"probes", result.probes},
              {"seconds", result.seconds}});
  } else {
    out(fmt::format("{:>5}: {:>2} moves {:>16} nodes {:>17} probes {:>9.3f} s  {}\n", solved.name,
                    solution.length, grouped(result.nodes), grouped(result.probes), result.seconds,
                    solution.text()));
  }
}

Totals solve_all(const BenchOptions& options, const OptimalSolver& solver,
                 const std::vector<NamedCube>& cubes, const Interrupt& interrupt) {
  Totals totals;
  const auto begun = std::chrono::steady_clock::now();
  using Work = OrderedWork<const NamedCube*, Solved>;
  Work::Hooks hooks;
  hooks.work = [&](const NamedCube*& cube, const std::stop_token& stop) -> std::optional<Solved> {
    cube3::OptimalHooks watch;
    watch.stop = stop;
    cube3::OptimalResult result = solver.solve(cube->cube, {}, watch);
    if (!result.found()) return std::nullopt;  // stopped
    return Solved{cube->name, std::move(result)};
  };
  hooks.emit = [&](const Solved& solved) {
    totals.add(solved.result);
    totals.seconds = seconds_since(begun);
    if (options.each) print_each(options, solved);
  };
  hooks.flush = [] { flush(); };
  Work work(solver.threads(), hooks);
  const std::stop_callback on_interrupt(interrupt.token(), [&] { work.stop(); });
  for (const NamedCube& cube : cubes) {
    if (!work.add(&cube)) break;
  }
  work.finish();
  return totals;
}

// Of the table's own bytes, with as many threads as the search has.
double read_rate(const OptimalSolver& solver) {
  constexpr double kSeconds = 1;
  return random_reads_per_second(solver.table_bytes(), solver.threads(), kSeconds);
}

void print_totals(const BenchOptions& options, const MadeOptimalSolver& made, const Totals& totals,
                  double reads) {
  const OptimalSolver& solver = made.solver;
  const double cubes_rate = static_cast<double>(totals.cubes) / totals.seconds;
  const double probes_rate = static_cast<double>(totals.probes) / totals.seconds;
  const double length = totals.per_cube(totals.moves);
  if (options.common.json) {
    Json line{{"bench", "optimal"},
              {"metric", options.common.metric_name},
              {"table", solver.table_name()},
              {"table_bytes", solver.table_bytes().size()},
              {"huge_pages", solver.huge_pages()},
              {"made", made.made}};
    if (made.made) line["build_seconds"] = made.build_seconds;
    line["threads"] = solver.threads();
    line["cubes"] = totals.cubes;
    if (options.positions.empty()) line["seed"] = options.seed;
    line["seconds"] = totals.seconds;
    line["mean_length"] = length;
    line["cubes_per_second"] = cubes_rate;
    line["nodes_per_cube"] = totals.per_cube(totals.nodes);
    line["probes_per_cube"] = totals.per_cube(totals.probes);
    line["probes_per_second"] = probes_rate;
    line["reads_per_second"] = reads;
    line["fraction"] = probes_rate / reads;
    out_line(line);
    return;
  }
  const auto whole = [&](std::uint64_t total) {
    return grouped(fmt::format("{:.0f}", totals.per_cube(total)));
  };
  const auto print = [](const char* what, const std::string& value) {
    out(fmt::format("{:<23} {}\n", what, value));
  };
  print("table",
        fmt::format("{} ({}{})", solver.table_name(), size_text(solver.table_bytes().size()),
                    solver.huge_pages() ? ", huge pages" : ""));
  if (made.made) print("build", fmt::format("{:.1f} s", made.build_seconds));
  print("threads", std::to_string(solver.threads()));
  print("cubes", fmt::format("{} in {:.3f} s", totals.cubes, totals.seconds));
  print("mean length", fmt::format("{:.2f} ({})", length, options.common.metric_name));
  print("cubes a second", fmt::format("{:.4g}", cubes_rate));
  print("nodes a cube", whole(totals.nodes));
  print("probes a cube", whole(totals.probes));
  print("probes a second", fmt::format("{:.2f} million", probes_rate / 1e6));
  print("random reads a second", fmt::format("{:.2f} million", reads / 1e6));
  print("fraction", fmt::format("{:.1f} %", 100 * probes_rate / reads));
}

}  // namespace

int bench_optimal(const BenchOptions& options) {
  const std::vector<NamedCube> cubes = read_cubes(options);
  const Interrupt interrupt;
  OptimalTables wish;
  wish.verify = !options.no_verify;
  try {
    const MadeOptimalSolver made = make_optimal_solver(options.common, wish, interrupt.token());
    // A machine that others use does not do the same at all times.
    const double before = read_rate(made.solver);
    const Totals totals = solve_all(options, made.solver, cubes, interrupt);
    if (totals.cubes > 0) {
      print_totals(options, made, totals, (before + read_rate(made.solver)) / 2);
    }
  } catch (const Error&) {
    if (!interrupt.happened()) throw;
  }
  return interrupt.happened() ? interrupt.status() : 0;
}

}  // namespace gyre::cli
