// gyre bench: how fast this machine searches, and whether a change of the program left the searches
// as they were. What is measured is in bench_optimal.cpp and bench_signature.cpp.
#include "bench.h"

#include "numbers.h"
#include "positions.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace gyre::cli {
namespace {

void end_with(int status) {
  if (status != 0) throw CLI::RuntimeError(status);
}

}  // namespace

void add_bench(CLI::App& program) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* bench = program.add_subcommand(
      "bench", "Measure: a signature of all searches, or the speed of optimal solving");
  bench->footer(
      "Examples:\n"
      "  gyre bench\n"
      "  gyre bench optimal --memory 8G\n"
      "Without a name: how many nodes each engine looks at for fixed positions, and one signature "
      "of\nall these numbers. It is the same for every processor and number of threads.");
  add_running_options(*bench, options->common);
  bench->require_subcommand(0, 1);
  bench->callback([bench, options] {
    if (bench->get_subcommands().empty()) end_with(bench_signature(*options));
  });

  CLI::App* optimal = bench->add_subcommand(
      "optimal", "Optimal solving of random cubes, and how much of the memory's speed it uses");
  optimal->footer(
      "Examples:\n"
      "  gyre bench optimal\n"
      "  gyre bench optimal --memory 8G --count 100 --json\n"
      "  gyre bench optimal --each scrambles.txt");
  optimal->add_option("position", options->positions,
                      std::string(kPositionHelp) + " [random positions]");
  optimal->add_option("--count", options->count, "Random positions")
      ->check(number_within(1, 1'000'000))
      ->capture_default_str();
  optimal->add_option("--seed", options->seed, "Where the random positions begin")
      ->capture_default_str();
  optimal->add_flag("--each", options->each, "A line for each position too");
  add_metric_option(*optimal, options->common.metric_name)->capture_default_str();
  optimal->add_flag("--no-verify", options->no_verify,
                    "Trust the stored table: opens sooner, believes a damaged file");
  add_running_options(*optimal, options->common);
  add_memory_option(*optimal, options->common,
                    "The best table that fits is made if it is not stored [what is stored and fits "
                    "half of the memory]");
  optimal->callback([options] { end_with(bench_optimal(*options)); });
}

}  // namespace gyre::cli
