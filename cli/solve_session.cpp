#include "solve_session.h"

#include "cube_tables.h"
#include "drawing.h"
#include "ordered.h"
#include "progress.h"

#include "general/solve/checkpoint.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <unistd.h>
#include "base/no_thread.h"
#include "base/seconds.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace gyre::cli {
namespace {

std::vector<std::string> arguments_of(const SolveOptions& options) {
  if (!options.positions.empty()) return options.positions;
  if (isatty(STDIN_FILENO) != 0) {
    throw Error("no position was given (expected gyre solve \"R U F\", or - to type one a line)");
  }
  return {"-"};
}

SolveQuestion question_of(const SolveOptions& options) {
  SolveQuestion question = options.question;
  question.puzzle = std::make_shared<const AskedPuzzle>(options.common.wish(), kOptionSpelling);
  question.metric = options.common.metric();
  question.moves = options.common.moves;
  question.spelling = kOptionSpelling;
  return question;
}

// What a stream came to, for the note at its end.
struct StreamSummary {
  std::uint64_t found = 0;
  std::uint64_t missed = 0;
  std::uint64_t moves = 0;
};

}  // namespace

SolveSession::SolveSession(const SolveOptions& options)
    : options_(options),
      question_(question_of(options)),
      is_watched_(!options.common.quiet && !options.common.json && isatty(STDERR_FILENO) != 0) {
  (void)choose_engine(question_);
  positions_ =
      std::make_unique<PositionStream>(question_.puzzle->forms().plain(), arguments_of(options));
  make_engines();
  solving_ = make_solving(question_, *engines_);
  read_first();
  lines_ = std::make_unique<const SolveLines>(*solving_, options.common.json, single_);
}

void SolveSession::make_engines() {
  const CommonOptions& common = options_.common;
  OwnEngineOptions wish;
  if (options_.keep_tables != "no") wish.store = common.store();
  wish.keep_tables = options_.keep_tables;
  wish.memory_bytes = common.memory_bytes();
  wish.memory_given = common.memory_given;
  wish.build = question_.build;
  wish.verify = !question_.no_verify;
  // Many cubes are worth a copy in huge pages.
  wish.copy = positions_->reads_stdin() || positions_->reads_files();
  wish.threads = common.threads;
  wish.limit_name = fmt::format("--memory {} allows", common.memory);
  engines_ = std::make_unique<OwnEngines>(std::move(wish));
}

void SolveSession::read_first() {
  // How many there are tells how big tables may be. Standard input is a stream: whether a second
  // line comes cannot be waited for.
  constexpr std::size_t kLookAhead = 100;
  const bool is_stream = positions_->reads_stdin();
  while (!is_stream && first_.size() < kLookAhead) {
    std::optional<PendingPosition> position = positions_->next();
    if (!position) break;
    first_.push_back(std::move(*position));
  }
  if (!is_stream && first_.empty()) throw Error("no position was given");
  single_ = !is_stream && first_.size() == 1;
  if (!single_ && options_.picture) {
    throw Error("--draw makes a picture of one position: give one as an argument or in a file");
  }
  if (question_.checkpoint.empty()) return;
  if (!single_) {
    throw Error("--checkpoint is for one position: give one as an argument or in a file");
  }
  check_checkpoint_path(question_.checkpoint);
}

template <class Work>
auto SolveSession::at(const PendingPosition& pending, const Work& work) const {
  try {
    return work();
  } catch (const NoThread&) {
    throw;  // it is not about the position
  } catch (const Error& error) {
    throw Error(single_ && !pending.has_line ? error.message()
                                             : pending.prefix() + error.message());
  }
}

AskedPosition SolveSession::take(const PendingPosition& pending) const {
  // Errors of reading have the place.
  Scramble read =
      pending.position ? *pending.position : solving_->read_text(pending.text, pending.source);
  return at(pending, [&] { return solving_->take(std::move(read)); });
}

void SolveSession::prepare() {
  // An error in the first position is seen before long preparations, and nothing is said before it.
  if (!first_.empty()) {
    answer_position(first_[0], options_.common.json, [&] {
      const AskedPosition position = take(first_[0]);
      at(first_[0], [&] { solving_->check(position); });
    });
  }
  const CommonOptions& common = options_.common;
  constexpr double kStream = 10;
  solving_->prepare(caller_of(common, interrupt_.token()),
                    positions_->reads_stdin() ? kStream : static_cast<double>(first_.size()));
  const std::string about = solving_->about_engine();
  const bool is_said = is_watched_ || (!solving_->table().empty() && !common.quiet && !common.json);
  if (is_said && !about.empty()) note(about);
}

SolveCall SolveSession::call_for(const PendingPosition& pending, const std::stop_token& stop,
                                 const Turn& has_turn, bool& told, std::string& text) const {
  const bool json = options_.common.json;
  SolveCall call;
  call.is_alone = single_;
  call.stop = stop;
  // What is said of a position of a stream waits for its turn, and no longer.
  const auto print = [this, has_turn, &text](const std::string& line) {
    text += line;
    if (!has_turn()) return;
    if (is_watched_) clear_bar();
    out(std::exchange(text, {}));
    flush();
  };
  if (question_.all_shorter) {
    call.events.solution = [=, this, &pending, &told](const SolutionEvent& event) {
      print(lines_->improvement(pending, event.solution));
      told = true;
    };
  } else if (single_ && !json && solving_->tells_answers()) {
    call.events.solution = [=, this, &pending, &told](const SolutionEvent& event) {
      print(lines_->text(pending, event.solution.moves));
      told = true;
    };
  }
  if (!options_.common.quiet) {
    call.events.note = [watched = is_watched_ && single_](const std::string& sentence) {
      if (watched) clear_bar();
      note(sentence);
    };
  }
  call.events.warning = caller_of(options_.common, stop).warning;
  if (!single_) return call;
  call.events.progress = progress_callback(options_.common);
  if (is_watched_) {
    call.events.length = [](const SolvedLength& length) {
      constexpr double kWorthALine = 0.1;
      if (length.seconds < kWorthALine) return;
      clear_bar();
      note(sentence_of(length));
    };
  }
  return call;
}

std::optional<SolveSession::Lines> SolveSession::answer(const PendingPosition& pending,
                                                        const std::stop_token& stop,
                                                        const Turn& has_turn) const {
  const AskedPosition position = take(pending);
  Lines lines;
  bool told = false;
  const SolveCall call = call_for(pending, stop, has_turn, told, lines.text);
  lines.answer = at(pending, [&] { return solving_->solve(position, call); });
  const bool is_cut_off = !lines.answer.found() && lines.answer.end == SearchEnd::stopped;
  if (is_cut_off && !single_) return std::nullopt;
  lines.text += lines_->answer(pending, lines.answer, told);
  return lines;
}

int SolveSession::run() {
  int status = 0;
  try {
    prepare();
    status = single_ ? answer_single() : answer_stream();
    // It comes last: an error stands alone.
    if (is_watched_ && !interrupt_.happened() && !solving_->has_best_tables()) {
      note(
          "gyre table build two-phase makes solutions shorter: it stores tables that solve uses "
          "from then on");
    }
  } catch (const Error&) {
    if (!interrupt_.happened()) throw;
  }
  return interrupt_.happened() ? interrupt_.status() : status;
}

int SolveSession::answer_single() const {
  const PendingPosition& pending = first_[0];
  const Lines lines = answer_position(pending, options_.common.json, [&] {
    return answer(pending, interrupt_.token(), [] { return true; }).value();
  });
  const SolveAnswer& answer = lines.answer;
  if (is_watched_) clear_bar();
  out(lines.text);
  flush();
  if (!options_.common.json && !answer.complete) {
    note("gyre: " + answer.note);
  } else if (!options_.common.json && !options_.common.quiet) {
    note(summary(*solving_, answer));
  }
  if (options_.picture && answer.found()) draw(pending, answer);
  return answer.complete ? 0 : 1;
}

int SolveSession::answer_stream() {
  const auto begun = std::chrono::steady_clock::now();
  StreamSummary sum;
  bool all_complete = true;
  using Work = OrderedWork<PendingPosition, Lines>;
  Work::Hooks hooks;
  Work* stream = nullptr;  // set before there is anything to do
  hooks.work = [&](PendingPosition& position, const std::stop_token& stop) {
    const Turn has_turn = [&] { return stream->is_next(position); };
    return answer_position(position, options_.common.json,
                           [&] { return answer(position, stop, has_turn); });
  };
  hooks.emit = [&](const Lines& lines) {
    out(lines.text);
    const SolveAnswer& answer = lines.answer;
    ++(answer.found() ? sum.found : sum.missed);
    if (answer.found()) sum.moves += static_cast<std::uint64_t>(answer.solutions[0].length);
    all_complete = all_complete && answer.complete;
  };
  hooks.flush = [] { flush(); };
  hooks.ended = [&] { positions_->cancel(); };
  hooks.one_by_one = question_.all_shorter;
  Work work(solving_->at_once(), hooks);
  stream = &work;
  const std::stop_callback on_interrupt(interrupt_.token(), [&] { work.stop(); });
  bool wanted = true;
  const auto add = [&](PendingPosition position) {
    const std::size_t bytes = position.text.size();
    return work.add(std::move(position), bytes);
  };
  for (PendingPosition& position : first_) {
    wanted = wanted && add(std::move(position));
  }
  // An error of reading comes after the answers to what was read before it.
  std::exception_ptr fault;
  try {
    while (wanted) {
      std::optional<PendingPosition> position = positions_->next();
      wanted = position && add(std::move(*position));
    }
  } catch (const Error&) {
    fault = std::current_exception();
  }
  work.finish();
  if (fault) std::rethrow_exception(fault);
  if (!options_.common.quiet && !options_.common.json) {
    const double passed = seconds_since(begun);
    const auto all = static_cast<double>(std::max<std::uint64_t>(1, sum.found));
    const std::string kind = solving_->kind_of_missed();
    note(fmt::format("{}{} solved, {:.2f} moves on average, {:.3f} s{}",
                     interrupt_.happened() ? "interrupted: " : "", sum.found,
                     static_cast<double>(sum.moves) / all, passed,
                     sum.missed == 0 ? ""
                                     : fmt::format("; {} without a solution{}{}", sum.missed,
                                                   kind.empty() ? "" : " ", kind)));
  }
  return all_complete ? 0 : 1;
}

void SolveSession::draw(const PendingPosition& pending, const SolveAnswer& answer) const {
  const DrawablePuzzle puzzle = drawable_puzzle(options_.common);
  const std::string& moves = answer.solutions[0].moves;
  DrawOptions draw;
  draw.title = fmt::format("{}, solved by {}", puzzle.definition.name(), moves);
  draw.caption = moves;
  write_picture(*options_.picture, puzzle.svg(puzzle.place(take(pending).given()), draw));
}

}  // namespace gyre::cli
