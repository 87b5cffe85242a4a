#include "cube3/coset/spread.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gyre::cube3 {
namespace {

void half_turns_portable(const SpreadTables& tables, const std::uint8_t* from,
                         const std::uint8_t* own, std::uint32_t page, std::uint8_t* to,
                         bool /*past_caches*/) {
  const CosetLayout& layout = tables.layout;
  if (own != nullptr) {
    std::memcpy(to, own, kPageBytes);
  } else {
    std::memset(to, 0, kPageBytes);
  }
  for (int half_turn = 0; half_turn < kHalfTurns; ++half_turn) {
    const std::uint32_t source = layout.source_page(page, half_turn);
    const CosetLayout::BlockSource* blocks =
        layout.block_sources(half_turn, page % kGroupPages, source % kGroupPages);
    const auto& bytes = tables.bytes[half_turn];
    for (int block = 0; block < kPageBlocks; ++block) {
      const std::uint8_t* rows = from + source * kPageBytes + blocks[block].block * kBlockBytes;
      const auto& offsets = tables.row_offsets[blocks[block].rows];
      const auto& places = tables.row_bytes[half_turn][blocks[block].triples].from;
      std::uint8_t* out = to + block * kBlockBytes;
      for (int row = 0; row < kBlockRows; ++row, out += kRowBytes) {
        const std::uint8_t* in = rows + offsets[row];
        for (std::size_t i = 0; i < kRowBytes; i += kTripleBytes) {
          out[i] |= bytes[0][in[places[i]]];
          out[i + 1] |= bytes[1][in[places[i + 1]]];
          out[i + 2] |= bytes[2][in[places[i + 2]]];
        }
      }
    }
  }
}

std::uint64_t turns_portable(const std::uint8_t* from, std::uint8_t* to, bool half_turns) {
  std::uint64_t count = 0;
  for (std::size_t at = 0; at < kPageBytes; at += sizeof(std::uint64_t)) {
    std::array<std::uint64_t, kGroupPages> in{};
    for (int page = 0; page < kGroupPages; ++page) {
      std::memcpy(&in[page], from + page * kPageBytes + at, sizeof(in[page]));
    }
    for (int page = 0; page < kGroupPages; ++page) {
      const int up = page % 4;
      const int down = page / 4;
      std::uint64_t bits = in[page];
      for (int turns = 1; turns < 4; ++turns) {
        if (turns == 2 && !half_turns) continue;
        bits |= in[4 * down + (up + turns) % 4] | in[4 * ((down + turns) % 4) + up];
      }
      std::uint64_t out = 0;
      std::memcpy(&out, to + page * kPageBytes + at, sizeof(out));
      out |= bits;
      std::memcpy(to + page * kPageBytes + at, &out, sizeof(out));
      count += std::popcount(out);
    }
  }
  return count;
}

}  // namespace

SpreadTables::SpreadTables(const CosetLayout& of) : layout(of) {
  for (int half_turn = 0; half_turn < kHalfTurns; ++half_turn) {
    for (int byte = 0; byte < kTripleBytes; ++byte) {
      auto& images = bytes[half_turn][byte];
      for (int bit = 0; bit < 8; ++bit) {
        const int source = layout.bit_source(half_turn, 8 * byte + bit) % 8;
        matrices[half_turn][byte] |= std::uint64_t{1} << (8 * (7 - bit) + source);
        for (int value = 0; value < 256; ++value) {
          if ((value >> source & 1) != 0) images[value] |= static_cast<std::uint8_t>(1U << bit);
        }
      }
    }
    for (int order = 0; order < kOrders; ++order) {
      auto& from = row_bytes[half_turn][order].from;
      for (std::size_t i = 0; i < from.size(); ++i) {
        from[i] = static_cast<std::uint8_t>(i);
        if (i >= kRowBytes) continue;
        const auto triple = static_cast<int>(i) / kTripleBytes;
        const auto byte = static_cast<int>(i) % kTripleBytes;
        from[i] = static_cast<std::uint8_t>(layout.triple_source(order, triple) * kTripleBytes +
                                            layout.bit_source(half_turn, 8 * byte) / 8);
      }
    }
  }
  for (int order = 0; order < kOrders; ++order) {
    for (int row = 0; row < kBlockRows; ++row) {
      row_offsets[order][row] =
          static_cast<std::uint16_t>(layout.row_sources(order)[row] * kRowBytes);
    }
  }
}

SpreadKernel spread_portable() noexcept {
  return {half_turns_portable, turns_portable};
}

SpreadKernel spread_kernel(CpuLevel level) noexcept {
  return level == CpuLevel::avx512 ? spread_avx512() : spread_portable();
}

}  // namespace gyre::cube3
