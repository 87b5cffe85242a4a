// What gyre coset is asked, for its two halves: solving a coset (coset.cpp) and rechecking a record
// of that (coset_check.cpp).
#pragma once

#include "command.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gyre::cli {

struct CosetCommand {
  CommonOptions common;
  // Which coset: one of these.
  std::vector<std::string> position;
  bool position_given = false;
  std::optional<std::uint64_t> random;
  std::optional<std::uint64_t> index;
  // How far.
  std::optional<int> depth;
  std::optional<int> search_depth;
  std::optional<int> within;
  std::string device = "auto";
  // What becomes of it.
  std::string left;
  bool solve_left = false;
  std::string certificate;
  // Rechecking.
  std::string check;
  int samples = 8;
  std::uint64_t seed = 1;
};

// Status 0: the record holds; 1: the cube contradicts it. Throws Error for one that contradicts
// itself.
[[nodiscard]] int check_coset(const CosetCommand& command);

}  // namespace gyre::cli
