// Positions far from solved, the same on every machine: for choices that are made by how positions
// look, such as the keys of a ClassForm.
#pragma once

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include "puzzle/kernel/kernel.h"

namespace gyre {

[[nodiscard]] PackedStates sample_positions(const PuzzleDefinition& definition,
                                            const MoveSet& moves, const StateKernel& kernel);

}  // namespace gyre
