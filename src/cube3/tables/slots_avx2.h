// Slots turned by one shuffle. Only for files that are compiled for AVX2.
#pragma once

#include "cube3/tables/slots.h"

#include <immintrin.h>

namespace gyre::cube3 {

struct Avx2Slots {
  static void turn(const Slots& from, const Slots& move, Slots& to) noexcept {
    const __m256i table = _mm256_load_si256(reinterpret_cast<const __m256i*>(move.slot.data()));
    const __m256i slots = _mm256_load_si256(reinterpret_cast<const __m256i*>(from.slot.data()));
    _mm256_store_si256(reinterpret_cast<__m256i*>(to.slot.data()),
                       _mm256_shuffle_epi8(table, slots));
  }
};

}  // namespace gyre::cube3
