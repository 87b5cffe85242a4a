#include "cube3/two_phase_search.h"

#if defined(__AVX2__)
#include <immintrin.h>

namespace gyre::cube3 {
namespace {

struct Avx2Slots {
  static void turn(const Slots& from, const Slots& move, Slots& to) noexcept {
    const __m256i table = _mm256_load_si256(reinterpret_cast<const __m256i*>(move.slot.data()));
    const __m256i slots = _mm256_load_si256(reinterpret_cast<const __m256i*>(from.slot.data()));
    _mm256_store_si256(reinterpret_cast<__m256i*>(to.slot.data()),
                       _mm256_shuffle_epi8(table, slots));
  }
};

}  // namespace

void run_search_avx2(const TwoPhaseTables& tables, const SearchConstants& constants,
                     SearchMemory& memory, Solve& solve, int share, int shares) {
  run_search<Avx2Slots>(tables, constants, memory, solve, share, shares);
}

}  // namespace gyre::cube3
#else
namespace gyre::cube3 {

void run_search_avx2(const TwoPhaseTables& tables, const SearchConstants& constants,
                     SearchMemory& memory, Solve& solve, int share, int shares) {
  run_search_portable(tables, constants, memory, solve, share, shares);
}

}  // namespace gyre::cube3
#endif
