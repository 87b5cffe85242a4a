// gyre plan: the chain of phases along which any position of a puzzle is solved.
#include "command.h"
#include "cube_tables.h"
#include "file_replacement.h"
#include "interrupt.h"
#include "numbers.h"
#include "progress.h"

#include "base/memory.h"
#include "front/solve/own_engines.h"
#include "front/solve/phase_plans.h"
#include "front/solve/plan_facts.h"
#include "front/texts/json_answers.h"
#include "general/phases/phase_plan_file.h"

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

std::string_view origin_text(PlanOrigin origin) {
  switch (origin) {
    case PlanOrigin::found:
      return "was found now";
    case PlanOrigin::stored:
      return "was stored by an earlier command";
    case PlanOrigin::travelling:
      break;
  }
  return "travels with the program";
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
  out(fmt::format("about {:.0f} moves{}; {} of memory, ready after {:.1f} s\n", facts.expected,
                  facts.is_one_search ? "" : " without a choice, fewer by choosing",
                  size_text(facts.bytes), facts.seconds));
  if (facts.origin != PlanOrigin::found) {
    out(fmt::format("the plan {}\n", origin_text(facts.origin)));
  }
}

struct PlanOptions {
  CommonOptions common;
  std::string output;
  bool anew = false;
};

// What writes the same file again; nothing where the options change the puzzle itself.
std::string command_text(const PlanOptions& options) {
  const CommonOptions& common = options.common;
  if (common.changed()) return {};
  std::string text = "gyre plan -p " + common.puzzle;
  if (common.metric() != kUsualMetric) text += " --metric " + common.metric_name;
  if (!common.moves.empty()) text += " --moves " + common.moves;
  return text + " --anew --output FILE";
}

// The plan as a file; its tables are not made.
int write_plan(const PlanOptions& options, const PuzzleDefinition& definition, const MoveSet& moves,
               const EngineCaller& caller) {
  check_file_place(options.output);
  const TableStore store = options.common.store();
  PlanWish wish;
  wish.store = &store;
  wish.anew = options.anew;
  wish.threads = options.common.threads;
  const ChosenPlan chosen = choose_phase_plan(definition, moves, wish, caller);
  replace_file(options.output,
               write_phase_plan(definition, moves, chosen.plan, command_text(options)));
  const std::size_t phases = chosen.plan ? chosen.plan->steps.size() : 0;
  if (options.common.json) {
    out_line({{"file", options.output},
              {"phases", phases},
              {"origin", to_string(chosen.origin)},
              {"seconds", chosen.seconds}});
  } else if (!options.common.quiet) {
    note(fmt::format("gyre: {} says {} for {}; that {}", options.output,
                     chosen.plan
                         ? fmt::format("a chain of {} phase{}", phases, phases == 1 ? "" : "s")
                         : "that there is no chain of phases",
                     definition.name(), origin_text(chosen.origin)));
  }
  return 0;
}

int print_facts(const PlanOptions& asked, const AskedPuzzle& puzzle, const MoveSet& moves,
                const EngineCaller& caller) {
  const CommonOptions& options = asked.common;
  OwnEngineOptions wish;
  wish.store = options.store();
  wish.plans_anew = asked.anew;
  wish.memory_bytes = options.memory_bytes();
  wish.memory_given = options.memory_given;
  wish.threads = options.threads;
  OwnEngines engines(std::move(wish));
  const PuzzleDefinition& definition = puzzle.definition();
  const PlanFacts facts = plan_facts(engines, definition, puzzle.picture(), moves, caller);
  if (!options.quiet && !options.json && isatty(STDERR_FILENO) != 0) clear_bar();
  if (options.json) {
    Json line{{"puzzle", definition.name()}, {"metric", options.metric_name}};
    line.update(plan_json(facts));
    out_line(line);
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
}

int plan(const PlanOptions& options) {
  const AskedPuzzle puzzle(options.common.wish(), kOptionSpelling);
  const MoveSet moves = options.common.move_set(puzzle.definition());
  const Interrupt interrupt;
  const EngineCaller caller = caller_of(options.common, interrupt.token());
  try {
    return options.output.empty() ? print_facts(options, puzzle, moves, caller)
                                  : write_plan(options, puzzle.definition(), moves, caller);
  } catch (const Error&) {
    if (!interrupt.happened()) throw;
    return interrupt.status();
  }
}

}  // namespace

void add_plan(CLI::App& program) {
  auto options = std::make_shared<PlanOptions>();
  CLI::App* command =
      add_command(program, "plan", "Show the phases along which any position of a puzzle is solved",
                  "  gyre plan -p megaminx\n"
                  "  gyre plan -p fto --json\n"
                  "  gyre plan -p 4x4x4 --metric qtm\n"
                  "  gyre plan -p my.tws --output my-plan.json",
                  options->common);
  const char* group = "Plan";
  command
      ->add_option("-o,--output", options->output,
                   "Write the plan to this file, as JSON (docs/formats.md), and make no tables")
      ->type_name("FILE")
      ->group(group);
  command
      ->add_flag("--anew", options->anew,
                 "Find it now, even if one is stored or travels with the program, and store it")
      ->group(group);
  command->callback([options] {
    const int status = plan(*options);
    if (status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
