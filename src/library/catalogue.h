// The named puzzles that are cut out of solids, and any other that a description cuts. Decides what
// each is cut like and how its people turn and name it; docs/puzzles.md says where names come from.
#pragma once

#include "geometry/builder.h"
#include "geometry/description.h"

#include <gyre/library/library.h>

#include <optional>
#include <string>
#include <vector>

namespace gyre {

// All entries, in the order in which a person would list them.
[[nodiscard]] std::vector<LibraryEntry> catalogue();

// Nothing if there is no such puzzle. Boxes of any size from 1 to 40 layers are known, also those
// that are not listed. Throws Error if the description or the options make no puzzle.
[[nodiscard]] std::optional<PuzzleRecipe> find_recipe(const PuzzleText& text);

}  // namespace gyre
