// Vectors of AVX2: a shuffle stays within 16 bytes, so that longer distances take several and a
// choice between them. To be included only by files that are compiled for it (*_avx2.cpp).
#pragma once

#include "puzzle/kernel/kernel_vectors.h"

#include <immintrin.h>

namespace gyre::avx2 {

// 16 bytes; pieces stay within them.
struct Vector128 {
  using Reg = __m128i;
  static constexpr int kBytes = 16;
  static constexpr int kReach = 16;
  static Reg fill(int x) noexcept { return _mm_set1_epi8(static_cast<char>(x)); }
  static Reg equal(Reg a, Reg b) noexcept { return _mm_cmpeq_epi8(a, b); }
  static Reg load(const std::uint8_t* p) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  }
  static void store(std::uint8_t* p, Reg x) noexcept {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), x);
  }
  static Reg add(Reg a, Reg b) noexcept { return _mm_add_epi8(a, b); }
  static Reg sub(Reg a, Reg b) noexcept { return _mm_sub_epi8(a, b); }
  static Reg min(Reg a, Reg b) noexcept { return _mm_min_epu8(a, b); }
  static Reg bit_and(Reg a, Reg b) noexcept { return _mm_and_si128(a, b); }
  static Reg bit_andnot(Reg mask, Reg x) noexcept { return _mm_andnot_si128(mask, x); }
  static Reg bit_or(Reg a, Reg b) noexcept { return _mm_or_si128(a, b); }
  static Reg index(Reg b, Reg mask, Reg base) noexcept { return bit_or(bit_and(b, mask), base); }
  static Reg shuffle(Reg a, Reg index) noexcept { return _mm_shuffle_epi8(a, index); }
  static std::uint64_t unequal(Reg a, Reg b) noexcept {
    return ~static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(a, b))) & 0xFFFFU;
  }
  // Right only where the bytes are unequal, which is all that an order needs.
  static std::uint64_t less(Reg a, Reg b) noexcept {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(min(a, b), a)));
  }
};

// 32 bytes; Bits 4: pieces stay within each half.
template <int Bits>
struct Vector256 {
  using Reg = __m256i;
  static constexpr int kBytes = 32;
  static constexpr int kReach = 1 << Bits;
  static Reg fill(int x) noexcept { return _mm256_set1_epi8(static_cast<char>(x)); }
  static Reg equal(Reg a, Reg b) noexcept { return _mm256_cmpeq_epi8(a, b); }
  static void store_halves(std::uint8_t* p, Reg x) noexcept { store(p, x); }
  static Reg load(const std::uint8_t* p) noexcept {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static void store(std::uint8_t* p, Reg x) noexcept {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x);
  }
  static Reg add(Reg a, Reg b) noexcept { return _mm256_add_epi8(a, b); }
  static Reg sub(Reg a, Reg b) noexcept { return _mm256_sub_epi8(a, b); }
  static Reg min(Reg a, Reg b) noexcept { return _mm256_min_epu8(a, b); }
  static Reg bit_and(Reg a, Reg b) noexcept { return _mm256_and_si256(a, b); }
  static Reg bit_andnot(Reg mask, Reg x) noexcept { return _mm256_andnot_si256(mask, x); }
  static Reg bit_or(Reg a, Reg b) noexcept { return _mm256_or_si256(a, b); }
  static Reg index(Reg b, Reg mask, Reg base) noexcept { return bit_or(bit_and(b, mask), base); }
  static Reg shuffle(Reg a, Reg index) noexcept {
    if constexpr (Bits == 4) {
      return _mm256_shuffle_epi8(a, index);
    } else {
      return choose_half(a, index);
    }
  }
  static std::uint64_t unequal(Reg a, Reg b) noexcept {
    return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b)));
  }
  // Right only where the bytes are unequal, which is all that an order needs.
  static std::uint64_t less(Reg a, Reg b) noexcept {
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(min(a, b), a)));
  }

  // Any byte of a, by the low five bits of the index: the fifth chooses the half.
  static Reg choose_half(Reg a, Reg index) noexcept {
    const Reg low = _mm256_shuffle_epi8(_mm256_permute2x128_si256(a, a, 0x00), index);
    const Reg high = _mm256_shuffle_epi8(_mm256_permute2x128_si256(a, a, 0x11), index);
    return _mm256_blendv_epi8(low, high, _mm256_slli_epi16(index, 3));
  }
};

// 64 bytes as two registers. Bits says how far pieces move, for states held in registers.
template <int Bits>
struct Vector512 {
  using Half = Vector256<4>;
  struct Reg {
    __m256i low;
    __m256i high;
  };
  static constexpr int kBytes = 64;
  static constexpr int kReach = 64;
  static void store_halves(std::uint8_t* p, Reg x) noexcept { store(p, x); }
  static Reg load(const std::uint8_t* p) noexcept { return {Half::load(p), Half::load(p + 32)}; }
  static void store(std::uint8_t* p, Reg x) noexcept {
    Half::store(p, x.low);
    Half::store(p + 32, x.high);
  }
  static Reg add(Reg a, Reg b) noexcept {
    return {Half::add(a.low, b.low), Half::add(a.high, b.high)};
  }
  static Reg sub(Reg a, Reg b) noexcept {
    return {Half::sub(a.low, b.low), Half::sub(a.high, b.high)};
  }
  static Reg min(Reg a, Reg b) noexcept {
    return {Half::min(a.low, b.low), Half::min(a.high, b.high)};
  }
  static Reg bit_and(Reg a, Reg b) noexcept {
    return {Half::bit_and(a.low, b.low), Half::bit_and(a.high, b.high)};
  }
  static Reg bit_andnot(Reg mask, Reg x) noexcept {
    return {Half::bit_andnot(mask.low, x.low), Half::bit_andnot(mask.high, x.high)};
  }
  static Reg bit_or(Reg a, Reg b) noexcept {
    return {Half::bit_or(a.low, b.low), Half::bit_or(a.high, b.high)};
  }
  static Reg index(Reg b, Reg mask, Reg base) noexcept {
    return {Half::index(b.low, mask.low, base.low), Half::index(b.high, mask.high, base.high)};
  }
  static Reg shuffle(Reg a, Reg index) noexcept { return shuffle_within<Bits>(&a, index); }

  template <int Reach>
  static Reg shuffle_within(const Reg* from, Reg index) noexcept {
    if constexpr (Reach == 4) {
      return {_mm256_shuffle_epi8(from->low, index.low),
              _mm256_shuffle_epi8(from->high, index.high)};
    } else if constexpr (Reach == 5) {
      return {Half::choose_half(from->low, index.low), Half::choose_half(from->high, index.high)};
    } else if constexpr (Reach == 6) {
      return {choose_register(*from, index.low), choose_register(*from, index.high)};
    } else {
      constexpr int kGroup = Reach == 8 ? 4 : 2;
      return {gather<kGroup>(from, index.low), gather<kGroup>(from, index.high)};
    }
  }
  static std::uint64_t unequal(Reg a, Reg b) noexcept {
    return Half::unequal(a.low, b.low) | Half::unequal(a.high, b.high) << 32U;
  }
  static std::uint64_t less(Reg a, Reg b) noexcept {
    return Half::less(a.low, b.low) | Half::less(a.high, b.high) << 32U;
  }

 private:
  // Any byte of both registers: bit 5 of the index chooses between them.
  static __m256i choose_register(Reg from, __m256i index) noexcept {
    return _mm256_blendv_epi8(Half::choose_half(from.low, index),
                              Half::choose_half(from.high, index), _mm256_slli_epi16(index, 2));
  }
  // Any byte of several vectors, 64 bytes after 64: bits 6 and 7 choose the vector.
  template <int Group>
  static __m256i gather(const Reg* from, __m256i index) noexcept {
    const __m256i vector = _mm256_and_si256(_mm256_srli_epi16(index, 6), _mm256_set1_epi8(3));
    // Bit 7 would clear the byte in a shuffle.
    const __m256i within = _mm256_and_si256(index, _mm256_set1_epi8(0x3F));
    __m256i found = _mm256_setzero_si256();
    for (int g = 0; g < Group; ++g) {
      const __m256i here = _mm256_cmpeq_epi8(vector, _mm256_set1_epi8(static_cast<char>(g)));
      found = _mm256_or_si256(found, _mm256_and_si256(here, choose_register(from[g], within)));
    }
    return found;
  }
};

}  // namespace gyre::avx2
