// Facelets of the NxNxN: round trips, agreement with the 3x3x3's own reader, and every kind of
// impossible cube with the stickers that it is told by.
#include "library/facelets.h"
#include <gyre/draw/draw.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>
#include "base/random.h"
#include "cube3/core/conversion.h"
#include "cube3/core/notation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>

namespace gyre {
namespace {

PuzzleDefinition cube_of(int size) {
  return load_puzzle(fmt::format("{0}x{0}x{0}", size));
}

CubeFacelets facelets_of(int size) {
  return CubeFacelets::of(cube_of(size)).value();
}

State after(const PuzzleDefinition& cube, const std::string& moves) {
  return apply(cube, parse_alg(moves, &cube.names()));
}

std::string solved_text(int size) {
  std::string text;
  for (const char face : std::string("URFDLB")) text.append(size * size, face);
  return text;
}

// Of a reading that must have faults.
std::vector<std::string> messages(const CubeFacelets& cube, const std::string& text) {
  const FaceletReading reading = cube.read(text);
  EXPECT_FALSE(reading.position);
  std::vector<std::string> out;
  for (const FaceletFault& fault : reading.faults) out.push_back(fault.message);
  return out;
}

std::vector<int> marked(const CubeFacelets& cube, const std::string& text) {
  std::vector<int> out;
  for (const FaceletFault& fault : cube.read(text).faults) {
    out.insert(out.end(), fault.facelets.begin(), fault.facelets.end());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string with(std::string text, const std::vector<std::pair<int, char>>& changes) {
  for (const auto& [at, letter] : changes) text[at] = letter;
  return text;
}

TEST(Facelets, SizeIsInTheName) {
  EXPECT_EQ(cube_size(cube_of(2)), 2);
  EXPECT_EQ(cube_size(cube_of(11)), 11);
  EXPECT_EQ(cube_size(load_puzzle("4x4x4 blocks")), 4);
  EXPECT_EQ(cube_size(load_puzzle("2x2x3")), 0);
  EXPECT_EQ(cube_size(load_puzzle("megaminx")), 0);
}

TEST(Facelets, OnlyCubesHaveThem) {
  EXPECT_FALSE(CubeFacelets::of(load_puzzle("pyraminx")));
  EXPECT_FALSE(CubeFacelets::of(load_puzzle("2x3x3")));
  EXPECT_FALSE(CubeFacelets::of(load_puzzle("4x4x4 fix-corner")));
  EXPECT_TRUE(CubeFacelets::of(load_puzzle("4x4x4 blocks")));
  // The name alone is not enough.
  PuzzleDefinition::Parts parts = cube_of(3).parts();
  std::swap(parts.moves[0].name, parts.moves[1].name);
  parts.derived.clear();
  EXPECT_FALSE(CubeFacelets::of(PuzzleDefinition(parts)));
}

TEST(Facelets, AreToldFromSequences) {
  EXPECT_TRUE(looks_like_facelets(solved_text(2), 2));
  EXPECT_TRUE(looks_like_facelets("UUUU RRRR\nFFFF DDDD LLLL BBBB", 2));
  EXPECT_FALSE(looks_like_facelets("U R F U R F U R F U R F U R F U R F U R F U R F", 2));
  EXPECT_FALSE(looks_like_facelets("R2U2R2U2R2U2R2U2R2U2R2U2", 2));
  EXPECT_TRUE(looks_like_facelets("UUUURRRRFFFFDDDDLLLLBBB", 2));
  EXPECT_FALSE(looks_like_facelets("UFRUFRDLBDLBURFDLBUFRDL", 2));
  EXPECT_TRUE(looks_like_facelets("UUUURRRRFFFFDDDD?LLLBBBB", 2));
  EXPECT_FALSE(looks_like_facelets("R'U'F'R'U'F'R'U'F'R'U'F'", 2));
  EXPECT_TRUE(looks_like_facelets(solved_text(4).substr(1), 4));
  EXPECT_TRUE(looks_like_facelets(solved_text(4), 5));
  EXPECT_TRUE(looks_like_facelets(solved_text(3), 4));
  EXPECT_TRUE(looks_like_facelets("000011112222333344445555", 2));
  EXPECT_FALSE(looks_like_facelets("", 2));
  EXPECT_FALSE(looks_like_facelets("RURURURURURURURURURURURU", 2));
  EXPECT_FALSE(looks_like_facelets("RUFDRUFDRUFDRUFDRUFDRUFD", 2));
  EXPECT_TRUE(looks_like_facelets("UUUURRRRFFFFDDDDLLLLLLLL", 2));
  EXPECT_TRUE(looks_like_facelets(std::string(96, 'U'), 4));
}

TEST(Facelets, OfTheSolvedCube) {
  for (const int size : {2, 3, 4, 5, 20}) {
    const CubeFacelets cube = facelets_of(size);
    EXPECT_EQ(cube.size(), size);
    EXPECT_EQ(cube.write(cube_of(size).solved()), solved_text(size));
  }
}

// By hand: the rows that R and 2R move.
TEST(Facelets, RowsAndColumnsAreThoseOfTheNet) {
  const PuzzleDefinition cube = cube_of(4);
  EXPECT_EQ(facelets_of(4).write(after(cube, "R")),
            "UUUFUUUFUUUFUUUF"
            "RRRRRRRRRRRRRRRR"
            "FFFDFFFDFFFDFFFD"
            "DDDBDDDBDDDBDDDB"
            "LLLLLLLLLLLLLLLL"
            "UBBBUBBBUBBBUBBB");
  EXPECT_EQ(facelets_of(4).write(after(cube, "2U 2D'")),
            "UUUUUUUUUUUUUUUU"
            "RRRRBBBBBBBBRRRR"
            "FFFFRRRRRRRRFFFF"
            "DDDDDDDDDDDDDDDD"
            "LLLLFFFFFFFFLLLL"
            "BBBBLLLLLLLLBBBB");
}

class FaceletsOfSize : public testing::TestWithParam<int> {};

TEST_P(FaceletsOfSize, RandomStatesComeBack) {
  const int size = GetParam();
  const PuzzleDefinition definition = cube_of(size);
  const CubeFacelets cube = CubeFacelets::of(definition).value();
  const PuzzleGroup group(definition);
  Rng rng(7);
  for (int i = 0; i < (size > 10 ? 3 : 50); ++i) {
    const State state = group.random_state(rng);
    const std::string text = cube.write(state);
    EXPECT_EQ(cube.read_position(text), state);
    EXPECT_TRUE(cube.why_impossible(state).empty());
  }
}

// Any arrangement of the pieces: what turns do not lead to is found by both.
TEST_P(FaceletsOfSize, ImpossibleExactlyWhereTheGroupSaysSo) {
  const int size = GetParam();
  const PuzzleDefinition definition = cube_of(size);
  const CubeFacelets cube = CubeFacelets::of(definition).value();
  const PuzzleGroup group(definition);
  std::mt19937_64 random(size);
  int impossible = 0;
  for (int i = 0; i < (size > 10 ? 3 : 40); ++i) {
    State state = definition.solved();
    for (int k = 0; k < definition.orbits().size(); ++k) {
      const Orbit& orbit = definition.orbits()[k];
      std::uint8_t* perm = state.bytes.data() + definition.orbits().perm_offset(k);
      std::shuffle(perm, perm + orbit.pieces, random);
      for (int slot = 0; slot < orbit.pieces; ++slot) {
        perm[orbit.pieces + slot] = static_cast<std::uint8_t>(random() % orbit.orientations);
      }
    }
    EXPECT_EQ(cube.read_position(cube.write(state)), state);
    const bool solvable = group.contains(state).solvable;
    EXPECT_EQ(cube.why_impossible(state).empty(), solvable);
    if (!solvable) ++impossible;
  }
  EXPECT_GT(impossible, 0);
}

INSTANTIATE_TEST_SUITE_P(Facelets, FaceletsOfSize, testing::Values(2, 3, 4, 5, 6, 7, 20));

// The 3x3x3's own reader knows where stickers stand from names, this one from a picture.
TEST(FaceletsOf3x3x3, AgreeWithItsOwnReader) {
  const PuzzleDefinition definition = cube_of(3);
  const CubeFacelets cube = CubeFacelets::of(definition).value();
  const cube3::Conversion conversion(definition);
  const PuzzleGroup group(definition);
  Rng rng(3);
  std::mt19937_64 random(3);
  int read = 0;
  for (int i = 0; i < 3000; ++i) {
    const State state = group.random_state(rng);
    std::string text = cube3::write_facelets(conversion.to_cube(state));
    EXPECT_EQ(cube.write(state), text);
    // Swaps of letters, so that most are impossible; other letters and cases, too.
    for (std::uint64_t swaps = random() % 4; swaps > 0; --swaps) {
      std::swap(text[random() % 54], text[random() % 54]);
    }
    if (random() % 4 == 0) text[random() % 54] = "URFDLBX"[random() % 7];
    if (random() % 4 == 0) std::replace(text.begin(), text.end(), 'U', 'u');
    std::optional<State> expected;
    try {
      expected = conversion.to_state(cube3::read_facelets(text));
    } catch (const Error&) {
    }
    EXPECT_EQ(cube.read(text).position, expected) << text;
    if (!expected) continue;
    ++read;
    EXPECT_EQ(cube.why_impossible(*expected).empty(),
              cube3::why_impossible(conversion.to_cube(*expected)).empty());
  }
  EXPECT_GT(read, 300);
}

TEST(FaceletsRead, AsTheCubeIsHeldWhereCentresNameTheFaces) {
  const PuzzleDefinition definition = cube_of(5);
  const CubeFacelets cube = CubeFacelets::of(definition).value();
  const State state = after(definition, "R 2U F' 2L2 D");
  std::string text = cube.write(state);
  for (char& c : text) c = "WRGYOB"[std::string("URFDLB").find(c)];
  EXPECT_EQ(cube.read_position(text), state);
  // Blanks and new lines between faces and rows are ignored.
  std::string spaced;
  for (std::size_t i = 0; i < text.size(); i += 5)
    spaced += text.substr(i, 5) + (i % 2 ? "\n" : " ");
  EXPECT_TRUE(looks_like_facelets(spaced, 5));
  EXPECT_EQ(cube.read_position(spaced), state);
}

TEST(FaceletsRead, EvenCubesMayBeHeldAnyWay) {
  const PuzzleDefinition definition = cube_of(4);
  const CubeFacelets cube = CubeFacelets::of(definition).value();
  for (const char* rotation : {"", "x", "y'", "z2", "x y"}) {
    const State state = after(definition, std::string("R 2U F' ") + rotation);
    EXPECT_EQ(cube.read_position(cube.write(state)), state);
  }
  std::string small = cube.write(after(definition, "R 2U"));
  for (char& c : small) c = static_cast<char>(c - 'A' + 'a');
  EXPECT_EQ(cube.read_position(small), after(definition, "R 2U"));
}

TEST(FaceletsRead, OtherColoursOfEvenCubesAreToldByTheCorners) {
  const PuzzleDefinition definition = cube_of(4);
  const CubeFacelets cube = CubeFacelets::of(definition).value();
  // DBL stays at home, so nothing is turned by the choice of the colours' names.
  const State state = after(definition, "R 2U F' 2L2 U2 R2 F");
  std::string text = cube.write(state);
  for (char& c : text) c = "WRGYOB"[std::string("URFDLB").find(c)];
  EXPECT_EQ(cube.read_position(text), state);
  for (char& c : text) c = "012345"[std::string("WRGYOB").find(c)];
  EXPECT_EQ(cube.read_position(text), state);
  // Held otherwise, it is the same cube with that corner at home.
  std::string turned = cube.write(after(definition, "x y"));
  for (char& c : turned) c = "WRGYOB"[std::string("URFDLB").find(c)];
  EXPECT_EQ(cube.read_position(turned), definition.solved());
}

TEST(FaceletsWrong, LettersAndLengths) {
  const CubeFacelets cube = facelets_of(4);
  EXPECT_THROW((void)cube.read(solved_text(4) + "U"), Error);
  EXPECT_THROW((void)cube.read(with(solved_text(4), {{3, '?'}})), Error);
  try {
    (void)cube.read(solved_text(4).substr(1), {"a", 2, 3});
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "a:2:3: 95 letters, but the facelets of the 4x4x4 are 96: 16 for each face, in "
                 "the order U R F D L B");
  }
  EXPECT_EQ(messages(cube, with(solved_text(4), {{3, 'X'}}))[0],
            "7 different letters (B, D, F, L, R, U and X), but a cube has six colours");
  EXPECT_EQ(marked(cube, with(solved_text(4), {{3, 'X'}})), std::vector<int>{3});
  const CubeFacelets odd = facelets_of(5);
  EXPECT_EQ(messages(odd, with(solved_text(5), {{3, 'X'}}))[0],
            "'X' is no face letter: the centres show U, R, F, D, L and B");
  EXPECT_EQ(messages(odd, with(solved_text(5), {{12, 'R'}}))[0],
            "the centres of U and R both show R; they name the faces and must differ");
}

TEST(FaceletsWrong, CountsAndPieces) {
  const CubeFacelets cube = facelets_of(4);
  // The sticker U of the corner URF.
  const std::string text = with(solved_text(4), {{15, 'D'}});
  const std::vector<std::string> told = messages(cube, text);
  ASSERT_EQ(told.size(), 3U);
  EXPECT_EQ(told[0], "U stands 15 times and D stands 17 times, but each letter stands 16 times");
  EXPECT_EQ(told[1],
            "the corner at URF shows D, R and F clockwise, the mirror image of a corner: "
            "two of its stickers are swapped");
  EXPECT_EQ(told[2], "the corner URF is missing");
  EXPECT_EQ(marked(cube, text), (std::vector<int>{15, 16, 35}));
}

TEST(FaceletsWrong, WingsThatNoPieceIs) {
  const CubeFacelets cube = facelets_of(4);
  // The wing of UF that the slice 2R cuts: 14 on U and 34 on F.
  const std::string twice = with(solved_text(4), {{14, 'F'}});
  EXPECT_EQ(messages(cube, twice)[1],
            "the wing at UF in 2R shows F twice, and no piece has two stickers of one face");
  EXPECT_EQ(marked(cube, twice), (std::vector<int>{14, 34}));
  const std::string against = with(solved_text(4), {{34, 'D'}, {49, 'F'}});
  EXPECT_EQ(
      messages(cube, against)[0],
      "the wing at UF in 2R shows U and D, but U and D are opposite faces and meet on no piece");
}

TEST(FaceletsWrong, PiecesThatStandTwice) {
  const CubeFacelets cube = facelets_of(4);
  // A wing cannot be flipped in its place: it is then its neighbour.
  const std::string text = with(solved_text(4), {{14, 'F'}, {34, 'U'}});
  const std::vector<std::string> told = messages(cube, text);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0], "the wing UF in 2L stands twice, at UF in 2R and UF in 2L");
  EXPECT_EQ(told[1], "the wing UF in 2R is missing");
  EXPECT_EQ(marked(cube, text), (std::vector<int>{13, 14, 33, 34}));

  const CubeFacelets two = facelets_of(2);
  const std::string corner = with(solved_text(2), {{3, 'U'}, {4, 'B'}, {9, 'R'}, {1, 'U'}});
  EXPECT_EQ(messages(two, corner).back(), "the corner URF is missing");
  EXPECT_EQ(messages(two, corner)[1], "the corner UBR stands twice, at URF and UBR");
}

TEST(FaceletsWrong, CentresThatAreTooMany) {
  const CubeFacelets cube = facelets_of(5);
  // Exchanged between the two kinds of centres: no count of all stickers shows it.
  const std::string text = with(solved_text(5), {{6, 'R'}, {32, 'U'}});
  const std::vector<std::string> told = messages(cube, text);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_TRUE(
      told[0].ends_with("U stands 3 times and R stands 5 times, but each letter stands 4 times") ||
      told[0].ends_with("U stands 5 times and R stands 3 times, but each letter stands 4 times"))
      << told[0];
  EXPECT_EQ(cube.read(text).faults[0].facelets.size(), 5U);
}

TEST(FaceletsWrong, TwistsFlipsAndSwaps) {
  for (const int size : {3, 5}) {
    const PuzzleDefinition definition = cube_of(size);
    const CubeFacelets cube = CubeFacelets::of(definition).value();
    const int last = size * size - 1;
    // A corner turned in its place.
    const int u = last;
    const int r = size * size;
    const int f = 2 * size * size + size - 1;
    const State twisted =
        cube.read_position(with(solved_text(size), {{u, 'F'}, {r, 'U'}, {f, 'R'}}));
    ASSERT_EQ(cube.why_impossible(twisted).size(), 1U);
    EXPECT_EQ(cube.why_impossible(twisted)[0].message,
              "a corner is twisted clockwise: the twists of the corners add up to 1 modulo 3, and "
              "turns keep 0; URF is at home but twisted");
    EXPECT_EQ(cube.why_impossible(twisted)[0].facelets, (std::vector<int>{u, r, f}));
    // After turns the corner is elsewhere, and nobody can say which it is.
    const State turned = apply(definition, twisted, parse_alg("R U F", &definition.names()));
    ASSERT_EQ(cube.why_impossible(turned).size(), 1U);
    EXPECT_TRUE(
        cube.why_impossible(turned)[0].message.ends_with("which corner it is, nobody can say"));
    EXPECT_TRUE(cube.why_impossible(turned)[0].facelets.empty());
    const State back = cube.read_position(with(solved_text(size), {{u, 'R'}, {r, 'F'}, {f, 'U'}}));
    EXPECT_TRUE(cube.why_impossible(back)[0].message.starts_with(
        "a corner is twisted anticlockwise: the twists of the corners add up to 2"));
    // The middle edge UF.
    const int edge_u = last - size / 2;
    const int edge_f = 2 * size * size + size / 2;
    const State flipped =
        cube.read_position(with(solved_text(size), {{edge_u, 'F'}, {edge_f, 'U'}}));
    ASSERT_EQ(cube.why_impossible(flipped).size(), 1U);
    EXPECT_TRUE(cube.why_impossible(flipped)[0].message.starts_with("an edge is flipped"));
    EXPECT_EQ(cube.why_impossible(flipped)[0].facelets, (std::vector<int>{edge_u, edge_f}));
    // The middle edges UF and UB.
    const int edge_b = 5 * size * size + size / 2;
    const State swapped =
        cube.read_position(with(solved_text(size), {{edge_f, 'B'}, {edge_b, 'F'}}));
    ASSERT_EQ(cube.why_impossible(swapped).size(), 1U);
    EXPECT_TRUE(cube.why_impossible(swapped)[0].message.starts_with(
        "two edges are swapped (UF and UB): the corners are permuted evenly and the edges oddly"));
    EXPECT_EQ(cube.why_impossible(swapped)[0].facelets.size(), 4U);
  }
}

TEST(FaceletsWrong, TheErrorSaysWhereAndWhat) {
  const CubeFacelets cube = facelets_of(4);
  try {
    (void)cube.read_position(with(solved_text(4), {{14, 'F'}, {34, 'U'}}), {"f", 3, 1});
    ADD_FAILURE();
  } catch (const ImpossibleFacelets& error) {
    EXPECT_STREQ(error.what(),
                 "f:3:15: the wing UF in 2L stands twice, at UF in 2R and UF in 2L; "
                 "the wing UF in 2R is missing");
    EXPECT_EQ(error.reading().faces.size(), 96U);
    EXPECT_FALSE(error.reading().position);
  }
}

// Colours that no position has can be drawn; those of a position give the same picture as it does.
TEST(FaceletsDrawn, InTheColoursThatWereRead) {
  const CubeFacelets cube = facelets_of(4);
  const State solved = cube.picture().drawn().solved();
  const auto drawn = [&](const std::string& text) {
    const FaceletReading reading = cube.read(text);
    DrawOptions options;
    options.view = DrawView::net;
    options.colours.assign(cube.count(), -1);
    for (int i = 0; i < cube.count(); ++i) options.colours[cube.sticker(i)] = reading.faces[i];
    return draw_svg(cube.picture(), solved, options);
  };
  DrawOptions net;
  net.view = DrawView::net;
  EXPECT_EQ(drawn(solved_text(4)), draw_svg(cube.picture(), solved, net));
  EXPECT_NE(drawn(with(solved_text(4), {{14, 'F'}})), drawn(solved_text(4)));
  EXPECT_NE(drawn(with(solved_text(4), {{14, 'X'}})), drawn(with(solved_text(4), {{14, 'F'}})));
}

}  // namespace
}  // namespace gyre
