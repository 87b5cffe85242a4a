// Options that change a definition before it is used: leave orbits out, forget orientations or
// permutations, tell look-alike pieces apart, ignore pieces, forget what looks are called.
#pragma once

#include <gyre/puzzle/definition.h>

#include <string>
#include <vector>

namespace gyre {

struct DefinitionChanges {
  std::vector<std::string> omit;  // these orbits are left out
  bool no_orientation = false;    // all orbits: one orientation
  std::vector<std::string> no_orientation_of;
  std::vector<std::string> no_permutation_of;  // all pieces of the orbit look alike
  bool distinguish_all = false;                // every piece its own identity, no wildcards
  // Pieces that do not matter: those of one orbit look alike, in any orientation. Orbits and slots
  // are those of the definition that is changed.
  std::vector<PieceHome> ignore;
  // Of these orbits only which pieces look alike counts, and not which look it is: two positions
  // are one if other names for the looks make one of the other. The orbit becomes one of its pairs
  // of slots, NAME_PAIRS, whose pieces say whether the two look alike; where orientations count the
  // orbit stays beside it, and all its pieces look alike.
  std::vector<std::string> relabel;

  [[nodiscard]] bool empty() const noexcept;
};

// Throws Error if an orbit does not exist, nothing would be left, or rules of the puzzle tell
// pieces apart that are to be ignored; and if an orbit cannot be relabelled: more than kMostInPairs
// pieces of several looks, rules, or only some pieces in any orientation.
constexpr int kMostInPairs = 23;  // their pairs are at most kMaxPieces
[[nodiscard]] PuzzleDefinition change_definition(const PuzzleDefinition& definition,
                                                 const DefinitionChanges& changes);

// A position of `plain` as one of `changed`, which change_definition made of it. Throws Error if
// the changes tell pieces apart that look alike in `plain`: then nobody knows which is which.
[[nodiscard]] State change_position(const PuzzleDefinition& plain, const PuzzleDefinition& changed,
                                    const State& position);

}  // namespace gyre
