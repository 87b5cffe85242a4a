// Which derived moves a writer can write by their definition, so that a reader makes the same of
// it.
#pragma once

#include <gyre/puzzle/definition.h>

#include <vector>

namespace gyre {

// For each derived move: its definition makes its action, out of moves, rotations and other such
// derived moves only. one_move: and is a single turn in one token, as an alias must be.
[[nodiscard]] std::vector<bool> writable_derived(const PuzzleDefinition& definition, bool one_move);

}  // namespace gyre
