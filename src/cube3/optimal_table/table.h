// The tables of optimal solving: their shapes, and where what stands.
//
// A word has 32 bits for the 16 positions that differ by turns of U and D only, two for each: bit
// `up * 4 + down` of the low half, and the same of the high half. Together they say how far the
// position is from solved as far as corners and edges of this shape tell:
//
//   low 1, high 1   at most base          low 1, high 0   base + 1
//   low 0, high 1   base + 2              low 0, high 0   base + 3 or more
//
// Words of one orbit of corners stand side by side. Behind them stands a small table of exact
// distances, a byte for each class of corners and choice of slots for the middle edges: the bounds
// of positions that are nearer than base.
#pragma once

#include "cube3/optimal_table/corners.h"
#include "cube3/optimal_table/edges.h"

#include <gyre/puzzle/move_set.h>
#include <gyre/table/store.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gyre::cube3 {

struct OptimalShape {
  std::string name;
  EdgeShape edges;
  int base = 0;
};

// The smallest comes first.
[[nodiscard]] std::vector<OptimalShape> optimal_shapes(Metric metric);

struct OptimalLayout {
  explicit OptimalLayout(std::uint32_t words_of_orbit);

  std::uint64_t words = 0;
  std::uint64_t near_offset = 0;  // in bytes
  std::uint64_t payload_bytes = 0;

  static constexpr std::uint64_t kNearBytes =
      std::uint64_t{CornerClasses::kCount} * kMiddleSlotChoices;
};

// Fills the payload of a shape. The counts are of entries as they stand in the table: at most base
// (as depth base), base + 1, base + 2, more (as base + 3). When stopped, the payload is no table.
DepthCounts make_optimal(Metric metric, const OptimalShape& shape, std::span<std::byte> payload,
                         const TableWork& work);
DepthCounts count_optimal(const OptimalShape& shape, std::span<const std::byte> payload,
                          const TableWork& work);

// How many cosets a shape has at each depth up to base + 2, for those who check: the positions are
// counted, not the entries. Takes the memory of the table.
DepthCounts count_cosets(Metric metric, const OptimalShape& shape, const TableWork& work);

}  // namespace gyre::cube3
