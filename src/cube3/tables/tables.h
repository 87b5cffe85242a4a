// The stored tables of the 3x3x3, by name.
#pragma once

#include <gyre/puzzle/move_set.h>
#include <gyre/table/store.h>

#include <vector>

namespace gyre::cube3 {

// What two-phase solving in this metric wants beside the small tables.
[[nodiscard]] std::vector<TableRecipe> two_phase_recipes(Metric metric);

// All tables that the 3x3x3 knows.
[[nodiscard]] std::vector<TableRecipe> table_recipes();

}  // namespace gyre::cube3
