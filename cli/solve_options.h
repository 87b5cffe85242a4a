// What gyre solve is asked, for both of its engines.
#pragma once

#include "command.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gyre::cli {

struct SolveOptions {
  CommonOptions common;
  std::vector<std::string> positions;
  std::string engine = "auto";
  std::optional<double> seconds;
  std::optional<int> max_length;
  int number = 1;
  std::vector<std::string> goals;  // empty: solved
  bool inverse = false;
  std::optional<std::string> picture;  // the file
  // Only of the 3x3x3's own engine.
  int target = 0;
  bool all_shorter = false;
  bool build = false;
  bool no_verify = false;
  // Only of the general engine.
  int min_length = 0;
  bool all = false;
  int table_depth = 0;
  bool any_hold = false;
  std::optional<std::uint64_t> random_order;
  std::string checkpoint;
};

// Status.
[[nodiscard]] int solve_generally(const SolveOptions& options);

}  // namespace gyre::cli
