// GAP output: the moves as permutations of stickers (slot and orientation), the group, its order.
#pragma once

#include <gyre/puzzle/definition.h>

#include <string>

namespace gyre {

[[nodiscard]] std::string write_gap(const PuzzleDefinition& definition);

}  // namespace gyre
