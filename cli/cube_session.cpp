#include "cube_session.h"

#include "drawing.h"
#include "ordered.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <unistd.h>
#include <nlohmann/json.hpp>
#include "base/seconds.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace gyre::cli {
namespace {

std::vector<std::string> arguments_of(const SolveOptions& options) {
  if (!options.positions.empty()) return options.positions;
  if (isatty(STDIN_FILENO) != 0) {
    throw Error(
        "no position was given (right would be gyre solve \"R U F\", or - to type one a "
        "line)");
  }
  return {"-"};
}

// What a stream came to, for the note at its end.
struct Summary {
  std::uint64_t found = 0;
  std::uint64_t missed = 0;
  std::uint64_t moves = 0;
};

}  // namespace

CubeSession::CubeSession(const SolveOptions& options, const PuzzleDefinition& definition)
    : options_(options), holding_(definition), positions_(definition, arguments_of(options)) {
  if (!options.goals.empty()) read_goal();
  const bool stream = positions_.reads_stdin();
  while (!stream && first_.size() < 2) {
    std::optional<PendingPosition> position = positions_.next();
    if (!position) break;
    first_.push_back(std::move(*position));
  }
  if (!stream && first_.empty()) throw Error("no position was given");
  single_ = !stream && first_.size() == 1;
  if (options.picture && !single_) {
    throw Error("--draw makes a picture of one position: give one as an argument or in a file");
  }
}

bool CubeSession::many() const noexcept {
  return !single_ && (positions_.reads_stdin() || positions_.reads_files());
}

void CubeSession::read_goal() {
  try {
    goal_ = CubeGoal(holding_, options_.goals[0]);
  } catch (const Error& error) {
    throw Error(fmt::format("--to: {}", error.what()));
  }
}

int CubeSession::run(const std::function<int()>& work) const {
  int status = 0;
  try {
    status = work();
  } catch (const Error&) {
    if (!interrupt_.happened()) throw;
  }
  return interrupt_.happened() ? interrupt_.status() : status;
}

std::optional<CubeAnswer> CubeSession::answer(const PendingPosition& pending, const Engine& engine,
                                              const std::stop_token& stop) const {
  // Errors of reading have the place.
  Scramble position =
      pending.position ? *pending.position : holding_.read(pending.text, pending.source);
  try {
    return engine({pending, CubeQuestion(holding_, std::move(position), goal_)}, stop);
  } catch (const Error& error) {
    throw Error(single_ && !pending.has_line ? error.message()
                                             : pending.prefix() + error.message());
  }
}

void CubeSession::check_first() const {
  if (first_.empty()) return;
  const auto check = [](const CubeTask& task,
                        const std::stop_token& /*stop*/) -> std::optional<CubeAnswer> {
    require_possible(task.question.cube());
    return std::nullopt;
  };
  (void)answer(first_[0], check, interrupt_.token());
}

std::optional<CubeAnswer> CubeSession::answer_single(const Engine& engine) const {
  return answer(first_.at(0), engine, interrupt_.token());
}

int CubeSession::answer_stream(const Engine& engine, int threads, const std::string& missed) {
  const auto begun = std::chrono::steady_clock::now();
  Summary summary;
  using Work = OrderedWork<PendingPosition, CubeAnswer>;
  Work::Hooks hooks;
  hooks.work = [&](PendingPosition& position, const std::stop_token& stop) {
    return answer(position, engine, stop);
  };
  hooks.emit = [&](const CubeAnswer& answer) {
    out(answer.text);
    ++(answer.found ? summary.found : summary.missed);
    if (answer.found) summary.moves += static_cast<std::uint64_t>(answer.length);
  };
  hooks.flush = [] { flush(); };
  hooks.ended = [&] { positions_.cancel(); };
  Work work(threads, hooks);
  const std::stop_callback on_interrupt(interrupt_.token(), [&] { work.stop(); });
  const auto add = [&](PendingPosition position) {
    const std::size_t bytes = position.text.size();
    return work.add(std::move(position), bytes);
  };
  bool wanted = true;
  for (PendingPosition& position : first_) wanted = wanted && add(std::move(position));
  // A fault of the input comes after the answers to what was read before it.
  std::exception_ptr fault;
  try {
    while (wanted) {
      std::optional<PendingPosition> position = positions_.next();
      wanted = position && add(std::move(*position));
    }
  } catch (const Error&) {
    fault = std::current_exception();
  }
  work.finish();
  if (fault) std::rethrow_exception(fault);
  if (!options_.common.quiet && !options_.common.json) {
    const double passed = seconds_since(begun);
    const auto all = static_cast<double>(std::max<std::uint64_t>(1, summary.found));
    note(fmt::format("{}{} solved, {:.2f} moves on average, {:.3f} s{}",
                     interrupt_.happened() ? "interrupted: " : "", summary.found,
                     static_cast<double>(summary.moves) / all, passed,
                     summary.missed == 0
                         ? ""
                         : fmt::format("; {} without a solution {}", summary.missed, missed)));
  }
  return summary.missed == 0 ? 0 : 1;
}

std::string CubeSession::finished(const CubeTask& task,
                                  const std::vector<cube3::FaceTurn>& solution) const {
  return task.question.answer(solution, options_.inverse);
}

std::string CubeSession::text_line(const CubeTask& task, const std::string& text,
                                   bool several) const {
  return (!single_ && several ? task.pending.name + ": " : "") + text + "\n";
}

Json CubeSession::json_head(const CubeTask& task) {
  Json line{{"name", task.pending.name}};
  if (task.pending.has_line) line["line"] = task.pending.source.line;
  return line;
}

void CubeSession::draw(const CubeAnswer& answer) const {
  if (!options_.picture || !answer.found) return;
  const DrawablePuzzle puzzle = drawable_puzzle(options_.common);
  DrawOptions draw;
  draw.title = fmt::format("{}, solved by {}", puzzle.definition.name(), answer.moves);
  draw.caption = answer.moves;
  write_picture(*options_.picture, puzzle.svg(puzzle.place(answer.position), draw));
}

}  // namespace gyre::cli
