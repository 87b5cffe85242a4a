// What a move does to a coordinate, tabled.
#pragma once

#include "cube3/core/coordinates.h"
#include "cube3/core/metric_facts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

// The moves of H, which keep the phase-1 coordinates at 0: U, D and half turns.
constexpr int kHMoveCount = 10;
constexpr std::array<std::uint8_t, kHMoveCount> kHMoves = {0, 1, 2, 4, 7, 9, 10, 11, 13, 16};

constexpr bool is_h_move(int move) noexcept {
  return move / 3 % 3 == 0 || move % 3 == 1;
}

// Of two opposite faces the second may follow the first, not the first the second: they commute.
// Anything may follow kNothingTurned.
constexpr int kNothingTurned = kFaces;
constexpr bool may_follow(int face, int last_face) noexcept {
  return last_face == kNothingTurned || (face != last_face && face + 3 != last_face);
}

// The image of a coordinate under each move, the moves of one value side by side, so that the
// children of a node share a cache line. A table has a column for each of the 18 moves, or for each
// of kHMoves.
class MoveTable {
 public:
  MoveTable(int size, int columns)
      : columns_(columns), next_(static_cast<std::size_t>(size) * columns) {}

  [[nodiscard]] const std::uint16_t* row(int value) const noexcept {
    return next_.data() + static_cast<std::size_t>(value) * columns_;
  }
  [[nodiscard]] std::uint16_t* row(int value) noexcept {
    return next_.data() + static_cast<std::size_t>(value) * columns_;
  }
  [[nodiscard]] int columns() const noexcept { return columns_; }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(next_.size()) / columns_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return next_.size() * sizeof(next_[0]); }

 private:
  int columns_;
  std::vector<std::uint16_t> next_;
};

// Columns: the 18 moves. For Twist, Flip and SliceSlots.
template <class Coordinate>
MoveTable all_moves();
// Columns: kHMoves. For CornerPerm, EdgePerm and MiddleOrder.
template <class Coordinate>
MoveTable h_moves();

// Makes of the table of CornerPerm or EdgePerm that of which slots hold the last four pieces.
MoveTable layer_moves(const MoveTable& perms);

// The move tables of both phases.
struct MoveTables {
  // threads: that make them; 0: all.
  explicit MoveTables(int threads = 0);

  MoveTable twist;
  MoveTable flip;
  MoveTable slice;
  MoveTable corners;  // columns from here on: kHMoves
  MoveTable edges;
  MoveTable middle;

  [[nodiscard]] std::size_t bytes() const noexcept;
};

}  // namespace gyre::cube3
