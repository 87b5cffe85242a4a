// The arithmetic of cubes with AVX2, as cube_ops_portable.h: both lanes in one register, whose
// shuffle stays within 16 bytes. To be included only by files that are compiled for it
// (*_avx2.cpp).
#pragma once

#include <gyre/cube3/cube.h>

#include <immintrin.h>

namespace gyre::cube3::avx2 {

struct CubeOps {
  using Packed = __m256i;

  static Packed load(const Cube& cube) noexcept {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(&cube));
  }
  static Cube unload(Packed packed) noexcept {
    Cube cube;
    _mm256_store_si256(reinterpret_cast<__m256i*>(&cube), packed);
    return cube;
  }

  // A piece has bit 7 clear, so that its byte is an index as it stands.
  static Packed compose(Packed a, Packed b) noexcept {
    return reduce(_mm256_add_epi8(_mm256_shuffle_epi8(a, b), orientations(b)));
  }

 private:
  static __m256i orientations(__m256i a) noexcept {
    return _mm256_and_si256(a, _mm256_set1_epi8(0x70));
  }
  // Two orientations of an edge in the low lane, three of a corner in the high one.
  static __m256i moduli() noexcept {
    return _mm256_set_m128i(_mm_set1_epi8(0x30), _mm_set1_epi8(0x20));
  }
  // The difference wraps round to a larger number exactly if it should not be taken.
  static __m256i reduce(__m256i sum) noexcept {
    return _mm256_min_epu8(sum, _mm256_sub_epi8(sum, moduli()));
  }
};

}  // namespace gyre::cube3::avx2
