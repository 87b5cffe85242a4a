// The solver of shortest solutions of the 3x3x3 for a command: which table of the family it uses,
// and what a person is told about that beforehand.
#pragma once

#include <gyre/cube3/optimal.h>

#include "command.h"

#include <stop_token>

namespace gyre::cli {

// The best table of the family that fits. Throws Error if none does: `whose` says whose limit it
// is, "--memory 10M allows".
[[nodiscard]] TableRecipe best_optimal_table(Metric metric, std::uint64_t memory_bytes,
                                             const std::string& whose);

struct OptimalTables {
  // Make the best that fits --memory if it is not stored, although --memory was not given.
  bool build = false;
  bool verify = true;     // check the checksums
  bool smallest = false;  // of the family, whatever is stored
};

struct MadeOptimalSolver {
  OptimalSolver solver;
  bool made = false;         // the table was not stored
  double build_seconds = 0;  // to make it, if so
};

// With --memory (or `build`) the best table that fits, which is made if need be. Otherwise the best
// that is stored and fits half of the memory that is available; if none is stored, the best that
// fits a gigabyte is made. Throws Error if no table fits or can be had, or if `stop` ends its
// making.
[[nodiscard]] MadeOptimalSolver make_optimal_solver(const CommonOptions& options,
                                                    const OptimalTables& wish,
                                                    const std::stop_token& stop);

}  // namespace gyre::cli
