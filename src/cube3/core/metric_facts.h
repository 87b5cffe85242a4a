// What a metric means on the 3x3x3: what face turns count, and the numbers that were proved or
// measured once for each metric. Nobody else decides by the name of a metric (tools/check_metric).
#pragma once

#include <gyre/cube3/cube.h>
#include <gyre/puzzle/metric.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace gyre::cube3 {

struct MetricFacts {
  // No position is farther from solved.
  int god_number = 0;
  // The lengths of two solutions of one position differ by a multiple of this.
  int length_step = 1;
  // About so many times as many sequences, and so much more time, with one move more.
  double growth = 0;
  // Positions at distance 0, 1, 2, ... from solved, as far as they have been counted.
  std::span<const std::uint64_t> positions;

  // The first solution of two phases may be so long: short enough that phase 2 is not searched deep
  // for it, long enough that it is found at once.
  int first_length = 0;
  // Positions that need as much exist, but such a target is reached within milliseconds.
  int safe_target = 0;
  // A first answer to somebody who waits: hardly ever missed within 10 ms.
  int good_length = 0;
  // Found within milliseconds for all positions that were tried.
  int easy_length = 0;
  // With the small tables, no phase 2 is searched beyond this; nor beyond the second, where a
  // target above safe_target is enough.
  int short_phase2 = 0;
  int long_phase2 = 0;

  // Deep enough a search of a coset that next to nothing is left within god_number.
  int coset_search_depth = 0;

  // Optimal solving: the lengths up to which tasks of 0, 1 and 2 first moves are small enough;
  // beyond, they have 3.
  std::array<int, 3> longest_of_tasks{};
  // The base of each table (OptimalShape), the smallest table first.
  std::array<int, 6> optimal_bases{};
};

[[nodiscard]] const MetricFacts& facts_of(Metric metric) noexcept;

// How many quarter turns the face turn of this index is: 2 for half turns.
constexpr int quarter_turns(int move) noexcept {
  return move % 3 == 1 ? 2 : 1;
}
// What a face turn counts, and whether it is a move by itself.
constexpr int turn_weight(Metric metric, int move) noexcept {
  return static_cast<int>(power_weight(metric, quarter_turns(move)));
}
constexpr bool is_one_move(Metric metric, int move) noexcept {
  return turn_weight(metric, move) == 1;
}
// The indices of the face turns that are moves by themselves.
[[nodiscard]] std::vector<int> moves_of(Metric metric);
[[nodiscard]] int length_of(Metric metric, std::span<const FaceTurn> moves) noexcept;

}  // namespace gyre::cube3
