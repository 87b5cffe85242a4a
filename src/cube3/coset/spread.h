// Spreading: which elements of H one more move of H makes of those that are set. Turns of U and D
// and half turns of the sides are done apart, since they want the bitmap in different orders: a
// group of sixteen pages is closed under the first, a set of 24 under the second, and either fits a
// cache.
#pragma once

#include "cube3/coset/layout.h"

#include "base/cpu.h"

#include <array>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

// What the kernels look up, beside the layout.
struct SpreadTables {
  explicit SpreadTables(const CosetLayout& of);

  const CosetLayout& layout;
  // What a byte becomes, by the half turn, its number in its triple and its value.
  std::array<std::array<std::array<std::uint8_t, 256>, kTripleBytes>, kHalfTurns> bytes{};
  // The same as 8x8 matrices over two elements, as gf2p8affineqb takes them.
  std::array<std::array<std::uint64_t, kTripleBytes>, kHalfTurns> matrices{};
  // The byte of a row that each byte comes from, by the half turn and the order of the top edges.
  // What is beyond the row stays where it is.
  struct alignas(64) RowBytes {
    std::array<std::uint8_t, 64> from{};
  };
  std::array<std::array<RowBytes, kOrders>, kHalfTurns> row_bytes{};
  // Where in its block each row comes from, by the order of the bottom edges.
  std::array<std::array<std::uint16_t, kBlockRows>, kOrders> row_offsets{};
};

// Half turns of the sides: the page `to` becomes what they make of `from`, which is a whole bitmap,
// and what the page `own` holds, unless it is null. A few bytes behind `from` may be read.
// past_caches says that `to` is not wanted soon.
using SpreadHalfTurns = void (*)(const SpreadTables& tables, const std::uint8_t* from,
                                 const std::uint8_t* own, std::uint32_t page, std::uint8_t* to,
                                 bool past_caches);
// Turns of U and D: the group `to` gains the pages of the group `from` and what the turns make of
// them, by half turns or not. Gives the number of bits in `to`.
using SpreadTurns = std::uint64_t (*)(const std::uint8_t* from, std::uint8_t* to, bool half_turns);

struct SpreadKernel {
  SpreadHalfTurns half_turns = nullptr;
  SpreadTurns turns = nullptr;
};
[[nodiscard]] SpreadKernel spread_kernel(CpuLevel level) noexcept;

// So many bytes may be read behind a bitmap.
constexpr std::size_t kSpreadSlack = 64;

[[nodiscard]] SpreadKernel spread_portable() noexcept;
[[nodiscard]] SpreadKernel spread_avx512() noexcept;

}  // namespace gyre::cube3
