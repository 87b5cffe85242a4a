// Options that change a definition before it is used: leave orbits out, forget orientations or
// permutations, tell look-alike pieces apart.
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

  [[nodiscard]] bool empty() const noexcept;
};

// Throws Error if an orbit does not exist or nothing would be left.
[[nodiscard]] PuzzleDefinition change_definition(const PuzzleDefinition& definition,
                                                 const DefinitionChanges& changes);

}  // namespace gyre
