// From notation to action: what a written move does on a puzzle, and whole algs applied to states.
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/base/api.h>
#include <gyre/puzzle/definition.h>

#include <string_view>
#include <vector>

namespace GYRE_API gyre {

// What one written turn does. Besides names that the definition has literally, layered forms are
// made from its slices or blocks: 3Rw and 3r turn R, 2R and 3R together, 2-3R turns 2R and 3R or
// what 3Rw turns and R does not, r and Rw are 2Rw. Throws Error naming the moves that exist.
[[nodiscard]] State action_of(const PuzzleDefinition& definition, const MoveToken& move);

// The moves and rotations that the definition gives as such, whose product in this order is the
// turn: R for R, R 2R for Rw or Rw R' for 2R, what an alias or a MoveSequence was defined by for a
// derived move. Throws Error naming the moves that exist.
[[nodiscard]] std::vector<MoveToken> base_moves(const PuzzleDefinition& definition,
                                                const MoveToken& move);

// The action of a whole alg, whether or not rules of the puzzle allow it.
[[nodiscard]] State action_of(const PuzzleDefinition& definition, const Alg& alg);

// The solved state after an alg, or `start` after it. On a puzzle with Illegal rules throws Error,
// naming the move and the rule, if a move is blocked: turns that commute are one step (U and D of
// the square-1), and before the next step the position must keep the rules. The last position need
// not; a start that breaks them must be put right by the first step.
[[nodiscard]] State apply(const PuzzleDefinition& definition, const Alg& alg);
[[nodiscard]] State apply(const PuzzleDefinition& definition, const State& start, const Alg& alg);

// Order and commutation on this puzzle, for simplify(). Keeps a reference to the definition.
[[nodiscard]] MoveFacts move_facts(const PuzzleDefinition& definition);

}  // namespace gyre
