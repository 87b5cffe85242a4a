// Notation as the people of each puzzle write it: dialects, names with signs, and scrambles of
// competitions.
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/sequence.h>
#include "base/random.h"
#include "format/kpuzzle.h"
#include "format/tws.h"
#include "general/sequences/filter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <algorithm>

namespace gyre {
namespace {

Alg read(const PuzzleDefinition& puzzle, const std::string& text) {
  return parse_alg(text, &puzzle.names());
}

// A turn of the family without a layer: 1D is no turn of the square-1's lower layer, it is no move.
bool is_turn_of(const AlgNode& node, const std::string& family) {
  return node.kind == AlgNode::Kind::move && node.move.family == family &&
         node.move.outer_layer == 0 && node.move.inner_layer == 0;
}

// The alg with what printing changes: turns of the square-1's layers that meet in pairs, the first
// of the upper with the first of the lower one, and R++2 as two nodes, R++7 as a group.
Alg as_printed(const PuzzleDefinition& puzzle, const Alg& alg) {
  const Dialect& dialect = puzzle.names().dialect();
  const bool square1 = dialect.kind == Dialect::Kind::square1;
  Alg out;
  for (std::size_t i = 0; i < alg.nodes.size(); ++i) {
    std::vector<AlgNode> top;
    std::vector<AlgNode> bottom;
    while (square1 && i < alg.nodes.size()) {
      const bool is_top = is_turn_of(alg.nodes[i], dialect.top);
      if (!is_top && !is_turn_of(alg.nodes[i], dialect.bottom)) break;
      (is_top ? top : bottom).push_back(alg.nodes[i++]);
    }
    for (std::size_t k = 0; k < std::max(top.size(), bottom.size()); ++k) {
      if (k < top.size()) out.nodes.push_back(top[k]);
      if (k < bottom.size()) out.nodes.push_back(bottom[k]);
    }
    if (i == alg.nodes.size()) break;
    AlgNode node = alg.nodes[i];
    const std::int64_t times = std::abs(node.move.amount);
    const bool sign = node.move.family.ends_with("++") || node.move.family.ends_with("--");
    if (node.kind == AlgNode::Kind::move && sign && times != 1) {
      AlgNode one = node;
      one.move.amount = node.move.amount < 0 ? -1 : 1;
      if (times >= 2 && times <= 4) {
        out.nodes.insert(out.nodes.end(), static_cast<std::size_t>(times), one);
      } else {
        AlgNode& group = out.nodes.emplace_back();
        group.kind = AlgNode::Kind::group;
        group.amount = times;
        group.first.nodes.push_back(one);
      }
      continue;
    }
    node.first = as_printed(puzzle, node.first);
    node.second = as_printed(puzzle, node.second);
    out.nodes.push_back(std::move(node));
  }
  return out;
}

// What is printed after reading, which must be read as the same alg.
std::string normal(const PuzzleDefinition& puzzle, const std::string& text) {
  const Alg alg = read(puzzle, text);
  std::string printed = print(alg, puzzle.names());
  EXPECT_EQ(read(puzzle, printed), as_printed(puzzle, alg))
      << text << " was printed as " << printed;
  EXPECT_EQ(action_of(puzzle, alg), action_of(puzzle, from_moves(expand(alg)))) << text;
  return printed;
}

// The moves in the common notation.
std::string plain(const PuzzleDefinition& puzzle, const std::string& text) {
  return print(read(puzzle, text));
}

std::string filtered(const PuzzleDefinition& puzzle, FilterOperation operation,
                     const std::string& text, bool fast = true) {
  SequenceFilter filter(puzzle, MoveSet(puzzle, Metric::htm), operation);
  filter.set_fast(fast);
  return filter.apply(text);
}

std::string error_of(const PuzzleDefinition& puzzle, const std::string& text) {
  try {
    (void)read(puzzle, text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

const PuzzleDefinition& square1() {
  static const PuzzleDefinition puzzle = load_puzzle("square1");
  return puzzle;
}

const PuzzleDefinition& clock_puzzle() {
  static const PuzzleDefinition puzzle = load_puzzle("clock");
  return puzzle;
}

TEST(Square1Notation, AMoveWithALayerStaysWhereItIs) {
  const Alg alg = read(square1(), "1DU7");
  EXPECT_EQ(print(alg, square1().names()), "1D (-5,0)");
  EXPECT_EQ(read(square1(), "1D (-5,0)"), alg);
}

TEST(Square1Notation, PairsAndSlashesAreTurns) {
  EXPECT_EQ(plain(square1(), "(1,0)/ (-3, 2)/ / (0,3)"), "U R U3' D2 R R D3");
  EXPECT_EQ(plain(square1(), "1,0/-3,2"), "U R U3' D2");
  EXPECT_EQ(plain(square1(), "(1,0)/(-3,2)/"), "U R U3' D2 R");
  EXPECT_EQ(plain(square1(),
                  "( +1 , \xE2\x88\x92"
                  "1 )/"),
            "U D' R");
  EXPECT_EQ(plain(square1(), "/2,0/"), "R U2 R");
  EXPECT_EQ(plain(square1(), "U3 D' R"), "U3 D' R");
  EXPECT_EQ(plain(square1(), "U3/D'"), "U3 R D'");
}

TEST(Square1Notation, IsPrintedInPairs) {
  EXPECT_EQ(normal(square1(), "(1,0)/ (-3, 2)/ / (0,3)"), "(1,0)/ (-3,2)/ / (0,3)");
  EXPECT_EQ(normal(square1(), "U3 D' R U R"), "(3,-1)/ (1,0)/");
  EXPECT_EQ(normal(square1(), "D' U3"), "(3,-1)");
  EXPECT_EQ(normal(square1(), "U U D D"), "(1,1) (1,1)");
  EXPECT_EQ(normal(square1(), "(0,1) (0,2) (3,0)/ (0,4)"), "(3,1) (0,2)/ (0,4)");
  EXPECT_EQ(normal(square1(), "D . U"), "(0,1) . (1,0)");
  EXPECT_EQ(normal(square1(), "R 3,0"), "/ (3,0)");
  EXPECT_EQ(normal(square1(), ""), "");
}

TEST(Square1Notation, AmountsGoFromMinusFiveToSix) {
  EXPECT_EQ(normal(square1(), "7,-6/"), "(-5,6)/");
  EXPECT_EQ(normal(square1(), "U12 D24'"), "");
  EXPECT_EQ(normal(square1(), "(0,0)/ (0,0)"), "/");
  EXPECT_EQ(normal(square1(), "R' R2 R3"), "/ /");
  EXPECT_NE(error_of(square1(), "(1000000001,0)"), "");
}

TEST(Square1Notation, BracketsStayBrackets) {
  EXPECT_EQ(normal(square1(), "((1,0)/)2"), "((1,0)/)2");
  EXPECT_EQ(normal(square1(), "(1,0/)2"), "((1,0)/)2");
  EXPECT_EQ(normal(square1(), "[/, (1,0)]"), "[/, (1,0)]");
  EXPECT_EQ(normal(square1(), "[1,0, /]"), "[(1,0), /]");
  EXPECT_EQ(normal(square1(), "[/ : 3,-3]'"), "[/: (3,-3)]'");
  EXPECT_EQ(action_of(square1(), read(square1(), "(1,0/)2")),
            action_of(square1(), read(square1(), "U R U R")));
}

TEST(Square1Notation, TwoSlashesTogetherAreAComment) {
  EXPECT_EQ(normal(square1(), "(1,0)// (3,0)/"), "(1,0) // (3,0)/");
  EXPECT_EQ(plain(square1(), "(1,0)/ // middle\n/"), "U R // middle\nR");
}

TEST(Square1Notation, WhatIsWrongIsPointedOut) {
  EXPECT_EQ(error_of(square1(), "(1,0)/ Q"),
            "1:8: 'Q' is no move of square1 (moves: turns of U and D as in (1,-3), and /)");
  EXPECT_EQ(error_of(square1(), "(1,)/").substr(0, 4), "1:2:");
  EXPECT_EQ(error_of(square1(), "(1,0)2").substr(0, 4), "1:6:");
}

std::string blocked(const PuzzleDefinition& puzzle, const State& start, const std::string& text) {
  try {
    (void)apply(puzzle, start, read(puzzle, text));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Square1Notation, ABlockedSlashIsRefused) {
  const auto slash = [](int number) {
    return fmt::format("the slash (move {}) is blocked: a piece stands across the cut", number);
  };
  const State& solved = square1().solved();
  EXPECT_EQ(blocked(square1(), solved, "(2,0)/"), slash(2));
  EXPECT_EQ(blocked(square1(), solved, "(2,0)/ / (-2,0)"), slash(2));
  EXPECT_EQ(blocked(square1(), solved, "(1,0)/ (0,1) (-1,0)/"), slash(4));
  EXPECT_EQ(blocked(square1(), solved, "U D' U R"), slash(3));
  EXPECT_EQ(blocked(square1(), solved, "((2,0)/)2"), slash(2));
  EXPECT_EQ(blocked(square1(), solved, "[(2,0): /]"), slash(2));
  // Turns that meet are one step, and the last position may be any.
  EXPECT_EQ(blocked(square1(), solved, "(2,0) (0,-1) (1,0)/ (2,2)"), "");
  EXPECT_EQ(apply(square1(), read(square1(), "(1,0)/ (2,0)")),
            compose(square1().orbits(), solved, action_of(square1(), read(square1(), "U R U2"))));
  EXPECT_EQ(action_of(square1(), read(square1(), "(2,0)/")),
            action_of(square1(), read(square1(), "U2 R")));
  // Only turns of the layers lead out of a position that was left across the cut.
  const State across = apply(square1(), read(square1(), "(2,0)"));
  EXPECT_EQ(blocked(square1(), across, "/"), slash(1));
  EXPECT_EQ(blocked(square1(), across, "(1,0)/"), "");
}

TEST(Square1Notation, FiltersRefuseABlockedSlash) {
  for (const FilterOperation operation :
       {FilterOperation::position, FilterOperation::wrong, FilterOperation::unique,
        FilterOperation::unique_symmetric, FilterOperation::symmetry}) {
    EXPECT_THROW((void)filtered(square1(), operation, "/\n(2,0)/"), Error);
  }
  EXPECT_EQ(filtered(square1(), FilterOperation::simplify, "(2,0)/ / (-1,0)"), "(1,0)\n");
}

TEST(Square1Notation, FilesKeepTheDialect) {
  for (const PuzzleDefinition& back :
       {read_tws(write_tws(square1()), "a"), read_kpuzzle(write_kpuzzle(square1()), "b")}) {
    EXPECT_EQ(back.digest(), square1().digest());
    EXPECT_EQ(normal(back, "1,0/-3,2"), "(1,0)/ (-3,2)");
  }
}

TEST(Square1Notation, FiltersReadAndWriteIt) {
  EXPECT_EQ(filtered(square1(), FilterOperation::invert, "(1,0)/ (-3,2)/"), "/ (3,-2)/ (-1,0)\n");
  EXPECT_EQ(filtered(square1(), FilterOperation::simplify, "(0,3)(1,0)/"), "(1,3)/\n");
  EXPECT_EQ(filtered(square1(), FilterOperation::simplify, "U D U D2 /"), "(2,3)/\n");
  EXPECT_EQ(filtered(square1(), FilterOperation::simplify, "(1,0)/ / (3,6)"), "(4,6)\n");
  EXPECT_EQ(filtered(square1(), FilterOperation::canonical, "(0,2) (1,0)/"), "(1,2)/\n");
  EXPECT_EQ(filtered(square1(), FilterOperation::expand, "U R\n((3,0)/)2"),
            "(1,0)/\n(3,0)/ (3,0)/\n");
  EXPECT_EQ(filtered(square1(), FilterOperation::moves, "(1,2)/"), "3\n");
}

TEST(ClockNotation, StepsAndSigns) {
  EXPECT_EQ(plain(clock_puzzle(), "UR3+ DR1- DL0+ ALL2+ y2 U5-"), "UR3 DR' DL0 ALL2 y2 U5'");
  EXPECT_EQ(normal(clock_puzzle(), "UR3+ DR1- y2 U5-"), "UR3+ DR1- y2 U5-");
  EXPECT_EQ(normal(clock_puzzle(), "UR3+DR1-y2U5-"), "UR3+ DR1- y2 U5-");
  EXPECT_EQ(plain(clock_puzzle(), "UR3\xE2\x88\x92"), "UR3'");
  EXPECT_EQ(normal(clock_puzzle(), "UR DR2 U' z2"), "UR1+ DR2+ U1- z2");
}

TEST(ClockNotation, BarePinsBesideStepsTurnNothing) {
  EXPECT_EQ(plain(clock_puzzle(), "UR U2"), "UR U2");
  EXPECT_EQ(plain(clock_puzzle(), "U2+ UR DL"), "U2 UR0 DL0");
  EXPECT_EQ(normal(clock_puzzle(), "U2+ UR"), "U2+ UR0+");
  // A comment does not make the competition form.
  EXPECT_EQ(plain(clock_puzzle(), "UR // 3+ U3+"), "UR // 3+ U3+");
  // Names that are no pins keep their meaning.
  EXPECT_EQ(plain(clock_puzzle(), "U2+ R ALL"), "U2 R ALL");
}

TEST(ClockNotation, TheSecondHalfIsTurnedFromTheBack) {
  const State a = apply(clock_puzzle(), read(clock_puzzle(), "UR3+ y2 UR4+ y2"));
  const State b = apply(clock_puzzle(), read(clock_puzzle(), "UR3 bUR4"));
  EXPECT_EQ(a, b);
}

TEST(ClockNotation, WhatIsWrongIsPointedOut) {
  const std::string moves =
      "clock (moves: UR DR DL UL U R D L ALL with steps and a sign, as in UR3+ or ALL2-, and y2)";
  EXPECT_EQ(error_of(clock_puzzle(), "ur3+"), "1:1: 'ur3+' is no move of " + moves);
  EXPECT_EQ(error_of(clock_puzzle(), "UR3+ dl2' U"), "1:6: 'dl2'' is no move of " + moves);
  EXPECT_EQ(error_of(clock_puzzle(), "UR3+ %"), "1:6: '%' is no move of " + moves);
}

TEST(ClockNotation, FiltersReadAndWriteIt) {
  EXPECT_EQ(filtered(clock_puzzle(), FilterOperation::invert, "UR3+ y2 U6+"), "U6+ y2 UR3-\n");
  EXPECT_EQ(filtered(clock_puzzle(), FilterOperation::simplify, "UR3+ U1+ UR9+ U1+"), "U2+\n");
  EXPECT_EQ(filtered(clock_puzzle(), FilterOperation::canonical, "U UR"), "UR1+ U1+\n");
  EXPECT_EQ(filtered(clock_puzzle(), FilterOperation::expand, "(UR U2+)2"), "U2+ U2+\n");
  EXPECT_EQ(filtered(clock_puzzle(), FilterOperation::unrotate, "y2 UR3+"), "bUR3+ Yv\n");
}

TEST(ClockNotation, FilesKeepTheDialect) {
  for (const PuzzleDefinition& back : {read_tws(write_tws(clock_puzzle()), "a"),
                                       read_kpuzzle(write_kpuzzle(clock_puzzle()), "b")}) {
    EXPECT_EQ(normal(back, "UR3+ DL"), "UR3+ DL0+");
  }
}

// A cube's moves in the names of the megaminx; R-- undoes R++.
PuzzleDefinition puzzle_with_signs() {
  return read_kpuzzle(R"({
    "name": "signs",
    "orbits": [{"orbitName": "P", "numPieces": 6, "numOrientations": 1}],
    "defaultPattern": {"P": {"pieces": [0, 1, 2, 3, 4, 5], "orientation": [0, 0, 0, 0, 0, 0]}},
    "moves": {
      "L": {"P": {"permutation": [1, 2, 3, 4, 0, 5], "orientationDelta": [0, 0, 0, 0, 0, 0]}},
      "U": {"P": {"permutation": [0, 2, 3, 4, 5, 1], "orientationDelta": [0, 0, 0, 0, 0, 0]}}
    },
    "derivedMoves": {"R++": "L2 U", "R--": "U' L2'", "D++": "D--'", "D--": "L' U2'"}
  })",
                      "signs");
}

TEST(SignedNames, AreReadAndWritten) {
  const PuzzleDefinition puzzle = puzzle_with_signs();
  EXPECT_EQ(normal(puzzle, "R++ D-- R-- D++ U'"), "R++ D-- R-- D++ U'");
  EXPECT_EQ(normal(puzzle, "R++D--U'"), "R++ D-- U'");
  EXPECT_EQ(normal(puzzle, "R++' D--' R++2 R--2"), "R-- D++ R++ R++ R-- R--");
  EXPECT_EQ(normal(puzzle, "R++7 D--5 R++0"), "(R++)7 (D--)5 (R++)0");
  EXPECT_EQ(apply(puzzle, read(puzzle, "R++ R--")), puzzle.solved());
  EXPECT_EQ(apply(puzzle, read(puzzle, "D--")), apply(puzzle, read(puzzle, "L' U2'")));
  EXPECT_NE(error_of(puzzle, "R+"), "");
}

TEST(SignedNames, FiltersAgreeWithBothWays) {
  const PuzzleDefinition puzzle = puzzle_with_signs();
  for (const bool fast : {true, false}) {
    EXPECT_EQ(filtered(puzzle, FilterOperation::invert, "R++ D-- U'", fast), "U D++ R--\n");
    EXPECT_EQ(filtered(puzzle, FilterOperation::simplify, "R++ R-- D--", fast), "D--\n");
    EXPECT_EQ(filtered(puzzle, FilterOperation::expand, "R++' (D--)'", fast), "R-- D++\n");
    EXPECT_EQ(filtered(puzzle, FilterOperation::simplify, "R++ R++ U D-- D--", fast),
              "R++ R++ U D++ D++\n");  // both have order 4
    EXPECT_EQ(filtered(puzzle, FilterOperation::invert, "R++2 D--3", fast),
              "D++ D++ D++ R++ R++\n");
  }
}

TEST(SignedNames, ADefinitionThatGoesBackwardsEnds) {
  const PuzzleDefinition puzzle = puzzle_with_signs();
  EXPECT_EQ(print(from_moves(base_moves(puzzle, {0, 0, "D++", 1}))), "U2 L");
  EXPECT_EQ(filtered(puzzle, FilterOperation::canonical, "D++"), "U2 L\n");
}

TEST(SignedNames, ComeBackFromFiles) {
  const PuzzleDefinition puzzle = puzzle_with_signs();
  const PuzzleDefinition json = read_kpuzzle(write_kpuzzle(puzzle), "json");
  EXPECT_EQ(json.derived().size(), 4U);
  EXPECT_EQ(normal(json, "R++ D--'"), "R++ D++");
  const PuzzleDefinition tws = read_tws(
      "Name signs\nSet P 3 1\nSolved\nEnd\nMove D++\nP\n2 3 1\nEnd\nMoveAlias D-- D++'\n", "tws");
  const PuzzleDefinition again = read_tws(write_tws(tws), "again");
  EXPECT_EQ(again.digest(), tws.digest());
  EXPECT_EQ(normal(again, "D-- D++ D--'"), "D-- D++ D--'");
}

struct CompetitionScramble {
  const char* puzzle;
  const char* text;
};

// In the form of the World Cube Association; FTO as its solvers write it.
const std::vector<CompetitionScramble>& competition_scrambles() {
  static const std::vector<CompetitionScramble> scrambles = {
      {"2x2x2", "R U' F2 R' U2 F R2 U' F R' U2"},
      {"3x3x3", "D2 F' R2 B U2 L' Fw Rw2 Uw' F2 D B2 U' L2 R'"},
      {"4x4x4", "R2 Uw' F2 Rw2 Fw' L D Rw' Uw2 B2 x2 y'"},
      {"5x5x5", "Lw' Dw2 B Rw Uw Bw2 Fw' 2R2 3Rw x'"},
      {"6x6x6", "3Rw2 Uw 3Fw' Lw2 3Uw' D' 2-3Rw2' F2"},
      {"7x7x7", "3Bw' 3Lw2 3Dw Rw' Bw2 D2 3Rw 3Fw' 2-3Uw"},
      {"megaminx", "R2 U' BL F2' DBR' D"},
      {"pyraminx", "U' L R' B L' U B R u l' r b'"},
      {"skewb", "R' U L' B U' R B' L"},
      {"fto", "R U' BL BR' F D' B L' U BR"},
      {"square1", "(1,0)/ (-1,-1)/ (0,-3)/ (4,1)/ (-3,0)/ (3,-3)/ (-1,-4)/"},
      {"clock", "UR4+ DR1+ DL5- UL2+ U3- R6+ D0+ L4- ALL1+ y2 U2+ R3- D5+ L1- ALL4+ UR DL"},
  };
  return scrambles;
}

TEST(CompetitionNotation, ScramblesOfEachPuzzleAreRead) {
  for (const auto& [name, text] : competition_scrambles()) {
    SCOPED_TRACE(name);
    const PuzzleDefinition puzzle = load_puzzle(name);
    (void)normal(puzzle, text);
    EXPECT_NE(apply(puzzle, read(puzzle, text)), puzzle.solved());
    EXPECT_TRUE(puzzle.legal(apply(puzzle, read(puzzle, text))));
    EXPECT_EQ(filtered(puzzle, FilterOperation::simplify, std::string(text) + " (" + text + ")'"),
              "\n");
  }
}

TEST(CompetitionNotation, TheScrambleOfTheSquare1CanBeTurned) {
  State state = square1().solved();
  for (const MoveToken& move : expand(read(square1(), competition_scrambles()[10].text))) {
    EXPECT_TRUE(move.family != "R" || square1().legal(state));
    state = apply(square1(), state, from_moves({move}));
  }
}

TEST(CompetitionNotation, TipsAreLowerCase) {
  const PuzzleDefinition pyraminx = load_puzzle("pyraminx");
  EXPECT_EQ(plain(pyraminx, "Uu'lR"), "U u' l R");
  EXPECT_NE(apply(pyraminx, read(pyraminx, "U")), apply(pyraminx, read(pyraminx, "u")));
}

TEST(CompetitionNotation, LayersOfBigCubes) {
  const PuzzleDefinition cube = load_puzzle("5x5x5");
  const auto same = [&](const std::string& a, const std::string& b) {
    return apply(cube, read(cube, a)) == apply(cube, read(cube, b));
  };
  EXPECT_TRUE(same("Rw2'", "r2"));
  EXPECT_TRUE(same("Rw2'", "Rw'2"));
  EXPECT_TRUE(same("R3", "R'"));
  EXPECT_TRUE(same("x'2", "x2"));
  EXPECT_TRUE(same("3Rw", "R 2R 3R"));
  EXPECT_TRUE(same("2-3Rw", "2R 3R"));
  EXPECT_TRUE(same("M", "3L"));
  EXPECT_TRUE(same("E", "3D"));
  EXPECT_TRUE(same("S", "3F"));
  EXPECT_TRUE(same("x", "5Rw"));
}

TEST(CompetitionNotation, AnyPrimeIsAPrime) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  for (const char* prime :
       {"\xE2\x80\x99", "\xE2\x80\x98", "\xE2\x80\xB2", "\xCA\xBC", "\xC2\xB4", "`"}) {
    EXPECT_EQ(plain(cube, std::string("R") + prime + "U2" + prime), "R' U2'");
  }
}

// Words of the dialects and of the common notation, right and wrong, with and without blanks.
rc::Gen<std::string> random_text(const std::vector<std::string>& words) {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(words)),
                      [](const std::vector<std::string>& list) {
                        std::string text;
                        for (const std::string& word : list) text += word;
                        return text;
                      });
}

void check_print(const PuzzleDefinition& puzzle, const std::string& text) {
  Alg alg;
  try {
    alg = read(puzzle, text);
  } catch (const Error& error) {
    RC_ASSERT(error.place().line > 0);
    RC_ASSERT(error.place().column > 0);
    return;
  }
  const std::string printed = print(alg, puzzle.names());
  RC_ASSERT(read(puzzle, printed) == as_printed(puzzle, alg));
  RC_ASSERT(print(read(puzzle, printed), puzzle.names()) == printed);
  const auto exists = [&](const MoveToken& move) {
    return move.outer_layer == 0 && move.inner_layer == 0;
  };
  const std::vector<MoveToken> moves = expand(alg);
  if (!std::all_of(moves.begin(), moves.end(), exists)) return;  // 2U is read, but there is none
  State action;
  try {
    action = action_of(puzzle, alg);
  } catch (const Error&) {
    // Nor is there 2U0, which is no move when it is written out; all else must be one.
    RC_ASSERT(printed.find('0') != std::string::npos);
    return;
  }
  // The common form says the same.
  RC_ASSERT(action_of(puzzle, read(puzzle, print(alg))) == action);
}

RC_GTEST_PROP(DialectProperty, Square1ParseOfPrint, ()) {
  check_print(
      square1(),
      *random_text({"(1,0)", "(-3, 2)", "/",  " ",       "/ ",  "3,4",    "-1,0", "0,0", "U", "D",
                    "R",     "U7",      "D0", "R2",      "'",   "2",      "(",    ")",   "[", "]",
                    ",",     ":",       "\n", " // c\n", " . ", "(0,6)/", "-",    "1"}));
}

RC_GTEST_PROP(DialectProperty, ClockParseOfPrint, ()) {
  check_print(
      clock_puzzle(),
      *random_text({"UR", "DL ", "U3+", "ALL2- ", "y2",        "y2 ",    "z",     " ",  "U", "R2",
                    "'",  "2",   "12-", "+",      "-",         "bUR3+",  "Yv",    "(",  ")", "[",
                    "]",  ",",   ":",   "\n",     " // U3+\n", "NUR0+ ", "UR12+", " . "}));
}

RC_GTEST_PROP(DialectProperty, SignedNamesParseOfPrint, ()) {
  static const PuzzleDefinition puzzle = puzzle_with_signs();
  check_print(puzzle, *random_text({"R++", "R--", "D++ ", "D--", "'", "2", " ", "U", "L2'", "(",
                                    ")", "[", "]", ",", ":", "+", "-", "\n"}));
}

}  // namespace
}  // namespace gyre
