// The library of named puzzles: definitions that travel inside the program (puzzles/*.tws) and
// puzzles computed from geometry.
#pragma once

#include <gyre/puzzle/definition.h>

#include <string>
#include <vector>

namespace gyre {

// All names, in the order in which a person would list them.
[[nodiscard]] std::vector<std::string> puzzle_names();

// name: a name of the library ("megaminx", "7x7x7"), or a file: .tws, .def (and anything else) or
// .json. Throws Error; for a name that does not exist it says which names are near.
[[nodiscard]] PuzzleDefinition load_puzzle(const std::string& name);

}  // namespace gyre
