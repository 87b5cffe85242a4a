// What gyre sweep is asked, for its two halves: sweeping (sweep.cpp) and the report of what a file
// tells (sweep_report.cpp).
#pragma once

#include "command.h"

#include "cube3/sweep/sweep.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace gyre::cli {

struct SweepCommand {
  CommonOptions common;
  std::string file;
  std::optional<std::uint64_t> random;
  std::optional<std::uint64_t> seed;
  std::string range;
  std::string list;
  std::optional<int> within;
  std::optional<int> depth;
  std::optional<int> search_depth;
  std::string metric;  // empty: as the file says, or htm
  std::string device = "auto";
  std::string picture;
};

void report_sweep(const SweepCommand& command);
[[nodiscard]] Json sweep_task_json(const cube3::SweepTask& task);

}  // namespace gyre::cli
