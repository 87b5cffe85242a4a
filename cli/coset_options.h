// What gyre coset is asked, for its two halves: solving a coset (coset.cpp) and rechecking a
// certificate of that (coset_check.cpp). Its devices are those of gyre sweep too.
#pragma once

#include "command.h"

#include <gyre/cube3/coset.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre::cli {

// auto, cpu or gpu.
[[nodiscard]] inline cube3::CosetDevice coset_device(std::string_view name) {
  if (name == "cpu") return cube3::CosetDevice::cpu;
  return name == "gpu" ? cube3::CosetDevice::gpu : cube3::CosetDevice::automatic;
}

struct CosetCommand {
  CommonOptions common;
  // Which coset. One of these is given.
  std::vector<std::string> position;
  bool position_given = false;
  std::optional<std::uint64_t> random;
  std::optional<std::uint64_t> index;
  // How far it is searched and spread.
  std::optional<int> depth;
  std::optional<int> search_depth;
  std::optional<int> within;
  std::string device = "auto";
  // What becomes of it.
  std::string left;
  bool solve_left = false;
  std::string certificate;
  // What is rechecked, and how.
  std::string check;
  int samples = 8;
  bool full = false;
  std::uint64_t seed = 1;
};

// How a coset is solved, as the options say; `stop` ends it.
[[nodiscard]] cube3::CosetOptions coset_solver_options(const CosetCommand& command, Metric metric,
                                                       bool gpu, const TableStore& store,
                                                       const std::stop_token& stop);

// Status 0: nothing contradicts the certificate; 1: the cube does. Throws Error for one that
// contradicts itself.
[[nodiscard]] int check_coset(const CosetCommand& command);

}  // namespace gyre::cli
