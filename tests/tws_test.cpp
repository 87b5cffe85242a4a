#include <gyre/base/error.h>
#include <gyre/format/tws.h>

#include <gtest/gtest.h>

namespace gyre {
namespace {

const char* const kSmall =
    "# a comment\r\n"
    "Name tiny\r\n\n"
    "Set A 5 3\nSet B 2 1\n"
    "Solved\nA\n1 2 3 4 5\nEnd\n"
    "Move M\nA\n1 3 4 2 5\n0 1 2 0 1\nEnd\n"
    "\tMoveTransformation N\n B\n1 0\nEnd\n"
    "MoveSequence S M N2 M'\nMoveAlias T M'";

// The example of the specification: orientation by piece becomes orientation by slot.
TEST(Tws, MoveBlockGivesOrientationByPiece) {
  const PuzzleDefinition puzzle = read_tws(kSmall, "tiny.tws");
  const std::vector<std::uint8_t> want{0, 2, 3, 1, 4, 0, 2, 0, 1, 1, 0, 1, 0, 0};
  EXPECT_EQ(puzzle.moves()[0].action.bytes, want);
  EXPECT_EQ(read_tws(write_tws(puzzle), "again").digest(), puzzle.digest());
}

}  // namespace
}  // namespace gyre
