// Short solutions of any position of a puzzle with Illegal rules, by the tables of its shapes.
// Beams of growing width find some at once, and shorter ones; the search through all lengths, which
// knows the same tables, finds the shortest. Each has half of the time, until that is over or the
// shortest is known.
#pragma once

#include "general/shapes/shape_near.h"
#include "general/shapes/shape_search.h"
#include "general/shapes/shape_space.h"
#include "general/shared/phase_limits.h"

#include <gyre/base/progress.h>
#include <gyre/general/solver.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <memory>
#include <span>

namespace gyre {

class ShapeSolver {
 public:
  // There are rules.
  [[nodiscard]] static bool fits(const PuzzleDefinition& definition) {
    return !definition.illegal().empty();
  }
  // Makes the tables. Throws Error if stopped, or if they do not fit the memory. Keeps references
  // to the definition and the moves.
  ShapeSolver(const PuzzleDefinition& definition, const MoveSet& moves,
              const ShapeSpaceOptions& options);

  [[nodiscard]] const ShapeSpace& space() const noexcept { return *space_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return space_->bytes() + near_.bytes(); }
  // About how many moves a solution of a random position has: there are as many legal sequences of
  // that length as positions. log_positions: their decimal logarithm.
  [[nodiscard]] double expected(double log_positions) const;

  // A solution of whichever of the positions comes out shortest. Each has been replayed. A position
  // that cannot be solved has none; ask first. What is proved is part of the answer.
  [[nodiscard]] PhaseResult solve(std::span<const State> positions, const PhaseLimits& limits,
                                  const PhaseHooks& hooks = {}) const;

 private:
  class Run;

  int threads_;
  std::unique_ptr<const ShapeSpace> space_;
  ShapeFollow follow_;
  ShapeNear near_;
};

}  // namespace gyre
