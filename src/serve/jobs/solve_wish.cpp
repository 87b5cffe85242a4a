#include "serve/jobs/solve_wish.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gyre/base/error.h>

namespace gyre::serve {
namespace {

// The 3x3x3 has engines of its own, as long as nothing is asked that only the general one can do.
SolveEngine choose_engine(const SolveWish& wish) {
  const char* general = !wish.moves.empty()    ? "moves"
                        : wish.min_length != 0 ? "min_length"
                        : !wish.ignore.empty() ? "ignore"
                                               : nullptr;
  const bool is_cube = wish.puzzle->holding() != nullptr;
  if (wish.engine_word == "general") return SolveEngine::general;
  if (wish.engine_word == "two-phase") {
    if (!is_cube) {
      throw Error(
          fmt::format("'engine' two-phase is for the 3x3x3, not for {} (right would be "
                      "auto)",
                      wish.puzzle->definition().name()));
    }
    if (general != nullptr) {
      throw Error(fmt::format("'{}' is for the engine general, not for two-phase", general));
    }
    return SolveEngine::two_phase;
  }
  if (!is_cube || general != nullptr) return SolveEngine::general;
  return wish.engine_word == "optimal" || wish.all ? SolveEngine::optimal : SolveEngine::two_phase;
}

}  // namespace

std::string_view to_string(SolveEngine engine) noexcept {
  switch (engine) {
    case SolveEngine::two_phase:
      return "two-phase";
    case SolveEngine::optimal:
      return "optimal";
    case SolveEngine::general:
      return "general";
  }
  return "";
}

SolveWish read_solve_wish(RequestFields& fields, PuzzleShelf& shelf) {
  constexpr int kMostLength = 1'000;
  SolveWish wish;
  wish.puzzle = shelf.find(fields);
  wish.metric = read_metric(fields);
  wish.moves = fields.text("moves", "");
  wish.engine_word = fields.word("engine", {"auto", "two-phase", "optimal", "general"}, "auto");
  wish.number = static_cast<int>(fields.integer("number", 1, 1'000'000).value_or(1));
  wish.all = fields.flag("all");
  wish.seconds = fields.number("seconds", 0, 1e9);
  wish.target = static_cast<int>(fields.integer("target", 0, 40).value_or(0));
  wish.min_length = static_cast<int>(fields.integer("min_length", 0, kMostLength).value_or(0));
  if (const auto most = fields.integer("max_length", 0, kMostLength)) {
    wish.max_length = static_cast<int>(*most);
  }
  wish.goal = fields.text("goal");
  wish.ignore = fields.texts("ignore", 10'000);
  wish.inverse = fields.flag("inverse");
  if (wish.all && wish.number > 1) {
    throw Error("'number' and 'all' exclude each other");
  }
  if (wish.max_length && wish.min_length > *wish.max_length) {
    throw Error("'min_length' is greater than 'max_length'");
  }
  wish.engine = choose_engine(wish);
  if (wish.target != 0 && wish.engine != SolveEngine::two_phase) {
    throw Error(
        fmt::format("'target' is for the engine two-phase, and this takes {}, whose solutions are "
                    "the shortest",
                    to_string(wish.engine)));
  }
  return wish;
}

CommandLine solve_command(const SolveWish& wish) {
  CommandLine line("solve");
  if (wish.puzzle->option() != "3x3x3") line.option("-p", wish.puzzle->option());
  if (wish.metric != kUsualMetric) line.option("--metric", to_string(wish.metric));
  line.option("--moves", wish.moves);
  line.option("--ignore", fmt::format("{}", fmt::join(wish.ignore, ",")));
  const bool is_cube = wish.puzzle->holding() != nullptr;
  line.flag("--optimal", wish.engine == SolveEngine::optimal && !wish.all);
  if (is_cube && wish.engine_word == "general") line.option("--engine", "general");
  if (wish.number > 1) line.option("-n", fmt::format("{}", wish.number));
  line.flag("--all", wish.all);
  if (wish.seconds) line.option("--time", fmt::format("{}", *wish.seconds));
  if (wish.target != 0) line.option("--target", fmt::format("{}", wish.target));
  if (wish.min_length != 0) line.option("--min-length", fmt::format("{}", wish.min_length));
  if (wish.max_length) line.option("--max-length", fmt::format("{}", *wish.max_length));
  line.option("--to", wish.goal.value_or(""));
  line.flag("--inverse", wish.inverse);
  return line;
}

}  // namespace gyre::serve
