// Goals other than the solved position.
#pragma once

#include <gyre/puzzle/definition.h>

namespace gyre {

// The position that the same moves solve as take `position` to `goal`. All pieces must be different
// and none wild (PuzzleDefinition::invertible).
[[nodiscard]] State relative_to_goal(const PuzzleDefinition& definition, const State& position,
                                     const State& goal);

// The same puzzle with another solved position: for goals where pieces look alike. Throws Error if
// it is no position of the puzzle.
[[nodiscard]] PuzzleDefinition with_solved(const PuzzleDefinition& definition, const State& solved);

}  // namespace gyre
