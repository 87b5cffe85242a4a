// Notation: golden cases of parse, print, the transformations and every error.
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

namespace gyre {
namespace {

MoveNames cube_names() {
  MoveNames names("3x3x3");
  for (const char* name : {"U", "F", "R", "D", "B", "L"}) names.add(name, true);
  for (const char* name : {"x", "y", "z", "Uv", "FRBv"}) names.add(name, false);
  return names;
}

MoveNames odd_names() {
  MoveNames names("odd");
  for (const char* name : {"A", "A1", "B", "10R", "R", "2Q", "BL", "/", "ab", "b"})
    names.add(name, true);
  return names;
}

// Parsed and printed, moves separated by '|' so that a family of several letters shows.
std::string moves_of(std::string_view text, const MoveNames* names = nullptr) {
  std::string out;
  for (const MoveToken& move : expand(parse_alg(text, names))) {
    if (!out.empty()) out += '|';
    if (move.outer_layer != 0) out += std::to_string(move.outer_layer) + '~';
    if (move.inner_layer != 0) out += std::to_string(move.inner_layer) + '_';
    out += move.family + '*' + std::to_string(move.amount);
  }
  return out;
}

std::string normal(std::string_view text, const MoveNames* names = nullptr) {
  return print(parse_alg(text, names));
}

std::string error_of(std::string_view text, const MoveNames* names = nullptr,
                     const AlgSource& source = {}) {
  try {
    return "no error: " + print(parse_alg(text, names, source));
  } catch (const Error& error) {
    return error.what();
  }
}

// Without writing anything out: what expand() would give.
TEST(AlgExpandedLength, IsThatOfTheExpandedAlg) {
  for (const char* text : {"", "R U2 F'", "(R U)3 F", "[R, U] [F: D]'", "(R [U, F]2)0 L", "R0 U",
                           "((R U)2 [F: (L D)3])2' . B // end"}) {
    const Alg alg = parse_alg(text);
    EXPECT_EQ(expanded_length(alg), expand(alg).size()) << text;
  }
  const Alg bomb = parse_alg("(((((R U)1000000000)1000000000)1000000000)1000000000)");
  EXPECT_EQ(expanded_length(bomb), std::numeric_limits<std::uint64_t>::max());
  EXPECT_NO_THROW(check_expanded_length(parse_alg("(R U)5"), 10));
  EXPECT_THROW(check_expanded_length(parse_alg("(R U)5 R"), 10), Error);
  EXPECT_THROW(check_expanded_length(bomb, 10), Error);
}

TEST(AlgParse, MovesWithoutNames) {
  EXPECT_EQ(moves_of("R U2 F' D2'"), "R*1|U*2|F*-1|D*-2");
  EXPECT_EQ(moves_of("R7 R0 R1 R'2 R\xE2\x80\x99 R2\xE2\x80\x99 R0'"), "R*7|R*1|R*-2|R*-1|R*-2");
  EXPECT_EQ(moves_of("2R 2-3r 3Rw r 10U 2-12Fw2'"), "2_R*1|2~3_r*1|3_Rw*1|r*1|10_U*1|2~12_Fw*-2");
  EXPECT_EQ(moves_of("x y' z2 Uv FRBv2 Z_Av'"), "x*1|y*-1|z*2|Uv*1|FRBv*2|Z_Av*-1");
  EXPECT_EQ(moves_of("R1U2F3"), "R*1|U*2|F*3");
  EXPECT_EQ(moves_of("RUR'U'"), "R*1|U*1|R*-1|U*-1");
  EXPECT_EQ(moves_of("rUr'2-3Fw"), "r*1|U*1|r*-1|2~3_Fw*1");
  EXPECT_EQ(moves_of("R'2U"), "R*-1|2_U*1");
  EXPECT_EQ(moves_of(""), "");
  EXPECT_EQ(moves_of(" \t\r\n // nothing"), "");
}

TEST(AlgParse, MovesWithNames) {
  const MoveNames cube = cube_names();
  EXPECT_EQ(moves_of("RUR'U'", &cube), "R*1|U*1|R*-1|U*-1");
  EXPECT_EQ(moves_of("R'2U", &cube), "R*-2|U*1");
  EXPECT_EQ(moves_of("FRBvUvU", &cube), "FRBv*1|Uv*1|U*1");
  EXPECT_EQ(moves_of("FRB", &cube), "F*1|R*1|B*1");
  EXPECT_EQ(moves_of("2R 2-3r 3Rw r Rwr2", &cube), "2_R*1|2~3_r*1|3_Rw*1|r*1|Rw*1|r*2");
  const MoveNames odd = odd_names();
  EXPECT_EQ(moves_of("A A1 A12 A1A'", &odd), "A*1|A1*1|A1*2|A1*1|A*-1");
  EXPECT_EQ(moves_of("10R 9R 10Rw 10R2", &odd), "10R*1|9_R*1|10_Rw*1|10R*2");
  EXPECT_EQ(moves_of("BL 2BL BLw B", &odd), "BL*1|2_BL*1|BLw*1|B*1");
  EXPECT_EQ(moves_of("A/2A / B", &odd), "A*1|/*2|A*1|/*1|B*1");
}

TEST(AlgParse, BacktracksInsideAWord) {
  const MoveNames odd = odd_names();
  // Q is no move, so the 2 belongs to 2Q; and ab is taken although a alone is wide A.
  EXPECT_EQ(moves_of("B2Q", &odd), "B*1|2Q*1");
  EXPECT_EQ(moves_of("B12Q", &odd), "B*1|2Q*1");
  EXPECT_EQ(moves_of("R'2Q", &odd), "R*-1|2Q*1");
  EXPECT_EQ(moves_of("abb", &odd), "ab*1|b*1");
  MoveNames greedy("greedy");
  for (const char* name : {"A", "AB", "ABC", "CD"}) greedy.add(name, true);
  EXPECT_EQ(moves_of("ABCD", &greedy), "AB*1|CD*1");
  EXPECT_EQ(moves_of("ABCDABC", &greedy), "AB*1|CD*1|ABC*1");
}

TEST(AlgParse, NormalFormMeansWhatWasRead) {
  MoveNames names("twins");
  for (const char* name : {"A", "A2", "A'"}) names.add(name, true);
  EXPECT_EQ(moves_of("A2", &names), "A2*1");
  EXPECT_EQ(normal("A'2 A02 A1' A1", &names), "A'2 (A)2 (A)' A");
  EXPECT_EQ(normal("A03 A002'", &names), "A3 (A)2'");
  EXPECT_EQ(moves_of("A002'", &names), "A*-1|A*-1");
}

TEST(AlgParse, Structure) {
  EXPECT_EQ(normal("(R  U)3(F)'[R,U][R:U]2'"), "(R U)3 (F)' [R, U] [R: U]2'");
  EXPECT_EQ(normal("[ [R:U] , D ]'2"), "[[R: U], D]2'");
  EXPECT_EQ(normal("R.U . . F"), "R . U . . F");
  EXPECT_EQ(normal("()[,][:]"), "() [, ] [: ]");
  EXPECT_EQ(normal("R // first \r\n\n  U//second"), "R // first \n\nU //second");
  EXPECT_EQ(normal("(R // in\n)2 U"), "(R // in\n)2 U");
  EXPECT_EQ(normal("(R U)2R (R)'2F"), "(R U)2 R (R)' 2F");
  const Alg alg = parse_alg("(R)2\n//c");
  ASSERT_EQ(alg.nodes.size(), 3U);
  EXPECT_EQ(alg.nodes[0].kind, AlgNode::Kind::group);
  EXPECT_EQ(alg.nodes[0].amount, 2);
  EXPECT_EQ(alg.nodes[1].kind, AlgNode::Kind::newline);
  EXPECT_EQ(alg.nodes[2].text, "c");
}

TEST(AlgParse, ErrorsOfMoves) {
  const MoveNames cube = cube_names();
  const std::string moves = "(moves: U F R D B L with 2 or '; also x y z)";
  EXPECT_EQ(error_of("R U Q2", &cube, {"scramble.txt", 3, 1}),
            "scramble.txt:3:5: 'Q2' is no move of 3x3x3 " + moves);
  EXPECT_EQ(error_of("R\n  RUQ2'R", &cube, {"a", 3, 10}),
            "a:4:5: 'Q2'' is no move of 3x3x3 " + moves);
  EXPECT_EQ(error_of("  q", &cube, {"", 3, 10}), "3:12: 'q' is no move of 3x3x3 " + moves);
  EXPECT_EQ(error_of("R2'2", &cube), "1:4: '2' is no move of 3x3x3 " + moves);
  EXPECT_EQ(error_of("Qw3", &cube), "1:1: 'Qw3' is no move of 3x3x3 " + moves);
  EXPECT_EQ(error_of("0R", &cube), "1:1: '0R' is no move of 3x3x3 " + moves);
  EXPECT_EQ(error_of("3-2R", &cube), "1:1: '3-2R' is no move of 3x3x3 " + moves);
  EXPECT_EQ(error_of("2x", &cube), "1:1: '2x' is no move of 3x3x3 " + moves);
  EXPECT_EQ(error_of("R \xC3\xA9", &cube), "1:3: '\xC3\xA9' is no move of 3x3x3 " + moves);
  EXPECT_EQ(error_of("R \x01", &cube), "1:3: '?' is no move of 3x3x3 " + moves);
  EXPECT_EQ(error_of("R $"),
            "1:3: '$' is no move; moves are written R, 2R, 3Rw, 2-3r, x or Uv, with an amount such "
            "as 2 or '");
  EXPECT_EQ(error_of("U R1000000001"),
            "1:3: the amount is too large; at most 1000000000 is possible");
  EXPECT_EQ(error_of("(R)99999999999999999999999"),
            "1:4: the amount is too large; at most 1000000000 is possible");
  EXPECT_EQ(normal("R1000000000 R0000000000000000000000000003"), "R1000000000 R3");
}

TEST(AlgParse, ErrorsOfBrackets) {
  EXPECT_EQ(error_of("R (U\nF"), "1:3: '(' is never closed; ')' is missing");
  EXPECT_EQ(error_of("R\n [U, F"), "2:2: '[' is never closed; ']' is missing");
  EXPECT_EQ(error_of("[U"), "1:1: '[' is never closed; ']' is missing");
  EXPECT_EQ(error_of("R U)"), "1:4: ')' closes nothing: no '(' is open here");
  EXPECT_EQ(error_of("R ]"), "1:3: ']' closes nothing: no '[' is open here");
  EXPECT_EQ(error_of("(R U]"), "1:5: ']' does not fit the '(' of line 1, column 1; ')' is missing");
  EXPECT_EQ(error_of("[R, U)"),
            "1:6: ')' does not fit the '[' of line 1, column 1; ']' is missing");
  EXPECT_EQ(error_of("[R)"), "1:3: ')' does not fit the '[' of line 1, column 1; ']' is missing");
  EXPECT_EQ(error_of("(R, U)"),
            "1:3: ',' does not fit the '(' of line 1, column 1; ')' is missing");
  EXPECT_EQ(error_of("U [R, U, F]"),
            "1:8: ',' does not fit the '[' of line 1, column 3; ']' is missing");
  EXPECT_EQ(error_of("[R U]"),
            "1:5: the '[' of line 1, column 1 needs a ',' or a ':' before its ']'; (A)2 repeats");
  EXPECT_EQ(error_of("R, U"),
            "1:2: ',' stands outside of brackets; [A, B] is a commutator and [A: B] a conjugate");
  const std::string deep = std::string(200, '(') + std::string(200, ')');
  EXPECT_EQ(normal(deep), deep);
  EXPECT_EQ(error_of('(' + deep), "1:201: brackets are nested more than 200 deep");
}

TEST(AlgParse, VisitorSeesEveryMoveWhereItStands) {
  std::string seen;
  const MoveVisitor visitor = [&](const MoveToken& move, const SourcePlace& place) {
    seen +=
        print(move) + '@' + std::to_string(place.line) + ':' + std::to_string(place.column) + ' ';
  };
  (void)parse_alg("R (U2F)2\n[D, L']", nullptr, {"", 1, 1}, visitor);
  EXPECT_EQ(seen, "R@1:1 U2@1:4 F@1:6 D@2:2 L'@2:5 ");
}

// Processor seconds to refuse three long words in which every greedy reading fails.
double seconds_for_traps(std::size_t size) {
  MoveNames names("trap");
  for (const char* name : {"A", "AA", "AAA", "1"}) names.add(name, true);
  const std::clock_t start = std::clock();
  EXPECT_EQ(error_of(std::string(size, 'A') + '?', &names),
            fmt::format("1:{}: '?' is no move of trap (moves: A AA AAA 1 with 2 or ')", size + 1));
  EXPECT_NE(error_of(std::string(size, '1') + '?', &names).find("'?' is no move"),
            std::string::npos);
  EXPECT_NE(error_of('A' + std::string(size, '1') + '?', &names).find("'?' is no move"),
            std::string::npos);
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(AlgParse, LongWordsTakeLinearTime) {
  // Eight times the length: eight times the time, not sixty-four times.
  const double small = std::min(seconds_for_traps(25'000), seconds_for_traps(25'000));
  EXPECT_LT(seconds_for_traps(200'000), 30 * small);
}

TEST(AlgTransform, Invert) {
  const auto inverse = [](std::string_view text) { return print(invert(parse_alg(text))); };
  EXPECT_EQ(inverse("R U2 F' D0"), "D0 F U2' R'");
  EXPECT_EQ(inverse("(R U)3 [R, U]2' [R: U F]"), "[R: F' U'] [U, R]2' (U' R')3");
  EXPECT_EQ(inverse("R . U // one\nF D // two\n\nL"), "L'\n\nD' F' // two\nU' . R' // one");
}

TEST(AlgTransform, Expand) {
  EXPECT_EQ(moves_of("(R U)2 (R U)' (R U)0"), "R*1|U*1|R*1|U*1|U*-1|R*-1");
  EXPECT_EQ(moves_of("[R, U2]"), "R*1|U*2|R*-1|U*-2");
  EXPECT_EQ(moves_of("[R, U2]'"), "U*2|R*1|U*-2|R*-1");
  EXPECT_EQ(moves_of("[R: U F]2"), "R*1|U*1|F*1|R*-1|R*1|U*1|F*1|R*-1");
  EXPECT_EQ(moves_of("[R: U F]'"), "R*1|F*-1|U*-1|R*-1");
  EXPECT_EQ(moves_of("[[R: U], F]"), "R*1|U*1|R*-1|F*1|R*1|U*-1|R*-1|F*-1");
  EXPECT_EQ(moves_of("(R0)1000000000 ()1000000000"), "");
}

TEST(AlgTransform, ExpandKeepsItsLimit) {
  const Alg alg = parse_alg("((R U)3)2 F");
  EXPECT_EQ(expand(alg, 13).size(), 13U);
  try {
    (void)expand(alg, 12);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "written out, the sequence has more than 12 moves");
  }
  EXPECT_THROW((void)expand(parse_alg("((R)1000000000)1000000000")), Error);
  EXPECT_EQ(expand(parse_alg("((R)1000000000)0 U")).size(), 1U);
  // Brackets in brackets double the moves each time, but an empty core stays empty.
  std::string nested = "R";
  std::string empty;
  for (int i = 0; i < 150; ++i) {
    nested.insert(0, 1, '[').append(", U]");
    empty.insert(0, 1, '[').append(",]");
  }
  EXPECT_THROW((void)expand(parse_alg(nested), 100'000), Error);
  EXPECT_TRUE(expand(parse_alg(empty)).empty());
}

TEST(AlgTransform, MapKeepsStructure) {
  const Alg mirrored = map_moves(parse_alg("(R U)2 [L: [F, R2]] // c"), [](const MoveToken& move) {
    MoveToken image = move;
    image.family = move.family == "R" ? "L" : move.family == "L" ? "R" : move.family;
    image.amount = -move.amount;
    return image;
  });
  EXPECT_EQ(print(mirrored), "(L' U')2 [R': [F', L2']] // c");
}

std::string simplified(std::string_view text, const MoveFacts& facts) {
  return print(from_moves(simplify(expand(parse_alg(text)), facts)));
}

TEST(AlgSimplify, Golden) {
  MoveFacts none;
  EXPECT_EQ(simplified("R R U U' R R3 F", none), "R6 F");
  MoveFacts orders;
  orders.order = [](const MoveToken& move) { return move.family == "M" ? 5 : 4; };
  EXPECT_EQ(simplified("R R U U' R R3 F5 F2 D4 M3 M5 L'2", orders), "R2 F' M2' L2");
  EXPECT_EQ(simplified("R L R", orders), "R L R");
  MoveFacts facts = orders;
  facts.commute = [](const MoveToken& a, const MoveToken& b) {
    const auto axis = [](const MoveToken& m) { return std::string("RLUDFB").find(m.family) / 2; };
    return axis(a) == axis(b);
  };
  EXPECT_EQ(simplified("R L R", facts), "R2 L");
  EXPECT_EQ(simplified("R L U D U' D' L' R'", facts), "");
  EXPECT_EQ(simplified("R L U D2 U R L", facts), "R L U2 D2 R L");
}

TEST(AlgSimplify, CommutingIsNotTransitive) {
  // a commutes with b and c, but b and c do not commute: a may pass both, b may not pass c.
  MoveFacts facts;
  facts.order = [](const MoveToken&) { return 10; };
  facts.commute = [](const MoveToken& p, const MoveToken& q) {
    return p.family == "a" || q.family == "a";
  };
  EXPECT_EQ(simplified("a b c a b", facts), "a2 b c b");
  EXPECT_EQ(simplified("b a c a' b'", facts), "b c b'");
  EXPECT_EQ(simplified("b c a c' b' a", facts), "a2");
}

TEST(MoveNamesTest, ListingShowsHowMovesAreWritten) {
  MoveNames names("some");
  names.add("U", true, 4);
  names.add("R2", true, 2);
  EXPECT_EQ(names.listing(), "some (moves: U with 2 or ', R2)");
  for (const char* other : {"x", "Uv", "2U", "M", "r", "Rw", "Lw"}) names.add(other, false);
  EXPECT_EQ(names.listing(), "some (moves: U with 2 or ', R2; also Rw M x)");
  EXPECT_EQ(names.listed_names(), "U R2");
  MoveNames thirds("thirds");
  thirds.add("A", true, 3);
  EXPECT_EQ(thirds.listing(), "thirds (moves: A with ')");
  for (char c = 'B'; c <= 'O'; ++c) thirds.add(std::string(1, c), false);
  EXPECT_EQ(thirds.listing(), "thirds (moves: A with '; also B C D E F G H I J K L M ...)");
  MoveNames slices("slices");
  for (const char* name : {"U", "2U", "R", "2R"}) slices.add(name, true, 4);
  EXPECT_EQ(slices.listing(), "slices (moves: U 2U R 2R with 2 or '; also Rw)");
}

TEST(MoveNamesTest, Listing) {
  EXPECT_EQ(cube_names().listing(), "3x3x3 (moves: U F R D B L with 2 or '; also x y z)");
  MoveNames many("many");
  for (int i = 0; i < 41; ++i) many.add(fmt::format("m{}", i), true);
  EXPECT_NE(many.listing().find(" m39 ... with"), std::string::npos);
  EXPECT_EQ(cube_names().longest_prefix("FRBvR"), 4U);
  EXPECT_EQ(cube_names().longest_prefix("FR"), 1U);
  EXPECT_EQ(cube_names().longest_prefix("Q"), 0U);
}

}  // namespace
}  // namespace gyre
