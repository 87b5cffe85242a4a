// Edges of optimal solving: arrangements from cubes and back, and that words number them up to
// quarter turns of the cube.
#include "cube3/optimal_table/edges.h"
#include "support/cube3_helpers.h"
#include "support/optimal_cosets.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>

namespace gyre::cube3 {
namespace {

TEST(MiddleOrders, AreNumberedOneToOne) {
  for (const int count : {1, 6, 24}) {
    const MiddleOrders orders(count);
    ASSERT_EQ(orders.count(), count);
    std::set<unsigned> codes;
    for (int rank = 0; rank < count; ++rank) {
      EXPECT_EQ(orders.rank(orders.code(rank)), rank);
      EXPECT_EQ(orders.ranks()[orders.code(rank)], rank);
      codes.insert(orders.code(rank));
    }
    EXPECT_EQ(codes.size(), static_cast<std::size_t>(count));
  }
  EXPECT_THROW(MiddleOrders{2}, std::logic_error);
}

// Opposite edges of the middle layer, FR and BL, FL and BR, are two apart in their names.
TEST(MiddleOrders, TellApartWhatTheyShould) {
  for (const int count : {1, 6, 24}) {
    const MiddleOrders orders(count);
    std::map<int, std::set<std::vector<int>>> by_order;
    std::vector<int> edges = {0, 1, 2, 3};
    do {
      Cube cube;
      std::vector<int> seen;
      for (int i = 0; i < kMiddleEdges; ++i) {
        cube.set_edge(kFirstMiddleEdge + i, kFirstMiddleEdge + edges[i], 0);
        seen.push_back(count == 24 ? edges[i] : count == 6 ? edges[i] % 2 : 0);
      }
      by_order[arrangement_of(cube, EdgeShape{count, false}, orders).order].insert(seen);
    } while (std::next_permutation(edges.begin(), edges.end()));
    EXPECT_EQ(by_order.size(), static_cast<std::size_t>(count));
    for (const auto& [order, seen] : by_order) EXPECT_EQ(seen.size(), 1U) << order;
  }
}

TEST(EdgeArrangement, MasksHaveTheMiddleSlotsFirst) {
  const EdgeShape shape{24, true};
  const MiddleOrders orders(24);
  const EdgeArrangement solved = arrangement_of(Cube{}, shape, orders);
  EXPECT_EQ(solved.middle, 15U);
  EXPECT_EQ(solved.flips, 0U);
  Cube cube;
  cube.set_edge(0, 0, 1);    // UR
  cube.set_edge(7, 7, 1);    // DB
  cube.set_edge(11, 11, 1);  // BR, a middle edge
  EXPECT_EQ(arrangement_of(cube, shape, orders).flips, 1U << 4U | 1U << 11U);
  EXPECT_EQ(arrangement_of(cube, EdgeShape{24, false}, orders).flips, 0U);
  const EdgeShape with_pairs{24, true, true};
  EXPECT_EQ(arrangement_of(cube, with_pairs, orders).pair, 0U) << "BR is of the other two";
  cube.set_edge(10, 10, 1);  // BL
  EXPECT_EQ(arrangement_of(cube, with_pairs, orders).pair, 1U);
  EXPECT_EQ(arrangement_of(cube, shape, orders).pair, 0U);
  cube.set_edge(8, 8, 1);  // FR
  EXPECT_EQ(arrangement_of(cube, with_pairs, orders).pair, 0U);
  cube.set_edge(0, 8, 0);
  cube.set_edge(8, 0, 1);
  EXPECT_EQ(arrangement_of(cube, shape, orders).middle, 0b0001'1110U);
  EXPECT_EQ(arrangement_of(cube, shape, orders).flips, 1U | 1U << 11U);
}

TEST(EdgeArrangement, CubesHaveIt) {
  for (const EdgeShape& shape : kEdgeShapes) {
    SCOPED_TRACE(name_of(shape));
    const MiddleOrders orders(shape.orders);
    std::uint64_t count = 0;
    bool is_right = true;
    for_all_arrangements(shape, [&](const EdgeArrangement& edges) {
      ++count;
      const Cube cube = cube_with(edges, orders);
      is_right = is_right && arrangement_of(cube, shape, orders) == edges;
      unsigned pieces = 0;
      for (int slot = 0; slot < kEdges; ++slot) {
        pieces |= 1U << static_cast<unsigned>(cube.edge_perm(slot));
      }
      is_right = is_right && pieces == 0xFFFU;
    });
    EXPECT_TRUE(is_right);
    EXPECT_EQ(count, shape.size());
  }
}

// The arrangement after a move depends on nothing but the arrangement.
TEST(EdgeArrangement, IsAllThatAMoveNeedsToKnow) {
  std::mt19937_64 random(1);
  for (const EdgeShape& shape : kEdgeShapes) {
    SCOPED_TRACE(name_of(shape));
    const MiddleOrders orders(shape.orders);
    for (int i = 0; i < 1'000; ++i) {
      const Cube cube = random_cube(random);
      const Cube plain = cube_with(arrangement_of(cube, shape, orders), orders);
      for (int move = 0; move < kMoves; ++move) {
        const FaceTurn turn = FaceTurn::from_index(move);
        ASSERT_EQ(arrangement_of(turned(plain, turn), shape, orders),
                  arrangement_of(turned(cube, turn), shape, orders));
      }
      for (int s = 0; s < kAxisSymmetries; ++s) {
        ASSERT_EQ(arrangement_of(conjugate(plain, s), shape, orders),
                  arrangement_of(conjugate(cube, s), shape, orders));
      }
    }
  }
}

// A quarter turn of the whole cube, with U and D turned back so that corners see nothing of it.
Cube quarter_turned(const Cube& cube) {
  const QuarterTurn quarter = quarter_turn_of_corners();
  return turned_times(conjugate(cube, quarter_turn_symmetry()), (kTurns - quarter.up) % kTurns,
                      (kTurns - quarter.down) % kTurns);
}

// EdgeWords::pair, from a cube.
unsigned pair_after(const Cube& cube, unsigned turns) {
  unsigned middle = 0;
  unsigned flips = 0;
  unsigned second = 0;
  for (unsigned bit = 0; bit < kEdges; ++bit) {
    const int piece = cube.edge_perm(kLayerSlots[bit]);
    flips |= static_cast<unsigned>(cube.edge_ori(kLayerSlots[bit])) << bit;
    if (piece < kFirstMiddleEdge) continue;
    middle |= 1U << bit;
    second |= static_cast<unsigned>(piece & 1) << bit;
  }
  return EdgeWords::pair(turns, middle, flips, second);
}

std::uint32_t known_words(const EdgeShape& shape) {
  if (!shape.flips) return shape.orders == 1 ? 191 : shape.orders == 6 ? 877 : 2'974;
  const std::uint32_t words = shape.orders == 1 ? 35'904 : shape.orders == 6 ? 200'768 : 761'344;
  return shape.pairs ? 2 * words : words;
}

TEST(EdgeWords, NumberArrangementsUpToQuarterTurns) {
  for (const EdgeShape& shape : kEdgeShapes) {
    SCOPED_TRACE(name_of(shape));
    const EdgeWords words(shape);
    EXPECT_EQ(words.shape(), shape);
    EXPECT_EQ(words.count(), known_words(shape));
    if (shape == EdgeShape{24, true, true}) continue;  // as without pairs, and see below
    const auto place_of = [&](const EdgeArrangement& edges) {
      return words.place(edges.middle, edges.flips, edges.order);
    };
    // Those that differ in the pair only have one place.
    std::vector<std::uint8_t> firsts(words.count() / shape.pair_values(), 0);
    std::uint64_t out_of_range = 0;
    std::uint64_t lost = 0;
    std::uint64_t apart = 0;
    std::uint64_t wrong_pairs = 0;
    for_all_arrangements(shape, [&](const EdgeArrangement& edges) {
      const EdgeWords::Place place = place_of(edges);
      if (place.word >= firsts.size()) {
        ++out_of_range;
        return;
      }
      if (place.turns == 0) ++firsts[place.word];
      // Turned as often as it says it is the first of the word; turned once more it is in the word.
      Cube cube = cube_with(edges, words.orders());
      const unsigned pair = pair_after(cube, place.turns);
      for (unsigned turns = 0; turns < place.turns; ++turns) cube = quarter_turned(cube);
      const EdgeArrangement first = arrangement_of(cube, shape, words.orders());
      const EdgeWords::Place there = place_of(first);
      if (there.word != place.word || there.turns != 0) ++lost;
      if (shape.pairs && pair != first.pair) ++wrong_pairs;
      const Cube next = quarter_turned(cube);
      if (place_of(arrangement_of(next, shape, words.orders())).word != place.word) ++apart;
    });
    EXPECT_EQ(out_of_range, 0U);
    EXPECT_EQ(lost, 0U);
    EXPECT_EQ(apart, 0U);
    EXPECT_EQ(wrong_pairs, 0U);
    const auto once = static_cast<std::uint8_t>(shape.pair_values());
    EXPECT_EQ(std::count(firsts.begin(), firsts.end(), once), firsts.size()) << "one first each";
  }
}

TEST(EdgeWords, KnowThePairAfterQuarterTurns) {
  std::mt19937_64 random(5);
  const EdgeShape shape{24, true, true};
  const MiddleOrders orders(shape.orders);
  for (int i = 0; i < 10'000; ++i) {
    const Cube cube = random_cube(random);
    Cube turned_cube = cube;
    for (unsigned turns = 0; turns < kTurns; ++turns) {
      ASSERT_EQ(pair_after(cube, turns), arrangement_of(turned_cube, shape, orders).pair);
      turned_cube = quarter_turned(turned_cube);
    }
  }
}

TEST(EdgeWords, QuarterTurnsLeaveTopAndBottomAsTheyAre) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 1'000; ++i) {
    const Cube cube = random_cube(random);
    for (const EdgeShape& shape : kEdgeShapes) {
      const MiddleOrders orders(shape.orders);
      const EdgeArrangement edges = arrangement_of(cube, shape, orders);
      const EdgeArrangement other = arrangement_of(quarter_turned(cube), shape, orders);
      ASSERT_EQ(edges.middle >> kLayer, other.middle >> kLayer);
      ASSERT_EQ(edges.flips >> kLayer, other.flips >> kLayer);
      ASSERT_EQ(std::popcount(edges.middle & 15U), std::popcount(other.middle & 15U));
    }
  }
}

}  // namespace
}  // namespace gyre::cube3
