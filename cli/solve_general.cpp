// gyre solve through the general engine: optimal solutions of any puzzle, one position after the
// other, each on all threads. What is printed has been replayed on the definition.
#include "drawing.h"
#include "interrupt.h"
#include "position_stream.h"
#include "positions.h"
#include "progress.h"
#include "solve_options.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <unistd.h>
#include <nlohmann/json.hpp>
#include "base/memory.h"
#include "front/general_solving.h"
#include "front/search_end.h"
#include "general/solve/checkpoint.h"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace gyre::cli {
namespace {

std::vector<State> read_goals(const SolveOptions& options, const PuzzleDefinition& definition,
                              const PositionForms& forms) {
  std::vector<State> goals;
  for (const std::string& goal : options.goals) {
    try {
      goals.push_back(hold(definition, forms.read(goal)).state);
    } catch (const Error& error) {
      throw Error(fmt::format("--to: {}", error.what()));
    }
  }
  const bool alike = !definition.invertible();
  if (options.any_hold) {
    if (alike) {
      throw Error(
          "--any-hold needs a puzzle whose pieces are all different; give each goal with "
          "--to");
    }
    if (goals.empty()) goals.push_back(definition.solved());
    return hold_any_way(definition, goals);
  }
  if (alike && goals.size() > 1 && (options.number > 1 || options.all)) {
    throw Error("where pieces look alike, -n and --all go with one goal only");
  }
  if (alike && goals.size() > 1 && !options.checkpoint.empty()) {
    throw Error("where pieces look alike, --checkpoint goes with one goal only");
  }
  return goals;
}

SolverOptions solver_options(const SolveOptions& options, double expected_positions) {
  SolverOptions wish;
  wish.memory_bytes = options.common.memory_bytes();
  wish.threads = options.common.threads;
  wish.expected_positions = expected_positions;
  wish.table_depth = options.table_depth;
  wish.store = std::make_shared<const TableStore>(options.common.store());
  wish.warning = [](std::string_view text) { note(fmt::format("gyre: {}", text)); };
  return wish;
}

class GeneralSession {
 public:
  GeneralSession(const SolveOptions& options, const ChosenPuzzle& puzzle, double expected_positions,
                 const Interrupt& interrupt)
      : options_(options),
        forms_(puzzle.definition, puzzle.read_as()),
        solving_(puzzle.definition, options.common.move_set(puzzle.definition),
                 read_goals(options, puzzle.definition, forms_),
                 solver_options(options, expected_positions)),
        interrupt_(interrupt),
        chatty_(!options.common.quiet && !options.common.json && isatty(STDERR_FILENO) != 0) {
    if (chatty_) announce();
  }

  // Status. single: the only position there is.
  int answer(const PendingPosition& pending, bool single) {
    return answer_position(pending, options_.common.json, [&] {
      const Scramble read =
          pending.position ? *pending.position : forms_.read_plain(pending.text, pending.source);
      try {
        return answer(pending, read, single);
      } catch (const Error& error) {
        throw Error(single && !pending.has_line ? error.message()
                                                : pending.prefix() + error.message());
      }
    });
  }

 private:
  void announce() const {
    const SolverPlan plan = solving_.plan();
    note(fmt::format("{} symmetr{}{}; {} positions within {} moves are known{}", plan.symmetries,
                     plan.symmetries == 1 ? "y" : "ies", plan.inverse ? " and inversion" : "",
                     "all", plan.table_depth,
                     plan.complete ? ", and there are no others"
                                   : fmt::format("; tables grow with the search to at most {}",
                                                 size_text(plan.most_bytes))));
  }

  std::string finished(const Solution& solution, const TurnedPosition& position) const {
    return solving_.finished(solution, position, options_.inverse);
  }

  SolveLimits limits() const {
    SolveLimits limits;
    limits.min_length = options_.min_length;
    limits.max_length = options_.max_length.value_or(kMaxSolutionLength);
    limits.number = static_cast<std::uint64_t>(options_.number);
    limits.all_shortest = options_.all;
    limits.random_order = options_.random_order;
    limits.seconds = options_.seconds;
    return limits;
  }

  // A position of forms_.plain().
  int answer(const PendingPosition& pending, const Scramble& scramble, bool single) {
    const TurnedPosition position = solving_.hold_turned(forms_.change(scramble));
    lengths_.clear();
    SolveHooks hooks;
    hooks.stop = interrupt_.token();
    hooks.progress = progress_callback(options_.common);
    hooks.solution = [&](const Solution& solution) {
      if (options_.common.json) return;
      const bool named = !single && (options_.number > 1 || options_.all);
      out((named ? pending.name + ": " : "") + finished(solution, position) + "\n");
      flush();
    };
    hooks.length = [&](const SearchedLength& length) {
      lengths_.push_back(length);
      if (chatty_ && length.seconds >= 1) note(sentence_of(length));
    };
    SolverSearch search;
    if (!options_.checkpoint.empty()) search = checkpointed_search();
    return report(pending, scramble, position, solving_.solve(position, limits(), hooks, search),
                  single);
  }

  static std::string sentence_of(const SearchedLength& length) {
    return fmt::format("length {}: {} positions in {:.1f} s, {:.0f} million a second{}",
                       length.length, grouped(length.nodes), length.seconds,
                       static_cast<double>(length.nodes) / length.seconds / 1e6,
                       length.most_seconds > 0
                           ? fmt::format("; the next length takes {:.0f} to {:.0f} s",
                                         length.least_seconds, length.most_seconds)
                           : "");
  }

  // Goes on from the file if there is one, and leaves none behind when all is found.
  SolverSearch checkpointed_search() const {
    return [this](const Solver& solver, std::span<const State> starts, const SolveLimits& limits,
                  SolveHooks hooks) {
      const std::string key = checkpoint_key(solver, starts, limits);
      const std::optional<SearchCheckpoint> resume = read_checkpoint(options_.checkpoint, key);
      if (resume && !options_.common.quiet) {
        note(fmt::format("going on with length {} of '{}'", resume->length, options_.checkpoint));
      }
      hooks.checkpoint = [&](const SearchCheckpoint& checkpoint) {
        write_checkpoint(options_.checkpoint, key, checkpoint);
      };
      if (resume) {
        for (const Solution& solution : resume->solutions) hooks.solution(solution);
      }
      SolveResult result = solver.solve_any(starts, limits, hooks, resume ? &*resume : nullptr);
      const bool ended =
          result.end == SolveResult::End::found || result.end == SolveResult::End::none;
      if (ended) {
        std::error_code none;
        std::filesystem::remove(options_.checkpoint, none);
      }
      return result;
    };
  }

  // What is known without a solution, or beside fewer than were asked for.
  std::string what_is_known(const SolveResult& result) const {
    const int greatest = options_.max_length.value_or(kMaxSolutionLength);
    const int proved = std::min(result.proved - 1, greatest);
    const bool some = !result.solutions.empty();
    const std::string from = result.optimal ? "" : fmt::format("{} to ", options_.min_length);
    const std::string less =
        proved < options_.min_length
            ? "nothing is proved yet"
            : fmt::format("no {}solution of {}{} moves{} exists", some ? "other " : "", from,
                          proved, from.empty() ? " or fewer" : "");
    return sentence_of_end(result, less);
  }

  int report(const PendingPosition& pending, const Scramble& scramble,
             const TurnedPosition& position, const SolveResult& result, bool single) {
    const bool found = !result.solutions.empty();
    if (options_.common.json) {
      out_line(json(pending, position, result));
    } else if (!found && !single) {
      // A comment: a stream keeps one line a position, and nobody takes it for a solution.
      out("// " + what_is_known(result) + "\n");
    }
    flush();
    if (!options_.common.json && result.end != SolveResult::End::found) {
      if (single) note("gyre: " + what_is_known(result));
    } else if (single && !options_.common.quiet && !options_.common.json) {
      const std::size_t length = result.solutions[0].moves.size();
      const std::string count = result.solutions.size() == 1
                                    ? ""
                                    : fmt::format(" ({} solutions)", result.solutions.size());
      note(fmt::format("{} move{}{}{}, {} looked at, {:.3f} s", length, length == 1 ? "" : "s",
                       result.optimal ? " (optimal)" : "", count, grouped(result.nodes),
                       result.seconds));
    }
    if (found && options_.picture) {
      const DrawablePuzzle puzzle = drawable_puzzle(options_.common);
      DrawOptions draw;
      draw.caption = finished(result.solutions[0], position);
      draw.title = fmt::format("{}, solved by {}", puzzle.definition.name(), draw.caption);
      write_picture(*options_.picture, puzzle.svg(puzzle.place(scramble), draw));
    }
    return found ? 0 : 1;
  }

  Json json(const PendingPosition& pending, const TurnedPosition& position,
            const SolveResult& result) const {
    Json line{{"name", pending.name}};
    if (pending.has_line) line["line"] = pending.source.line;
    const bool found = !result.solutions.empty();
    line["solution"] = nullptr;
    line["length"] = nullptr;
    Json list = Json::array();
    for (const Solution& solution : result.solutions) {
      Json one{{"solution", finished(solution, position)}, {"length", solution.moves.size()}};
      if (solving_.goals().size() > 1 && !options_.any_hold) one["goal"] = solution.start + 1;
      list.push_back(std::move(one));
    }
    if (found) {
      line["solution"] = list[0]["solution"];
      line["length"] = list[0]["length"];
    }
    line["metric"] = options_.common.metric_name;
    // Without a solution: whether it is proved that there is none.
    line["optimal"] = found ? result.optimal : result.end == SolveResult::End::none;
    if (options_.number > 1 || options_.all || options_.goals.size() > 1) line["solutions"] = list;
    if (!found) line["note"] = what_is_known(result);
    line["end"] = word_of_end(result);
    line["proved"] = result.proved;
    line["seconds"] = result.seconds;
    line["nodes"] = result.nodes;
    Json lengths = Json::array();
    for (const SearchedLength& length : lengths_) {
      lengths.push_back(
          {{"length", length.length}, {"nodes", length.nodes}, {"seconds", length.seconds}});
    }
    line["lengths"] = std::move(lengths);
    return line;
  }

  const SolveOptions& options_;
  PositionForms forms_;
  GeneralSolving solving_;
  const Interrupt& interrupt_;
  bool chatty_;                          // a person watches
  std::vector<SearchedLength> lengths_;  // of the present position
};

}  // namespace

int solve_generally(const SolveOptions& options) {
  std::vector<std::string> arguments = options.positions;
  if (arguments.empty()) {
    if (isatty(STDIN_FILENO) != 0) {
      throw Error(
          "no position was given (right would be a sequence of moves, or - to type one a "
          "line)");
    }
    arguments.emplace_back("-");
  }
  const ChosenPuzzle puzzle = options.common.chosen();
  const Interrupt interrupt;
  PositionStream positions(puzzle.read_as(), arguments);
  const std::stop_callback on_interrupt(interrupt.token(), [&] { positions.cancel(); });
  std::vector<PendingPosition> first;
  const bool stream = positions.reads_stdin();
  // How many there are tells how big tables may be.
  constexpr std::size_t kLookAhead = 100;
  while (!stream && first.size() < kLookAhead) {
    std::optional<PendingPosition> position = positions.next();
    if (!position) break;
    first.push_back(std::move(*position));
  }
  if (!stream && first.empty()) throw Error("no position was given");
  const bool single = !stream && first.size() == 1;
  if (!single && options.picture) {
    throw Error("--draw makes a picture of one position: give one as an argument or in a file");
  }
  if (!options.checkpoint.empty()) {
    if (!single) {
      throw Error("--checkpoint is for one position: give one as an argument or in a file");
    }
    check_checkpoint_path(options.checkpoint);
  }
  int status = 0;
  try {
    GeneralSession session(options, puzzle, stream ? 10 : static_cast<double>(first.size()),
                           interrupt);
    for (const PendingPosition& position : first) {
      if (interrupt.happened()) break;
      status = std::max(status, session.answer(position, single));
    }
    while (!single && !interrupt.happened()) {
      const std::optional<PendingPosition> position = positions.next();
      if (!position) break;
      status = std::max(status, session.answer(*position, false));
    }
  } catch (const Error& error) {
    if (!interrupt.happened()) throw;
    note(fmt::format("gyre: {}", error.what()));
  }
  return interrupt.happened() ? interrupt.status() : status;
}

}  // namespace gyre::cli
