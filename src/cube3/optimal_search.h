// The search for optimal solutions: everything per node, written once over the arithmetic of one
// instruction set (Ops).
//
// A node is a position p and its inverse, with the words of all six views. The solution is found
// from both of its ends: a move may be put behind p or behind its inverse, which is to say before
// the moves that follow p's. A move behind one of the two, of axis a, leaves the word of the other
// one's view of a as it is, and stays within the word of its own view of a (optimal_table.h). So of
// the six bounds of a successor two are known before anything of it is made, and a node counts its
// possible successors on both sides and goes on at the side with fewer. That also is the rule that
// three equal bounds mean one move more: then there are none.
//
// The other four words of a successor are read one after another, each only if those before did not
// tell that it is too far. A read takes a hundred nanoseconds, so none is waited for: successors
// stand in a queue, their next word on its way to the cache, and come back when their turn is
// there. Whoever has passed all four is put on the stack of nodes to go on with. The order of the
// search follows from that and is of no use to anybody, so the solutions of a task are put in order
// when it is complete.
#pragma once

#include "cube3/move_tables.h"
#include "cube3/optimal_index.h"
#include "cube3/optimal_kernel.h"
#include "cube3/optimal_table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace gyre::cube3 {

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
  std::array<Cube, kMoves> actions;

  // How far a word says that a position in it is: 0 for at most base, and 1 to 3 for more.
  static int level(std::uint32_t word, unsigned turn) noexcept {
    const unsigned position = turn & 15U;
    const unsigned low = word >> position & 1U;
    const unsigned high = word >> (position + kWordPositions) & 1U;
    return static_cast<int>(3 - 2 * low - high);
  }
  // The positions of a word that may be within so many moves, as bits.
  [[nodiscard]] unsigned within(std::uint32_t word, int moves) const noexcept {
    const unsigned high = word >> kWordPositions;
    const unsigned low = word & 0xFFFFU;
    const int more = moves - base;
    return more <= 0 ? high & low : more == 1 ? low : more == 2 ? high | low : 0xFFFFU;
  }
  // The exact distance of a view, as far as slots of middle edges and corners tell.
  [[nodiscard]] int near_distance(const Cube& view) const noexcept;
  // From all six views.
  [[nodiscard]] int lower_bound(const Cube& cube) const noexcept;
};

struct OptimalWorkspace;

// One thread's work on a board: for the two instruction sets.
void run_optimal_portable(const OptimalBounds& bounds, OptimalBoard& board,
                          OptimalWorkspace& workspace);
// Only where the processor has AVX2; the portable one if the compiler had not.
void run_optimal_avx2(const OptimalBounds& bounds, OptimalBoard& board,
                      OptimalWorkspace& workspace);

}  // namespace gyre::cube3
