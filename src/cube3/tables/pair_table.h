// The exact number of moves that bring two coordinates to 0 together: a lower bound for anything
// that brings more to 0. Four bits an entry.
#pragma once

#include "cube3/tables/move_tables.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gyre::cube3 {

// A move of both coordinates: its columns in the two tables, and what it counts (1 or 2).
struct PairMove {
  int first_column = 0;
  int second_column = 0;
  int weight = 1;
};

// The face turns that are moves by themselves, for tables with a column for each face turn.
[[nodiscard]] std::vector<PairMove> pair_moves(Metric metric);

// The distance of every pair from (0, 0), a byte each: by the first coordinate, then the second.
[[nodiscard]] std::vector<std::uint8_t> pair_distances(const MoveTable& first,
                                                       const MoveTable& second,
                                                       std::span<const PairMove> moves);

class PairTable {
 public:
  PairTable(const MoveTable& first, const MoveTable& second, std::span<const PairMove> moves);

  // A lower bound: distances above 15 are stored as 15.
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

}  // namespace gyre::cube3
