// The solver of the 3x3x3 for a command: with the big tables where they are stored (or are to be
// made) and fit the memory, otherwise with the small ones.
#pragma once

#include <gyre/cube3/solver.h>

#include "command.h"

#include <stop_token>

namespace gyre::cli {

struct CubeTables {
  bool build = false;  // make what is not stored
  bool verify = true;  // check the checksums
  bool copy = false;   // into huge pages, for many cubes
  bool stored = true;  // false: the small tables, whatever is stored
  bool hint = true;    // hint_at_tables when they are made
};

// Throws Error if the tables cannot be had, or if `stop` ends their making.
[[nodiscard]] Cube3Solver make_cube_solver(const CommonOptions& options, const CubeTables& wish,
                                           const std::stop_token& stop);

// Tells a person who has the small tables how to get the big ones.
void hint_at_tables(const CommonOptions& options, const Cube3Solver& solver);

}  // namespace gyre::cli
