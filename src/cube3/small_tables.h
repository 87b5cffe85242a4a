// Everything that the small mode looks up: move tables of the coordinates, and lower bounds from
// pairs of coordinates. Less than 8 MB, made in a fraction of a second, never stored.
#pragma once

#include "cube3/coordinates.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gyre::cube3 {

// The moves of H, which keep the phase-1 coordinates at 0: U, D and half turns.
constexpr std::array<std::uint8_t, 10> kHMoves = {0, 1, 2, 4, 7, 9, 10, 11, 13, 16};

constexpr bool is_h_move(int move) noexcept {
  return move / 3 % 3 == 0 || move % 3 == 1;
}

// The image of a coordinate under each move, the moves of one value side by side. A table has a
// column for each of the 18 moves, or for each of kHMoves.
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

// The exact number of moves that bring two coordinates to 0 together: a lower bound for anything
// that brings more to 0. Four bits an entry.
class PairTable {
 public:
  // Uses the moves that stand in first_columns and, in the same order, in second_columns; they must
  // keep the first `second_size` values of `second` among themselves.
  PairTable(const MoveTable& first, std::span<const std::uint8_t> first_columns,
            const MoveTable& second, std::span<const std::uint8_t> second_columns, int second_size);

  [[nodiscard]] int operator()(int first, int second) const noexcept {
    const std::uint32_t index = static_cast<std::uint32_t>(first) * second_size_ + second;
    return nibbles_[index >> 1U] >> (4 * (index & 1U)) & 0xF;
  }
  [[nodiscard]] int second_size() const noexcept { return static_cast<int>(second_size_); }
  [[nodiscard]] std::size_t bytes() const noexcept { return nibbles_.size(); }

 private:
  std::uint32_t second_size_;
  std::vector<std::uint8_t> nibbles_;
};

struct SmallTables {
  SmallTables();

  MoveTable twist;
  MoveTable flip;
  MoveTable slice_slots;
  MoveTable four_edges;
  MoveTable corner_perm;
  MoveTable edge_perm;  // columns: kHMoves

  PairTable twist_flip;
  PairTable twist_slice;
  PairTable flip_slice;
  PairTable corner_slice;  // phase 2, with the order of the middle edges
  PairTable edge_slice;

  [[nodiscard]] std::size_t bytes() const noexcept;
};

}  // namespace gyre::cube3
