// Where the bit of each element of H stands in a coset's bitmap of 2,438,553,600 bytes.
//
// A page holds the elements with one corner permutation, 60,480 bytes. Sixteen pages that differ by
// turns of U and D make a group. An element whose corners are those of its group's first page and
// then turned by u is h0 u: its place within the page is that of h0. So turns of U and D take every
// byte of a page to the same byte of another page of its group, and spreading by them is an OR of
// whole pages.
//
// Within a page: a block of 864 bytes for each choice of slots of the bottom edges (70), a row of
// 36 bytes for each of their orders (24), three bytes for each pair of orders of the top edges (12;
// which of the two it is follows from parity), and a bit for each order of the middle edges (24). A
// half turn takes blocks to blocks, and in a block rows to rows, triples to triples, each by a
// permutation that depends on the block alone. The middle orders stand in such bytes that a half
// turn takes bytes to bytes as well: a byte is one way to split the four middle slots in pairs.
#pragma once

#include "cube3/tables/slots.h"

#include <gyre/cube3/coset.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

constexpr int kCosetPages = 40'320;
constexpr int kGroupPages = 16;
constexpr int kCosetGroups = kCosetPages / kGroupPages;
constexpr int kPageBlocks = 70;
constexpr int kBlockRows = kOrders;
constexpr int kRowTriples = kOrders / 2;
constexpr int kTripleBytes = 3;
constexpr std::size_t kRowBytes = std::size_t{kRowTriples} * kTripleBytes;
constexpr std::size_t kBlockBytes = kBlockRows * kRowBytes;
constexpr std::size_t kPageBytes = kPageBlocks * kBlockBytes;
constexpr std::size_t kGroupBytes = kGroupPages * kPageBytes;
constexpr std::size_t kCosetBytes = kCosetPages * kPageBytes;
constexpr std::uint32_t kPageBits = kPageBytes * 8;
static_assert(std::uint64_t{kCosetBytes} * 8 == kCosetPositions);

// The half turns of H beside U2 and D2: F2, R2, B2, L2.
constexpr int kHalfTurns = 4;
constexpr std::array<std::uint8_t, kHalfTurns> kHalfTurnMoves = {4, 7, 13, 16};

// Pages that half turns of the four sides make of one another: 24 each.
constexpr int kSidePages = 24;
constexpr int kSideSets = kCosetPages / kSidePages;

struct CosetPlace {
  std::uint32_t page = 0;
  std::uint32_t bit = 0;  // within the page

  bool operator==(const CosetPlace&) const = default;
};

class CosetLayout {
 public:
  CosetLayout();

  // Defined for elements of H.
  [[nodiscard]] CosetPlace place(const Cube& element) const noexcept;
  [[nodiscard]] Cube element(const CosetPlace& place) const noexcept;

  // Searches carry Slots along; these find the place from them.
  [[nodiscard]] const SlotRanks& ranks() const noexcept { return ranks_; }
  // The page of each corner permutation, by its rank.
  [[nodiscard]] const std::uint16_t* pages() const noexcept { return pages_.data(); }
  // What undoes the turns of U and D in which a page differs from the first of its group.
  [[nodiscard]] const Slots* undo() const noexcept { return undo_.data(); }
  // The bit of each order of the middle edges in a triple, by its rank.
  [[nodiscard]] const std::uint8_t* middle_bits() const noexcept { return middle_bit_.data(); }

  // The page that a half turn brings the bits of a page from. block_sources, row_sources and
  // triple_source tell where they are there.
  [[nodiscard]] std::uint32_t source_page(std::uint32_t page, int half_turn) const noexcept {
    return source_pages_[page * kHalfTurns + half_turn];
  }
  // What a half turn makes of a place. It undoes itself, so this is also where it comes from.
  [[nodiscard]] CosetPlace half_turned(const CosetPlace& place, int half_turn) const noexcept;
  struct BlockSource {
    std::uint8_t block = 0;
    std::uint8_t rows = 0;     // an order, see row_sources
    std::uint8_t triples = 0;  // an order, see triple_source
  };
  // The source of each of the kPageBlocks blocks, by the turns of U and D of both pages.
  [[nodiscard]] const BlockSource* block_sources(int half_turn, std::uint32_t to_turns,
                                                 std::uint32_t from_turns) const noexcept {
    return block_sources_.data() +
           ((half_turn * kGroupPages + to_turns) * kGroupPages + from_turns) * kPageBlocks;
  }
  // The row that each row comes from.
  [[nodiscard]] const std::array<std::uint8_t, kBlockRows>& row_sources(int order) const noexcept {
    return row_sources_[order];
  }
  [[nodiscard]] int triple_source(int order, int triple) const noexcept {
    return row_sources_[order][2 * triple] / 2;
  }
  // The bit that a bit of a triple comes from. All bits of a byte come from one byte.
  [[nodiscard]] int bit_source(int half_turn, int bit) const noexcept {
    return bit_sources_[half_turn][bit];
  }
  // The kSidePages pages of a set that half turns of the sides make of one another.
  [[nodiscard]] const std::uint16_t* side_set(int set) const noexcept {
    return side_sets_.data() + static_cast<std::size_t>(set) * kSidePages;
  }

 private:
  void number_pages();
  void number_middle_orders();
  void find_sources();
  void find_side_sets();

  SlotRanks ranks_;
  std::vector<std::uint16_t> pages_;    // by rank of the corners
  std::vector<std::uint16_t> corners_;  // by page
  std::array<Slots, kGroupPages> undo_{};
  std::array<Cube, kGroupPages> turns_{};
  std::array<std::uint8_t, kOrders> middle_bit_{};
  std::array<std::uint8_t, kOrders> bit_middle_{};
  std::vector<std::uint16_t> source_pages_;
  std::vector<BlockSource> block_sources_;
  std::array<std::array<std::uint8_t, kBlockRows>, kOrders> row_sources_{};
  std::array<std::array<std::uint8_t, kOrders>, kHalfTurns> bit_sources_{};
  std::vector<std::uint16_t> side_sets_;
};

}  // namespace gyre::cube3
