// Short solutions of the 3x3x3 in the half-turn metric, within milliseconds and then shorter for as
// long as allowed: Kociemba's two phases with small tables (less than 8 MB, made at construction).
#pragma once

#include <gyre/cube3/cube.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace gyre {

namespace cube3 {

struct SmallTables;

// Solutions of up to this length are found within milliseconds for all positions that were tried.
constexpr int kEasyLength = 23;

struct SolveLimits {
  // Stop improving at this length or less.
  int target_length = 0;
  // Stop improving after this time. The first solution is awaited even longer if max_length is at
  // least kEasyLength: so there always is one.
  double seconds = 1.0;
  // Longer solutions do not count.
  int max_length = 30;
};

struct Solution {
  bool found = false;
  // Solves the position as it stands in space: no rotations.
  std::vector<FaceTurn> moves;
  // Proved: no shorter solution exists; if none was found, that none within max_length exists.
  bool optimal = false;
  double seconds = 0;
  std::uint64_t nodes = 0;

  [[nodiscard]] int length() const noexcept { return static_cast<int>(moves.size()); }
  // "R U2 F'".
  [[nodiscard]] std::string text() const { return to_string(moves); }
};

// Called for each solution that is shorter than all before, on the thread that solves.
using SolutionCallback = std::function<void(const Solution&)>;

}  // namespace cube3

class Cube3Solver {
 public:
  Cube3Solver();
  ~Cube3Solver();
  Cube3Solver(Cube3Solver&&) noexcept;
  Cube3Solver& operator=(Cube3Solver&&) noexcept;

  // Any number of threads may solve at once. Throws Error with the reason if face turns cannot
  // solve the cube. What is returned has been replayed.
  [[nodiscard]] cube3::Solution solve(const cube3::Cube& cube,
                                      const cube3::SolveLimits& limits = {},
                                      const cube3::SolutionCallback& improved = {},
                                      const std::stop_token& stop = {}) const;

  [[nodiscard]] std::size_t table_bytes() const noexcept;

 private:
  std::unique_ptr<const cube3::SmallTables> tables_;
};

}  // namespace gyre
