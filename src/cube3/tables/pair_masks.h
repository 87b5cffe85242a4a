// PairMasks: for every pair of two coordinates of phase 1 its distance from the pair (0, 0), and
// for each turn whether it leads closer, keeps the distance or leads away: entries as the phase-1
// table has them. One read says of all children of a node which are near enough; a PairTable, an
// eighth of the size, must be asked for each.
#pragma once

#include "cube3/tables/move_tables.h"
#include "cube3/tables/phase1_table.h"

#include <gyre/puzzle/move_set.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

class PairMasks {
 public:
  // Tables with a column for each of the kMoves turns.
  PairMasks(const MoveTable& first, const MoveTable& second, Metric metric);

  [[nodiscard]] const std::uint32_t* entry(int first, int second) const noexcept {
    return entries_.data() + static_cast<std::uint32_t>(first) * second_size_ + second;
  }
  // Gives the distance.
  [[nodiscard]] int operator()(int first, int second) const noexcept {
    return Phase1Entry<Metric::htm>{*entry(first, second)}.distance();
  }
  [[nodiscard]] int second_size() const noexcept { return static_cast<int>(second_size_); }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return entries_.size() * sizeof(std::uint32_t);
  }

 private:
  std::uint32_t second_size_;
  std::vector<std::uint32_t> entries_;
};

}  // namespace gyre::cube3
