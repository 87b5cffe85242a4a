// The phase-2 table: a lower bound for positions of H, exact for everything but the order of the
// middle edges. Corner permutations folded by 16 symmetries (2,768 rows) x permutations of the
// other eight edges, four bits an entry: 55,802,880 bytes.
//
// Stored is the distance less one, at most 15. Zero is known by looking at the coordinates.
#pragma once

#include "cube3/tables/move_tables.h"

#include <gyre/puzzle/move_set.h>
#include <gyre/table/store.h>
#include "cube3/core/symmetry.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gyre::cube3 {

constexpr int kCornerClasses = 2'768;
constexpr std::uint32_t kPhase2Entries = std::uint32_t{kCornerClasses} * EdgePerm::kSize;
constexpr std::uint32_t kPhase2Bytes = kPhase2Entries / 2;
constexpr int kPhase2Cap = 16;

// How the 16 symmetries act on the permutations of phase 2.
class PermSymmetries {
 public:
  PermSymmetries();

  struct CornerClass {
    std::uint16_t row = 0;
    std::uint16_t symmetry = 0;  // takes the permutation to the smallest of its class
  };
  [[nodiscard]] CornerClass class_of(int corners) const noexcept { return class_[corners]; }
  [[nodiscard]] int class_corners(int row) const noexcept { return class_corners_[row]; }
  [[nodiscard]] int class_size(int row) const noexcept {
    return kAxisSymmetries / static_cast<int>(class_symmetries_[row].size());
  }
  [[nodiscard]] const std::vector<std::uint8_t>& class_symmetries(int row) const noexcept {
    return class_symmetries_[row];
  }
  [[nodiscard]] int conjugate_edges(int edges, int symmetry) const noexcept {
    return edges_[edges * kAxisSymmetries + symmetry];
  }
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  std::vector<CornerClass> class_;
  std::vector<std::uint16_t> class_corners_;
  std::vector<std::vector<std::uint8_t>> class_symmetries_;
  std::vector<std::uint16_t> edges_;
};

[[nodiscard]] inline std::uint32_t phase2_index(const PermSymmetries& symmetries, int corners,
                                                int edges) noexcept {
  const auto [row, symmetry] = symmetries.class_of(corners);
  return row * std::uint32_t{EdgePerm::kSize} +
         static_cast<std::uint32_t>(symmetries.conjugate_edges(edges, symmetry));
}

[[nodiscard]] inline int phase2_bound(const std::uint8_t* table, std::uint32_t index) noexcept {
  return (table[index >> 1U] >> (4 * (index & 1U)) & 0xF) + 1;
}

// Fills the table. The counts are of the table, capped; `exact`, if given, gets them before the
// cap. If stopped, returns early.
DepthCounts make_phase2(Metric metric, std::span<std::uint8_t> table, const TableWork& work,
                        DepthCounts* exact = nullptr);
DepthCounts count_phase2(std::span<const std::uint8_t> table, const TableWork& work);

}  // namespace gyre::cube3
