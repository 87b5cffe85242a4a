// What the fronts of the 3x3x3's own engines share (solve_two_phase.cpp, solve_optimal.cpp): where
// the positions come from, how each is held and what it is led to, the replay on the definition,
// answers in the order of a stream, Ctrl-C. How a position is solved, and what is said about it, is
// left to the engine.
#pragma once

#include "command.h"
#include "interrupt.h"
#include "position_stream.h"
#include "solve_options.h"

#include "cube3/core/held.h"
#include "front/cube_question.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace gyre::cli {

// One position on its way to an engine.
struct CubeTask {
  const PendingPosition& pending;
  CubeQuestion question;
};

// What there is to print about one position.
struct CubeAnswer {
  std::string text;    // whole lines
  bool found = false;  // in time and within the length
  int length = 0;      // of the shortest
  // For a picture.
  std::string moves;
  Scramble position;
};

class CubeSession {
 public:
  // Nothing if it was stopped before there was an answer.
  using Engine = std::function<std::optional<CubeAnswer>(const CubeTask&, const std::stop_token&)>;

  // Keeps references. Throws Error for options that cannot be met.
  CubeSession(const SolveOptions& options, const PuzzleDefinition& definition);

  // One position, given as an argument or alone in a file. Standard input is a stream: whether a
  // second line comes cannot be waited for.
  [[nodiscard]] bool single() const noexcept { return single_; }
  // Whether there may be thousands.
  [[nodiscard]] bool many() const noexcept;
  [[nodiscard]] const Interrupt& interrupt() const noexcept { return interrupt_; }

  // The status of `work`, or that of an interrupted program; then its Errors do not count.
  [[nodiscard]] int run(const std::function<int()>& work) const;
  // Reads the first position, where there is one already, so that an error in it is seen before
  // long preparations. Throws Error with the place, also for a cube that cannot be solved.
  void check_first() const;
  // The single position. Throws Error with the place.
  [[nodiscard]] std::optional<CubeAnswer> answer_single(const Engine& engine) const;
  // The others, on so many threads (0: all). The note at the end says of how many there was no
  // solution, and `missed` of what kind: "of 20 moves or fewer". Status 1 if there were such.
  [[nodiscard]] int answer_stream(const Engine& engine, int threads, const std::string& missed);

  // A solution as it is to be printed, after its replay.
  [[nodiscard]] std::string finished(const CubeTask& task,
                                     const std::vector<cube3::FaceTurn>& solution) const;
  // A line of text. Where a position may have several, each names it.
  [[nodiscard]] std::string text_line(const CubeTask& task, const std::string& text,
                                      bool several) const;
  // How every JSON object about a position begins.
  [[nodiscard]] static Json json_head(const CubeTask& task);
  // The position as a picture, its solution below, if that was asked for.
  void draw(const CubeAnswer& answer) const;

 private:
  void read_goal();
  [[nodiscard]] std::optional<CubeAnswer> answer(const PendingPosition& pending,
                                                 const Engine& engine,
                                                 const std::stop_token& stop) const;

  const SolveOptions& options_;
  cube3::Holding holding_;
  Interrupt interrupt_;
  PositionStream positions_;
  std::vector<PendingPosition> first_;  // that have been read to see whether there are several
  bool single_ = false;
  CubeGoal goal_;
};

}  // namespace gyre::cli
