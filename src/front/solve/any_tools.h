// What solves any position of one definition: words and phases, made when they are first needed and
// kept for the next position. Decides what becomes of those that cannot be made, or not in time.
#pragma once

#include "front/solve/engine_source.h"
#include "general/words/word_solver.h"

#include <memory>
#include <mutex>
#include <stop_token>

namespace gyre {

// Any thread may ask it.
class AnyPositionTools {
 public:
  // Keeps a reference to the source. sharing: so many will be made, which share the memory.
  AnyPositionTools(EngineSource& engines, PuzzleDefinition definition, MoveSet moves,
                   int sharing = 1);

  [[nodiscard]] const PuzzleDefinition& definition() const noexcept { return definition_; }
  [[nodiscard]] const MoveSet& moves() const noexcept { return moves_; }
  // Of one search; 0: all.
  [[nodiscard]] int threads() const noexcept { return engines_.threads(); }
  // Gives null where the group cannot be ordered, or if stopped.
  [[nodiscard]] std::shared_ptr<const WordSolver> words(const std::stop_token& stop);
  // Gives null where there is no chain of phases, no memory for it, or if it is not ready after so
  // many seconds, six times as many where its tables are being made: then the caller is told why,
  // once, and it is not tried again. Also if stopped.
  [[nodiscard]] std::shared_ptr<const PhaseEngine> phases(const EngineCaller& caller,
                                                          double most_seconds);

 private:
  // Whoever waits for what another makes can be stopped: then it owns no lock.
  [[nodiscard]] std::unique_lock<std::timed_mutex> wait(const std::stop_token& stop);
  void give_up_phases(const EngineCaller& caller, const std::string& why);

  EngineSource& engines_;
  PuzzleDefinition definition_;
  MoveSet moves_;
  int sharing_;
  std::timed_mutex mutex_;  // of the next ones
  bool words_tried_ = false;
  std::shared_ptr<const WordSolver> words_;
  bool phases_tried_ = false;
  std::shared_ptr<const PhaseEngine> phases_;
};

}  // namespace gyre
