// Any position of any puzzle within a time: some solution at once, shorter ones along a chain of
// phases until the time is over, and beside both the search that proves the least length, whose
// answer is taken if it ends in time. Decides in which order these work and what their answers
// come to; whoever asks for one position of one solver gets one result.
#pragma once

#include "front/solve/engine_source.h"
#include "general/words/word_solver.h"

#include <gyre/general/solver.h>

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gyre {

struct AnyPositionLimits {
  double seconds = 10;
  int target = 0;  // short enough
};

struct AnyPositionResult {
  SolveResult result;       // one solution at most; proved: the lower bound
  std::vector<int> phases;  // how many moves each took; empty if the solution is not of that kind
};

// What solves any position of one definition; made when it is first needed, since easy positions
// need neither words nor phases. From any thread.
class AnyPositionTools {
 public:
  // Keeps a reference to the source.
  AnyPositionTools(EngineSource& engines, PuzzleDefinition definition, MoveSet moves);

  [[nodiscard]] const PuzzleDefinition& definition() const noexcept { return definition_; }
  [[nodiscard]] const MoveSet& moves() const noexcept { return moves_; }
  // Null where the group cannot be ordered, or if it is stopped.
  [[nodiscard]] std::shared_ptr<const WordSolver> words(const std::stop_token& stop);
  // Null where there is no chain of phases, or no memory for it, or if it is stopped.
  [[nodiscard]] std::shared_ptr<const PhaseEngine> phases(const EngineCaller& caller);

 private:
  // Whoever waits for what another makes can be stopped: then it owns no lock.
  [[nodiscard]] std::unique_lock<std::timed_mutex> wait(const std::stop_token& stop);

  EngineSource& engines_;
  PuzzleDefinition definition_;
  MoveSet moves_;
  std::timed_mutex mutex_;  // of the next three
  bool words_tried_ = false;
  std::shared_ptr<const WordSolver> words_;
  std::shared_ptr<const PhaseEngine> phases_;
};

// solver: that proves; of the same definition and moves as the tools. hooks.solution is told of
// each solution that is shorter than all before.
[[nodiscard]] AnyPositionResult solve_any_position(AnyPositionTools& tools, const Solver& solver,
                                                   std::span<const State> starts,
                                                   const AnyPositionLimits& limits,
                                                   const SolveHooks& hooks,
                                                   const EngineCaller& caller);

}  // namespace gyre
