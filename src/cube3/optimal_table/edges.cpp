#include "cube3/optimal_table/edges.h"

#include "cube3/optimal_table/corners.h"

#include <bit>
#include <stdexcept>

namespace gyre::cube3 {
namespace {

constexpr unsigned kNone = ~0U;

// A quarter turn of the whole cube, with U and D turned back by as much.
Cube turn_middle(const Cube& cube) {
  const QuarterTurn quarter = quarter_turn_of_corners();
  Cube turned_cube = conjugate(cube, quarter_turn_symmetry());
  if (quarter.up != 0)
    turned_cube = turned(turned_cube, FaceTurn{0, static_cast<std::uint8_t>(4 - quarter.up)});
  if (quarter.down != 0) {
    turned_cube = turned(turned_cube, FaceTurn{3, static_cast<std::uint8_t>(4 - quarter.down)});
  }
  return turned_cube;
}

}  // namespace

MiddleOrders::MiddleOrders(int orders) : name_mask_(orders == 24 ? 3U : orders == 6 ? 1U : 0U) {
  std::array<char, 256> seen{};
  for (unsigned names = 0; names < 256; ++names) {  // two bits each
    unsigned met = 0;
    unsigned code = 0;
    for (unsigned i = 0; i < kMiddleEdges; ++i) {
      const unsigned name = names >> (2 * i) & 3U;
      met |= 1U << name;
      code |= (name & name_mask_ & 1U) << i | (name & name_mask_) >> 1U << (4 + i);
    }
    if (met != 15U || seen[code] != 0) continue;
    seen[code] = 1;
    ranks_[code] = static_cast<std::uint8_t>(codes_.size());
    codes_.push_back(static_cast<std::uint8_t>(code));
  }
  if (count() != orders) throw std::logic_error("middle edges have 1, 6 or 24 orders");
}

EdgeArrangement arrangement_of(const Cube& cube, const EdgeShape& shape,
                               const MiddleOrders& orders) {
  EdgeArrangement edges;
  unsigned code = 0;
  unsigned read = 0;
  for (unsigned bit = 0; bit < kEdges; ++bit) {
    const int slot = kLayerSlots[bit];
    if (cube.edge_perm(slot) >= kFirstMiddleEdge) {
      edges.middle |= 1U << bit;
      const unsigned name =
          static_cast<unsigned>(cube.edge_perm(slot) - kFirstMiddleEdge) & orders.name_mask();
      code |= (name & 1U) << read | name >> 1U << (4 + read);
      ++read;
      const bool first_pair = (cube.edge_perm(slot) & 1) == 0;
      if (shape.pairs && first_pair) edges.pair ^= static_cast<unsigned>(cube.edge_ori(slot));
    } else if (shape.flips && cube.edge_ori(slot) != 0) {
      edges.flips |= 1U << bit;
    }
  }
  edges.order = orders.rank(code);
  return edges;
}

Cube cube_with(const EdgeArrangement& edges, const MiddleOrders& orders) {
  Cube cube;
  const unsigned code = orders.code(edges.order);
  unsigned read = 0;
  unsigned used = 0;
  int other = 0;
  for (unsigned bit = 0; bit < kEdges; ++bit) {
    const int slot = kLayerSlots[bit];
    if ((edges.middle >> bit & 1U) == 0) {
      cube.set_edge(slot, other++, static_cast<int>(edges.flips >> bit & 1U));
      continue;
    }
    unsigned name = 0;
    const unsigned wanted = (code >> read & 1U) | (code >> (4 + read) & 1U) << 1U;
    while ((name & orders.name_mask()) != wanted || (used >> name & 1U) != 0) ++name;
    used |= 1U << name;
    ++read;
    // The other flips make the number of all even.
    int flip = 0;
    if (name < 2) {
      const auto others = static_cast<unsigned>(std::popcount(edges.flips));
      flip = static_cast<int>((name == 0 ? edges.pair : edges.pair ^ others) & 1U);
    }
    cube.set_edge(slot, kFirstMiddleEdge + static_cast<int>(name), flip);
  }
  return cube;
}

EdgeWords::EdgeWords(const EdgeShape& shape) : shape_(shape), orders_(shape.orders) {
  if (shape.pairs && (shape.orders == 1 || !shape.flips)) {
    throw std::logic_error("pairs count only where middle edges are told apart and flips count");
  }
  number_top_and_bottom();
  number_middle();
}

void EdgeWords::number_top_and_bottom() {
  // Patterns of one layer, numbered among those with as many middle edges.
  std::array<std::uint16_t, kMiddleEdges + 1> counts{};
  std::array<std::uint16_t, kPatterns> ranks{};
  const auto exists = [&](unsigned pattern) {
    const unsigned middle = pattern & 15U;
    const unsigned flips = pattern >> 4U;
    return (middle & flips) == 0 && (shape_.flips || flips == 0);
  };
  const auto middle_edges = [](unsigned pattern) { return std::popcount(pattern & 15U); };
  for (unsigned pattern = 0; pattern < kPatterns; ++pattern) {
    if (exists(pattern)) ranks[pattern] = counts[middle_edges(pattern)]++;
  }
  bottom_words_ = ranks;
  for (int here = 0; here <= kMiddleEdges; ++here) {
    std::uint32_t next = 0;
    for (int top = 0; top <= kMiddleEdges - here; ++top) {
      const int bottom = kMiddleEdges - here - top;
      for (unsigned pattern = 0; pattern < kPatterns; ++pattern) {
        if (!exists(pattern) || middle_edges(pattern) != top) continue;
        top_words_[here * kPatterns + pattern] =
            static_cast<std::uint16_t>(next + ranks[pattern] * counts[bottom]);
      }
      next += std::uint32_t{counts[top]} * counts[bottom];
    }
    rest_counts_[here] = next;
  }
  std::uint8_t next = 0;
  for (unsigned pattern = 0; pattern < kPatterns; ++pattern) {
    if (!exists(pattern)) continue;
    middle_patterns_[pattern] = next++;
    middle_counts_[pattern] = static_cast<std::uint8_t>(middle_edges(pattern));
  }
  middle_words_.assign(static_cast<std::size_t>(next) * orders_.count(), kNone);
}

void EdgeWords::number_middle() {
  const auto entry = [&](const EdgeArrangement& edges) -> std::uint32_t& {
    return middle_words_[static_cast<std::size_t>(
                             middle_patterns_[pattern(edges.middle, edges.flips, 0)]) *
                             orders_.count() +
                         edges.order];
  };
  for (unsigned here = 0; here < kPatterns; ++here) {
    const unsigned middle = here & 15U;
    const unsigned flips = here >> 4U;
    if ((middle & flips) != 0 || (!shape_.flips && flips != 0)) continue;
    for (int order = 0; order < orders_.count(); ++order) {
      // Where the other middle edges are does not matter: the first top slots.
      const int others = kMiddleEdges - std::popcount(middle);
      EdgeArrangement edges{middle | ((1U << others) - 1) << kLayer, flips, order};
      if (entry(edges) != kNone) continue;
      for (unsigned turns = 0; turns < kTurns; ++turns) {
        std::uint32_t& found = entry(edges);
        if (found == kNone) found = count_ << 2U | (kTurns - turns) % kTurns;
        edges = arrangement_of(turn_middle(cube_with(edges, orders_)), shape_, orders_);
      }
      count_ += rest_counts_[others == kMiddleEdges ? 0 : kMiddleEdges - others];
    }
  }
}

}  // namespace gyre::cube3
