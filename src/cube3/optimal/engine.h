// The search of an OptimalSolver as its options want it: the table that fits, and the kernel that
// reads it.
#pragma once

#include "cube3/optimal/kernel.h"

#include <gyre/cube3/optimal.h>
#include <gyre/table/store.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace gyre::cube3 {

struct OptimalEngine {
  Table table;
  std::string table_name;
  std::unique_ptr<const OptimalKernel> kernel;
  // What solutions may take.
  std::uint64_t solution_bytes = std::numeric_limits<std::uint64_t>::max();
};

// Throws Error if no table fits or can be had.
OptimalEngine make_optimal_engine(const OptimalOptions& options);

}  // namespace gyre::cube3
