// Cubes and cuboids, whose people count layers: 3x3x3, 2x2x4. Decides how a box of three numbers
// lies, which of them have names, and the names that are particular to boxes: M, E, S, x, y, z, r.
#pragma once

#include "geometry/builder.h"
#include "geometry/turns.h"

#include <gyre/library/library.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace gyre {

// Layers of a box, the least number first.
using BoxLayers = std::array<int, 3>;

// Cubes of 2 to 20, 30 and 40 layers, and the cuboids that people own.
[[nodiscard]] std::vector<LibraryEntry> box_entries();
// "4x3x2" gives 2 3 4; nothing if it is no such name or a number is not in 1..40.
[[nodiscard]] std::optional<BoxLayers> box_layers(const std::string& name);
[[nodiscard]] std::string box_name(const BoxLayers& layers);

// Axes along which two equal sides meet turn by quarters, the others by halves. If two sides are
// equal, the third stands upright; if all differ, the longest does and the shortest points to the
// viewer. Throws Error if the options make no puzzle.
[[nodiscard]] PuzzleRecipe box_recipe(const BoxLayers& layers, const std::string& name,
                                      const PuzzleOptions& options);

// M, E, S and wide turns, and the usual orientations, for any recipe that cuts a box along its
// faces and has its turns.
void add_box_names(PuzzleRecipe& recipe);

}  // namespace gyre
