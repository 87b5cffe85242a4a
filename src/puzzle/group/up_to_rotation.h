// How many positions a puzzle has if those that differ only by turning the whole puzzle in the hand
// count once: the numbers that people quote for puzzles without a fixed piece.
#pragma once

#include <gyre/base/bigint.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>

#include <optional>

namespace gyre {

struct UpToRotation {
  // Products of the definition's rotations, the identity included, for which moves lead from the
  // solved position to the solved position turned that way.
  int rotations = 1;
  // The positions that the moves reach, those counted once that such rotations carry into each
  // other (Burnside's lemma). No value where positions that look the same after a turn cannot be
  // counted: such exist only where all pieces that the turn moves look like others, and counting
  // them takes groups in which such pieces can be arranged at will.
  std::optional<BigInt> states;
};

// group: of this definition and these moves. Rotations that do not map the moves to themselves do
// not count. No value for states if the definition has Illegal rules and rotations.
//
// seen: the same puzzle with every piece that one sees, also those that no move changes, like the
// middles of a 3x3x3's faces (PuzzlePicture::drawn). Where they are left out of the definition,
// nothing in it tells a cube with turned middles from a turned cube. Moves and rotations have the
// same names; the definition itself if it has all pieces.
[[nodiscard]] UpToRotation count_up_to_rotation(const PuzzleDefinition& definition,
                                                const MoveSet& moves, const PuzzleGroup& group,
                                                const PuzzleDefinition& seen);

}  // namespace gyre
