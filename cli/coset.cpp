// gyre coset: the distance of every position of a coset of H, or a proof that all are within so
// many moves. What is asked, what is said beforehand, and what is printed; all else is the
// library's. Rechecking a certificate is for coset_check.cpp.
#include "coset_left.h"
#include "coset_options.h"
#include "file_replacement.h"
#include "interrupt.h"
#include "numbers.h"
#include "positions.h"
#include "progress.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "base/memory.h"
#include "base/seconds.h"
#include "cube3/core/held.h"
#include "cube3/core/metric_facts.h"
#include "cube3/coset/device.h"
#include "cube3/proof/certificate.h"
#include "cube3/proof/plan_words.h"
#include "cube3/tables/tables.h"
#include "front/solve/cube_tables.h"
#include "front/solve/words.h"

#include <algorithm>
#include <memory>
#include <random>

namespace gyre::cli {
namespace {

using cube3::ChosenDevice;
using cube3::CosetDepth;
using cube3::CosetPlan;
using cube3::CosetProof;
using cube3::Cube;

// ---- what is asked ----

struct GivenCoset {
  std::string text;
  Cube representative;
};

GivenCoset read_coset(const CosetCommand& command, const cube3::CompactCubes& cubes) {
  const int ways =
      (command.position_given ? 1 : 0) + (command.random ? 1 : 0) + (command.index ? 1 : 0);
  if (ways == 0) {
    throw Error("no coset was given (expected gyre coset \"R U F\", --random SEED or --index N)");
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
      read_position_arguments(command.common, PositionForms(cubes.definition()), command.position);
  if (positions.size() != 1) {
    throw Error(
        fmt::format("{} positions were given, and a coset is given by one", positions.size()));
  }
  const cube3::Holding holding(cubes.definition());
  const Cube cube = holding.hold(positions[0]).position;
  require_possible(cube);
  return {fmt::format("{}", fmt::join(command.position, " ")), cube};
}

ChosenDevice device_for(const CosetCommand& command) {
  try {
    return cube3::choose_device(coset_device(command.device), command.common.metric());
  } catch (const Error& error) {
    throw Error(fmt::format("--device {}: {}", command.device, error.message()));
  }
}

CosetPlan plan_for(const CosetCommand& command, const ChosenDevice& device) {
  if (command.within) {
    return cube3::plan_proof(command.common.metric(), *command.within, command.search_depth,
                             device.gpu);
  }
  return cube3::plan_counts(command.depth, command.search_depth, command.solve_left);
}

// ---- what is said beforehand ----

void say_plan(const CosetCommand& command, const CosetPlan& plan, const ChosenDevice& device) {
  if (command.common.quiet || command.common.json) return;
  const std::string memory = device.gpu ? "of the GPU's memory" : "of memory";
  const std::string share =
      plan.last_share == 1 ? "" : fmt::format(" ({:.0f} % of it)", 100 * plan.last_share);
  note(fmt::format("{} positions, searched to depth {}{}, spread to depth {}: {} {}, {}",
                   grouped(cube3::kCosetPositions), plan.search_depth, share, plan.depth,
                   size_text(device.memory_bytes), memory,
                   rough_time(cube3::rough_seconds(plan, command.common.metric(), device.gpu,
                                                   command.common.threads))));
}

void say_table(const CosetCommand& command, const TableStore& store) {
  if (command.common.quiet || command.common.json) return;
  const TableRecipe recipe = cube3::two_phase_recipes(command.common.metric()).front();
  if (!store.folder().empty() && store.holds(recipe.key)) return;
  note(making_sentence(store, recipe));
}

// ---- what is printed ----

void print_head(const GivenCoset& given) {
  const cube3::CosetClass kind = cube3::coset_class_of(given.representative);
  out(fmt::format("coset of {}: class {} of {}, with {} coset{}\n",
                  given.text.empty() ? "the solved position" : given.text, grouped(kind.index),
                  grouped(cube3::kCosetClassCount), kind.cosets, kind.cosets == 1 ? "" : "s"));
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

// What became of the positions that no depth reached.
void print_left(const CosetProof& proof) {
  if (!proof.left) return;
  const int exact = proof.result.exact_depth();
  for (const auto& [length, positions] : proof.left->lengths) {
    // Shorter ones would have been met, longer ones were solved optimally.
    const bool distance = length == exact + 1 || length > proof.left->bound;
    out(fmt::format("solved one by one: {} in {} moves{}\n", grouped(positions), length,
                    distance ? " (their distance)" : ""));
  }
  const std::uint64_t unsolved = proof.result.left() - proof.left->solved;
  if (unsolved != 0) out(fmt::format("not solved: {}\n", grouped(unsolved)));
  // Nothing lies between what was searched completely and the bound, so that what the search did
  // not reach is at the bound.
  if (proof.proved_within() == exact + 1) {
    const std::uint64_t before = exact < 0 ? 0 : proof.result.depths[exact].reached;
    out(fmt::format("so exactly {} positions are at depth {}\n",
                    grouped(cube3::kCosetPositions - before), exact + 1));
  }
}

void print_summary(const CosetProof& proof, const CosetSolver& solver) {
  print_left(proof);
  if (proof.result.stopped) {
    out(proof.result.depths.empty()
            ? std::string("interrupted before depth 0\n")
            : fmt::format("interrupted after depth {}\n", proof.result.depths.back().depth));
  } else if (proof.stopped) {
    out("interrupted\n");
  }
  if (const std::optional<int> proved = proof.proved_within()) {
    out(fmt::format("all {} positions are within {} moves ({})\n", grouped(cube3::kCosetPositions),
                    *proved, to_string(proof.metric)));
  } else {
    out(fmt::format("left: {}\n", grouped(proof.result.left())));
  }
  out(fmt::format("{}: {} of memory, {:.2f} s\n", solver.device(), size_text(solver.memory_bytes()),
                  proof.seconds));
}

// ---- the work ----

class CosetRun {
 public:
  explicit CosetRun(const CosetCommand& command)
      : command_(command), json_(command.common.json), store_(command.common.store()) {}

  int run() {
    const GivenCoset given = read_coset(command_, cubes_);
    const ChosenDevice device = device_for(command_);
    if (!command_.left.empty()) check_file_place(command_.left);
    if (!command_.certificate.empty()) check_file_place(command_.certificate);
    cube3::check_device(solver_options(device.gpu));
    try {
      return solve(given, device);
    } catch (const Error&) {
      if (!interrupt_.happened()) throw;
    }
    return interrupt_.status();
  }

 private:
  [[nodiscard]] cube3::CosetOptions solver_options(bool gpu) const {
    return coset_solver_options(command_, command_.common.metric(), gpu, store_,
                                interrupt_.token());
  }

  [[nodiscard]] cube3::CosetHooks hooks(const CosetSolver& solver) const {
    const bool bar = !json_ && !command_.common.quiet && isatty(STDERR_FILENO) != 0;
    cube3::CosetHooks hooks;
    hooks.depth = [this, bar](const CosetDepth& depth) {
      if (bar) clear_bar();
      if (!json_) print_depth(depth);
    };
    if (!command_.left.empty()) {
      hooks.searched = [this, &solver](const cube3::CosetResult& result) {
        write_left(solver, result.left(), command_.left, cubes_, command_.common,
                   interrupt_.token());
      };
    }
    if (!json_ && !command_.common.quiet) {
      hooks.hand_over = [bar](const cube3::HandOver& event) {
        if (bar) clear_bar();
        note(hand_over_text(event));
      };
    }
    hooks.progress = progress_callback(command_.common);
    hooks.stop = interrupt_.token();
    return hooks;
  }

  int solve(const GivenCoset& given, const ChosenDevice& device) {
    cube3::CosetProofRequest request;
    request.representative = given.representative;
    request.plan = plan_for(command_, device);
    request.checksums = json_ || !command_.certificate.empty();
    say_plan(command_, request.plan, device);
    say_table(command_, store_);
    const cube3::CosetOptions options = solver_options(device.gpu);
    CosetSolver solver(options);
    cube3::LeftSolver left(left_options(solver, options));
    if (!json_) print_head(given);
    const CosetProof proof = solve_coset(solver, left, request, hooks(solver));
    if (!json_ && !command_.common.quiet && isatty(STDERR_FILENO) != 0) clear_bar();
    print(proof, solver, given);
    if (proof.stopped) return interrupt_.status();
    return proof.beyond || (proof.left && !proof.proved()) ? 1 : 0;
  }

  void print(const CosetProof& proof, const CosetSolver& solver, const GivenCoset& given) const {
    const std::string beyond = cube3::sentence_beyond(proof, cubes_);
    cube3::CosetCertificate certificate;
    if (json_ || !command_.certificate.empty()) {
      certificate = certificate_of(solver, proof, given.text);
    }
    if (json_) {
      Json object = to_json(certificate);
      if (!beyond.empty()) object["note"] = beyond;
      out_line(object);
    } else {
      print_summary(proof, solver);
    }
    flush();
    if (!command_.certificate.empty() && !proof.stopped) {
      replace_file(command_.certificate, write_certificate(certificate));
    }
    if (json_ || proof.stopped) return;
    if (!beyond.empty()) {
      note("gyre: " + beyond);
    } else if (proof.left && !proof.proved()) {
      note(fmt::format("gyre: {} positions were not solved",
                       grouped(proof.result.left() - proof.left->solved)));
    }
  }

  const CosetCommand& command_;
  bool json_;
  TableStore store_;
  Interrupt interrupt_;
  cube3::CompactCubes cubes_;
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
                  "[the last depth; with --within {}: {}]",
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
  command.add_option("--device", options.device, "auto: a GPU if there is one that will do")
      ->check(word_among({"auto", "cpu", "gpu"}))
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
  command
      .add_flag(
          "--full", options.full,
          "With --check: make all of it again and compare; without, a record is found out only "
          "if it is wrong about much")
      ->needs(check);
  return {position, random, index,      depth,  search_depth,
          within,   left,   solve_left, metric, certificate};
}

}  // namespace

cube3::CosetOptions coset_solver_options(const CosetCommand& command, Metric metric, bool gpu,
                                         const TableStore& store, const std::stop_token& stop) {
  cube3::CosetOptions options;
  options.metric = metric;
  options.device = gpu ? cube3::CosetDevice::gpu : cube3::CosetDevice::cpu;
  options.store = &store;
  options.threads = command.common.threads;
  options.memory_bytes = command.common.memory_bytes();
  options.table.work.threads = command.common.threads;
  options.table.work.progress = progress_callback(command.common);
  options.table.work.stop = stop;
  options.table.warning = [](std::string_view text) { note(fmt::format("gyre: {}", text)); };
  return options;
}

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
  add_max_file_option(*command, options->common);
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
