// Short solutions of the 3x3x3, within milliseconds and then shorter for as long as allowed:
// Kociemba's two phases. With the stored tables (737 MB) phase 1 is exact; without them small
// tables (less than 17 MB, made at construction) do the same work more slowly.
#pragma once

#include <gyre/base/api.h>
#include <gyre/base/progress.h>
#include <gyre/cube3/cube.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/table/store.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace GYRE_API gyre {

namespace cube3 {

struct TwoPhaseOptions {
  Metric metric = Metric::htm;
  // Where the big tables are; none: the small tables.
  const TableStore* store = nullptr;
  // Make big tables that are not there; otherwise the small ones are used instead.
  bool build = false;
  // The big tables are left alone if they take more.
  std::uint64_t memory_bytes = std::uint64_t{4} << 30U;
  // table.work.threads is for the small tables too.
  TableOptions table;
};

struct TwoPhaseLimits {
  // Stop improving at this length or less.
  int target_length = 0;
  // Stop improving after this time. The first solution is awaited even longer if max_length is at
  // least easy_length: so there always is one.
  double seconds = 1.0;
  // Longer solutions do not count.
  int max_length = 40;
  // Search on so many threads; 0: all.
  int threads = 1;
  // Lets another thread hold the search up; `seconds` stands still meanwhile.
  std::shared_ptr<PauseSwitch> pause = nullptr;
};

// Solutions of up to this length are found within milliseconds for all positions that were tried:
// 23 in the half-turn metric.
[[nodiscard]] int easy_length(Metric metric) noexcept;

struct TwoPhaseSolution {
  bool found = false;
  // Solves the position as it stands in space: no rotations.
  std::vector<FaceTurn> moves;
  // The number of moves in the solver's metric.
  int length = 0;
  // It is proved that no shorter solution exists; if none was found, that none within max_length
  // does.
  bool optimal = false;
  double seconds = 0;
  std::uint64_t nodes = 0;

  // "R U2 F'".
  [[nodiscard]] std::string text() const { return to_string(moves); }
};

// It is called for each solution that is shorter than all before, one call at a time, on a thread
// that solves.
using SolutionCallback = std::function<void(const TwoPhaseSolution&)>;

class TwoPhase;

}  // namespace cube3

class Cube3Solver {
 public:
  // The small tables, half-turn metric.
  Cube3Solver();
  // Throws Error if a table cannot be had.
  explicit Cube3Solver(const cube3::TwoPhaseOptions& options);
  ~Cube3Solver();
  Cube3Solver(Cube3Solver&&) noexcept;
  Cube3Solver& operator=(Cube3Solver&&) noexcept;

  // Any number of threads may solve at once. Throws Error with the reason if face turns cannot
  // solve the cube. What is returned has been replayed.
  [[nodiscard]] cube3::TwoPhaseSolution solve(const cube3::Cube& cube,
                                              const cube3::TwoPhaseLimits& limits = {},
                                              const cube3::SolutionCallback& improved = {},
                                              const std::stop_token& stop = {}) const;
  // Finds up to `count` different solutions, the shortest that the limits let it find, shortest
  // first. A target length is reached when all are that short. Sequences that differ only in the
  // order of turns of opposite faces count as one.
  [[nodiscard]] std::vector<cube3::TwoPhaseSolution> solve_several(
      const cube3::Cube& cube, int count, const cube3::TwoPhaseLimits& limits = {},
      const std::stop_token& stop = {}) const;

  [[nodiscard]] Metric metric() const noexcept;
  [[nodiscard]] bool uses_big_tables() const noexcept;
  [[nodiscard]] std::size_t table_bytes() const noexcept;

 private:
  std::unique_ptr<const cube3::TwoPhase> search_;
};

}  // namespace gyre
