// gyre solve: what it can be asked, and which engine answers: two-phase (short solutions of the
// 3x3x3, solve_two_phase.cpp), optimal (its shortest, solve_optimal.cpp) or general (the shortest
// of any puzzle, solve_general.cpp). What is printed has been replayed on the definition.
#include "command.h"
#include "drawing.h"
#include "numbers.h"
#include "positions.h"
#include "solve_options.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <CLI/CLI.hpp>
#include "cube3/core/conversion.h"

#include <memory>

namespace gyre::cli {
namespace {

enum class Engine { two_phase, optimal, general };

// Options that only some engines have, as they were given.
std::string options_of_two_phase(const SolveOptions& options) {
  if (options.target != 0) return "--target";
  return options.all_shorter ? "--all-shorter" : "";
}

std::string options_of_cube3(const SolveOptions& options) {
  std::string two_phase = options_of_two_phase(options);
  if (!two_phase.empty()) return two_phase;
  if (options.build) return "--build";
  return options.no_verify ? "--no-verify" : "";
}

std::string options_of_general(const SolveOptions& options) {
  if (!options.common.moves.empty()) return "--moves";
  if (options.min_length != 0) return "--min-length";
  if (options.random_order) return "--random-order";
  if (options.table_depth != 0) return "--table-depth";
  if (options.any_hold) return "--any-hold";
  if (!options.checkpoint.empty()) return "--checkpoint";
  return options.goals.size() > 1 ? "several --to" : "";
}

// The 3x3x3 has engines of its own, as long as nothing is asked that only the general one can do.
Engine choose_engine(const SolveOptions& options, const PuzzleDefinition& definition) {
  const std::string general = options_of_general(options);
  const bool is_cube = cube3::is_cube3(definition);
  const bool own = options.engine == "cube3" ||
                   (options.engine == "auto" && is_cube && (general.empty() || options.optimal));
  if (!own) {
    const std::string cube3 = options_of_cube3(options);
    if (cube3.empty()) return Engine::general;
    throw Error(
        fmt::format("{} is for the 3x3x3's own engine, and {} takes the general one, whose "
                    "solutions are optimal",
                    cube3,
                    options.common.changed()      ? "a puzzle that options change"
                    : !is_cube                    ? definition.name()
                    : options.engine == "general" ? "--engine general"
                                                  : general));
  }
  if (!general.empty()) {
    throw Error(fmt::format(
        "{} is for the general engine, not for {}; leave it out, or take --engine general{}",
        general, options.optimal && is_cube ? "--optimal on the 3x3x3" : "the 3x3x3's own",
        options.optimal ? ", whose solutions are optimal too" : ""));
  }
  if (!options.optimal && !options.all) return Engine::two_phase;
  const std::string two_phase = options_of_two_phase(options);
  if (!two_phase.empty()) {
    throw Error(
        fmt::format("{} has no {}: it proves the least length, and finds nothing longer on the way",
                    options.optimal ? "--optimal" : "--all", two_phase));
  }
  return Engine::optimal;
}

int solve(const SolveOptions& options) {
  if (options.all && options.number > 1) {
    throw Error(
        "-n and --all exclude each other: one asks for so many, the other for all of the "
        "least length");
  }
  if (options.max_length && options.min_length > *options.max_length) {
    throw Error(
        "no solution has at least --min-length and at most --max-length moves: the first is "
        "greater");
  }
  if (options.picture) check_picture_path(*options.picture);
  const PuzzleDefinition definition = options.common.definition();
  switch (choose_engine(options, definition)) {
    case Engine::two_phase:
      return solve_in_two_phases(options, definition);
    case Engine::optimal:
      return solve_optimally(options, definition);
    case Engine::general:
      break;
  }
  return solve_generally(options);
}

}  // namespace

void add_solve(CLI::App& program) {
  auto options = std::make_shared<SolveOptions>();
  CLI::App* command = add_command(
      program, "solve", "Solve: the 3x3x3 in few moves at once, any other puzzle in the fewest",
      "  gyre solve \"R U2 F' L D B2 R' U F\"\n"
      "  gyre solve --time 10 --all-shorter \"R U2 F' L D B2 R' U F\"\n"
      "  gyre solve --target 20 < scrambles.txt > solutions.txt\n"
      "  gyre solve --optimal \"R U2 F' L D B2 R' U F\"\n"
      "  gyre solve --optimal --memory 8G < scrambles.txt\n"
      "  gyre solve -n 3 --json \"R U F\"\n"
      "  gyre solve --to \"M2 E2 S2\" \"R U F\"\n"
      "  gyre solve -p pyraminx \"U L' R B l\"\n"
      "  gyre solve -p megaminx --all \"R U F2\"\n"
      "  gyre solve --moves U,R \"R U R' U R U2 R'\"",
      options->common);
  command->add_option("position", options->positions,
                      std::string(kPositionHelp) + "; without any, stdin is read");
  command
      ->add_option("--engine", options->engine,
                   "auto: one of the 3x3x3's own where they can do what is asked; cube3; general: "
                   "optimal solutions of any puzzle")
      ->check(CLI::IsMember({"auto", "cube3", "general"}))
      ->capture_default_str();
  command
      ->add_option("--time", options->seconds,
                   "Seconds for each position. 3x3x3: to improve the solution [1 for one position, "
                   "0.01 for each of several; none with a --target that every position reaches]; "
                   "others, and --optimal: to find it [no limit]")
      ->check(number_within(0.0, 1e9));
  command->add_flag(
      "--optimal", options->optimal,
      "The shortest solution, proved. 3x3x3: with the best table that fits --memory, or "
      "without that the best that is stored (docs/optimal.md); others: always so, with "
      "or without this");
  command->add_option("--target", options->target, "3x3x3: stop at so many moves or fewer")
      ->check(number_within(0, 40));
  command
      ->add_option("--max-length", options->max_length,
                   "Solutions of at most so many moves [3x3x3: 40]")
      ->check(number_within(0, 1'000));
  command->add_option("--min-length", options->min_length, "Solutions of at least so many moves")
      ->check(number_within(0, 1'000));
  command->add_option("-n,--number", options->number, "Different solutions for each position")
      ->check(number_within(1, 1'000'000))
      ->capture_default_str();
  command->add_flag("--all", options->all, "All solutions of the least length");
  command->add_flag("--all-shorter", options->all_shorter,
                    "3x3x3: print each solution that is shorter than all before");
  command
      ->add_option("--to", options->goals,
                   "Lead to this position instead of the solved one; several times: to the nearest "
                   "of them")
      ->type_name("POSITION")
      ->allow_extra_args(false);
  command->add_flag(
      "--any-hold", options->any_hold,
      "The puzzle may end up turned as a whole in any way: for puzzles without a fixed "
      "piece");
  command
      ->add_option("--random-order", options->random_order,
                   "Try the moves in an order drawn from this seed: another of the solutions")
      ->type_name("SEED");
  command
      ->add_option("--checkpoint", options->checkpoint,
                   "Write now and then how far the search has come, and go on from there if the "
                   "file exists")
      ->type_name("FILE");
  command
      ->add_option(
          "--table-depth", options->table_depth,
          "Fill tables up to so many moves first, as far as memory allows: for hard or many "
          "positions")
      ->check(number_within(0, 200));
  command->add_flag("--inverse", options->inverse,
                    "Print the way back: a sequence that makes the position");
  command->add_flag("--build", options->build,
                    "3x3x3: make the big tables if they are not stored: shorter solutions in less "
                    "time; with --optimal or --all: the best that fits --memory");
  command->add_flag("--no-verify", options->no_verify,
                    "3x3x3: trust the stored tables: opens sooner, believes a damaged file");
  command
      ->add_option("--draw", options->picture,
                   "Draw the position, with the solution below, into this .svg or .png")
      ->type_name("FILE");
  command->callback([options] {
    const int status = solve(*options);
    if (status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
