// gyre solve from its positions to what is printed: one position on all threads, told as it goes;
// or a stream of them, answered in order; Ctrl-C; the picture. Which engine answers, and how, is
// front's.
#pragma once

#include "command.h"
#include "interrupt.h"
#include "position_stream.h"
#include "solve_lines.h"

#include "front/solve/own_engines.h"
#include "front/solve/solving.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace gyre::cli {

struct SolveOptions {
  CommonOptions common;
  std::vector<std::string> positions;
  SolveQuestion question;              // without the puzzle
  std::optional<std::string> picture;  // the file
  std::string keep_tables = "auto";    // yes, no
};

class SolveSession {
 public:
  // Keeps references. Throws Error for options that cannot be met.
  explicit SolveSession(const SolveOptions& options);

  // Status: 1 if a position has no solution, or fewer than were asked for.
  [[nodiscard]] int run();

 private:
  struct Lines {
    std::string text;
    SolveAnswer answer;
  };

  // Whether all that comes before a position has been printed.
  using Turn = std::function<bool()>;

  void read_first();
  void make_engines();
  void prepare();
  [[nodiscard]] int answer_single() const;
  [[nodiscard]] SolveCall call_for(const PendingPosition& pending, const std::stop_token& stop,
                                   const Turn& has_turn, bool& told, std::string& text) const;
  [[nodiscard]] int answer_stream();
  // Nothing if it was stopped before there was a solution.
  [[nodiscard]] std::optional<Lines> answer(const PendingPosition& pending,
                                            const std::stop_token& stop,
                                            const Turn& has_turn) const;
  [[nodiscard]] AskedPosition take(const PendingPosition& pending) const;
  // What `work` throws, with the place of the position.
  template <class Work>
  auto at(const PendingPosition& pending, const Work& work) const;
  void draw(const PendingPosition& pending, const SolveAnswer& answer) const;

  const SolveOptions& options_;
  SolveQuestion question_;
  Interrupt interrupt_;
  std::unique_ptr<PositionStream> positions_;
  std::vector<PendingPosition> first_;  // that have been read to see how many there are
  bool single_ = false;                 // the only position there is
  std::unique_ptr<EngineSource> engines_;
  std::unique_ptr<Solving> solving_;
  std::unique_ptr<const SolveLines> lines_;
  bool is_watched_;  // by a person
};

}  // namespace gyre::cli
