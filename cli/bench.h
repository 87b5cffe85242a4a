// What gyre bench measures, each in a file of its own.
#pragma once

#include "command.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gyre::cli {

struct BenchOptions {
  CommonOptions common;
  std::vector<std::string> positions;  // none: random ones
  int count = 50;
  std::uint64_t seed = 1;
  bool each = false;
  bool no_verify = false;
};

// Optimal solving of the 3x3x3 against the rate at which memory can be read. Gives the exit status.
[[nodiscard]] int bench_optimal(const BenchOptions& options);

// The number of nodes that each engine looks at for fixed positions. Gives the exit status.
[[nodiscard]] int bench_signature(const BenchOptions& options);

}  // namespace gyre::cli
