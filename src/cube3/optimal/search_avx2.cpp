#include "cube3/optimal/search.h"

#include "cube3/optimal/loop.h"

#if defined(__AVX2__) && defined(__BMI2__)
#include "cube3/core/cube_ops_avx2.h"

#include <immintrin.h>

namespace gyre::cube3 {
namespace {

struct Avx2Ops : avx2::CubeOps {
  static Packed view(Packed cube, const SymmetryLanes& lanes) noexcept {
    return compose(compose(load(lanes.left), cube), load(lanes.right));
  }

  static int corners(Packed view) noexcept {
    const __m128i corners = _mm256_extracti128_si256(view, 1);
    // Bit 2 of a corner tells top from bottom.
    const unsigned bottom = bits(_mm_slli_epi16(corners, 5)) & 0xFFU;
    // Twists, 16 times as large: pairs of slots first, then pairs of pairs.
    const __m128i twists = _mm_and_si128(corners, _mm_set1_epi8(0x30));
    const __m128i pairs =
        _mm_maddubs_epi16(twists, _mm_setr_epi8(1, 3, 1, 3, 1, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    const __m128i fours = _mm_madd_epi16(pairs, _mm_setr_epi16(1, 9, 81, 729, 0, 0, 0, 0));
    const auto both = static_cast<std::uint64_t>(_mm_cvtsi128_si64(fours));
    const auto twist = static_cast<unsigned>(both + (both >> 32U)) >> 4U;
    return static_cast<int>(TopCorners::kRankOfSlots[bottom ^ 0xFFU] * TopCorners::kTwists + twist);
  }

  static WordPlace place(const IndexTables& tables, Packed view, int corners) noexcept {
    const __m128i edges = _mm256_castsi256_si128(view);
    const CornerOrbits::Place orbit = tables.orbits.places()[corners];
    const unsigned turn = orbit.turn();
    const __m128i sources = lane(tables.edge_sources[turn]);
    const __m128i moved = _mm_shuffle_epi8(edges, sources);
    const EdgeShape& shape = tables.words.shape();
    const unsigned middle = bits(_mm_slli_epi16(moved, 4)) & 0xFFFU;
    const unsigned flips = bits(_mm_slli_epi16(moved, 3)) & 0xFFFU;
    int order = 0;
    unsigned second = 0;  // slots of the second and fourth middle edges
    if (shape.orders != 1) {
      const __m128i named = _mm_shuffle_epi8(lane(tables.edge_names[turn >> 4U]), moved);
      second = bits(_mm_slli_epi16(named, 7)) & middle;
      unsigned code = _pext_u32(second, middle);
      if (shape.orders == 24) {
        code |= _pext_u32(bits(_mm_slli_epi16(named, 6)), middle) << 4U;
      }
      order = tables.words.orders().ranks()[code];
    }
    EdgeWords::Place place = tables.words.place(middle, shape.flips ? flips & ~middle : 0U, order);
    if (shape.pairs) {
      place.word = 2 * place.word + EdgeWords::pair(place.turns, middle, flips, second);
    }
    return {static_cast<std::uint64_t>(orbit.orbit()) * tables.words.count() + place.word,
            tables.turned[place.turns][turn]};
  }

  static unsigned extract(unsigned bits, unsigned mask) noexcept { return _pext_u32(bits, mask); }

 private:
  static unsigned bits(__m128i bytes) noexcept {
    return static_cast<unsigned>(_mm_movemask_epi8(bytes));
  }
  static __m128i lane(const std::array<std::uint8_t, 16>& bytes) noexcept {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(bytes.data()));
  }
};

}  // namespace

void run_optimal_avx2(const OptimalBounds& bounds, OptimalBoard& board,
                      OptimalWorkspace& workspace) {
  OptimalLoop<Avx2Ops>(bounds, board, workspace).run();
}

}  // namespace gyre::cube3
#else
namespace gyre::cube3 {

void run_optimal_avx2(const OptimalBounds& bounds, OptimalBoard& board,
                      OptimalWorkspace& workspace) {
  run_optimal_portable(bounds, board, workspace);
}

}  // namespace gyre::cube3
#endif
