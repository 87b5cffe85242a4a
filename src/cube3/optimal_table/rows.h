// Sets of arrangements, row by row (maps.h), for one instruction set each.
#pragma once

#include "cube3/optimal_table/maps.h"

#include <cstddef>
#include <cstdint>

namespace gyre::cube3 {

// Bytes of a row: a vector for each order, or 32 bits for all orders where there are no flips.
[[nodiscard]] constexpr std::size_t row_bytes(const EdgeShape& shape) noexcept {
  return shape.flips ? static_cast<std::size_t>(shape.orders) * shape.pair_values() * kRowWords *
                           sizeof(std::uint64_t)
                     : sizeof(std::uint32_t);
}

struct RowFunctions {
  // into |= what the map brings there from the row `from`. It is for shapes with flips.
  void (*spread)(const RowMap& map, const OrderMap& orders, const EdgeShape& shape,
                 const std::byte* from, std::byte* into) noexcept;
};

// A vector of the numbers with an odd number of bits.
[[nodiscard]] const std::byte* odd_flips() noexcept;

[[nodiscard]] RowFunctions portable_row_functions() noexcept;
// They may be called only where the processor has AVX2, and are the portable ones if the compiler
// had not.
[[nodiscard]] RowFunctions avx2_row_functions() noexcept;
// Gives the best for this processor.
[[nodiscard]] RowFunctions row_functions() noexcept;

}  // namespace gyre::cube3
