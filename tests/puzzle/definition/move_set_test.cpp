#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/sequence.h>

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

// 2R is Rw R', and 3R the same as 2L' where there are four layers.
TEST(MoveSet, TakesTurnsThatStandForSeveralMoves) {
  const PuzzleDefinition cube = load_puzzle("4x4x4");
  const MoveSet set(cube, Metric::htm, "2R,U");
  EXPECT_EQ(names(set), "U U2 U' 2R 2R2 2R'");
  EXPECT_EQ(names(MoveSet(cube, Metric::htm, "U 2R")), names(set));
  EXPECT_EQ(names(MoveSet(cube, Metric::qtm, "2R2,r'")), "Rw Rw' 2R2");
  EXPECT_EQ(names(MoveSet(cube, Metric::htm, "2L,3R,3R2")), "3R 3R2 3R'");
  EXPECT_EQ(names(MoveSet(cube, Metric::htm, "2R,2U,2F")), "2U 2U2 2U' 2F 2F2 2F' 2R 2R2 2R'");
  EXPECT_EQ(names(MoveSet(load_puzzle("6x6x6"), Metric::htm, "2-3R")), "2-3R 2-3R2 2-3R'");
  EXPECT_EQ(set.base_moves().size(), cube.moves().size() + 1);
  EXPECT_EQ(set.base_moves().back().name, "2R");
  EXPECT_EQ(set.base_moves().back().order, 4);
  EXPECT_FALSE(set.commutes(0, 1));
  EXPECT_TRUE(MoveSet(cube, Metric::htm, "2R,L").commutes(0, 1));
  for (const Move& move : set.moves()) {
    EXPECT_EQ(move.action, action_of(cube, parse_alg(move.name, &cube.names()))) << move.name;
  }
  // All single layers are what the cube of single layers has.
  const PuzzleDefinition layers = load_puzzle("4x4x4 slices");
  const MoveSet named(cube, Metric::htm, "U,2U,F,2F,R,2R,D,2D,B,2B,L,2L");
  const MoveSet all(layers, Metric::htm);
  ASSERT_EQ(named.size(), all.size());
  for (const Move& move : all.moves()) {
    ASSERT_GE(named.find(move.name), 0) << move.name;
    EXPECT_EQ(named.moves()[named.find(move.name)].action, move.action);
  }
  EXPECT_EQ(names(MoveSet(layers, Metric::htm, "r")), "r r2 r'");
}

TEST(MoveSet, TakesNoTurnOfTheWholeForAMove) {
  EXPECT_THROW(MoveSet(load_puzzle("3x3x3"), Metric::htm, "M"), Error);
  EXPECT_THROW(MoveSet(load_puzzle("5x5x5"), Metric::htm, "3R"), Error);
  EXPECT_THROW(MoveSet(load_puzzle("4x4x4"), Metric::htm, "3Rw,U"), Error);
  EXPECT_THROW(MoveSet(load_puzzle("4x4x4"), Metric::htm, "x"), Error);
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
