// The words that stand for several of the tables that gyre knows by name
// (front/solve/cube_tables.h).
#pragma once

namespace gyre::cli {

// All tables that two-phase solving wants.
constexpr const char* kTwoPhaseTables = "two-phase";
// To be made: the best table for optimal solving that fits the memory; otherwise all that are
// stored.
constexpr const char* kOptimalTables = "optimal";

}  // namespace gyre::cli
