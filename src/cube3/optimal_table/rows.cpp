#include "cube3/optimal_table/rows_loops.h"

#include "base/cpu.h"

#include <bit>
#include <cstring>

namespace gyre::cube3 {
namespace {

struct PortableVector {
  using Value = std::array<std::uint64_t, kRowWords>;

  static Value zero() noexcept { return {}; }
  static Value load(const std::byte* row, int index) noexcept {
    Value value;
    std::memcpy(&value, row + static_cast<std::size_t>(index) * sizeof(value), sizeof(value));
    return value;
  }
  static void store(std::byte* row, int index, const Value& value) noexcept {
    std::memcpy(row + static_cast<std::size_t>(index) * sizeof(value), &value, sizeof(value));
  }
  static Value either(const Value& a, const Value& b) noexcept {
    Value out;
    for (int w = 0; w < kRowWords; ++w) out[w] = a[w] | b[w];
    return out;
  }
  // a where the mask is, b elsewhere.
  static Value choose(const Value& mask, const Value& a, const Value& b) noexcept {
    Value out;
    for (int w = 0; w < kRowWords; ++w) out[w] = (a[w] & mask[w]) | (b[w] & ~mask[w]);
    return out;
  }
  static bool is_zero(const Value& a) noexcept { return (a[0] | a[1] | a[2] | a[3]) == 0; }
  static const BitOperation& masks(const BitOperation& operation) noexcept { return operation; }

  template <BitOperation::Words Words>
  static Value apply(const BitOperation& masks, unsigned shift, const Value& v) noexcept {
    Value p = v;
    if constexpr (Words == BitOperation::Words::swap_neighbours) p = {v[1], v[0], v[3], v[2]};
    if constexpr (Words == BitOperation::Words::swap_halves) p = {v[2], v[3], v[0], v[1]};
    if constexpr (Words == BitOperation::Words::swap_inner) p = {v[0], v[2], v[1], v[3]};
    Value out;
    for (int w = 0; w < kRowWords; ++w) {
      out[w] = (v[w] & masks.keep[w]) | (p[w] << shift & masks.left[w]) |
               (p[w] >> shift & masks.right[w]);
    }
    return out;
  }
};

}  // namespace

const std::byte* odd_flips() noexcept {
  static const PortableVector::Value odd = [] {
    PortableVector::Value bits{};
    for (unsigned number = 0; number < 256; ++number) {
      if (std::popcount(number) % 2 != 0) bits[number / 64] |= 1ULL << number % 64;
    }
    return bits;
  }();
  return reinterpret_cast<const std::byte*>(odd.data());
}

RowFunctions portable_row_functions() noexcept {
  return RowLoops<PortableVector>::all();
}

RowFunctions row_functions() noexcept {
  return cpu_level() >= CpuLevel::avx2 ? avx2_row_functions() : portable_row_functions();
}

}  // namespace gyre::cube3
