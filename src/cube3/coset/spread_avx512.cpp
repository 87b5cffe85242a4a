// A row of 36 bytes is one vector: a shuffle brings its bytes, a product with a matrix for each of
// the three kinds of byte their bits.
#include "cube3/coset/spread.h"

#if defined(__AVX512VBMI__) && defined(__GFNI__) && defined(__AVX512VPOPCNTDQ__)
#include <immintrin.h>
#include <numeric>

namespace gyre::cube3 {
namespace {

constexpr std::size_t kVector = 64;

// Unlike __m512i it keeps its alignment as a template argument.
struct Vector {
  __m512i bits;
};

Vector either(Vector a, Vector b) noexcept {
  return {_mm512_or_si512(a.bits, b.bits)};
}

constexpr std::uint64_t kRow = (std::uint64_t{1} << kRowBytes) - 1;
// A bit for every third byte.
constexpr std::uint64_t kSecondBytes = 0x4924'9249'2492'4924U >> 1U;
constexpr std::uint64_t kThirdBytes = 0x4924'9249'2492'4924U;

void half_turns_avx512(const SpreadTables& tables, const std::uint8_t* from,
                       const std::uint8_t* own, std::uint32_t page, std::uint8_t* to,
                       bool past_caches) {
  const CosetLayout& layout = tables.layout;
  std::array<const std::uint8_t*, kHalfTurns> pages{};
  std::array<const CosetLayout::BlockSource*, kHalfTurns> blocks{};
  std::array<std::array<Vector, kTripleBytes>, kHalfTurns> matrices;
  for (int t = 0; t < kHalfTurns; ++t) {
    const std::uint32_t source = layout.source_page(page, t);
    pages[t] = from + source * kPageBytes;
    blocks[t] = layout.block_sources(t, page % kGroupPages, source % kGroupPages);
    for (int byte = 0; byte < kTripleBytes; ++byte) {
      matrices[t][byte].bits = _mm512_set1_epi64(static_cast<long long>(tables.matrices[t][byte]));
    }
  }
  // Two blocks are whole cache lines. A row is written over what is written behind the one before.
  alignas(kVector) std::array<std::uint8_t, 2 * kBlockBytes + kVector> rows;
  for (int pair = 0; pair < kPageBlocks; pair += 2) {
    std::uint8_t* out = rows.data();
    for (int block = pair; block < pair + 2; ++block) {
      std::array<const std::uint8_t*, kHalfTurns> in{};
      std::array<const std::uint16_t*, kHalfTurns> offsets{};
      std::array<Vector, kHalfTurns> places;
      for (int t = 0; t < kHalfTurns; ++t) {
        const CosetLayout::BlockSource source = blocks[t][block];
        in[t] = pages[t] + source.block * kBlockBytes;
        offsets[t] = tables.row_offsets[source.rows].data();
        places[t].bits = _mm512_load_si512(tables.row_bytes[t][source.triples].from.data());
      }
      for (int row = 0; row < kBlockRows; ++row, out += kRowBytes) {
        __m512i all = _mm512_setzero_si512();
        for (int t = 0; t < kHalfTurns; ++t) {
          const __m512i bytes = _mm512_maskz_permutexvar_epi8(
              kRow, places[t].bits, _mm512_loadu_si512(in[t] + offsets[t][row]));
          __m512i bits = _mm512_gf2p8affine_epi64_epi8(bytes, matrices[t][0].bits, 0);
          bits =
              _mm512_mask_gf2p8affine_epi64_epi8(bits, kSecondBytes, bytes, matrices[t][1].bits, 0);
          bits =
              _mm512_mask_gf2p8affine_epi64_epi8(bits, kThirdBytes, bytes, matrices[t][2].bits, 0);
          all = _mm512_or_si512(all, bits);
        }
        _mm512_storeu_si512(out, all);
      }
    }
    const std::size_t begin = pair * kBlockBytes;
    for (std::size_t at = 0; at < 2 * kBlockBytes; at += kVector) {
      __m512i bits = _mm512_load_si512(rows.data() + at);
      if (own != nullptr) bits = _mm512_or_si512(bits, _mm512_load_si512(own + begin + at));
      auto* place = reinterpret_cast<__m512i*>(to + begin + at);
      past_caches ? _mm512_stream_si512(place, bits) : _mm512_store_si512(place, bits);
    }
  }
}

template <bool kHalf>
std::uint64_t turns_avx512(const std::uint8_t* from, std::uint8_t* to) {
  __m512i count = _mm512_setzero_si512();
  for (std::size_t at = 0; at < kPageBytes; at += kVector) {
    std::array<Vector, kGroupPages> in;
    for (int page = 0; page < kGroupPages; ++page) {
      in[page].bits = _mm512_load_si512(from + page * kPageBytes + at);
    }
    // Turns make of a page all of four pages in a row, or the two that are a quarter turn away.
    std::array<std::array<Vector, 2>, 4> up;
    std::array<std::array<Vector, 2>, 4> down;
    for (int i = 0; i < 4; ++i) {
      for (int odd = 0; odd < 2; ++odd) {
        up[i][odd] = either(in[4 * i + 1 - odd], in[4 * i + 3 - odd]);
        down[i][odd] = either(in[4 * (1 - odd) + i], in[4 * (3 - odd) + i]);
      }
      if (kHalf) {
        up[i][0] = up[i][1] = either(up[i][0], up[i][1]);
        down[i][0] = down[i][1] = either(down[i][0], down[i][1]);
      }
    }
    for (int page = 0; page < kGroupPages; ++page) {
      std::uint8_t* place = to + page * kPageBytes + at;
      Vector out = either({_mm512_load_si512(place)}, up[page / 4][page % 2]);
      out = either(out, down[page % 4][page / 4 % 2]);
      if (!kHalf) out = either(out, in[page]);
      _mm512_store_si512(place, out.bits);
      count = _mm512_add_epi64(count, _mm512_popcnt_epi64(out.bits));
    }
  }
  alignas(kVector) std::array<std::uint64_t, kVector / sizeof(std::uint64_t)> counts;
  _mm512_store_si512(counts.data(), count);
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::uint64_t turns_either(const std::uint8_t* from, std::uint8_t* to, bool half_turns) {
  return half_turns ? turns_avx512<true>(from, to) : turns_avx512<false>(from, to);
}

}  // namespace

SpreadKernel spread_avx512() noexcept {
  return {half_turns_avx512, turns_either};
}

}  // namespace gyre::cube3
#else
namespace gyre::cube3 {

SpreadKernel spread_avx512() noexcept {
  return spread_portable();
}

}  // namespace gyre::cube3
#endif
