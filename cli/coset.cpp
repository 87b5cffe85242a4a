// gyre coset: the distance of every position of a coset of H, or a proof that all are within so
// many moves. What is asked, what is said beforehand, and what is printed; the positions that are
// left are for coset_left.cpp, the record for coset_record.cpp, rechecking one for coset_check.cpp.
#include "coset_left.h"
#include "coset_options.h"
#include "coset_record.h"
#include "file_replacement.h"
#include "interrupt.h"
#include "numbers.h"
#include "positions.h"
#include "progress.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/base/version.h>
#include <gyre/cube3/coset_proof.h>
#include <gyre/cube3/coset_solver.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "base/memory.h"
#include "base/seconds.h"
#include "base/threads.h"
#include "cube3/core/held.h"
#include "cube3/core/metric_facts.h"
#include "cube3/tables/tables.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>

namespace gyre::cli {
namespace {

using cube3::CosetDepth;
using cube3::Cube;

// For the time that is said beforehand, on two cores of 2023 and on an H200: searching the
// usual depth, and one pass of spreading.
constexpr double kCpuSearchSeconds = 14;
constexpr double kCpuSpreadSeconds = 1;
constexpr double kGpuSearchSeconds = 0.15;
constexpr double kGpuSpreadSeconds = 0.015;

// ---- what is asked ----

struct GivenCoset {
  std::string text;
  Cube representative;
};

GivenCoset read_coset(const CosetCommand& command, const CompactCubes& cubes) {
  const int ways =
      (command.position_given ? 1 : 0) + (command.random ? 1 : 0) + (command.index ? 1 : 0);
  if (ways == 0) {
    throw Error(
        "no coset was given (right would be gyre coset \"R U F\", --random SEED or --index N)");
  }
  if (ways > 1) throw Error("a sequence, --random and --index exclude each other: give one coset");
  if (command.random) {
    std::mt19937_64 random(*command.random);
    return {fmt::format("--random {}", *command.random), cube3::random_cube(random)};
  }
  if (command.index) {
    return {fmt::format("--index {}", *command.index),
            coset_representative(cube3::coset_class(*command.index))};
  }
  const std::vector<Scramble> positions =
      read_position_arguments(PositionForms(cubes.definition()), command.position);
  if (positions.size() != 1) {
    throw Error(
        fmt::format("{} positions were given, and a coset is given by one", positions.size()));
  }
  const cube3::Holding holding(cubes.definition());
  const Cube cube = holding.hold(positions[0]).position;
  require_possible(cube);
  return {fmt::format("{}", fmt::join(command.position, " ")), cube};
}

struct Plan {
  int depth = 0;
  int search_depth = 0;
  double last_share = 1;  // of the depth that is searched last
  bool gpu = false;
};

Plan make_plan(const CosetCommand& command) {
  Plan plan;
  const cube3::MetricFacts& facts = cube3::facts_of(command.common.metric());
  plan.depth = command.within.value_or(command.depth.value_or(cube3::kLongestCoset));
  // A bound that all positions meet leaves next to nothing after the usual depth; a lower one
  // leaves what only a complete search can tell from what is farther.
  const bool usual = command.within && *command.within >= facts.god_number;
  plan.search_depth = std::min(
      plan.depth, command.search_depth.value_or(usual ? facts.coset_search_depth : plan.depth));
  const std::string no_gpu = command.device == "cpu" ? "" : cube3::why_no_gpu();
  if (command.device == "gpu" && !no_gpu.empty()) {
    throw Error(fmt::format("--device gpu: {}", no_gpu));
  }
  plan.gpu = command.device != "cpu" && no_gpu.empty();
  if (usual && !command.search_depth) plan.last_share = cube3::usual_last_share(plan.gpu);
  return plan;
}

void check_memory(const CosetCommand& command, const Plan& plan) {
  if (plan.gpu) return;  // what the GPU lacks, the solver says before it starts
  const std::uint64_t needed = cube3::coset_memory_bytes(command.common.metric());
  if (needed > command.common.memory_bytes()) {
    throw Error(fmt::format("a coset takes {} of memory, more than --memory {} allows",
                            size_text(needed), command.common.memory));
  }
  const std::uint64_t available = available_memory_bytes();
  if (needed > available) {
    throw Error(fmt::format("a coset takes {} of memory, and {} are available", size_text(needed),
                            size_text(available)));
  }
}

// ---- what is said beforehand ----

double rough_seconds(const CosetCommand& command, const Plan& plan) {
  const cube3::MetricFacts& facts = cube3::facts_of(command.common.metric());
  const double growth = facts.growth;
  // Beyond, next to no position is new.
  const int deepest = facts.god_number - 1;
  const double cores = 2.0 / thread_count(command.common.threads);
  const double search = plan.gpu ? kGpuSearchSeconds : kCpuSearchSeconds * cores;
  const double spread = plan.gpu ? kGpuSpreadSeconds : kCpuSpreadSeconds * cores;
  const int usual = facts.coset_search_depth;
  const int steps = std::min(plan.search_depth, deepest) - usual;
  // While few positions are new, spreading takes no time.
  const int passes = std::max(0, std::min(plan.depth, deepest + 1) - (usual - 2));
  return passes * spread + search * std::pow(growth, steps) * (plan.last_share + 1 / (growth - 1));
}

std::string time_text(double seconds) {
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  if (seconds < 1) return "less than a second";
  if (seconds < 2 * kMinute) return fmt::format("about {:.0f} s", seconds);
  if (seconds < 2 * kHour) return fmt::format("about {:.0f} min", seconds / kMinute);
  return fmt::format("about {:.0f} h", seconds / kHour);
}

void say_plan(const CosetCommand& command, const Plan& plan) {
  if (command.common.quiet || command.common.json) return;
  const std::string memory = plan.gpu ? "of the GPU's memory" : "of memory";
  const std::string share =
      plan.last_share == 1 ? "" : fmt::format(" ({:.0f} % of it)", 100 * plan.last_share);
  note(fmt::format("{} positions, searched to depth {}{}, spread to depth {}: {} {}, {}",
                   grouped(cube3::kCosetPositions), plan.search_depth, share, plan.depth,
                   size_text(cube3::coset_memory_bytes(command.common.metric())), memory,
                   time_text(rough_seconds(command, plan))));
}

void say_table(const CosetCommand& command, const TableStore& store) {
  if (command.common.quiet || command.common.json) return;
  const TableRecipe recipe = cube3::two_phase_recipes(command.common.metric()).front();
  if (!store.folder().empty() && store.holds(recipe.key)) return;
  const std::string where =
      store.folder().empty() ? "" : fmt::format(" in {}", store.folder().string());
  note(fmt::format("making a table of {}{}: about {:.0f} s on two cores",
                   size_text(recipe.key.payload_bytes), where, recipe.rough_seconds));
}

// ---- what is printed ----

void print_head(const CosetRecord& record) {
  out(fmt::format("coset of {}: class {} of {}, with {} coset{}\n",
                  record.given.empty() ? "the solved position" : record.given,
                  grouped(record.kind.index), grouped(cube3::kCosetClassCount), record.kind.cosets,
                  record.kind.cosets == 1 ? "" : "s"));
  out(fmt::format("depth  {:>15}  {:>15}  {:>9}  {:>9}\n", "positions", "reached", "spread s",
                  "search s"));
  flush();
}

void print_depth(const CosetDepth& depth) {
  out(fmt::format("{:>5}  {:>15}  {:>15}  {:>9.3f}  {:>9.3f}  {}\n", depth.depth,
                  grouped(depth.positions), grouped(depth.reached), depth.spread_seconds,
                  depth.search_seconds, depth.searched ? "exact" : "within"));
  flush();  // the next may take an hour
}

void print_left(const CosetRecord& record) {
  if (!record.left) return;
  const RecordedLeft& left = *record.left;
  for (const auto& [length, positions] : left.lengths) {
    // Shorter ones would have been met, longer ones were solved optimally.
    const bool exact = length == record.result.exact_depth() + 1 || length > left.bound;
    out(fmt::format("solved one by one: {} in {} moves{}\n", grouped(positions), length,
                    exact ? " (their distance)" : ""));
  }
  if (left.unsolved != 0) out(fmt::format("not solved: {}\n", grouped(left.unsolved)));
  // Nothing between what was searched completely and the bound: what the one did not reach is at
  // the other.
  const int exact = record.result.exact_depth();
  if (record.proved_within() == exact + 1) {
    const std::uint64_t before = exact < 0 ? 0 : record.result.depths[exact].reached;
    out(fmt::format("so exactly {} positions are at depth {}\n",
                    grouped(cube3::kCosetPositions - before), exact + 1));
  }
}

void print_summary(const CosetRecord& record, bool interrupted) {
  print_left(record);
  const std::optional<int> proved = record.proved_within();
  if (record.result.stopped) {
    out(record.result.depths.empty()
            ? std::string("interrupted before depth 0\n")
            : fmt::format("interrupted after depth {}\n", record.result.depths.back().depth));
  } else if (interrupted) {
    out("interrupted\n");
  }
  if (proved) {
    out(fmt::format("all {} positions are within {} moves ({})\n", grouped(cube3::kCosetPositions),
                    *proved, to_string(record.metric)));
  } else {
    out(fmt::format("left: {}\n", grouped(record.result.left())));
  }
  out(fmt::format("{}: {} of memory, {:.2f} s\n", record.device, size_text(record.memory_bytes),
                  record.seconds));
}

// ---- the work ----

// A bound that is met by no search: the first position that is left shows it.
std::string sentence_beyond(const CosetCommand& command, const CosetRecord& record,
                            const CompactCubes& cubes, const std::optional<FarPosition>& beyond,
                            const Cube& first) {
  const std::string count = grouped(record.result.left());
  if (beyond) {
    return fmt::format("{} needs {} moves, more than {}", cubes.write(beyond->position),
                       beyond->distance, *command.within);
  }
  return fmt::format("{} position{} more than {} moves; one of them is {}", count,
                     record.result.left() == 1 ? " needs" : "s need", *command.within,
                     cubes.write(first));
}

class CosetRun {
 public:
  explicit CosetRun(const CosetCommand& command) : command_(command), json_(command.common.json) {}

  int run() {
    const GivenCoset given = read_coset(command_, cubes_);
    const Plan plan = make_plan(command_);
    if (!command_.left.empty()) check_file_place(command_.left);
    if (!command_.certificate.empty()) check_file_place(command_.certificate);
    check_memory(command_, plan);
    try {
      return solve(given, plan);
    } catch (const Error&) {
      if (!interrupt_.happened()) throw;
    }
    return interrupt_.status();
  }

 private:
  CosetSolver make_solver(const Plan& plan) const {
    const TableStore store = command_.common.store();
    say_plan(command_, plan);
    say_table(command_, store);
    cube3::CosetOptions options;
    options.metric = command_.common.metric();
    options.device = plan.gpu ? cube3::CosetDevice::gpu : cube3::CosetDevice::cpu;
    options.store = &store;
    options.threads = command_.common.threads;
    options.memory_bytes = command_.common.memory_bytes();
    options.table.work.threads = command_.common.threads;
    options.table.work.progress = progress_callback(command_.common);
    options.table.work.stop = interrupt_.token();
    options.table.warning = [](std::string_view text) { note(fmt::format("gyre: {}", text)); };
    return CosetSolver(options);
  }

  int solve(const GivenCoset& given, const Plan& plan) {
    record_.program = fmt::format("gyre {}", version());
    record_.given = given.text;
    record_.representative = given.representative;
    record_.kind = cube3::coset_class_of(given.representative);
    record_.metric = command_.common.metric();
    record_.depth = plan.depth;
    record_.search_depth = plan.search_depth;
    record_.last_share = plan.last_share;
    record_.within = command_.within;
    CosetSolver solver = make_solver(plan);
    record_.device = solver.device();
    record_.gpu = solver.uses_gpu();
    record_.threads = solver.threads();
    record_.memory_bytes = solver.memory_bytes();
    record_.table_name = solver.table_name();
    record_.table_digest = solver.table_digest();
    const bool checksums = json_ || !command_.certificate.empty();
    if (checksums) record_.table_checksum = solver.table_checksum();
    const auto begun = std::chrono::steady_clock::now();
    if (!json_) print_head(record_);
    cube3::CosetRequest request;
    request.representative = given.representative;
    request.depth = plan.depth;
    request.search_depth = plan.search_depth;
    request.last_share = plan.last_share;
    request.checksums = checksums;
    const bool bar = !json_ && !command_.common.quiet && isatty(STDERR_FILENO) != 0;
    const auto done = [&](const CosetDepth& depth) {
      if (bar) clear_bar();
      if (!json_) print_depth(depth);
    };
    record_.result =
        solver.solve(request, done, progress_callback(command_.common), interrupt_.token());
    if (bar) clear_bar();
    const int status = record_.result.stopped ? interrupt_.status() : finish(solver);
    record_.seconds = seconds_since(begun);
    print(status);
    return status;
  }

  // What remains to be done about the positions that are left.
  int finish(const CosetSolver& solver) {
    const std::uint64_t count = record_.result.left();
    if (!command_.left.empty() &&
        !write_left(solver, count, command_.left, cubes_, command_.common, interrupt_.token())) {
      return interrupt_.status();
    }
    if (count == 0) return 0;
    const int exact = record_.result.exact_depth();
    if (command_.within && exact >= *command_.within) {
      Cube first;
      solver.for_each_left([&](const Cube& cube) {
        first = cube;
        return false;
      });
      beyond_ = sentence_beyond(command_, record_, cubes_, std::nullopt, first);
      return 1;
    }
    if (!command_.within && !command_.solve_left) return 0;
    const int bound = std::max(record_.result.depths.back().depth, exact + 1);
    LeftAnswer answer = solve_what_is_left(solver, count, bound, command_.within.has_value(),
                                           command_.common, interrupt_.token());
    record_.left = std::move(answer.left);
    if (answer.stopped) return interrupt_.status();
    if (answer.beyond) {
      beyond_ = sentence_beyond(command_, record_, cubes_, answer.beyond, {});
      return 1;
    }
    return record_.left->unsolved == 0 ? 0 : 1;
  }

  void print(int status) const {
    const bool whole = !interrupt_.happened();
    if (json_) {
      Json object = to_json(record_, cubes_);
      if (!whole) object["end"] = "stopped";
      if (!beyond_.empty()) object["note"] = beyond_;
      out_line(object);
    } else {
      print_summary(record_, !whole);
    }
    flush();
    if (!command_.certificate.empty() && whole) {
      replace_file(command_.certificate, to_certificate(record_, cubes_).dump(1) + "\n");
    }
    if (status == 1 && !json_) {
      note("gyre: " + (beyond_.empty() ? fmt::format("{} positions were not solved",
                                                     grouped(record_.left->unsolved))
                                       : beyond_));
    }
  }

  const CosetCommand& command_;
  bool json_;
  Interrupt interrupt_;
  CompactCubes cubes_;
  CosetRecord record_;
  std::string beyond_;
};

int coset(const CosetCommand& command) {
  if (!command.check.empty()) return check_coset(command);
  return CosetRun(command).run();
}

// Gives the options that --check leaves no room for. (CLI11 would fill the help with them.)
std::vector<const CLI::Option*> add_options(CLI::App& command, CosetCommand& options) {
  CLI::Option* position =
      command
          .add_option("position", options.position,
                      std::string("A position of the coset: ") + kPositionHelp)
          ->each([&options](const std::string&) { options.position_given = true; });
  const auto depths = number_within(0, cube3::kLongestCoset);
  CLI::Option* random =
      command.add_option("--random", options.random, "The coset of a random position")
          ->type_name("SEED");
  CLI::Option* index =
      command.add_option("--index", options.index, "The first coset of the class of this number")
          ->type_name("N");
  CLI::Option* depth =
      command.add_option("--depth", options.depth, "Stop after this depth")->check(depths);
  CLI::Option* search_depth =
      command
          .add_option(
              "--search-depth", options.search_depth,
              fmt::format(
                  "Search up to this depth; beyond, only moves of H spread what was found "
                  "[the last depth; with --within {} {}]",
                  by_metric([](Metric metric) { return cube3::facts_of(metric).god_number; }),
                  by_metric(
                      [](Metric metric) { return cube3::facts_of(metric).coset_search_depth; })))
          ->check(depths);
  CLI::Option* within =
      command
          .add_option("--within", options.within,
                      "Prove that all positions are within so many moves, and stop; what no depth "
                      "reaches is solved one by one")
          ->check(depths)
          ->excludes(depth);
  CLI::Option* left =
      command
          .add_option("--left", options.left,
                      "Write the positions that remain after the last depth, one a line")
          ->type_name("FILE");
  CLI::Option* solve_left = command.add_flag(
      "--solve-left", options.solve_left, "Solve the positions that remain after the last depth");
  CLI::Option* device =
      command.add_option("--device", options.device, "auto: a GPU if there is one that will do")
          ->check(CLI::IsMember({"auto", "cpu", "gpu"}))
          ->capture_default_str();
  CLI::Option* metric =
      add_metric_option(command, options.common.metric_name)->capture_default_str();
  CLI::Option* certificate =
      command
          .add_option("--certificate", options.certificate,
                      "Write a record of the run that --check can recheck (docs/coset.md)")
          ->type_name("FILE");
  CLI::Option* check =
      command
          .add_option("--check", options.check,
                      "Recheck such a record: whether it adds up, and whether random positions of "
                      "the coset, solved otherwise, agree with it")
          ->type_name("FILE");
  command
      .add_option("--samples", options.samples,
                  "With --check: random positions whose distance is found; each takes seconds to "
                  "minutes")
      ->check(number_within(0, 1'000'000))
      ->capture_default_str()
      ->needs(check);
  command.add_option("--seed", options.seed, "With --check: where the random positions begin")
      ->capture_default_str()
      ->needs(check);
  return {position, random,     index,  depth,  search_depth, within,
          left,     solve_left, device, metric, certificate};
}

}  // namespace

void add_coset(CLI::App& program) {
  auto options = std::make_shared<CosetCommand>();
  options->common.memory = "8G";
  CLI::App* command = program.add_subcommand(
      "coset",
      "3x3x3: the distances of all 19,508,428,800 positions of a coset of <U,D,F2,B2,L2,R2>");
  command->footer(
      "Examples:\n"
      "  gyre coset --within 20 --random 1\n"
      "  gyre coset \"B3L1F1L2D1B2R1B1L3U2\" --depth 16\n"
      "  gyre coset \"R U F\" --search-depth 15 --depth 19 --left left.txt\n"
      "  gyre coset --index 1000000 --within 20 --certificate record.json\n"
      "  gyre coset --check record.json");
  const std::vector<const CLI::Option*> of_runs = add_options(*command, *options);
  add_running_options(
      *command, options->common,
      "Memory to stay within; with --check: for the best table that fits [what is stored]");
  command->callback([options, of_runs] {
    const auto is_given = [](const CLI::Option* option) { return option->count() != 0; };
    const auto given = std::find_if(of_runs.begin(), of_runs.end(), is_given);
    if (!options->check.empty() && given != of_runs.end()) {
      throw Error(fmt::format("--check rechecks a record: it goes without {}",
                              (*given)->get_positional() ? "a position" : (*given)->get_name()));
    }
    if (const int status = coset(*options); status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
