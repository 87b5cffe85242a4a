// Vectors of AVX-512 with VBMI: a shuffle reaches every byte of one register, of two, or with a
// blend of four. To be included only by files that are compiled for it (*_avx512.cpp).
#pragma once

#include "puzzle/kernel/kernel_vectors.h"

#include <immintrin.h>

namespace gyre::avx512 {

// Where the plain intrinsics of g++ 12 warn of an uninitialised register of their own, the masked
// ones with a full mask, or operators, make the same instructions.

// 16 bytes; pieces stay within them.
struct Vector128 {
  using Reg = __m128i;
  static constexpr int kBytes = 16;
  static constexpr int kReach = 16;
  static Reg fill(int x) noexcept { return _mm_set1_epi8(static_cast<char>(x)); }
  static Reg equal(Reg a, Reg b) noexcept { return _mm_cmpeq_epi8(a, b); }
  static Reg load(const std::uint8_t* p) noexcept { return _mm_loadu_epi8(p); }
  static void store(std::uint8_t* p, Reg x) noexcept { _mm_storeu_epi8(p, x); }
  static Reg add(Reg a, Reg b) noexcept { return _mm_add_epi8(a, b); }
  static Reg sub(Reg a, Reg b) noexcept { return _mm_sub_epi8(a, b); }
  static Reg min(Reg a, Reg b) noexcept { return _mm_min_epu8(a, b); }
  static Reg bit_and(Reg a, Reg b) noexcept { return _mm_and_si128(a, b); }
  static Reg bit_andnot(Reg mask, Reg x) noexcept { return _mm_andnot_si128(mask, x); }
  static Reg bit_or(Reg a, Reg b) noexcept { return _mm_or_si128(a, b); }
  static Reg index(Reg b, Reg mask, Reg base) noexcept {
    return _mm_ternarylogic_epi32(b, mask, base, 0xEA);
  }
  static Reg shuffle(Reg a, Reg index) noexcept { return _mm_shuffle_epi8(a, index); }
  static std::uint64_t unequal(Reg a, Reg b) noexcept { return _mm_cmpneq_epu8_mask(a, b); }
  static std::uint64_t less(Reg a, Reg b) noexcept { return _mm_cmplt_epu8_mask(a, b); }
};

// 32 bytes; Bits 4: pieces stay within each half, which is the faster shuffle.
template <int Bits>
struct Vector256 {
  using Reg = __m256i;
  static constexpr int kBytes = 32;
  static constexpr int kReach = 1 << Bits;
  static Reg fill(int x) noexcept { return _mm256_set1_epi8(static_cast<char>(x)); }
  static Reg equal(Reg a, Reg b) noexcept { return _mm256_cmpeq_epi8(a, b); }
  static void store_halves(std::uint8_t* p, Reg x) noexcept { store(p, x); }
  static Reg load(const std::uint8_t* p) noexcept { return _mm256_loadu_epi8(p); }
  static void store(std::uint8_t* p, Reg x) noexcept { _mm256_storeu_epi8(p, x); }
  static Reg add(Reg a, Reg b) noexcept { return _mm256_add_epi8(a, b); }
  static Reg sub(Reg a, Reg b) noexcept { return _mm256_sub_epi8(a, b); }
  static Reg min(Reg a, Reg b) noexcept { return _mm256_min_epu8(a, b); }
  static Reg bit_and(Reg a, Reg b) noexcept { return _mm256_and_si256(a, b); }
  static Reg bit_andnot(Reg mask, Reg x) noexcept { return _mm256_andnot_si256(mask, x); }
  static Reg bit_or(Reg a, Reg b) noexcept { return _mm256_or_si256(a, b); }
  static Reg index(Reg b, Reg mask, Reg base) noexcept {
    return _mm256_ternarylogic_epi32(b, mask, base, 0xEA);
  }
  static Reg shuffle(Reg a, Reg index) noexcept {
    if constexpr (Bits == 4) {
      return _mm256_shuffle_epi8(a, index);
    } else {
      return _mm256_maskz_permutexvar_epi8(~__mmask32{0}, index, a);
    }
  }
  static std::uint64_t unequal(Reg a, Reg b) noexcept { return _mm256_cmpneq_epu8_mask(a, b); }
  static std::uint64_t less(Reg a, Reg b) noexcept { return _mm256_cmplt_epu8_mask(a, b); }
};

struct Vector512 {
  using Reg = __m512i;
  static constexpr __mmask64 kAll = ~__mmask64{0};
  static constexpr int kBytes = 64;
  static constexpr int kReach = 64;
  // A byte is forwarded from a store of 32 bytes, but waits for one of 64.
  static void store_halves(std::uint8_t* p, Reg x) noexcept {
    _mm256_storeu_epi8(p, _mm512_maskz_extracti64x4_epi64(0xF, x, 0));
    _mm256_storeu_epi8(p + 32, _mm512_maskz_extracti64x4_epi64(0xF, x, 1));
  }
  static Reg load(const std::uint8_t* p) noexcept { return _mm512_loadu_epi8(p); }
  static void store(std::uint8_t* p, Reg x) noexcept { _mm512_storeu_epi8(p, x); }
  static Reg add(Reg a, Reg b) noexcept { return _mm512_add_epi8(a, b); }
  static Reg sub(Reg a, Reg b) noexcept { return _mm512_sub_epi8(a, b); }
  static Reg min(Reg a, Reg b) noexcept { return _mm512_maskz_min_epu8(kAll, a, b); }
  static Reg bit_and(Reg a, Reg b) noexcept { return _mm512_and_si512(a, b); }
  static Reg bit_andnot(Reg mask, Reg x) noexcept { return ~mask & x; }
  static Reg bit_or(Reg a, Reg b) noexcept { return _mm512_or_si512(a, b); }
  static Reg index(Reg b, Reg mask, Reg base) noexcept {
    return _mm512_ternarylogic_epi32(b, mask, base, 0xEA);
  }
  static Reg shuffle(Reg a, Reg index) noexcept {
    return _mm512_maskz_permutexvar_epi8(kAll, index, a);
  }
  template <int Bits>
  static Reg shuffle_within(const Reg* from, Reg index) noexcept {
    if constexpr (Bits == 8) {
      const Reg low = _mm512_permutex2var_epi8(from[0], index, from[1]);
      const Reg high = _mm512_permutex2var_epi8(from[2], index, from[3]);
      return _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), low, high);
    } else if constexpr (Bits == 7) {
      return _mm512_permutex2var_epi8(from[0], index, from[1]);
    } else if constexpr (Bits == 4) {
      return _mm512_shuffle_epi8(from[0], index);
    } else {
      return shuffle(from[0], index);
    }
  }
  static std::uint64_t unequal(Reg a, Reg b) noexcept { return _mm512_cmpneq_epu8_mask(a, b); }
  static std::uint64_t less(Reg a, Reg b) noexcept { return _mm512_cmplt_epu8_mask(a, b); }
};

}  // namespace gyre::avx512
