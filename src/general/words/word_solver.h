// Some sequence for every position that moves lead to: not a short one, but soon found, however
// large the puzzle. It stands on what PuzzleGroup proves.
//
// First what ties components together (signs, sums of twists) and the components that are not full
// come right, by words for the elements of a small group (WordChain). Then each full component is
// solved by cycles of three of its pieces, which touch nothing else. With Illegal rules the
// position is taken to the solved shape first.
#pragma once

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

class WordSolver {
 public:
  // threads: to make it with; 0: all. Its answers do not depend on that. Throws Error if it is
  // stopped, or if the group cannot be ordered.
  WordSolver(const PuzzleDefinition& definition, const MoveSet& moves,
             const std::stop_token& stop = {}, int threads = 0);

  // Indices into the move set that solve the position; no value if no moves do. Replayed before it
  // is given. Several threads may ask at once, and every answer is the same. Throws Error if it is
  // no position of the puzzle at all (PuzzleDefinition::check_position), if pieces that look alike
  // in components that are not full make it too long to find, or if it is stopped.
  [[nodiscard]] std::optional<std::vector<int>> solve(const State& position,
                                                      const std::stop_token& stop = {}) const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace gyre
