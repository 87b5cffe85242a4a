// A sequence on a puzzle with Illegal rules: whether each of its moves can be made. Where there are
// no rules, AlgEvaluator does the same without walking.
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/puzzle/definition.h>

namespace gyre {

// `start` after the alg, base move by base move. Moves that commute with each other are one step,
// as the turns of the square-1's two layers are; between two steps the position must keep the
// rules, else Error says which move is blocked and why. At the end it need not; at the start only
// the moves of the first step may put it right. Rules are asked in the frame of the start: turning
// the whole puzzle is never blocked.
[[nodiscard]] State walk_legally(const PuzzleDefinition& definition, const State& start,
                                 const Alg& alg);

}  // namespace gyre
