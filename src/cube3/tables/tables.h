// The stored tables of two-phase solving, by name; the coset solver uses those of phase 1 as well.
// Those of optimal solving are optimal_recipes (gyre/cube3/optimal.h).
#pragma once

#include <gyre/puzzle/move_set.h>
#include <gyre/table/store.h>

#include <vector>

namespace gyre::cube3 {

// What two-phase solving in this metric wants beside the small tables.
[[nodiscard]] std::vector<TableRecipe> two_phase_recipes(Metric metric);

// The tables of two-phase solving in every metric.
[[nodiscard]] std::vector<TableRecipe> table_recipes();

}  // namespace gyre::cube3
