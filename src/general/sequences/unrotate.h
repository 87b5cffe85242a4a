// Rotations in a sequence, told apart from its moves: what a person who turns the whole puzzle in
// the middle of a scramble holds in hand.
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/puzzle/definition.h>

namespace gyre {

// `moves`, then `rotation`, do what the sequence does; `moves` holds base moves only.
struct Unrotated {
  Alg moves;
  Alg rotation;
};

// Throws Error if the rotations of the puzzle do not map its moves to moves.
[[nodiscard]] Unrotated unrotate(const PuzzleDefinition& definition, const Alg& alg);

}  // namespace gyre
