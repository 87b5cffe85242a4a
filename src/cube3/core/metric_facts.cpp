#include "cube3/core/metric_facts.h"

namespace gyre::cube3 {
namespace {

// cube20.org.
constexpr std::array<std::uint64_t, 16> kHalfTurnPositions = {1,
                                                              18,
                                                              243,
                                                              3'240,
                                                              43'239,
                                                              574'908,
                                                              7'618'438,
                                                              100'803'036,
                                                              1'332'343'288,
                                                              17'596'479'795,
                                                              232'248'063'316,
                                                              3'063'288'809'012,
                                                              40'374'425'656'248,
                                                              531'653'418'284'628,
                                                              6'989'320'578'825'358,
                                                              91'365'146'187'124'313};
constexpr std::array<std::uint64_t, 11> kQuarterTurnPositions = {
    1, 12, 114, 1'068, 10'011, 93'840, 878'880, 8'221'632, 76'843'595, 717'789'576, 6'701'836'858};

// What the numbers have in common. Searching a coset to depth 16 in half turns and to depth 18 in
// quarter turns costs about the same, by the growths. Up to the first of longest_of_tasks the whole
// of a length is not worth a second thread even with the smallest table; at 18 moves each of 3,240
// tasks takes milliseconds: much longer than to hand it out, much shorter than threads would like
// to wait for each other at the end of a length. The base of a table is where an entry tells most:
// between a twentieth and a half of all positions are within base + 1, most of the others within
// base + 2. Phases 2 are limited as docs/performance.md tells.
constexpr MetricFacts kHalfTurnFacts = {.god_number = 20,
                                        .length_step = 1,
                                        .growth = 13.3,
                                        .positions = kHalfTurnPositions,
                                        .first_length = 22,
                                        .safe_target = 20,
                                        .good_length = 21,
                                        .easy_length = 23,
                                        .short_phase2 = 10,
                                        .long_phase2 = 12,
                                        .coset_search_depth = 16,
                                        .longest_of_tasks = {9, 11, 13},
                                        .optimal_bases = {7, 8, 9, 9, 9, 9}};
// Each quarter turn exchanges an even and an odd permutation.
constexpr MetricFacts kQuarterTurnFacts = {.god_number = 26,
                                           .length_step = 2,
                                           .growth = 9.4,
                                           .positions = kQuarterTurnPositions,
                                           .first_length = 30,
                                           .safe_target = 27,
                                           .good_length = 28,
                                           .easy_length = 32,
                                           .short_phase2 = 18,
                                           .long_phase2 = 18,
                                           .coset_search_depth = 18,
                                           .longest_of_tasks = {11, 13, 16},
                                           .optimal_bases = {8, 9, 10, 10, 11, 11}};

}  // namespace

const MetricFacts& facts_of(Metric metric) noexcept {
  switch (metric) {
    case Metric::htm:
      return kHalfTurnFacts;
    case Metric::qtm:
      return kQuarterTurnFacts;
  }
  return kHalfTurnFacts;
}

std::vector<int> moves_of(Metric metric) {
  std::vector<int> moves;
  for (int move = 0; move < kMoves; ++move) {
    if (is_one_move(metric, move)) moves.push_back(move);
  }
  return moves;
}

int length_of(Metric metric, std::span<const FaceTurn> moves) noexcept {
  int length = 0;
  for (const FaceTurn move : moves) length += turn_weight(metric, move.index());
  return length;
}

}  // namespace gyre::cube3
