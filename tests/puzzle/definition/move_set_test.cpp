#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/move_set.h>

#include "support/small_puzzles.h"

namespace gyre {
namespace {

std::string names(const MoveSet& set) {
  std::string text;
  for (const Move& move : set.moves()) text += (text.empty() ? "" : " ") + move.name;
  return text;
}

TEST(MoveSet, ExtendsByPowers) {
  const PuzzleDefinition cube = test::hand_made_cube();
  const MoveSet set(cube, Metric::htm);
  EXPECT_EQ(set.size(), 18);
  EXPECT_EQ(names(MoveSet(cube, Metric::htm, "U,R2,F")), "U U2 U' F F2 F' R2");
  EXPECT_EQ(names(MoveSet(cube, Metric::qtm, "U R2")), "U U' R2");
  EXPECT_EQ(names(MoveSet(cube, Metric::htm, "R2,R'")), "R R2 R'");
  for (const Move& move : set.moves()) {
    EXPECT_EQ(set.moves()[move.inverse].action, invert(cube.orbits(), move.action));
  }
}

TEST(MoveSet, NamesPowersOfHigherOrders) {
  PuzzleDefinition::Parts parts;
  parts.name = "ring";
  parts.orbits = {{"A", 5, 1}, {"B", 4, 1}};
  parts.solved = identity_state(OrbitList(parts.orbits));
  parts.moves = {{"T", test::make_action(parts.orbits, {{{1, 2, 3, 4, 0}, std::vector<int>(5, 0)},
                                                        {{0, 1, 2, 3}, std::vector<int>(4, 0)}})},
                 {"S", test::make_action(parts.orbits, {{{0, 1, 2, 3, 4}, std::vector<int>(5, 0)},
                                                        {{1, 2, 3, 0}, std::vector<int>(4, 0)}})}};
  const PuzzleDefinition ring(parts);
  EXPECT_EQ(names(MoveSet(ring, Metric::htm)), "T T2 T2' T' S S2 S'");
  EXPECT_EQ(names(MoveSet(ring, Metric::qtm)), "T T' S S'");
  EXPECT_TRUE(MoveSet(ring, Metric::htm).commutes(0, 1));
}

TEST(MoveSet, KnowsWhichClassesCommute) {
  const MoveSet set(test::hand_made_cube(), Metric::htm);
  const std::string faces = "UFRDBL";
  for (int a = 0; a < 6; ++a) {
    for (int b = 0; b < 6; ++b)
      EXPECT_EQ(set.commutes(a, b), a % 3 == b % 3) << faces[a] << faces[b];
  }
}

TEST(MoveSet, SaysWhichMovesExist) {
  const PuzzleDefinition cube = test::hand_made_cube();
  try {
    const MoveSet set(cube, Metric::htm, "U,Q");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "'Q' is no move of hand-made (moves that can be chosen: U F R D B L)");
  }
  EXPECT_THROW(MoveSet(cube, Metric::htm, "U4"), Error);
}

TEST(MoveSet, ReducesAmounts) {
  EXPECT_EQ(reduce_amount(7, 4), -1);
  EXPECT_EQ(reduce_amount(-2, 4), 2);
  EXPECT_EQ(reduce_amount(3, 5), -2);
  EXPECT_EQ(reduce_amount(-5, 5), 0);
  EXPECT_EQ(power_name("U", -2), "U2'");
}

}  // namespace
}  // namespace gyre
