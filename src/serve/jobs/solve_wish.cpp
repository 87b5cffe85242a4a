#include "serve/jobs/solve_wish.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gyre/base/error.h>

namespace gyre::serve {
namespace {

constexpr std::size_t kMostGoals = 1'000;
constexpr std::size_t kMostIgnored = 10'000;
constexpr int kGreatestTableDepth = 200;

// One text, or a list of them.
std::vector<std::string> read_goals(RequestFields& fields) {
  const Json& goal = fields.any("goal");
  if (goal.is_null()) return {};
  if (goal.is_array()) return fields.texts("goal", kMostGoals);
  return {fields.required_text("goal")};
}

}  // namespace

SolveQuestion read_solve_question(RequestFields& fields, PuzzleShelf& shelf) {
  SolveQuestion question;
  question.spelling = kRequestSpelling;
  question.puzzle = shelf.find(fields);
  question.metric = read_metric(fields);
  question.moves = fields.text("moves", "");
  question.engine = fields.word("engine", engine_words(), "auto");
  question.number = static_cast<int>(fields.integer("number", 1, 1'000'000).value_or(1));
  question.all = fields.flag("all");
  question.seconds = fields.number("seconds", 0, 1e9);
  question.target = static_cast<int>(fields.integer("target", 0, kGreatestTarget).value_or(0));
  question.min_length =
      static_cast<int>(fields.integer("min_length", 0, kGreatestLimit).value_or(0));
  if (const auto most = fields.integer("max_length", 0, kGreatestLimit)) {
    question.max_length = static_cast<int>(*most);
  }
  question.goals = read_goals(fields);
  question.any_hold = fields.flag("any_hold");
  if (const auto seed = fields.integer("random_order", 0, std::int64_t{1} << 53)) {
    question.random_order = static_cast<std::uint64_t>(*seed);
  }
  question.table_depth =
      static_cast<int>(fields.integer("table_depth", 0, kGreatestTableDepth).value_or(0));
  const std::vector<std::string> ignored = fields.texts("ignore", kMostIgnored);
  if (!ignored.empty()) question.puzzle = question.puzzle->ignoring(ignored, kRequestSpelling);
  question.inverse = fields.flag("inverse");
  return question;
}

CommandLine solve_command(const SolveQuestion& question) {
  CommandLine line("solve");
  if (question.puzzle->option() != "3x3x3") line.option("-p", question.puzzle->option());
  if (question.metric != kUsualMetric)
    line.option("--metric", std::string(to_string(question.metric)));
  line.option("--moves", question.moves);
  line.option("--ignore", fmt::format("{}", fmt::join(question.puzzle->wish().ignore, ",")));
  const bool is_optimal = question.engine == "optimal";
  line.flag("--optimal", is_optimal && !question.all);
  if (!is_optimal && question.engine != "auto") line.option("--engine", question.engine);
  if (question.number > 1) line.option("-n", fmt::format("{}", question.number));
  line.flag("--all", question.all);
  if (question.seconds) line.option("--time", fmt::format("{}", *question.seconds));
  if (question.target != 0) line.option("--target", fmt::format("{}", question.target));
  if (question.min_length != 0) line.option("--min-length", fmt::format("{}", question.min_length));
  if (question.max_length) line.option("--max-length", fmt::format("{}", *question.max_length));
  for (const std::string& goal : question.goals) line.option("--to", goal);
  line.flag("--any-hold", question.any_hold);
  if (question.random_order) {
    line.option("--random-order", fmt::format("{}", *question.random_order));
  }
  if (question.table_depth != 0) {
    line.option("--table-depth", fmt::format("{}", question.table_depth));
  }
  line.flag("--inverse", question.inverse);
  return line;
}

}  // namespace gyre::serve
