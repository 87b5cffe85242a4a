#include "serve/jobs/solve_wish.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gyre/base/error.h>

namespace gyre::serve {
namespace {

constexpr std::size_t kMostGoals = 1'000;

// One text, or a list of them.
std::vector<std::string> read_goals(RequestFields& fields) {
  const Json& goal = fields.any("goal");
  if (goal.is_null()) return {};
  if (goal.is_array()) return fields.texts("goal", kMostGoals);
  return {fields.required_text("goal")};
}

}  // namespace

SymmetryUse read_symmetry(RequestFields& fields) {
  return symmetry_use(fields.word("symmetry", symmetry_words(), symmetry_words().front()));
}

SolveQuestion read_solve_question(RequestFields& fields, PuzzleShelf& shelf) {
  SolveQuestion question;
  question.spelling = kRequestSpelling;
  question.puzzle = read_changes(fields, shelf.find(fields));
  question.metric = read_metric(fields);
  question.moves = fields.text("moves", "");
  question.engine = fields.word("engine", engine_words(), "auto");
  question.optimal = fields.flag("optimal");
  question.number = fields.integer("number", kNumberRange).value_or(question.number);
  question.all = fields.flag("all");
  question.seconds = fields.number("seconds", kSecondsRange);
  question.target = fields.integer("target", kTargetRange).value_or(0);
  question.all_shorter = fields.flag("all_shorter");
  question.min_length = fields.integer("min_length", kLengthRange).value_or(0);
  question.max_length = fields.integer("max_length", kLengthRange);
  question.goals = read_goals(fields);
  question.any_hold = fields.flag("any_hold");
  question.into_subgroup = fields.text("into_subgroup", "");
  question.beam = fields.integer("beam", kBeamRange).value_or(0);
  question.random_order = fields.seed("random_order");
  question.table_depth = fields.integer("table_depth", kTableDepthRange).value_or(0);
  question.symmetry = read_symmetry(fields);
  question.canon_depth = fields.integer("canon_depth", kCanonDepthRange).value_or(0);
  question.inverse = fields.flag("inverse");
  return question;
}

CommandLine puzzle_command(std::string_view command, const AskedPuzzle& puzzle, Metric metric,
                           const std::string& moves) {
  CommandLine line(command);
  const auto list = [&](std::string_view option, const std::vector<std::string>& names) {
    line.option(option, fmt::format("{}", fmt::join(names, ",")));
  };
  if (puzzle.option() != "3x3x3") line.option("-p", puzzle.option());
  if (metric != kUsualMetric) line.option("--metric", to_string(metric));
  line.option("--moves", moves);
  const DefinitionChanges& changes = puzzle.wish().changes;
  list("--omit", changes.omit);
  line.flag("--no-orientation", changes.no_orientation);
  for (const std::string& orbit : changes.no_orientation_of) {
    line.add("--no-orientation=" + orbit);
  }
  list("--no-permutation", changes.no_permutation_of);
  line.flag("--distinguish-all", changes.distinguish_all);
  list("--ignore", puzzle.wish().ignore);
  list("--relabel", changes.relabel);
  return line;
}

void add_symmetry(CommandLine& line, SymmetryUse symmetry) {
  if (symmetry != SymmetryUse::all) line.option("--symmetry", to_string(symmetry));
}

CommandLine solve_command(const SolveQuestion& question) {
  CommandLine line = puzzle_command("solve", *question.puzzle, question.metric, question.moves);
  const bool is_optimal = question.engine == "optimal";
  line.flag("--optimal", question.optimal || (is_optimal && !question.all));
  if (!is_optimal && question.engine != "auto") line.option("--engine", question.engine);
  if (question.number > 1) line.option("-n", fmt::format("{}", question.number));
  line.flag("--all", question.all);
  if (question.seconds) line.option("--time", fmt::format("{}", *question.seconds));
  if (question.target != 0) line.option("--target", fmt::format("{}", question.target));
  line.flag("--all-shorter", question.all_shorter);
  if (question.min_length != 0) line.option("--min-length", fmt::format("{}", question.min_length));
  if (question.max_length) line.option("--max-length", fmt::format("{}", *question.max_length));
  for (const std::string& goal : question.goals) line.option("--to", goal);
  line.option("--into-subgroup", question.into_subgroup);
  line.flag("--any-hold", question.any_hold);
  if (question.beam != 0) line.option("--beam", fmt::format("{}", question.beam));
  if (question.random_order) {
    line.option("--random-order", fmt::format("{}", *question.random_order));
  }
  if (question.table_depth != 0) {
    line.option("--table-depth", fmt::format("{}", question.table_depth));
  }
  if (question.canon_depth != 0) {
    line.option("--canon-depth", fmt::format("{}", question.canon_depth));
  }
  add_symmetry(line, question.symmetry);
  line.flag("--inverse", question.inverse);
  return line;
}

}  // namespace gyre::serve
