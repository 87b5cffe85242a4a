// Whether a position can be solved, and if not, why: in the words of the cube where all its moves
// may be used, otherwise what the group of the moves says.
#pragma once

#include "front/puzzle/asked_puzzle.h"
#include "library/facelets.h"

#include <gyre/puzzle/puzzle_group.h>

#include <stop_token>
#include <string>
#include <vector>

namespace gyre {

struct CheckAnswer {
  bool solvable = false;
  std::vector<FaceletFault> faults;  // empty exactly if it is solvable
  std::string reason;                // the faults in one sentence
};

// group: of the moves that may be used. all_moves: whether those are all of the puzzle's. position:
// of the puzzle before it was changed (PositionForms::read_plain). Throws Error where nobody can
// say, or if it is stopped.
[[nodiscard]] CheckAnswer check_solvable(const AskedPuzzle& puzzle, const PuzzleGroup& group,
                                         bool all_moves, const Scramble& position,
                                         const std::stop_token& stop = {});

// Stickers that make no cube.
[[nodiscard]] CheckAnswer check_impossible(const ImpossibleFacelets& impossible);

}  // namespace gyre
