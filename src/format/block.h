// The position and transformation blocks that .tws and scramble files share: from the line after
// the opening command to End.
#pragma once

#include "format/lines.h"

#include <gyre/puzzle/state.h>

#include <string_view>
#include <unordered_map>
#include <vector>

namespace gyre {

using OrbitIndex = std::unordered_map<std::string, int>;

[[nodiscard]] OrbitIndex index_orbits(const OrbitList& orbits);

enum class BlockKind { move, position };

struct Block {
  // A move: a proper permutation, missing orbits are the identity. A position: labels from 0 as
  // they stand in the file, wildcards as kWildOrientation; missing orbits hold zeros. Orientations
  // as given, not yet reordered.
  State state;
  std::vector<char> has_permutation;  // for each orbit
  std::vector<char> has_orientation;
};

// The cursor stands on the opening line and is left on End. first: what the file counts from, 0 or
// 1. Throws Error with the place.
[[nodiscard]] Block read_block(LineCursor& cursor, const OrbitList& orbits, const OrbitIndex& index,
                               BlockKind kind, int first);

}  // namespace gyre
