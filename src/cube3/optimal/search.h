// The search for optimal solutions: everything per node, written once over the arithmetic of one
// instruction set (Ops).
//
// A node is a position p and its inverse, with the words of all six views. The solution is found
// from both of its ends: a move may be put behind p or behind its inverse, which is to say before
// the moves that follow p's. A move behind one of the two, of axis a, leaves the word of the other
// one's view of a as it is, and stays within the word of its own view of a (optimal_table/table.h).
// So of the six bounds of a successor two are known before anything of it is made, and a node
// counts its possible successors on both sides and goes on at the side with fewer. That also is the
// rule that three equal bounds mean one move more: then there are none.
//
// The other four words of a successor are read one after another, each only if those before did not
// tell that it is too far. A read takes a hundred nanoseconds, so none is waited for: successors
// stand in a queue, their next word on its way to the cache, and come back when their turn is
// there. Whoever has passed all four is put on the stack of nodes to go on with. The order of the
// search follows from that and is of no use to anybody: putting solutions in order is left to the
// board.
#pragma once

#include "cube3/optimal/kernel.h"
#include "cube3/optimal_table/index.h"
#include "cube3/optimal_table/table.h"
#include "cube3/tables/move_tables.h"
#include "cube3/tables/pair_table.h"

#include <gyre/cube3/optimal.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace gyre::cube3 {

constexpr int kSides = 2;  // a position and its inverse
constexpr int kViewCount = kSides * kAxes;
[[nodiscard]] constexpr unsigned view_number(int side, int axis) noexcept {
  return static_cast<unsigned>(side * kAxes + axis);
}

// The words of a successor that are to be read: of both sides, and the two axes that its move has
// not. Number side * 2 + 0 is the lower of these axes, side * 2 + 1 the higher.
constexpr int kReads = 4;
[[nodiscard]] constexpr int axis_of_read(int move_axis, unsigned read) noexcept {
  const int axis = static_cast<int>(read & 1U);
  return axis + (axis >= move_axis ? 1 : 0);
}
// Of levels of all views, two bits each, those of the reads.
constexpr std::array<unsigned, kAxes> kReadLevels = {0b111100'111100, 0b110011'110011,
                                                     0b001111'001111};

// What so many moves allow, given the base of a table.
struct OptimalLimit {
  // Masks over the two halves of a word: the positions that may be within so many moves.
  std::uint32_t near = 0;
  std::uint32_t one_more = 0;
  std::uint32_t two_more = 0;
  std::uint32_t any = 0;
  int level = -1;  // the greatest that is within
  int plan = 0;    // which of ReadPlans

  [[nodiscard]] unsigned within(std::uint32_t word) const noexcept {
    const std::uint32_t high = word >> kWordPositions;
    return ((high & word & near) | (word & one_more) | (high & two_more) | any) & 0xFFFFU;
  }
};

// In which order the four words of a successor are read that its parent does not tell, most likely
// to end it first: the side of which more is known to need all moves that are left, and in it what
// is not known to; else what was farther for the parent.
struct alignas(4) ReadPlan {
  std::uint16_t reads = 0;   // the views, three bits each and one more than their number, the first
                             // lowest; 0 at the end
  std::uint8_t blocked = 0;  // a bit for each view that is known to need all moves
  bool is_dead = false;

  [[nodiscard]] static unsigned next(unsigned reads) noexcept { return (reads & 7U) - 1; }
  [[nodiscard]] static unsigned rest(unsigned reads) noexcept { return reads >> 3U; }
  // A node has no successors at one side if all three views of the other need all moves that are
  // left.
  [[nodiscard]] static unsigned dead(unsigned blocked) noexcept {
    return (blocked & blocked >> 1U & blocked >> 2U & 0b001'001U) != 0 ? 1 : 0;
  }
};

class ReadPlans {
 public:
  // A view of the side where the move was made is at most as much nearer as the move counts: it
  // needs all moves that are left if for the parent it had this level or more. Of a view of the
  // other side nothing is known: moves are put before it, which may lead anywhere.
  static constexpr int kThresholds = 5;

  ReadPlans();
  // side, axis: of the move. both: a bit for each side whose view of that axis needs all moves that
  // are left. levels: of the parent's other views, two bits each, in the order of reads.
  [[nodiscard]] const ReadPlan& plan(int side, int axis, int threshold, unsigned both,
                                     unsigned levels) const noexcept {
    return plans_[(static_cast<unsigned>((side * kAxes + axis) * kThresholds + threshold) << 2U |
                   both)
                      << 8U |
                  levels];
  }

 private:
  std::vector<ReadPlan> plans_;
};

// The bounds that stand in one table, ready to be looked up.
struct OptimalBounds {
  OptimalBounds(Metric metric, const OptimalShape& shape, std::span<const std::byte> payload);

  Metric metric;
  int base;
  IndexTables index;
  const std::uint32_t* words;
  const std::uint8_t* near_distances;
  CornerClasses classes;
  std::vector<std::uint16_t> near_rows;  // by symmetry and mask of slots
  PairTable flips_and_slots;
  PairTable twists_and_flips;
  std::array<Cube, kMoves> actions;
  ReadPlans plans;

  // left: from -2 on.
  [[nodiscard]] const OptimalLimit& limit(int left) const noexcept {
    return limits[static_cast<unsigned>(left + kBelow)];
  }

  // How far a word says that a position in it is: 0 for at most base, and 1 to 3 for more.
  static int level(std::uint32_t word, unsigned turn) noexcept {
    const unsigned position = turn & 15U;
    const unsigned low = word >> position & 1U;
    const unsigned high = word >> (position + kWordPositions) & 1U;
    return static_cast<int>(3 - 2 * low - high);
  }
  // The exact distance of a view, as far as slots of middle edges and corners tell.
  [[nodiscard]] int near_distance(const Cube& view) const noexcept;
  // The greatest of that and of what flips tell, with the slots of middle edges or with twists. For
  // positions within base, of which the words say nothing more: patterns such as the superflip,
  // whose cosets lie near the solved one, have many of them.
  [[nodiscard]] int near_bound(const Cube& view) const noexcept;
  // The greatest bound of all six views.
  [[nodiscard]] int lower_bound(const Cube& cube) const noexcept;

  static constexpr int kBelow = 2;
  std::array<OptimalLimit, 64> limits{};
};

struct OptimalWorkspace;

// One thread's work on a board: for the two instruction sets.
void run_optimal_portable(const OptimalBounds& bounds, OptimalBoard& board,
                          OptimalWorkspace& workspace);
// It may be called only where the processor has AVX2, and is the portable one if the compiler had
// not.
void run_optimal_avx2(const OptimalBounds& bounds, OptimalBoard& board,
                      OptimalWorkspace& workspace);

}  // namespace gyre::cube3
