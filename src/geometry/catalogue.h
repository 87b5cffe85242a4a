// The recipes of the named puzzles that come out of geometry: their solids, cuts and the names of
// their turns. docs/puzzles.md says where the names come from.
#pragma once

#include "geometry/builder.h"

#include <optional>
#include <string>
#include <vector>

namespace gyre {

constexpr int kMinCube = 2;
constexpr int kMaxCube = 20;

[[nodiscard]] PuzzleRecipe cube_recipe(int layers);

// In the order in which a person would list them, all in lower case.
[[nodiscard]] std::vector<std::string> recipe_names();
// name: in lower case.
[[nodiscard]] std::optional<PuzzleRecipe> find_recipe(const std::string& name);

}  // namespace gyre
