// Coordinates, cosets and what searches carry along, over their whole domains or against the cube
// on 100,000 random positions.
#include "cube3/tables/move_tables.h"
#include "cube3/tables/phase1_coset.h"
#include "cube3/tables/phase2_table.h"
#include "cube3/tables/slots.h"
#include "support/cube3_helpers.h"

#include <gyre/library/library.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace gyre::cube3 {
namespace {

const CosetSymmetries& cosets() {
  static const CosetSymmetries made;
  return made;
}

// unrank gives each value a cube that ranks back to it, so both are one-to-one; and the move table
// agrees with the cube on filled-in and on random positions.
template <class Coordinate>
void check_coordinate(const MoveTable& table, bool zero_is_solved) {
  ASSERT_EQ(table.size(), Coordinate::kSize);
  if (zero_is_solved) {
    EXPECT_EQ(Coordinate::rank(Cube{}), 0);
  }
  const bool only_h = table.columns() != kMoves;
  std::vector<int> columns(table.columns());
  for (int k = 0; k < table.columns(); ++k) columns[k] = only_h ? kHMoves[k] : k;
  const auto check_moves = [&](const Cube& cube, int value) {
    for (int k = 0; k < table.columns(); ++k) {
      const Cube next = compose(cube, action(FaceTurn::from_index(columns[k])));
      ASSERT_EQ(table.row(value)[k], Coordinate::rank(next)) << value << ' ' << columns[k];
    }
  };
  for (int value = 0; value < Coordinate::kSize; ++value) {
    const Cube cube = Coordinate::unrank(value);
    ASSERT_EQ(Coordinate::rank(cube), value);
    check_moves(cube, value);
  }
  std::mt19937_64 random(3);
  Cube cube;
  for (int i = 0; i < 2'000; ++i) {
    const int move = columns[random() % columns.size()];
    cube = compose(cube, action(FaceTurn::from_index(move)));
    check_moves(cube, Coordinate::rank(cube));
  }
}

TEST(Cube3Coordinates, AreOneToOneAndMoveAsTheCube) {
  check_coordinate<Twist>(all_moves<Twist>(), true);
  check_coordinate<Flip>(all_moves<Flip>(), true);
  check_coordinate<SliceSlots>(all_moves<SliceSlots>(), true);
  check_coordinate<CornerPerm>(h_moves<CornerPerm>(), true);
  check_coordinate<EdgePerm>(h_moves<EdgePerm>(), true);
  check_coordinate<MiddleOrder>(h_moves<MiddleOrder>(), true);
  for (int move = 0; move < kMoves; ++move) {
    const bool listed = std::find(kHMoves.begin(), kHMoves.end(), move) != kHMoves.end();
    EXPECT_EQ(is_h_move(move), listed);
    EXPECT_EQ(Coset::of(action(FaceTurn::from_index(move))) == Coset{}, listed);
  }
}

TEST(Cube3Coordinates, OrdersCarryTheirParityAndKeepPairs) {
  std::array<std::uint8_t, 4> swapped{};
  for (int order = 0; order < kOrders; ++order) {
    const auto position = unrank_order(order);
    EXPECT_EQ(rank_order(position), order);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < i; ++j) {
        swapped = position;
        std::swap(swapped[i], swapped[j]);
        EXPECT_NE(rank_order(swapped) % 2, order % 2);
      }
    }
    // A move renames places: the two of a pair stay a pair under each of the 24.
    for (int move = 0; move < kOrders; ++move) {
      const auto places = unrank_order(move);
      const auto moved = [&](int which) {
        auto out = unrank_order(which);
        for (std::uint8_t& place : out) place = places[place];
        return rank_order(out);
      };
      EXPECT_EQ(moved(order) / 2, moved(order ^ 1) / 2);
    }
  }
}

TEST(Cube3Coset, KnowsItsMovesSymmetriesAndRepresentativeOnRandomCubes) {
  const MoveTable twists = all_moves<Twist>();
  const MoveTable flips = all_moves<Flip>();
  const MoveTable slices = all_moves<SliceSlots>();
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const Conversion conversion(definition);
  std::mt19937_64 random(5);
  for (int i = 0; i < 100'000; ++i) {
    const Cube cube = random_cube(random);
    const Coset coset = Coset::of(cube);
    const FaceTurn move = FaceTurn::from_index(i % kMoves);
    const Coset moved = {twists.row(coset.twist)[move.index()], flips.row(coset.flip)[move.index()],
                         slices.row(coset.slice)[move.index()]};
    ASSERT_EQ(moved, Coset::of(turned(cube, move)));
    const int s = i % kAxisSymmetries;
    ASSERT_EQ(cosets().conjugate(coset, s), Coset::of(conjugate(cube, s)));
    const Cube representative = coset.representative();
    ASSERT_EQ(Coset::of(representative), coset);
    ASSERT_EQ(why_impossible(representative), "");
    ASSERT_EQ(conversion.to_cube(conversion.to_state(cube)), cube);
  }
}

TEST(Cube3Coset, CanonicalIsTheLeastOfSixteenImages) {
  std::mt19937_64 random(6);
  const auto key = [](const Coset& c) { return std::array{c.twist, c.slice, c.flip}; };
  for (int i = 0; i < 100'000; ++i) {
    Coset coset = Coset::of(random_cube(random));
    // Few random cosets have symmetries; those with a symmetric twist and few flips do.
    if (i % 2 == 0) {
      coset.twist = static_cast<std::uint16_t>(cosets().class_twist(i / 2 % kTwistClasses));
    }
    if (i % 4 == 0) coset.flip = static_cast<std::uint16_t>(random() % 4 * 682);
    if (i % 8 == 0) coset.slice = static_cast<std::uint16_t>(random() % 3);
    Coset least = coset;
    int same = 0;
    std::set<std::array<std::uint16_t, 3>> images;
    for (int s = 0; s < kAxisSymmetries; ++s) {
      const Coset image = Coset::of(conjugate(coset.representative(), s));
      if (key(image) < key(least)) least = image;
      same += image == coset ? 1 : 0;
      images.insert(key(image));
    }
    ASSERT_EQ(cosets().canonical(coset), least);
    ASSERT_EQ(cosets().count_symmetries(coset), same);
    ASSERT_EQ(images.size() * same, std::size_t{kAxisSymmetries});
  }
}

TEST(Cube3Coset, ClassesAreAsManyAsTheSpecificationSays) {
  std::uint64_t classes = 0;
  int twists = 0;
  for (int row = 0; row < kTwistClasses; ++row) {
    twists += cosets().class_size(row);
    // Burnside: the orbits of a group are as many as the average element leaves cosets fixed.
    const auto& group = cosets().class_symmetries(row);
    std::uint64_t fixed = 0;
    for (const std::uint8_t s : group) {
      for (int slice = 0; slice < kSliceSlots; ++slice) {
        if (cosets().conjugate_slice(slice, s) != slice) continue;
        for (int flip = 0; flip < Flip::kSize; ++flip) {
          fixed += cosets().conjugate_flip(flip, slice, s) == flip ? 1 : 0;
        }
      }
    }
    EXPECT_EQ(fixed % group.size(), 0U);
    classes += fixed / group.size();
  }
  EXPECT_EQ(twists, Twist::kSize);
  EXPECT_EQ(classes, kCosetClasses);
  EXPECT_EQ(kCosets, std::uint64_t{Twist::kSize} * Flip::kSize * kSliceSlots);
  EXPECT_EQ(kCosetClasses, 138'639'780U);
}

TEST(Cube3Perms, FoldIntoClassesAsTheCubeDoes) {
  const PermSymmetries perms;
  std::mt19937_64 random(7);
  int corners = 0;
  for (int row = 0; row < kCornerClasses; ++row) corners += perms.class_size(row);
  EXPECT_EQ(corners, CornerPerm::kSize);
  for (int i = 0; i < 20'000; ++i) {
    const int value = static_cast<int>(random() % CornerPerm::kSize);
    const auto [row, s] = perms.class_of(value);
    ASSERT_EQ(CornerPerm::rank(conjugate(CornerPerm::unrank(value), s)), perms.class_corners(row));
    const int t = i % kAxisSymmetries;
    const Cube edges = EdgePerm::unrank(value);
    ASSERT_EQ(EdgePerm::rank(conjugate(edges, t)), perms.conjugate_edges(value, t));
  }
}

TEST(Cube3Slots, FollowTheCubeAndRankItsPermutations) {
  const SlotMoves moves;
  const SlotRanks ranks;
  std::mt19937_64 random(9);
  Cube inside;  // stays in H
  for (int i = 0; i < 100'000; ++i) {
    const Cube cube = random_cube(random);
    const int move = i % kMoves;
    Slots moved = Slots::of(cube);
    PortableSlots::turn(Slots::of(cube), moves.move[move], moved);
    ASSERT_EQ(moved, Slots::of(turned(cube, FaceTurn::from_index(move))));
    ASSERT_EQ(ranks.corners(Slots::of(cube)), CornerPerm::rank(cube));
    inside = turned(inside, FaceTurn::from_index(kHMoves[random() % kHMoveCount]));
    ASSERT_EQ(ranks.edges(Slots::of(inside)), EdgePerm::rank(inside));
    ASSERT_EQ(ranks.middle(Slots::of(inside)), MiddleOrder::rank(inside));
  }
}

}  // namespace
}  // namespace gyre::cube3
