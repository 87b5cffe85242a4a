// The solver of the 3x3x3 for a command: with the big tables where they are stored (or are to be
// made) and fit the memory, otherwise with the small ones.
#pragma once

#include "command.h"
#include "front/solve/cube_tables.h"

#include <gyre/cube3/solver.h>

#include <stop_token>

namespace gyre::cli {

// Who makes an engine for a command: notes and progress go to stderr.
[[nodiscard]] EngineCaller caller_of(const CommonOptions& options, const std::stop_token& stop);
// What --memory and --threads say.
[[nodiscard]] CubeTableWish table_wish(const CommonOptions& options);

struct CubeTables {
  bool build = false;  // make what is not stored
  bool verify = true;  // check the checksums
  bool copy = false;   // into huge pages, for many cubes
  bool stored = true;  // false: the small tables, whatever is stored
};

// Throws Error if the tables cannot be had, or if `stop` ends their making.
[[nodiscard]] Cube3Solver make_cube_solver(const CommonOptions& options, const CubeTables& wish,
                                           const std::stop_token& stop);

}  // namespace gyre::cli
