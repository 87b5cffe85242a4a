// A question on its way to the engine that answers it: positions go in, one after the other or
// many at a time, and typed answers and events come out. What is told has been replayed on the
// definition. Decides the limits of each engine and what a result proves; whoever asks prints.
#pragma once

#include "front/solve/cube_question.h"
#include "front/solve/engine_source.h"
#include "front/solve/solve_question.h"
#include "front/solve/words.h"

#include <gyre/base/progress.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

struct FoundSolution {
  std::string moves;     // as they are shown
  int length = 0;        // in the question's metric
  std::size_t goal = 0;  // of several, which it leads to
};

// One length that was searched completely.
struct SolvedLength {
  int length = 0;
  std::uint64_t solutions = 0;  // found so far
  std::uint64_t nodes = 0;
  std::uint64_t probes = 0;  // of a table; 0 where that is not counted
  double seconds = 0;
  double least_seconds = 0;  // for the next one, as a range; 0 while too little is known
  double most_seconds = 0;
};

// What became of one position.
struct SolveAnswer {
  std::vector<FoundSolution> solutions;  // the shortest first
  SearchEnd end = SearchEnd::none;
  // No shorter one than the first exists; or proved that there is none.
  bool optimal = false;
  // It has as many as were asked for, as far as the engine promises that.
  bool complete = false;
  // Every solution that is not listed is at least so long, as far as the engine proves.
  std::optional<int> proved;
  std::string note;  // why there is none, or fewer than were asked for
  double seconds = 0;
  std::uint64_t nodes = 0;
  std::uint64_t probes = 0;
  std::vector<SolvedLength> lengths;
  std::vector<int> phases;  // how many moves of the first solution each phase took

  [[nodiscard]] bool found() const noexcept { return !solutions.empty(); }
};

// A solution that is told before the answer is complete.
struct SolutionEvent {
  FoundSolution solution;
  bool optimal = false;
  double seconds = 0;
  std::uint64_t nodes = 0;
};

// All may be empty. Called from any thread, for one position one call at a time.
struct SolveEvents {
  std::function<void(const SolutionEvent&)> solution;
  std::function<void(const SolvedLength&)> length;
  ProgressCallback progress;
  std::function<void(const std::string&)> note;
  std::function<void(const std::string&)> warning;  // a note about something that is wrong
};

// How one position is to be worked on.
struct SolveCall {
  // It has all threads, and a second to be improved in if nothing was said about time; otherwise it
  // is one of many.
  bool is_alone = true;
  // Short solutions that are quickly found are told while a proof takes its time.
  bool tells_short_ones = false;
  SolveEvents events;
  std::stop_token stop;
  std::shared_ptr<PauseSwitch> pause;
  // If there is one, a good solution is the answer, and a better one is looked for only while
  // nobody waits for the thread: it runs the work with a token that says so.
  std::function<void(const std::function<void(const std::stop_token&)>&)> leisure;
};

// Who has further engines made for this position.
[[nodiscard]] EngineCaller caller_of(const SolveCall& call);

// A position as the engine takes it; refers to the Solving that made it.
struct AskedPosition {
  std::optional<CubeQuestion> cube;  // for the 3x3x3's own engines
  Scramble any;                      // for the general one

  // This is one of the puzzle before pieces were ignored.
  [[nodiscard]] const Scramble& given() const noexcept { return cube ? cube->position() : any; }
};

// One question. prepare() comes first; then from any thread.
class Solving {
 public:
  explicit Solving(SolveQuestion question) : question_(std::move(question)) {}
  virtual ~Solving() = default;
  Solving(const Solving&) = delete;
  Solving& operator=(const Solving&) = delete;

  [[nodiscard]] const SolveQuestion& question() const noexcept { return question_; }
  [[nodiscard]] virtual SolveEngine engine() const noexcept = 0;
  // Gets the engine; may take long, and throws Error. Before it, only the positions can be read.
  // expected_positions: about how many will come.
  virtual void prepare(const EngineCaller& caller, double expected_positions = 1) = 0;
  // Throws Error for a text that is no position, with the place.
  [[nodiscard]] Scramble read_text(std::string_view text, const AlgSource& source = {}) const {
    return question_.puzzle->forms().read_plain(text, source);
  }
  // Throws Error for one that is held in a way that the engine does not understand.
  [[nodiscard]] virtual AskedPosition take(Scramble position) const = 0;
  [[nodiscard]] AskedPosition read(std::string_view text, const AlgSource& source = {}) const {
    return take(read_text(text, source));
  }
  // Throws Error for one that cannot be solved, as far as that is seen at once.
  virtual void check(const AskedPosition& position) const = 0;
  // Throws Error for one that cannot be solved.
  [[nodiscard]] virtual SolveAnswer solve(const AskedPosition& position,
                                          const SolveCall& call) const = 0;
  // How many of many positions are solved at once.
  [[nodiscard]] virtual int at_once() const = 0;
  // What is known about the engine, for a person to read beforehand; empty: nothing.
  [[nodiscard]] virtual std::string about_engine() const { return ""; }
  // The table whose entries prove the answers; empty if there is none.
  [[nodiscard]] virtual std::string table() const { return ""; }
  // False if better tables could be made.
  [[nodiscard]] virtual bool has_best_tables() const { return true; }
  // Whether each solution that is told is one of the answer's: nothing better replaces it.
  [[nodiscard]] virtual bool tells_answers() const { return false; }
  // Whether a good solution is there within milliseconds, and only gets better with time.
  [[nodiscard]] virtual bool is_instant() const { return false; }
  // Whether `proved` is a lower bound for a solution that may be longer, made in
  // SolveAnswer::phases.
  [[nodiscard]] virtual bool gives_bounds() const { return false; }
  // Whether SolveAnswer::nodes is the whole work, for a person to compare.
  [[nodiscard]] virtual bool counts_work() const { return false; }
  // What it is among the engines that its source keeps.
  [[nodiscard]] virtual const void* engine_object() const = 0;
  // The kind of which no solution was found, for the note at the end of many: "of 20 moves or
  // fewer".
  [[nodiscard]] virtual std::string kind_of_missed() const = 0;

 protected:
  SolveQuestion question_;
};

// With the engine that fits. Throws Error for what does not go together, and for a goal that is
// none. Keeps a reference.
[[nodiscard]] std::unique_ptr<Solving> make_solving(const SolveQuestion& question,
                                                    EngineSource& engines);

// Whether a target is limit enough, because every position reaches it.
[[nodiscard]] bool reaches_target(const SolveQuestion& question);

// What a question asks of the general engine.
[[nodiscard]] SolveLimits solve_limits(const SolveQuestion& question);

// Each engine is in a file of its own.
[[nodiscard]] std::unique_ptr<Solving> make_two_phase_solving(const SolveQuestion& question,
                                                              EngineSource& engines);
[[nodiscard]] std::unique_ptr<Solving> make_optimal_solving(const SolveQuestion& question,
                                                            EngineSource& engines);
[[nodiscard]] std::unique_ptr<Solving> make_easy_first_solving(const SolveQuestion& question,
                                                               EngineSource& engines);
[[nodiscard]] std::unique_ptr<Solving> make_beam_solving(const SolveQuestion& question,
                                                         EngineSource& engines);
// Where the goal is a subgroup.
[[nodiscard]] std::unique_ptr<Solving> make_subgroup_solving(const SolveQuestion& question,
                                                             EngineSource& engines);
// This one proves, or keeps to a time (SolveEngine::phases).
[[nodiscard]] std::unique_ptr<Solving> make_general_solving(const SolveQuestion& question,
                                                            EngineSource& engines);

}  // namespace gyre
