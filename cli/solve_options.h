// What gyre solve is asked, for all of its engines.
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
  // Only of engines that prove the least length.
  bool optimal = false;
  bool all = false;
  // Only of the 3x3x3's own engines.
  bool build = false;
  bool no_verify = false;
  // Only of the two-phase engine.
  int target = 0;
  bool all_shorter = false;
  // Only of the general engine.
  int min_length = 0;
  int table_depth = 0;
  bool any_hold = false;
  std::optional<std::uint64_t> random_order;
  std::string checkpoint;
};

// The engines, each in a file of its own. Status.
[[nodiscard]] int solve_generally(const SolveOptions& options);
[[nodiscard]] int solve_in_two_phases(const SolveOptions& options,
                                      const PuzzleDefinition& definition);
[[nodiscard]] int solve_optimally(const SolveOptions& options, const PuzzleDefinition& definition);

}  // namespace gyre::cli
