#include "cube3/optimal_table/rows_loops.h"

#if defined(__AVX2__)
#include <immintrin.h>

namespace gyre::cube3 {
namespace {

struct Avx2Vector {
  struct Masks {
    __m256i keep;
    __m256i left;
    __m256i right;
  };
  // As a struct: attributes of vector types get lost in templates.
  struct Value {
    __m256i v;
  };

  static Value zero() noexcept { return {_mm256_setzero_si256()}; }
  static Value load(const std::byte* row, int index) noexcept {
    return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(row) + index)};
  }
  static void store(std::byte* row, int index, Value value) noexcept {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(row) + index, value.v);
  }
  static Value either(Value a, Value b) noexcept { return {_mm256_or_si256(a.v, b.v)}; }
  static Value choose(Value mask, Value a, Value b) noexcept {
    return {_mm256_or_si256(_mm256_and_si256(mask.v, a.v), _mm256_andnot_si256(mask.v, b.v))};
  }
  static bool is_zero(Value a) noexcept { return _mm256_testz_si256(a.v, a.v) != 0; }
  static __m256i load_mask(const std::array<std::uint64_t, kRowWords>& mask) noexcept {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(mask.data()));
  }
  static Masks masks(const BitOperation& operation) noexcept {
    return {load_mask(operation.keep), load_mask(operation.left), load_mask(operation.right)};
  }

  template <BitOperation::Words Words>
  static Value apply(const Masks& masks, unsigned shift, Value value) noexcept {
    __m256i p = value.v;
    if constexpr (Words == BitOperation::Words::swap_neighbours) {
      p = _mm256_permute4x64_epi64(value.v, 0xB1);
    }
    if constexpr (Words == BitOperation::Words::swap_halves) {
      p = _mm256_permute4x64_epi64(value.v, 0x4E);
    }
    if constexpr (Words == BitOperation::Words::swap_inner) {
      return {_mm256_permute4x64_epi64(value.v, 0xD8)};
    }
    const __m128i by = _mm_cvtsi32_si128(static_cast<int>(shift));
    const __m256i kept = _mm256_and_si256(value.v, masks.keep);
    const __m256i left = _mm256_and_si256(_mm256_sll_epi64(p, by), masks.left);
    const __m256i right = _mm256_and_si256(_mm256_srl_epi64(p, by), masks.right);
    return {_mm256_or_si256(kept, _mm256_or_si256(left, right))};
  }
};

}  // namespace

RowFunctions avx2_row_functions() noexcept {
  return RowLoops<Avx2Vector>::all();
}

}  // namespace gyre::cube3
#else
namespace gyre::cube3 {

RowFunctions avx2_row_functions() noexcept {
  return portable_row_functions();
}

}  // namespace gyre::cube3
#endif
