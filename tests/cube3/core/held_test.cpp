// cube3/core/held.h against gyre::unrotate, which takes sequences apart by their text.
#include "cube3/core/held.h"
#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>
#include "format/tws.h"
#include "general/sequences/unrotate.h"

#include <random>
#include <set>

namespace gyre::cube3 {
namespace {

class HeldTest : public testing::Test {
 protected:
  std::string random_sequence(int length) {
    static const std::vector<std::string> kWords = {"U", "F", "R", "D", "B", "L", "x",  "y", "z",
                                                    "M", "E", "S", "r", "u", "f", "Rw", "Uv"};
    static const std::vector<std::string> kAmounts = {"", "2", "'", "3", "2'", "5"};
    std::string text;
    for (int i = 0; i < length; ++i) {
      text += kWords[random() % kWords.size()] + kAmounts[random() % kAmounts.size()] + " ";
    }
    return text;
  }

  std::mt19937_64 random{20};
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const Holding holding{definition};
};

TEST_F(HeldTest, TurnsBackAsUnrotateDoes) {
  std::set<Rotation> seen;
  for (int i = 0; i < 300; ++i) {
    const Scramble position = holding.read(random_sequence(1 + i % 20));
    const HeldCube held = holding.hold(position);
    const Unrotated parts = unrotate(definition, position.alg);
    EXPECT_EQ(holding.conversion().to_state(held.position), apply(definition, parts.moves));
    seen.insert(held.turn);
    // A solution for the cube turned back, done on the cube as it is held.
    const std::vector<FaceTurn> moves = {{2, 1}, {0, 2}, {4, 3}};
    const Cube goal = replay(held.position, moves);
    EXPECT_TRUE(holding.leads(position.state, holding.as_held(moves, held.turn), goal, held.turn));
    const std::string there_and_back =
        print(invert(parts.rotation)) + " " + to_string(moves) + " " + print(parts.rotation);
    EXPECT_EQ(apply(definition, parse_alg(there_and_back, &definition.names())),
              apply(definition,
                    parse_alg(to_string(holding.as_held(moves, held.turn)), &definition.names())));
  }
  EXPECT_EQ(seen.size(), 24U);
}

TEST_F(HeldTest, BracketsCount) {
  EXPECT_EQ(holding.hold(holding.read("[x: R] (y R)4 [z, F]")).turn,
            holding.hold(holding.read("x x' y4 z F z' F'")).turn);
  EXPECT_NE(holding.hold(holding.read("(x R)3")).turn, 0);
  EXPECT_EQ(holding.hold(holding.read("(x R)4")).turn, 0);
}

TEST_F(HeldTest, ReplayRefusesWhatIsWrong) {
  const Scramble position = holding.read("R U F");
  const std::vector<FaceTurn> right = {{1, 3}, {0, 3}, {2, 3}};
  EXPECT_TRUE(holding.leads(position.state, right, Cube{}, 0));
  EXPECT_FALSE(holding.leads(position.state, right, Cube{}, 1));
  EXPECT_FALSE(holding.leads(position.state, {{1, 3}, {0, 3}}, Cube{}, 0));
  EXPECT_FALSE(holding.leads(position.state, {{1, 1}, {0, 3}, {2, 3}}, Cube{}, 0));
}

TEST_F(HeldTest, PositionsThatAreNoSequenceStandAsTheyAre) {
  const HeldCube held =
      holding.hold(holding.read("UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"));
  EXPECT_EQ(held.position, action({2, 1}));
  EXPECT_EQ(held.turn, 0);
}

TEST_F(HeldTest, OtherPuzzlesAreRefused) {
  const PuzzleDefinition other = load_puzzle("2x2x2");
  EXPECT_THROW((void)Holding(other), Error);
}

}  // namespace
}  // namespace gyre::cube3
