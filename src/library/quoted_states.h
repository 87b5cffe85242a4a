// The number of positions of a named puzzle as people quote it: those that differ only by turning
// the whole puzzle in the hand count once.
#pragma once

#include <gyre/base/bigint.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>

#include <optional>
#include <string>

namespace gyre {

// definition: load_puzzle(text), unchanged; group: of this definition and these moves. No value for
// files that the library does not know and that give rotations, since they may leave out pieces
// that no move changes (a 3x3x3 without the middles of its faces), and where count_up_to_rotation
// gives none.
[[nodiscard]] std::optional<BigInt> quoted_states(const std::string& text,
                                                  const PuzzleDefinition& definition,
                                                  const MoveSet& moves, const PuzzleGroup& group);

}  // namespace gyre
