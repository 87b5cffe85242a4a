#include "support/random_puzzle.h"

#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>
#include "format/scramble.h"
#include "format/tws.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace gyre {
namespace {

PuzzleDefinition scramble_puzzle() {
  return read_tws(
      "Name tiny\nSet A 4 3\nSet B 3 2\nSolved\nB\n4 4 2\n1 0 ?\nEnd\n"
      "Move M\nA\n2 3 4 1\n0 1 2 0\nEnd\nMove N\nB\n3 1 2\n0 1 0\nEnd\n",
      "tiny");
}

std::string scramble_error(const std::string& text) {
  try {
    (void)read_scrambles(scramble_puzzle(), text, "s.txt");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Scramble, AllKindsInOneFile) {
  const PuzzleDefinition puzzle = scramble_puzzle();
  const auto scrambles =
      read_scrambles(puzzle,
                     "# four of them\n"
                     "Scramble one\nA\n2 1 3 4\n0 1 2 0\nB\n2 4 4\n? 1 0\nEnd\n"
                     "ScrambleState two\r\nA\r\n1 0 2 3\r\nEnd\r\n"
                     "ScrambleAlg three\nM N // turns\n\n# remark: Q\n (M N')2\nEnd\n"
                     "CPOS 0369?032\n",
                     "s.txt");
  ASSERT_EQ(scrambles.size(), 4U);
  constexpr std::uint8_t kWild = kWildOrientation;
  EXPECT_EQ(scrambles[0].name, "one");
  // Piece 2 of B is identity 0, piece 4 identity 1.
  EXPECT_EQ(scrambles[0].state.bytes,
            (std::vector<std::uint8_t>{1, 0, 2, 3, 0, 1, 2, 0, 0, 1, 1, kWild, 1, 0}));
  // What is left out is as solved.
  EXPECT_EQ(scrambles[1].state.bytes,
            (std::vector<std::uint8_t>{1, 0, 2, 3, 0, 0, 0, 0, 1, 1, 0, 1, 0, kWild}));
  EXPECT_EQ(scrambles[2].name, "three");
  EXPECT_EQ(scrambles[2].state, apply(puzzle, parse_alg("M N M N' M N'", &puzzle.names())));
  EXPECT_EQ(scrambles[3].state.bytes,
            (std::vector<std::uint8_t>{0, 1, 2, 3, 0, 0, 0, 0, 0, 1, 1, kWild, 1, 0}));
}

TEST(Scramble, LeftOutOrientationsAreZeroOrWild) {
  const auto scrambles = read_scrambles(scramble_puzzle(), "Scramble s\nB\n4 2 4\nEnd\n", "s");
  EXPECT_EQ(scrambles.at(0).state.bytes,
            (std::vector<std::uint8_t>{0, 1, 2, 3, 0, 0, 0, 0, 1, 0, 1, 0, kWildOrientation, 0}));
}

TEST(Scramble, EmptyFileAndEmptySequence) {
  EXPECT_TRUE(read_scrambles(scramble_puzzle(), "\n# nothing\n", "s").empty());
  EXPECT_EQ(read_scrambles(scramble_puzzle(), "ScrambleAlg s\nEnd", "s").at(0).state,
            scramble_puzzle().solved());
}

TEST(Scramble, Errors) {
  EXPECT_EQ(scramble_error("Solved\nEnd\n"),
            "s.txt:1:1: 'Solved' is no command; expected Scramble, ScrambleState, ScrambleAlg or "
            "CPOS");
  EXPECT_EQ(scramble_error("Scramble\nEnd\n"),
            "s.txt:1:9: something is missing; expected Scramble NAME");
  EXPECT_EQ(scramble_error("Scramble s\nA\n1 2 3 4\n"),
            "s.txt:1:1: this Scramble block never ends; expected a line with End");
  EXPECT_EQ(scramble_error("Scramble s\nA\n1 2 3 5\nEnd\n"),
            "s.txt:1:1: orbit A, slot 4: tiny has no piece 5");
  EXPECT_EQ(scramble_error("ScrambleState s\nB\n3 3 0\nEnd\n"),
            "s.txt:1:1: orbit B, slot 3: tiny has no piece 0");
  EXPECT_EQ(scramble_error("Scramble s\nA\n1 2 3 3\nEnd\n"),
            "s.txt:1:1: orbit A: piece 3 stands 1 time too often");
  EXPECT_EQ(scramble_error("Scramble s\nB\n4 4 2\n0 0 0\nEnd\n"),
            "s.txt:1:1: orbit B, slot 3: the orientation of piece 2 must be '?'");
  EXPECT_EQ(scramble_error("ScrambleAlg s\nM N\n# x\n  M Q2 N\nEnd\n"),
            "s.txt:4:5: 'Q2' is no move of tiny (moves: M N with 2 or ')");
  EXPECT_EQ(scramble_error("ScrambleAlg s\nM N\n"),
            "s.txt:1:1: this ScrambleAlg block never ends; expected a line with End");
  EXPECT_EQ(scramble_error("ScrambleAlg s\nM\nEnd M\n"),
            "s.txt:3:5: 'M' is too much; expected End alone on its line");
  EXPECT_EQ(scramble_error("\n CPOS 0369\n"),
            "s.txt:2:11: the position ends in orbit B, slot 1 of 3");
}

RC_GTEST_PROP(ScrambleProperty, ReadingBackGivesTheSameStates, (std::uint64_t seed)) {
  RandomPuzzle random(seed);
  const PuzzleDefinition puzzle = random.definition();
  std::vector<Scramble> scrambles;
  std::string text;
  for (int i = 0; i < 3; ++i) {
    scrambles.push_back({fmt::format("s{}", i), random.position(puzzle)});
    text += write_scramble(puzzle, scrambles.back());
  }
  const std::vector<Scramble> again = read_scrambles(puzzle, text, "again");
  RC_ASSERT(again.size() == scrambles.size());
  for (std::size_t i = 0; i < again.size(); ++i) {
    RC_ASSERT(again[i].name == scrambles[i].name);
    RC_ASSERT(again[i].state == scrambles[i].state);
  }
}

}  // namespace
}  // namespace gyre
