// The tables that gyre knows by name, and the words that stand for several of them.
#pragma once

#include <gyre/table/recipe.h>

#include <vector>

namespace gyre::cli {

// All tables that two-phase solving wants.
constexpr const char* kTwoPhaseTables = "two-phase";
// To be made: the best table for optimal solving that fits the memory; otherwise all that are
// stored.
constexpr const char* kOptimalTables = "optimal";

[[nodiscard]] std::vector<TableRecipe> known_tables();

}  // namespace gyre::cli
