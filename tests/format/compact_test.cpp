#include "support/random_puzzle.h"

#include <gyre/base/error.h>
#include "format/compact.h"
#include "format/tws.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace gyre {
namespace {

PuzzleDefinition compact_puzzle() {
  return read_tws(
      "Name tiny\nSet A 4 3\nSet B 3 2\nSolved\nB\n1 1 2\n0 0 ?\nEnd\n"
      "Move M\nA\n2 3 4 1\n0 1 2 0\nB\n3 1 2\nEnd\n",
      "tiny");
}

std::string compact_error(const std::string& line) {
  try {
    (void)read_compact(compact_puzzle(), line, {"f", 7, 3});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Compact, DigitsAreIdentityTimesOrientationsPlusOrientation) {
  const PuzzleDefinition puzzle = compact_puzzle();
  EXPECT_EQ(write_compact(puzzle, puzzle.solved()), "CPOS 036900?2");
  State state = puzzle.solved();
  state.bytes[0] = 3;
  state.bytes[3] = 0;
  state.bytes[4] = 2;
  EXPECT_EQ(write_compact(puzzle, state), "CPOS B36000?2");
  EXPECT_EQ(read_compact(puzzle, " CPOS  B36000?2 \r"), state);
}

TEST(Compact, TwoAndThreeDigits) {
  // 21 * 3 = 63 values need two digits, 255 * 127 = 32,385 three.
  const PuzzleDefinition puzzle = read_tws(
      "Name big\nSet A 21 3\nSet B 255 127\nSolved\nEnd\nMove M\nA\n"
      "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21\nEnd\n",
      "big");
  State state = puzzle.solved();
  state.bytes[puzzle.orbits().ori_offset(0) + 20] = 2;     // 20 * 3 + 2 = 62 = 1 * 62 + 0
  state.bytes[puzzle.orbits().ori_offset(1) + 254] = 126;  // 32,384 = (8 * 62 + 26) * 62 + 20
  const std::string line = write_compact(puzzle, state);
  EXPECT_EQ(line.size(), 5U + 2 * 21 + 3 * 255);
  EXPECT_EQ(line.substr(5 + 40, 2), "10");
  EXPECT_EQ(line.substr(line.size() - 3), "8QK");
  EXPECT_EQ(read_compact(puzzle, line), state);
}

TEST(Compact, Errors) {
  EXPECT_EQ(compact_error("XPOS 036900?2"), "f:7:3: expected CPOS and a position");
  EXPECT_EQ(compact_error("CPOS036900?2"), "f:7:7: expected a space after CPOS");
  EXPECT_EQ(compact_error("CPOS 036900"), "f:7:14: the position ends in orbit B, slot 3 of 3");
  EXPECT_EQ(compact_error("CPOS 036900?"), "f:7:15: the position ends in orbit B, slot 3 of 3");
  EXPECT_EQ(compact_error("CPOS"), "f:7:7: the position ends in orbit A, slot 1 of 4");
  EXPECT_EQ(compact_error("CPOS 03*900?2"),
            "f:7:10: '*' stands for no number; expected 0-9, A-Z or a-z");
  EXPECT_EQ(compact_error("CPOS 0369C0?2"),
            "f:7:12: 'C' stands for 12; the pieces of orbit B have 0 to 3");
  EXPECT_EQ(compact_error("CPOS 036900?3"),
            "f:7:14: '?3' is wild and has an orientation; expected ?2");
  EXPECT_EQ(compact_error("CPOS 036900?2 0"),
            "f:7:17: '0' is too much; the position of tiny ends at column 16");
  EXPECT_EQ(compact_error("CPOS 0369002"),
            "f:7:3: orbit B, slot 3: the orientation of piece 2 must be '?'");
  EXPECT_EQ(compact_error("CPOS 066900?2"), "f:7:3: orbit A: piece 2 stands 1 time too rarely");
}

RC_GTEST_PROP(CompactProperty, ReadingBackGivesTheSameState, (std::uint64_t seed)) {
  RandomPuzzle random(seed);
  const PuzzleDefinition puzzle = random.definition();
  const State state = random.position(puzzle);
  RC_ASSERT(read_compact(puzzle, write_compact(puzzle, state)) == state);
}

}  // namespace
}  // namespace gyre
