// The arithmetic of cubes with AVX2, as cube_ops_portable.h: both lanes in one register, whose
// shuffle stays within 16 bytes. To be included only by files that are compiled for it
// (*_avx2.cpp).
#pragma once

#include <gyre/cube3/cube.h>

#include "cube3/core/symmetry_lanes.h"

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

  // Piece p has come from the slot k that holds it: every slot is asked for its piece, and answers
  // where that piece belongs. Slots past the last of a lane hold themselves.
  static Packed invert(Packed a) noexcept {
    const __m256i piece = _mm256_and_si256(a, _mm256_set1_epi8(0xF));
    const __m256i own = own_places();
    __m256i from = _mm256_and_si256(own, _mm256_cmpgt_epi8(own, _mm256_set1_epi8(kEdges - 1)));
    for (int k = 1; k < kEdges; ++k) {
      const __m256i here = _mm256_set1_epi8(static_cast<char>(k));
      const __m256i hit = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(piece, here), own);
      from = _mm256_or_si256(from, _mm256_and_si256(hit, here));
    }
    return _mm256_or_si256(from, _mm256_shuffle_epi8(negated(orientations(a)), from));
  }

  static Packed mirror_twists(Packed a) noexcept {
    return _mm256_or_si256(_mm256_and_si256(a, _mm256_set1_epi8(0xF)), negated(orientations(a)));
  }

  static Packed conjugate(Packed a, const SymmetryLanes& symmetry) noexcept {
    return compose(compose(load(symmetry.left), a), load(symmetry.right));
  }

  // The order of the bytes: the first that differ decide.
  static bool less(Packed a, Packed b) noexcept {
    const unsigned unequal = ~bits(_mm256_cmpeq_epi8(a, b));
    return (bits(_mm256_cmpgt_epi8(b, a)) & unequal & (~unequal + 1)) != 0;
  }
  static bool equal(Packed a, Packed b) noexcept { return bits(_mm256_cmpeq_epi8(a, b)) == ~0U; }

 private:
  static unsigned bits(__m256i mask) noexcept {
    return static_cast<unsigned>(_mm256_movemask_epi8(mask));
  }
  static __m256i own_places() noexcept { return load(Cube{}); }
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
  static __m256i negated(__m256i ori) noexcept { return reduce(_mm256_sub_epi8(moduli(), ori)); }
};

}  // namespace gyre::cube3::avx2
