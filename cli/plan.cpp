// gyre plan: the chain of phases along which any position of a puzzle is solved.
#include "command.h"
#include "cube_tables.h"
#include "interrupt.h"
#include "numbers.h"
#include "progress.h"

#include "base/memory.h"
#include "front/solve/own_engines.h"
#include "front/solve/plan_facts.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>

namespace gyre::cli {
namespace {

// 735471 for 5.87, 10^13.4 where digits would say nothing.
std::string count_text(double log_count) {
  constexpr double kMostDigits = 9;
  if (log_count > kMostDigits) return fmt::format("10^{:.1f}", log_count);
  return grouped(static_cast<std::uint64_t>(std::llround(std::pow(10.0, log_count))));
}

// As many digits as mean something.
double rounded(double value) {
  constexpr double kHundredths = 100;
  return std::round(value * kHundredths) / kHundredths;
}

Json plan_json(const PuzzleDefinition& definition, const CommonOptions& options,
               const PlanFacts& facts) {
  Json phases = Json::array();
  for (const PhaseFacts& phase : facts.phases) {
    phases.push_back({{"moves", phase.moves},
                      {"goals", phase.goals},
                      {"log10_positions", rounded(phase.log_positions)},
                      {"expected", rounded(phase.expected)},
                      {"table_mean", rounded(phase.table_mean)},
                      {"table_greatest", phase.table_greatest},
                      {"exact", phase.is_exact},
                      {"bytes", phase.bytes}});
  }
  return {{"puzzle", definition.name()}, {"metric", options.metric_name},
          {"phases", std::move(phases)}, {"expected", rounded(facts.expected)},
          {"bytes", facts.bytes},        {"seconds", facts.seconds}};
}

void print_plan(const PlanFacts& facts) {
  int number = 0;
  for (const PhaseFacts& phase : facts.phases) {
    out(fmt::format("phase {}  {}\n", ++number, phase.moves));
    for (const std::string& goal : phase.goals) out(fmt::format("         {}\n", goal));
    if (phase.bytes == 0) {
      out(fmt::format("         {} positions, without a table\n", count_text(phase.log_positions)));
      continue;
    }
    out(fmt::format("         {} positions, {} {:.1f} moves on average and {} at most, {}\n",
                    count_text(phase.log_positions), phase.is_exact ? "exactly" : "at least",
                    phase.table_mean, phase.table_greatest, size_text(phase.bytes)));
  }
  out(
      fmt::format("about {:.0f} moves without a choice, fewer by choosing; {} of memory, ready "
                  "after {:.1f} s\n",
                  facts.expected, size_text(facts.bytes), facts.seconds));
}

int plan(const CommonOptions& options) {
  const AskedPuzzle puzzle(options.wish(), kOptionSpelling);
  const PuzzleDefinition& definition = puzzle.definition();
  const MoveSet moves = options.move_set(definition);
  OwnEngineOptions wish;
  wish.store = options.store();
  wish.memory_bytes = options.memory_bytes();
  wish.memory_given = options.memory_given;
  wish.threads = options.threads;
  OwnEngines engines(std::move(wish));
  const Interrupt interrupt;
  try {
    const PlanFacts facts = plan_facts(engines, definition, puzzle.picture(), moves,
                                       caller_of(options, interrupt.token()));
    if (!options.quiet && !options.json && isatty(STDERR_FILENO) != 0) clear_bar();
    if (options.json) {
      out_line(plan_json(definition, options, facts));
    } else if (!facts.phases.empty()) {
      print_plan(facts);
    }
    if (facts.phases.empty() && !options.json) {
      note(
          fmt::format("gyre: there is no chain of phases for {}: its positions are solved by words "
                      "that are shortened",
                      definition.name()));
    }
    return facts.phases.empty() ? 1 : 0;
  } catch (const Error&) {
    if (!interrupt.happened()) throw;
    return interrupt.status();
  }
}

}  // namespace

void add_plan(CLI::App& program) {
  auto options = std::make_shared<CommonOptions>();
  CLI::App* command =
      add_command(program, "plan", "Show the phases along which any position of a puzzle is solved",
                  "  gyre plan -p megaminx\n"
                  "  gyre plan -p fto --json\n"
                  "  gyre plan -p 4x4x4 --metric qtm",
                  *options);
  command->callback([options] {
    const int status = plan(*options);
    if (status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
