// The position and transformation blocks that .tws and scramble files share: from the line after
// the opening command to End.
#pragma once

#include "format/lines.h"

#include <gyre/puzzle/definition.h>

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

// For a solved state: identities without gaps into `solved`, the labels returned as in
// PuzzleDefinition::Parts. Orbits without a permutation become the identity.
[[nodiscard]] std::vector<std::vector<std::uint8_t>> pack_labels(const OrbitList& orbits,
                                                                 const Block& block, State& solved);

// For any other position: labels of an orbit to identities, in place. An orbit that is left out is
// as in the solved state; pieces that are wild there are wild where orientations are left out.
// Throws Error without a place.
void to_identities(const PuzzleDefinition& definition, int orbit, int first, Block& block);

}  // namespace gyre
