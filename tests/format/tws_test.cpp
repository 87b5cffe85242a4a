#include "support/random_puzzle.h"

#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/sequence.h>
#include "format/tws.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <ctime>

namespace gyre {
namespace {

std::string tws_error(const std::string& text) {
  try {
    (void)read_tws(text, "f.tws");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

const std::string kHead = "Name tiny\nSet A 5 3\nSet B 2 1\nSolved\nEnd\n";
const std::string kMove = "Move M\nA\n1 3 4 2 5\n0 1 2 0 1\nEnd\n";

// The example of the specification: orientation by piece becomes orientation by slot.
TEST(Tws, MoveBlockGivesOrientationByPiece) {
  const PuzzleDefinition puzzle = read_tws(kHead + kMove, "f.tws");
  const std::vector<std::uint8_t> want{0, 2, 3, 1, 4, 0, 2, 0, 1, 1, 0, 1, 0, 0};
  EXPECT_EQ(puzzle.moves().at(0).action.bytes, want);
  EXPECT_EQ(puzzle.name(), "tiny");
}

TEST(Tws, MoveTransformationGivesOrientationBySlotFromZero) {
  const PuzzleDefinition puzzle =
      read_tws(kHead + "MoveTransformation M\nA\n0 2 3 1 4\n0 2 0 1 1\nEnd\n", "f.tws");
  EXPECT_EQ(puzzle.digest(), read_tws(kHead + kMove, "f.tws").digest());
}

TEST(Tws, CommentsBlankLinesTabsCarriageReturnsAndNoFinalNewline) {
  const PuzzleDefinition puzzle = read_tws(
      "# first\r\n\r\n  # indented\r\nName\ttiny\r\n\tSet A 5\t3\r\nSet B 2 1 \r\nSolved\r\nEnd\r\n"
      "Move M\r\n A\r\n\r\n# within\r\n 1  3 4\t2 5 \r\n0 1 2 0 1\r\n  End",
      "f.tws");
  EXPECT_EQ(puzzle.digest(), read_tws(kHead + kMove, "f.tws").digest());
}

TEST(Tws, StartStateCountsFromZero) {
  const std::string sets = "Name t\nSet A 4 2\n";
  const std::string move = "Move M\nA\n2 3 4 1\nEnd\n";
  const PuzzleDefinition one = read_tws(sets + "Solved\nA\n2 1 1 3\n1 ? ? 0\nEnd\n" + move, "f");
  const PuzzleDefinition zero =
      read_tws(sets + "StartState\nA\n1 0 0 2\n1 ? ? 0\nEnd\n" + move, "f");
  const std::vector<std::uint8_t> want{1, 0, 0, 2, 1, kWildOrientation, kWildOrientation, 0};
  EXPECT_EQ(one.solved().bytes, want);
  EXPECT_EQ(zero.digest(), one.digest());
}

TEST(Tws, GapsArePackedAndRemembered) {
  const PuzzleDefinition puzzle = read_tws(
      "Name t\nSet A 4 1\nSolved\nA\n9 3 3 255\nEnd\nMove M\nA\n2 3 4 1\nEnd\nIllegal A 2 255\n",
      "f");
  EXPECT_EQ(puzzle.solved().bytes, (std::vector<std::uint8_t>{1, 0, 0, 2, 0, 0, 0, 0}));
  EXPECT_EQ(puzzle.label(0, 2), 254);
  EXPECT_EQ(puzzle.illegal().at(0).identities, std::vector<std::uint8_t>{2});
  EXPECT_NE(write_tws(puzzle).find("\n9 3 3 255\n"), std::string::npos);
  EXPECT_NE(write_tws(puzzle).find("\nIllegal A 2 255\n"), std::string::npos);
}

TEST(Tws, WildcardMeansZeroWithOneOrientation) {
  const std::string sets = "Name t\nSet A 2 1\n";
  const std::string move = "Move M\nA\n2 1\nEnd\n";
  const PuzzleDefinition wild = read_tws(sets + "Solved\nA\n1 1\n? 0\nEnd\n" + move, "f");
  EXPECT_EQ(wild.solved().bytes, (std::vector<std::uint8_t>{0, 0, 0, 0}));
}

TEST(Tws, AliasesAreTypedAndSequencesAreSearched) {
  const PuzzleDefinition puzzle =
      read_tws(kHead +
                   "MoveAlias a S2\n"  // earlier than what it names
                   "MoveSequence S [M: N] (M N)2'\n" +
                   kMove +
                   "MoveTransformation N\nB\n1 0\nEnd\n"
                   "MoveAlias b a'\nMoveSequence Uv M2\nMoveAlias x Uv'\n",
               "f");
  ASSERT_EQ(puzzle.moves().size(), 3U);
  EXPECT_EQ(puzzle.moves()[0].name, "S");
  ASSERT_EQ(puzzle.rotations().size(), 1U);
  EXPECT_EQ(puzzle.rotations()[0].name, "Uv");
  ASSERT_EQ(puzzle.derived().size(), 3U);
  const auto act = [&](const char* alg) {
    return action_of(puzzle, parse_alg(alg, &puzzle.names()));
  };
  EXPECT_EQ(puzzle.moves()[0].action, act("M N M' N' M' N' M'"));
  EXPECT_EQ(act("a"), act("S S"));
  EXPECT_EQ(act("b"), act("S' S'"));
  EXPECT_EQ(act("x M2"), identity_state(puzzle.orbits()));
  const MoveSet moves(puzzle, Metric::htm);
  EXPECT_EQ(moves.find("a"), -1);
  EXPECT_GE(moves.find("S"), 0);
  const PuzzleDefinition again = read_tws(write_tws(puzzle), "again");
  EXPECT_EQ(again.digest(), puzzle.digest());
  ASSERT_EQ(again.derived().size(), 3U);
  EXPECT_EQ(again.derived()[1].action, puzzle.derived()[1].action);
}

TEST(Tws, LayeredFormsInSequences) {
  const PuzzleDefinition puzzle = read_tws(
      "Name t\nSet A 4 1\nSolved\nEnd\nMove R\nA\n2 1 3 4\nEnd\nMove 2R\nA\n1 2 4 3\nEnd\n"
      "MoveSequence Q Rw\nMoveAlias q r'\n",
      "f");
  EXPECT_EQ(puzzle.moves().at(2).action.bytes, (std::vector<std::uint8_t>{1, 0, 3, 2, 0, 0, 0, 0}));
  EXPECT_EQ(puzzle.derived().at(0).action, puzzle.moves().at(2).action);
}

TEST(Tws, DerivedMovesThatAreNoAliasAreLeftOutWithAComment) {
  PuzzleDefinition::Parts parts = read_tws(kHead + kMove, "f").parts();
  const OrbitList orbits(parts.orbits);
  parts.derived.push_back({"MM", "M\nM", power(orbits, parts.moves[0].action, 2)});
  parts.derived.push_back({"c", "MM", power(orbits, parts.moves[0].action, 2)});
  parts.derived.push_back({"wrong", "M", power(orbits, parts.moves[0].action, 2)});
  parts.derived.push_back({"self", "self", parts.moves[0].action});
  const PuzzleDefinition puzzle(parts);
  const std::string text = write_tws(puzzle);
  EXPECT_NE(text.find("# left out, since it can be typed but is not searched: MM = M M\n"),
            std::string::npos);
  const PuzzleDefinition again = read_tws(text, "again");
  EXPECT_EQ(again.digest(), puzzle.digest());
  EXPECT_TRUE(again.derived().empty());
}

// Cycles of 2, 3, 5, ... 23 places: an order of 223,092,870.
std::string long_cycles() {
  std::string text;
  int first = 1;
  for (const int length : {2, 3, 5, 7, 11, 13, 17, 19, 23}) {
    for (int i = 0; i < length; ++i) text += fmt::format("{} ", first + (i + 1) % length);
    first += length;
  }
  for (; first <= 255; ++first) text += fmt::format("{} ", first);
  return text;
}

struct Bad {
  std::string text;
  std::string message;
};

// An error says what is wrong, where, and what would be right.
const std::string kTwsSets = "Name t\nSet A 3 2\n";
const std::string kTwsSolved = kTwsSets + "Solved\nEnd\n";

void expect_errors(const std::vector<Bad>& table) {
  for (const Bad& bad : table) EXPECT_EQ(tws_error(bad.text), bad.message) << bad.text;
}

TEST(Tws, ErrorsInTheNameAndTheSets) {
  expect_errors({
      {"", "f.tws:1:1: the file is empty; expected Name NAME first"},
      {"\n# only a comment\n", "f.tws:3:1: the file is empty; expected Name NAME first"},
      {"Set A 3 2\n", "f.tws:1:1: expected Name NAME as the first command, not 'Set'"},
      {"Name\n", "f.tws:1:5: something is missing; expected Name NAME"},
      {"Name a b\n", "f.tws:1:8: 'b' is too much; expected Name NAME"},
      {"Name t\nName t\n", "f.tws:2:1: Name stands twice; expected it once, as the first command"},
      {"Name t\n", "f.tws:2:1: the file ends too early; expected Set NAME PIECES ORIENTATIONS"},
      {"Name t\nSolved\nEnd\n",
       "f.tws:2:1: expected at least one Set NAME PIECES ORIENTATIONS before the solved state"},
      {"Name t\nMove M\nEnd\n",
       "f.tws:2:1: Move stands too early; expected Set, Solved or StartState"},
      {"Name t\nSet A 3\n",
       "f.tws:2:8: something is missing; expected Set NAME PIECES ORIENTATIONS"},
      {"Name t\nSet A 0 2\n",
       "f.tws:2:7: '0' is no number of pieces; expected a number from 1 to 255"},
      {"Name t\nSet A 256 2\n",
       "f.tws:2:7: '256' is no number of pieces; expected a number from 1 to 255"},
      {"Name t\nSet A 3 128\n",
       "f.tws:2:9: '128' is no number of orientations; expected a number from 1 to 127"},
      {"Name t\nSet A 3 -1\n",
       "f.tws:2:9: '-1' is no number of orientations; expected a number from 1 to 127"},
      {"Name t\nSet A 3x 1\n",
       "f.tws:2:7: '3x' is no number of pieces; expected a number from 1 to 255"},
      {"Name t\nSet A 99999999999999999999 1\n",
       "f.tws:2:7: '99999999999999999999' is no number of pieces; expected a number from 1 to 255"},
      {"Name t\nSet A 3 2 # corners\n",
       "f.tws:2:11: '#' is too much; expected Set NAME PIECES ORIENTATIONS"},
      {"Name t\nSet 3A 3 2\n",
       "f.tws:2:5: an orbit cannot be named '3A'; expected a name of at most 100 bytes that starts "
       "with a letter and is not End"},
      {"Name t\nSet End 3 2\n",
       "f.tws:2:5: an orbit cannot be named 'End'; expected a name of at most 100 bytes that "
       "starts with a letter and is not End"},
      {kTwsSets + "Set A 3 2\n", "f.tws:3:5: orbit A stands twice"},
  });
}

TEST(Tws, ErrorsInTheSolvedState) {
  expect_errors({
      {kTwsSets, "f.tws:3:1: the file ends too early; expected the solved state (Solved ... End)"},
      {kTwsSets + "Solved\n", "f.tws:3:1: this Solved block never ends; expected a line with End"},
      {kTwsSets + "Solved\nA\n",
       "f.tws:3:1: this Solved block never ends; expected a line with End"},
      {kTwsSets + "Solved now\n",
       "f.tws:3:8: 'now' is too much; expected Solved alone on its line"},
      {kTwsSets + "Solved\nA\nEnd\n", "f.tws:5:1: orbit A has no numbers; expected 3 of them"},
      {kTwsSets + "Solved\nQ\n1 2 3\nEnd\n",
       "f.tws:4:1: 'Q' is no orbit; expected the name of a Set or End"},
      {kTwsSets + "Solved\nA A\n1 2 3\nEnd\n",
       "f.tws:4:3: 'A' is too much; expected the name of the orbit alone on its line"},
      {kTwsSets + "Solved\nA\n1 2\nEnd\n", "f.tws:5:4: 2 pieces for orbit A; expected 3"},
      {kTwsSets + "Solved\nA\n1 2 3 4\nEnd\n", "f.tws:5:7: 4 pieces for orbit A; expected 3"},
      {kTwsSets + "Solved\nA\n1 2 3\n0 0\nEnd\n",
       "f.tws:6:4: 2 orientations for orbit A; expected 3"},
      {kTwsSets + "Solved\nA\n1 2 3\n0 0 2\nEnd\n",
       "f.tws:6:5: '2' is no orientation; expected a number from 0 to 1"},
      {kTwsSets + "Solved\nA\n1 2 3\n0 -1 1\nEnd\n",
       "f.tws:6:3: '-1' is no orientation; expected a number from 0 to 1"},
      {kTwsSets + "Solved\nA\n0 1 2\nEnd\n",
       "f.tws:5:1: '0' is no piece; expected a number from 1 to 255"},
      {kTwsSets + "Solved\nA\n1 2 256\nEnd\n",
       "f.tws:5:5: '256' is no piece; expected a number from 1 to 255"},
      {kTwsSets + "StartState\nA\n0 1 255\nEnd\n",
       "f.tws:5:5: '255' is no piece; expected a number from 0 to 254"},
      {kTwsSets + "Solved\nA\n1 ? 3\nEnd\n",
       "f.tws:5:3: '?' is no piece; expected a number from 1 to 255"},
      {kTwsSets + "Solved\nA\n1 1 2\n0 ? ?\nEnd\n",
       "f.tws:6:3: pieces that look alike (here 1) must all have the orientation '?' or none of "
       "them"},
      {kTwsSets + "Solved\nA\n1 2 3\n0 0 0\n0 0 0\nEnd\n",
       "f.tws:7:1: '0' is no orbit; expected the name of a Set or End"},
      {kTwsSets + "Solved\nA\n1 2 3\nA\n1 2 3\nEnd\n",
       "f.tws:6:1: orbit A stands twice in this block"},
      {kTwsSets + "Solved\nA\n1 2 3\nEnd now\n",
       "f.tws:6:5: 'now' is too much; expected End alone on its line"},
      {kTwsSets + "Solved\nA\n1 2 3\nMove M\nA\n",
       "f.tws:6:1: 'Move' is no orbit; expected the name of a Set, orientations or End"},
      {kTwsSolved + "Solved\nEnd\n",
       "f.tws:5:1: a second solved state; expected Solved or StartState once"},
      {kTwsSolved + "Set B 1 1\n",
       "f.tws:5:1: Set stands too late; all Sets come before the solved state"},
      {kTwsSolved + "End\n",
       "f.tws:5:1: End without a block; a block starts with Solved, StartState, Move or "
       "MoveTransformation"},
      {kTwsSolved + "Moves M\n",
       "f.tws:5:1: 'Moves' is no command; expected Move, MoveTransformation, MoveAlias, "
       "MoveSequence or Illegal"},
  });
}

TEST(Tws, ErrorsInMoves) {
  expect_errors({
      {kTwsSolved, "f.tws:5:1: the file has no move; expected at least one Move NAME ... End"},
      {kTwsSolved + "Move\n", "f.tws:5:5: something is missing; expected Move NAME"},
      {kTwsSolved + "Move M M\nEnd\n", "f.tws:5:8: 'M' is too much; expected Move NAME"},
      {kTwsSolved + "Move M\nA\n1 2 2\nEnd\n",
       "f.tws:7:5: 2 stands twice; a move holds each number from 1 to 3 once"},
      {kTwsSolved + "Move M\nA\n1 2 4\nEnd\n",
       "f.tws:7:5: '4' is no piece; expected a number from 1 to 3"},
      {kTwsSolved + "Move M\nA\n2 1 3\n? 0 0\nEnd\n",
       "f.tws:8:1: a move cannot have the orientation '?'; expected a number"},
      {kTwsSolved + "MoveTransformation M\nA\n1 2 3\nEnd\n",
       "f.tws:7:5: '3' is no piece; expected a number from 0 to 2"},
      {kTwsSolved + "Move M\nA\n2 1 3\n",
       "f.tws:5:1: this Move block never ends; expected a line with End"},
      {kTwsSolved + "Move M\nEnd\nMove M\nEnd\n",
       "f.tws:7:6: the name 'M' is taken; line 5 defines it"},
      {kTwsSolved + "Move #M\nEnd\n",
       "f.tws:5:6: a move cannot be named '#M'; expected at most 100 bytes and no # first"},
      {kTwsSolved + "Move M\nA\n2 1 3\nEnd\nMove M'\nA\n2 1 3\nEnd\n", "no error"},
      {kTwsSolved + "Move M\nA\n2 3 1\nEnd\nMove M'\nA\n2 1 3\nEnd\n",
       "f.tws:9:6: the name M' has two meanings: a power of M and move M'"},
      {kTwsSolved + "Move Uv\nA\n2 1 3\nEnd\n",
       "f.tws:9:1: the file has no move; expected at least one Move NAME ... End"},
  });
}

TEST(Tws, ErrorsInAliasesAndSequences) {
  expect_errors({
      {kTwsSolved + "MoveAlias A\n",
       "f.tws:5:12: something is missing; expected MoveAlias NAME MOVE"},
      {kTwsSolved + "MoveAlias A B\n", "f.tws:5:13: 'B' is no move of t (moves: A with 2 or ')"},
      {kTwsSolved + "Move M\nA\n2 1 3\nEnd\nMoveAlias A MM\n",
       "f.tws:9:13: 'MM' is not one move; an alias stands for one move, a MoveSequence for "
       "several"},
      {kTwsSolved + "Move M\nA\n2 1 3\nEnd\nMoveAlias M M\n",
       "f.tws:9:11: the name 'M' is taken; line 5 defines it"},
      {kTwsSolved + "MoveAlias A B\nMoveAlias B C\nMoveAlias C A\n",
       "f.tws:7:13: move A is defined by itself"},
      {kTwsSolved + "MoveSequence S\n",
       "f.tws:5:15: something is missing; expected MoveSequence NAME MOVES"},
      {kTwsSolved + "Move M\nA\n2 1 3\nEnd\nMoveSequence S M  (M Q)2\n",
       "f.tws:9:22: 'Q' is no move of t (moves: M S with 2 or ')"},
      {kTwsSolved + "Move M\nA\n2 1 3\nEnd\nMoveSequence S M S\n",
       "f.tws:9:16: move S is defined by itself"},
      {kTwsSolved + "Move M\nA\n2 1 3\nEnd\nMoveSequence S M (M\n",
       "f.tws:9:18: '(' is never closed; ')' is missing"},
  });
}

TEST(Tws, ErrorsInRulesAndInBytes) {
  expect_errors({
      {kTwsSolved + "Illegal A 1\n",
       "f.tws:5:12: something is missing; expected Illegal ORBIT SLOT PIECE..."},
      {kTwsSolved + "Illegal Q 1 2\n", "f.tws:5:9: 'Q' is no orbit; expected the name of a Set"},
      {kTwsSolved + "Illegal A 4 2\n", "f.tws:5:11: '4' is no slot; expected a number from 1 to 3"},
      {kTwsSolved + "Illegal A 1 0\n",
       "f.tws:5:13: '0' is no piece; expected a number from 1 to 255"},
      {kTwsSolved + "Illegal A 1 4\n",
       "f.tws:5:13: orbit A has no piece 4; expected one of the solved state"},
      {kTwsSolved + "Illegal A 2 1 2\n",
       "f.tws:5:15: the solved state has this piece in this slot; expected pieces that are "
       "elsewhere when solved"},
      {kTwsSets + "Illegal A 1 2\n",
       "f.tws:3:1: Illegal stands too early; expected Set, Solved or StartState"},
      {"Name t\nSet A 255 1\nSolved\nEnd\nMove M\nA\n" + long_cycles() + "\nEnd\n",
       "f.tws:5:6: move M has order 223092870; at most 10000 is possible"},
      {std::string("Name t\nSet A 3\0 2\n", 18), "f.tws:2:8: a NUL byte; expected a text file"},
  });
}

// Each of these could take more than linear time, or much memory. Processor time is measured: the
// machine may be busy.
TEST(Tws, HugeInputsAreReadOrRefusedQuickly) {
  const std::clock_t begin = std::clock();
  const std::string sets = "Name t\nSet A 3 2\n";
  (void)tws_error(sets + "Solved\nA\n" + std::string(1'000'000, '1') + "\nEnd\n");
  std::string line;
  for (int i = 0; i < 300'000; ++i) line += "1 ";
  (void)tws_error(sets + "Solved\nA\n" + line + "\nEnd\n");
  (void)tws_error("Name " + std::string(1'000'000, 'x'));
  (void)tws_error(std::string(1'000'000, '\n'));
  std::string many = "Name t\n";
  for (int i = 0; i < 5'000; ++i) many += fmt::format("Set S{} 255 1\n", i);
  many += "Solved\nEnd\n";
  for (int i = 0; i < 50'000; ++i) many += fmt::format("Move M{}_\nEnd\n", i);
  EXPECT_NE(tws_error(many).find("need more than 256 MiB"), std::string::npos);
  std::string chain = sets + "Solved\nEnd\nMove M\nA\n2 1 3\nEnd\n";
  for (int i = 0; i < 30'000; ++i) chain += fmt::format("MoveAlias a{}_ a{}_\n", i, i + 1);
  chain += "MoveAlias a30000_ M\n";
  const PuzzleDefinition chained = read_tws(chain, "f.tws");
  EXPECT_EQ(read_tws(write_tws(chained), "again").derived().size(), 30'001U);
  // Moves of order 7920 with names that are prefixes of each other.
  std::string powers = "Name t\nSet A 40 1\nSolved\nEnd\n";
  for (int i = 0; i < 500; ++i) {
    powers += fmt::format(
        "Move M{}_\nA\n2 3 4 5 6 7 8 9 10 11 1 13 14 15 16 17 18 19 20 12 "
        "22 23 24 25 21 27 28 29 30 31 32 33 34 35 36 37 38 39 40 26\nEnd\n",
        i);
  }
  EXPECT_EQ(tws_error(powers), "no error");
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds, 30.0);
}

RC_GTEST_PROP(TwsProperty, ReadingBackGivesTheSameDigest, (std::uint64_t seed)) {
  const PuzzleDefinition puzzle = RandomPuzzle(seed).definition();
  const std::string text = write_tws(puzzle);
  const PuzzleDefinition again = read_tws(text, "again");
  RC_ASSERT(again.digest() == puzzle.digest());
  for (int k = 0; k < puzzle.orbits().size(); ++k) {
    for (int i = 0; i < puzzle.identities(k); ++i)
      RC_ASSERT(again.label(k, i) == puzzle.label(k, i));
  }
  RC_ASSERT(write_tws(again).size() <= text.size());
}

}  // namespace
}  // namespace gyre
