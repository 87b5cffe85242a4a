// Boards of tiles that slide round: names, sizes, what slides do and how many positions there are.
#include "library/loopover.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>
#include "format/tws.h"

#include <gtest/gtest.h>

namespace gyre {
namespace {

std::string after(const std::string& name, const std::string& moves) {
  const PuzzleDefinition board = load_puzzle(name);
  const State state = apply(board, parse_alg(moves, &board.names()));
  std::string letters;
  for (int tile = 0; tile < board.orbits()[0].pieces; ++tile) {
    letters += static_cast<char>('A' + state.bytes[tile]);
  }
  return letters;
}

TEST(Loopover, SizesAreInTheName) {
  EXPECT_EQ(loopover_size("loopover"), (LoopoverSize{5, 5}));
  EXPECT_EQ(loopover_size("loopover4x3"), (LoopoverSize{4, 3}));
  EXPECT_EQ(loopover_size("loopover15x2"), (LoopoverSize{15, 2}));
  for (const char* name : {"loopover4", "loopover1x4", "loopover4x16", "loopover4x4x4",
                           "loopoverx4", "loopover-4x4", "loop", "loopover4x99999999999"}) {
    EXPECT_FALSE(loopover_size(name)) << name;
  }
  EXPECT_EQ(load_puzzle("Loopover 5x5").name(), "loopover");
  EXPECT_EQ(load_puzzle("loopover-4x3").name(), "loopover-4x3");
  EXPECT_THROW((void)load_puzzle("loopover-16x3"), Error);
}

TEST(Loopover, RowsSlideToTheLeftAndColumnsUp) {
  EXPECT_EQ(after("loopover-4x3", "U"), "BCDAEFGHIJKL");
  EXPECT_EQ(after("loopover-4x3", "2U'"), "ABCDHEFGIJKL");
  EXPECT_EQ(after("loopover-4x3", "R"), "ABCHEFGLIJKD");
  EXPECT_EQ(after("loopover-4x3", "2R2"), "ABKDEFCHIJGL");
  // From the other sides they slide the other way, as layers of a cube do.
  EXPECT_EQ(after("loopover-4x3", "D"), "ABCDEFGHLIJK");
  EXPECT_EQ(after("loopover-4x3", "L"), "IBCDAFGHEJKL");
  EXPECT_EQ(after("loopover-4x3", "3D 4L 2L"), after("loopover-4x3", "U' R' 3R'"));
  EXPECT_EQ(after("loopover-4x3", "E"), after("loopover-4x3", "2U'"));
  EXPECT_EQ(after("loopover", "M"), after("loopover", "3R'"));
  // Four columns have no middle one.
  EXPECT_THROW((void)after("loopover-4x3", "M"), Error);
}

// All arrangements, or half of them where every slide is even.
TEST(Loopover, NumbersOfPositions) {
  for (const auto& [name, states] : {std::pair{"loopover-2x2", "24"},
                                     {"loopover-3x3", "181440"},
                                     {"loopover-4x2", "40320"},
                                     {"loopover-4x3", "479001600"},
                                     {"loopover-3x4", "479001600"},
                                     {"loopover-4x4", "20922789888000"},
                                     {"loopover-5x3", "653837184000"}}) {
    EXPECT_EQ(PuzzleGroup(load_puzzle(name)).states().str(), states) << name;
  }
}

TEST(Loopover, IsKnownWhateverItWasReadFrom) {
  const PuzzleDefinition board = load_puzzle("loopover-6x4");
  EXPECT_EQ(loopover_size(read_tws(write_tws(board), "board.tws")), (LoopoverSize{6, 4}));
  EXPECT_FALSE(loopover_size(load_puzzle("topspin")));
  // A stranger of the name.
  EXPECT_FALSE(loopover_size(read_tws(
      "Name loopover\nSet TILES 25 1\nSolved\nEnd\nMove U\nTILES\n2 1 3 4 5 6 7 8 9 10 11 12 "
      "13 14 15 16 17 18 19 20 21 22 23 24 25\nEnd\n",
      "stranger.tws")));
}

}  // namespace
}  // namespace gyre
