// The solver of shortest solutions of the 3x3x3 for a command: which table of the family it uses,
// and what a person is told about that beforehand.
#pragma once

#include "command.h"
#include "front/solve/cube_tables.h"

#include <stop_token>

namespace gyre::cli {

struct OptimalTables {
  // Make the best that fits --memory if it is not stored, although --memory was not given.
  bool build = false;
  bool verify = true;     // check the checksums
  bool smallest = false;  // of the family, whatever is stored
};

// With --memory (or `build`) the best table that fits, which is made if need be. Otherwise the best
// that is stored and fits half of the memory that is available; if none is stored, the best that
// fits a gigabyte is made. Throws Error if no table fits or can be had, or if `stop` ends its
// making.
[[nodiscard]] MadeOptimalSolver make_optimal_solver(const CommonOptions& options,
                                                    const OptimalTables& wish,
                                                    const std::stop_token& stop);

}  // namespace gyre::cli
