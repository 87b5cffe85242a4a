// Spreading: which elements of H one more move of H makes of those that are set. Turns of U and D
// and half turns of the sides apart, since they want the bitmap in different orders: a group of
// sixteen pages is closed under the first, a set of 24 under the second, and either fits a cache.
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
  // By half turn, byte of a triple and the byte that it comes from: the byte that it becomes.
  std::array<std::array<std::array<std::uint8_t, 256>, kTripleBytes>, kHalfTurns> bytes{};
  // The same as 8x8 matrices over two elements, as gf2p8affineqb takes them.
  std::array<std::array<std::uint64_t, kTripleBytes>, kHalfTurns> matrices{};
  // By half turn and order of the top edges: the byte of a row that each byte comes from. What is
  // beyond the row stays where it is.
  struct alignas(64) RowBytes {
    std::array<std::uint8_t, 64> from{};
  };
  std::array<std::array<RowBytes, kOrders>, kHalfTurns> row_bytes{};
  // By order of the bottom edges: where in its block each row comes from.
  std::array<std::array<std::uint16_t, kBlockRows>, kOrders> row_offsets{};
};

// A page after half turns of the sides: `to` becomes what they make of `from`, a whole bitmap, and
// what `own`, a page, holds (null: nothing). A few bytes behind `from` may be read. past_caches:
// `to` is not wanted soon.
using SpreadHalfTurns = void (*)(const SpreadTables& tables, const std::uint8_t* from,
                                 const std::uint8_t* own, std::uint32_t page, std::uint8_t* to,
                                 bool past_caches);
// The pages of a group: `to` gains those of `from` and what turns of U and D make of them, by half
// turns or not. Gives the number of bits in `to`.
using SpreadTurns = std::uint64_t (*)(const std::uint8_t* from, std::uint8_t* to, bool half_turns);

struct SpreadKernel {
  SpreadHalfTurns half_turns = nullptr;
  SpreadTurns turns = nullptr;
};
[[nodiscard]] SpreadKernel spread_kernel(CpuLevel level) noexcept;

// Bytes that may be read behind a bitmap.
constexpr std::size_t kSpreadSlack = 64;

[[nodiscard]] SpreadKernel spread_portable() noexcept;
[[nodiscard]] SpreadKernel spread_avx512() noexcept;

}  // namespace gyre::cube3
