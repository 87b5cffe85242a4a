// Sets of arrangements, row by row (optimal_maps.h), for one instruction set each.
#pragma once

#include "cube3/optimal_maps.h"

#include <cstddef>
#include <cstdint>

namespace gyre::cube3 {

// Bytes of a row: a vector for each order, or 32 bits for all orders where there are no flips.
[[nodiscard]] constexpr std::size_t row_bytes(const EdgeShape& shape) noexcept {
  return shape.flips ? static_cast<std::size_t>(shape.orders) * kRowWords * sizeof(std::uint64_t)
                     : sizeof(std::uint32_t);
}

struct RowFunctions {
  // into |= what the map brings there from the row `from`, all of them with flips.
  void (*spread)(const RowMap& map, const OrderMap& orders, int count, const std::byte* from,
                 std::byte* into) noexcept;
};

[[nodiscard]] RowFunctions portable_row_functions() noexcept;
// Only where the processor has AVX2; the portable ones if the compiler had not.
[[nodiscard]] RowFunctions avx2_row_functions() noexcept;
// The best for this processor.
[[nodiscard]] RowFunctions row_functions() noexcept;

}  // namespace gyre::cube3
