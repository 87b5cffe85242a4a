#include "cube3/coset/layout.h"

#include "cube3/tables/move_tables.h"

#include <cassert>

namespace gyre::cube3 {
namespace {

// The bit of each middle order, by its rank. Orders that split the four slots into the same pairs
// share a byte. Within the bytes these numbers, which were found by trying, let a half turn be six
// shifts of 24 bits.
constexpr std::array<std::uint8_t, kOrders> kMiddleBits = {
    1, 7, 9, 13, 19, 21, 3, 5, 20, 16, 14, 8, 11, 15, 22, 18, 6, 2, 17, 23, 12, 10, 4, 0};

constexpr int kUp = 0;
constexpr int kDown = 3;

// What comes of an order when its places are permuted by another.
int moved_order(int order, int by) {
  std::array<std::uint8_t, 4> position = unrank_order(order);
  const std::array<std::uint8_t, 4> to = unrank_order(by);
  for (std::uint8_t& place : position) place = to[place];
  return rank_order(position);
}

}  // namespace

CosetLayout::CosetLayout() {
  number_pages();
  number_middle_orders();
  find_sources();
  find_side_sets();
}

void CosetLayout::number_pages() {
  for (int down = 0; down < 4; ++down) {
    for (int up = 0; up < 4; ++up) {
      Cube turned_cube;
      for (int i = 0; i < up; ++i) turned_cube = turned(turned_cube, {kUp, 1});
      for (int i = 0; i < down; ++i) turned_cube = turned(turned_cube, {kDown, 1});
      turns_[4 * down + up] = turned_cube;
      undo_[4 * down + up] = Slots::of(invert(turned_cube));
    }
  }
  constexpr std::uint16_t kNone = 0xFFFF;
  pages_.assign(kCosetPages, kNone);
  corners_.resize(kCosetPages);
  int page = 0;
  for (int first = 0; first < kCosetPages; ++first) {
    if (pages_[first] != kNone) continue;
    const Cube cube = CornerPerm::unrank(first);
    for (const Cube& turns : turns_) {
      const int rank = CornerPerm::rank(compose(cube, turns));
      corners_[page] = static_cast<std::uint16_t>(rank);
      pages_[rank] = static_cast<std::uint16_t>(page++);
    }
  }
  assert(page == kCosetPages);
}

void CosetLayout::number_middle_orders() {
  middle_bit_ = kMiddleBits;
  for (int order = 0; order < kOrders; ++order) {
    bit_middle_[middle_bit_[order]] = static_cast<std::uint8_t>(order);
  }
}

void CosetLayout::find_sources() {
  for (int by = 0; by < kOrders; ++by) {
    for (int order = 0; order < kOrders; ++order) {
      row_sources_[by][order] = static_cast<std::uint8_t>(moved_order(order, by));
    }
  }
  source_pages_.resize(static_cast<std::size_t>(kCosetPages) * kHalfTurns);
  block_sources_.resize(std::size_t{kHalfTurns} * kGroupPages * kGroupPages * kPageBlocks);
  auto block_source = block_sources_.begin();
  for (int half_turn = 0; half_turn < kHalfTurns; ++half_turn) {
    const Cube& turn = action(FaceTurn::from_index(kHalfTurnMoves[half_turn]));
    for (int page = 0; page < kCosetPages; ++page) {
      const Cube cube = CornerPerm::unrank(corners_[page]);
      source_pages_[page * kHalfTurns + half_turn] = pages_[CornerPerm::rank(compose(cube, turn))];
    }
    const int by = MiddleOrder::rank(turn);
    for (int bit = 0; bit < kOrders; ++bit) {
      bit_sources_[half_turn][bit] = middle_bit_[moved_order(bit_middle_[bit], by)];
    }
    for (const Cube& to : turns_) {
      for (const Cube& from : turns_) {
        // h0 to = (k0 from) turn, so k0 = h0 (to turn from^-1).
        const Cube back = compose(compose(to, turn), invert(from));
        for (int block = 0; block < kPageBlocks; ++block) {
          const Cube first = EdgePerm::unrank(block * kOrders * kOrders);
          const int rank = EdgePerm::rank(compose(first, back));
          *block_source++ = {static_cast<std::uint8_t>(rank / (kOrders * kOrders)),
                             static_cast<std::uint8_t>(rank / kOrders % kOrders),
                             static_cast<std::uint8_t>(rank % kOrders)};
        }
      }
    }
  }
}

void CosetLayout::find_side_sets() {
  std::vector<char> seen(kCosetPages);
  for (int first = 0; first < kCosetPages; ++first) {
    if (seen[first] != 0) continue;
    const std::size_t begin = side_sets_.size();
    side_sets_.push_back(static_cast<std::uint16_t>(first));
    seen[first] = 1;
    for (std::size_t i = begin; i < side_sets_.size(); ++i) {
      for (int half_turn = 0; half_turn < kHalfTurns; ++half_turn) {
        const std::uint32_t page = source_page(side_sets_[i], half_turn);
        if (seen[page] != 0) continue;
        seen[page] = 1;
        side_sets_.push_back(static_cast<std::uint16_t>(page));
      }
    }
    assert(side_sets_.size() == begin + kSidePages);
  }
}

CosetPlace CosetLayout::half_turned(const CosetPlace& place, int half_turn) const noexcept {
  constexpr std::uint32_t kBlockBits = kBlockBytes * 8;
  constexpr std::uint32_t kRowBits = kRowBytes * 8;
  const std::uint32_t page = source_page(place.page, half_turn);
  const BlockSource source = block_sources(half_turn, place.page % kGroupPages,
                                           page % kGroupPages)[place.bit / kBlockBits];
  const std::uint32_t row = row_sources(source.rows)[place.bit % kBlockBits / kRowBits];
  const int triple =
      triple_source(source.triples, static_cast<int>(place.bit % kRowBits / kOrders));
  const int bit = bit_source(half_turn, static_cast<int>(place.bit % kOrders));
  return {page, source.block * kBlockBits + row * kRowBits +
                    static_cast<std::uint32_t>(triple * kOrders + bit)};
}

CosetPlace CosetLayout::place(const Cube& element) const noexcept {
  const std::uint32_t page = pages_[CornerPerm::rank(element)];
  const Cube first = compose(element, invert(turns_[page % kGroupPages]));
  const auto pair = static_cast<std::uint32_t>(EdgePerm::rank(first)) / 2;
  return {page, pair * kOrders + middle_bit_[MiddleOrder::rank(first)]};
}

Cube CosetLayout::element(const CosetPlace& place) const noexcept {
  const int middle = bit_middle_[place.bit % kOrders];
  Cube first = CornerPerm::unrank(corners_[place.page]);
  first = compose(first, invert(turns_[place.page % kGroupPages]));
  const Cube edges = EdgePerm::unrank(static_cast<int>(2 * (place.bit / kOrders)));
  const Cube slice = MiddleOrder::unrank(middle);
  for (int slot = 0; slot < 8; ++slot) first.set_edge(slot, edges.edge_perm(slot), 0);
  for (int slot = 8; slot < kEdges; ++slot) first.set_edge(slot, slice.edge_perm(slot), 0);
  if (has_odd_corners(first) != has_odd_edges(first)) {
    const Cube other = EdgePerm::unrank(static_cast<int>(2 * (place.bit / kOrders)) + 1);
    for (int slot = 0; slot < 8; ++slot) first.set_edge(slot, other.edge_perm(slot), 0);
  }
  return compose(first, turns_[place.page % kGroupPages]);
}

}  // namespace gyre::cube3
