// gyre solve: what it can be asked. Which engine answers is front's (front/solve/solve_question.h),
// how answers leave is solve_session's.
#include "command.h"
#include "drawing.h"
#include "numbers.h"
#include "positions.h"
#include "solve_session.h"

#include "front/puzzle/scrambling.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace gyre::cli {
namespace {

void add_limits(CLI::App& command, SolveQuestion& question) {
  command
      .add_option(
          "--engine", question.engine,
          "auto: one of the 3x3x3's own where they can do what is asked; cube3; two-phase; "
          "optimal: as --optimal; general: optimal solutions of any puzzle; phases: a short "
          "one of any position of any puzzle within the time")
      ->check(word_among(engine_words()))
      ->capture_default_str();
  command
      .add_option("--time", question.seconds,
                  "Seconds for each position to improve the solution. 3x3x3: [1 for one position, "
                  "0.01 for each of several; none with a --target that every position reaches]; "
                  "others: [10; 1 for each of several]; --optimal: to find it [no limit]")
      ->check(number_within(kSecondsRange));
  command.add_flag(
      "--optimal", question.optimal,
      "The shortest solution, proved. 3x3x3: with the best table that fits --memory, or "
      "without that the best that is stored (docs/optimal.md); others: however long it "
      "takes");
  command.add_option("--target", question.target, "Stop at so many moves or fewer")
      ->check(number_within(kTargetRange));
  command
      .add_option("--max-length", question.max_length,
                  "Solutions of at most so many moves [3x3x3: 40]")
      ->check(number_within(kLengthRange));
  command.add_option("--min-length", question.min_length, "Solutions of at least so many moves")
      ->check(number_within(kLengthRange));
}

void add_wishes(CLI::App& command, SolveQuestion& question) {
  command.add_option("-n,--number", question.number, "Different solutions for each position")
      ->check(number_within(kNumberRange))
      ->capture_default_str();
  command.add_flag("--all", question.all, "All solutions of the least length");
  command.add_flag("--all-shorter", question.all_shorter,
                   "Print each solution that is shorter than all before");
  command
      .add_option("--to", question.goals,
                  "Lead to this position instead of the solved one; several times: to the nearest "
                  "of them")
      ->type_name("POSITION")
      ->allow_extra_args(false);
  command
      .add_option("--into-subgroup", question.into_subgroup,
                  "Solved is whatever these moves alone could solve: the shortest way to such a "
                  "position")
      ->type_name("MOVES");
  command.add_flag(
      "--any-hold", question.any_hold,
      "The puzzle may end up turned as a whole in any way: for puzzles without a fixed "
      "piece");
}

void add_ways_to_search(CLI::App& command, SolveQuestion& question) {
  command
      .add_option("--beam", question.beam,
                  "Beam search: of each length the so many positions with the fewest pieces out of "
                  "place go on; proves nothing, may find nothing")
      ->check(number_within(kBeamRange))
      ->type_name("WIDTH");
  command
      .add_option("--random-order", question.random_order,
                  "Try the moves in an order drawn from this seed: another of the solutions")
      ->check(number_within(kSeedRange))
      ->type_name("SEED");
  command
      .add_option("--checkpoint", question.checkpoint,
                  "Write now and then how far the search has come, and go on from there if the "
                  "file exists")
      ->type_name("FILE");
  command
      .add_option(
          "--table-depth", question.table_depth,
          "Fill tables up to so many moves first, as far as memory allows: for hard or many "
          "positions")
      ->check(number_within(kTableDepthRange));
  command
      .add_option("--canon-depth", question.canon_depth,
                  "Of sequences of up to so many moves, and one more, that do the same look at one "
                  "only: less to search where few moves have many relations")
      ->check(number_within(kCanonDepthRange));
  add_symmetry_option(command, question.symmetry,
                      "Symmetries that make the tables of the search that proves smaller [all]");
  command.add_flag("--inverse", question.inverse,
                   "Print the way back: a sequence that makes the position");
  command.add_flag("--build", question.build,
                   "3x3x3: make the big tables if they are not stored: shorter solutions in less "
                   "time; with --optimal or --all: the best that fits --memory");
  command.add_flag("--no-verify", question.no_verify,
                   "3x3x3: trust the stored tables: opens sooner, believes a damaged file");
}

}  // namespace

void add_solve(CLI::App& program) {
  auto options = std::make_shared<SolveOptions>();
  CLI::App* command = add_command(
      program, "solve", "Solve: any position of any puzzle, in few moves at once or in the fewest",
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
  add_limits(*command, options->question);
  add_wishes(*command, options->question);
  add_ways_to_search(*command, options->question);
  command
      ->add_option("--keep-tables", options->keep_tables,
                   "auto: tables that took long are stored; yes: all that the search makes; no: "
                   "nothing is stored, and nothing that is stored is used")
      ->check(word_among(keep_tables_words()))
      ->capture_default_str();
  command
      ->add_option("--draw", options->picture,
                   "Draw the position, with the solution below, into this .svg or .png")
      ->type_name("FILE");
  command->callback([options] {
    if (options->picture) check_picture_path(*options->picture);
    const int status = SolveSession(*options).run();
    if (status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
