// From a position to its word in a table of optimal solving, for one instruction set each.
//
// A position is looked up as it is seen from three axes, and its inverse as well: six views. In the
// view of an axis its two faces are U and D.
#pragma once

#include "cube3/core/symmetry_lanes.h"
#include "cube3/optimal_table/corners.h"
#include "cube3/optimal_table/edges.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

constexpr int kAxes = 3;
constexpr int kAxisMoves = 6;  // of the two faces of an axis

// Where a view stands: its word, and in the low six bits of `turn` the symmetry through which it is
// seen (two bits) and its position in the word (four).
struct WordPlace {
  std::uint64_t word = 0;
  std::uint8_t turn = 0;
};

// A move of the faces U and D in the view of their axis: U U2 U' D D2 D'.
[[nodiscard]] constexpr int axis_move(int axis, int number) noexcept {
  return 3 * (number < 3 ? axis : axis + 3) + number % 3;
}

struct alignas(64) IndexTables {
  explicit IndexTables(const EdgeShape& shape);

  static constexpr int kTurnCodes = 64;  // symmetry * 16 + position in the word

  CornerOrbits orbits;
  EdgeWords words;
  // For each turn code the slots, in the order of kLayerSlots, from which a view's edges come to
  // where its word has them.
  alignas(64) std::array<std::array<std::uint8_t, 16>, kTurnCodes> edge_sources{};
  // For each symmetry the names that the edges have then.
  alignas(64) std::array<std::array<std::uint8_t, 16>, kTurnSymmetries> edge_names{};
  // For each number of quarter turns of the cube and turn code the turn code after them.
  std::array<std::array<std::uint8_t, kTurnCodes>, kTurns> turned{};
  // For each turn code and move of the axis the turn code after it.
  std::array<std::array<std::uint8_t, kAxisMoves>, kTurnCodes> moved{};
  // For each turn code the positions that its six moves lead to; and for each turn code and some of
  // them, side by side as six bits, the moves that lead there.
  std::array<std::uint16_t, kTurnCodes> reach{};
  std::array<std::array<std::uint8_t, 64>, kTurnCodes> moves_to{};
  [[nodiscard]] unsigned moves_within(unsigned turn, unsigned reached) const noexcept {
    return moves_to[turn][reached];
  }
  // For each axis what makes its view.
  std::array<SymmetryLanes, kAxes> views{};
};

// The simple version, which needs nothing but cubes. corners: of the view, as TopCorners ranks
// them.
[[nodiscard]] WordPlace word_place(const IndexTables& tables, const Cube& view,
                                   int corners) noexcept;

}  // namespace gyre::cube3
