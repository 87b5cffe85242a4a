// StepDistance: whether a position is within some steps of solved, where turns that commute and
// stand together are one step: (3,-1) of the square-1, and the slash. For few steps: half of them
// are tried from either side.
#pragma once

#include "general/shared/search_moves.h"

#include <gyre/puzzle/move_set.h>
#include "puzzle/kernel/kernel.h"

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace gyre {

class StepDistance {
 public:
  // moves: in the half-turn metric.
  StepDistance(const PuzzleDefinition& definition, const MoveSet& moves, int steps);

  // Whether so many steps or fewer solve the position. Between steps the rules of the puzzle hold.
  [[nodiscard]] bool within(const State& position) const;

 private:
  // Calls visit(hash) for each position within so many steps, some more than once; ends early, and
  // is then true, when visit is.
  template <class Visit>
  bool walk(const std::uint8_t* position, int steps, int last_group, const Visit& visit) const;

  StateKernel kernel_;
  SearchMoves moves_;
  std::vector<PackedStates> groups_;  // all products of a group of classes that commute
  int steps_ = 0;
  std::unordered_set<std::uint64_t> near_;  // within half of the steps of solved
};

}  // namespace gyre
