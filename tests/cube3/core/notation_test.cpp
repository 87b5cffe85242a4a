// Facelets and Reid's list: known pictures, both ways on random cubes, and what is said of
// mistakes.
#include "support/cube3_helpers.h"

#include "cube3/core/notation.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

namespace gyre::cube3 {
namespace {

const std::string kSolved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
const std::string kReidSolved =
    "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";

// The 54 letters with some of them changed.
std::string changed(const std::map<int, char>& letters) {
  std::string text = kSolved;
  for (const auto& [column, letter] : letters) text[column - 1] = letter;
  return text;
}

template <class Read>
std::string error_of(const Read& read, const std::string& text) {
  try {
    (void)read(text, SourcePlace{"", 1, 1});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string facelet_error(const std::string& text) {
  return error_of(read_facelets, text);
}

std::string reid_error(const std::string& text) {
  return error_of(read_reid, text);
}

// Word `number` (from 1) of the solved list replaced.
std::string reid_with(int number, const std::string& word) {
  std::string text;
  int at = 0;
  for (std::size_t begin = 0; begin < kReidSolved.size();) {
    const std::size_t end = std::min(kReidSolved.find(' ', begin), kReidSolved.size());
    if (++at != 1) text += ' ';
    text += at == number ? word : kReidSolved.substr(begin, end - begin);
    begin = end + 1;
  }
  return text;
}

TEST(Cube3Notation, KnownPictures) {
  const std::map<std::string, std::string> facelets = {
      {"", kSolved},
      {"U", "UUUUUUUUUBBBRRRRRRRRRFFFFFFDDDDDDDDDFFFLLLLLLLLLBBBBBB"},
      {"F", "UUUUUULLLURRURRURRFFFFFFFFFRRRDDDDDDLLDLLDLLDBBBBBBBBB"},
      {"R", "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"},
      {"B", "RRRUUUUUURRDRRDRRDFFFFFFFFFDDDDDDLLLULLULLULLBBBBBBBBB"},
      {"R U R' U'", "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB"},
      // superflip
      {"U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
       "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"}};
  for (const auto& [alg, text] : facelets) {
    EXPECT_EQ(write_facelets(cube_of(alg)), text) << alg;
    EXPECT_EQ(read_facelets(text), cube_of(alg)) << alg;
  }
  const std::map<std::string, std::string> lists = {
      {"", kReidSolved},
      {"U", "UR UB UL UF DF DR DB DL FR FL BR BL URB UBL ULF UFR DRF DFL DLB DBR"},
      {"F", "LF UR UB UL RF DR DB DL FU FD BR BL LFU URB UBL LDF RUF RFD DLB DBR"},
      {"R", "UF FR UB UL DF BR DB DL DR FL UR BL FDR FRU UBL ULF BRD DFL DLB BUR"}};
  for (const auto& [alg, text] : lists) {
    EXPECT_EQ(write_reid(cube_of(alg)), text) << alg;
    EXPECT_EQ(read_reid(text), cube_of(alg)) << alg;
  }
}

RC_GTEST_PROP(Cube3Notation, ReadsWhatItWrites, (std::uint64_t seed, bool impossible)) {
  std::mt19937_64 random(seed);
  Cube cube = random_cube(random);
  if (impossible) {
    cube.set_corner(0, cube.corner_perm(0), (cube.corner_ori(0) + 1) % 3);
    std::swap(cube.edges[3], cube.edges[5]);
  }
  const std::string facelets = write_facelets(cube);
  RC_ASSERT(looks_like_facelets(facelets));
  RC_ASSERT(read_facelets(facelets) == cube);
  const std::string reid = write_reid(cube);
  RC_ASSERT(looks_like_reid(reid));
  RC_ASSERT(read_reid(reid) == cube);
  RC_ASSERT(!looks_like_facelets(reid));
  RC_ASSERT(!looks_like_reid(facelets));
}

RC_GTEST_PROP(Cube3Notation, TakesTheLettersFromTheCentres, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const Cube cube = random_cube(random);
  std::string letters = "WRGYOBabcUFDLwrx";
  std::shuffle(letters.begin(), letters.end(), random);
  std::string text = write_facelets(cube);
  for (char& c : text) c = letters[std::string("URFDLB").find(c)];
  RC_ASSERT(looks_like_facelets(text));
  RC_ASSERT(read_facelets(text) == cube);
}

TEST(Cube3Notation, FacesMayStandApart) {
  std::string apart;
  for (int face = 0; face < 6; ++face)
    apart += kSolved.substr(9 * face, 9) + (face == 5 ? "\n" : " ");
  EXPECT_TRUE(looks_like_facelets(apart));
  EXPECT_EQ(read_facelets(apart), Cube{});
}

TEST(Cube3Notation, TellsFormsApart) {
  EXPECT_TRUE(looks_like_facelets(kSolved));
  EXPECT_TRUE(looks_like_facelets(kSolved.substr(1)));
  EXPECT_TRUE(looks_like_facelets(kSolved + "B"));
  EXPECT_TRUE(looks_like_reid(kReidSolved));
  EXPECT_TRUE(looks_like_reid("  " + kReidSolved.substr(3) + "\n"));
  EXPECT_TRUE(looks_like_reid(reid_with(3, "XY")));
  std::string singles;
  std::string wide;
  for (int i = 0; i < 18; ++i) {
    singles += "R U F ";
    wide += "Rw ";
  }
  for (const std::string text :
       {"", " ", "R U R' U'", "RUFRUFRUF", "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
        "R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3R1U2F3", "CPOS CH360NIB6J24M9CEHBK0",
        singles.c_str(), wide.c_str()}) {
    EXPECT_FALSE(looks_like_facelets(text)) << text;
    EXPECT_FALSE(looks_like_reid(text)) << text;
  }
}

TEST(Cube3Notation, NamesTheMistakeInFacelets) {
  EXPECT_EQ(facelet_error(kSolved.substr(1)),
            "1:1: 53 letters, but the facelets of the 3x3x3 are 54: 9 for each face, in the order "
            "U R F D L B");
  EXPECT_EQ(facelet_error(kSolved + "U"),
            "1:1: 55 letters, but the facelets of the 3x3x3 are 54: 9 for each face, in the order "
            "U R F D L B");
  EXPECT_EQ(facelet_error(changed({{7, '1'}})),
            "1:7: '1' is no face letter: the centres show U, R, F, D, L and B");
  EXPECT_EQ(facelet_error(changed({{7, '?'}})), "1:7: '?' is no letter of a facelet");
  EXPECT_EQ(facelet_error(changed({{7, '\x01'}})), "1:7: byte 01 is no letter of a facelet");
  EXPECT_EQ(facelet_error(changed({{20, 'X'}})),
            "1:20: 'X' is no face letter: the centres show U, R, F, D, L and B");
  EXPECT_EQ(facelet_error(changed({{20, 'f'}})),
            "1:20: 'f' is no face letter: the centres show U, R, F, D, L and B");
  EXPECT_EQ(facelet_error(changed({{1, 'D'}})),
            "1:1: U stands 8 times and D stands 10 times, but each letter stands 9 times");
  EXPECT_EQ(facelet_error(changed({{23, 'U'}})),
            "1:5: the centres of U and F both show U; they name the faces and must differ");
  // UF is letters 8 and 20, DF 29 and 26, DB 35 and 53.
  EXPECT_EQ(facelet_error(changed({{20, 'D'}, {29, 'F'}})),
            "1:8: the edge at UF shows U and D, but U and D are opposite faces and meet on no "
            "piece");
  EXPECT_EQ(facelet_error(changed({{20, 'U'}, {35, 'F'}, {8, 'U'}, {2, 'D'}})),
            "1:8: the edge at UF shows U twice, and no piece has two stickers of one face");
  EXPECT_EQ(facelet_error(changed({{20, 'B'}, {53, 'F'}})),
            "1:8: the edge UB stands twice, at UF and UB");
  // URF is letters 9, 10 and 21; UFL 7, 19 and 39.
  EXPECT_EQ(facelet_error(changed({{10, 'F'}, {21, 'R'}})),
            "1:9: the corner at URF shows U, F and R clockwise, the mirror image of a corner: two "
            "of its stickers are swapped");
  EXPECT_EQ(facelet_error(changed({{10, 'D'}, {30, 'R'}})),
            "1:9: the corner at URF shows U, D and F, but U and D are opposite faces and meet on "
            "no piece");
  // In the letters as they are written.
  std::string colours = changed({{20, 'D'}, {29, 'F'}});
  for (char& c : colours) c = std::string("WRGYOB")[std::string("URFDLB").find(c)];
  EXPECT_EQ(facelet_error(colours),
            "1:8: the edge at UF shows W and Y, but W and Y are opposite faces and meet on no "
            "piece");
  // The place in a file, also where the faces stand apart.
  try {
    (void)read_facelets(kSolved.substr(0, 9) + " " + changed({{20, 'X'}}).substr(9),
                        {"cubes.txt", 3, 5});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.place().prefix(), "cubes.txt:3:25: ");
  }
}

// Every exchange of two stickers of the solved cube is either noticed or gives a cube that turns
// cannot reach; none is taken for a position that it is not.
TEST(Cube3Notation, NoExchangeOfStickersGoesUnnoticed) {
  std::set<std::string> kinds;
  for (int a = 0; a < 54; ++a) {
    for (int b = 0; b < a; ++b) {
      if (kSolved[a] == kSolved[b]) continue;
      std::string text = kSolved;
      std::swap(text[a], text[b]);
      Cube cube;
      try {
        cube = read_facelets(text);
      } catch (const Error& error) {
        kinds.insert(error.message().substr(0, 8));
        continue;
      }
      EXPECT_EQ(write_facelets(cube), text);
      EXPECT_NE(why_impossible(cube), "") << text;
    }
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"the cent", "the corn", "the edge"}));
}

TEST(Cube3Notation, NamesTheMistakeInReidsList) {
  EXPECT_EQ(reid_error(kReidSolved.substr(3)),
            "1:1: 19 words, but Reid's list has 20: the edges at UF UR UB UL DF DR DB DL FR FL BR "
            "BL, and the corners at UFR URB UBL ULF DRF DFL DLB DBR");
  EXPECT_EQ(reid_error(reid_with(2, "URF")),
            "1:4: 'URF' has 3 letters, but word 2 of Reid's list is the edge at UR, which has 2");
  EXPECT_EQ(reid_error(reid_with(14, "UR")),
            "1:41: 'UR' has 2 letters, but word 14 of Reid's list is the corner at URB, which has "
            "3");
  EXPECT_EQ(reid_error(reid_with(3, "XB")), "1:7: 'X' in 'XB' is no face letter (U R F D L B)");
  EXPECT_EQ(reid_error(reid_with(3, "UD")),
            "1:7: 'UD': the edge at UB shows U and D, but U and D are opposite faces and meet on "
            "no piece");
  EXPECT_EQ(reid_error(reid_with(3, "UU")),
            "1:7: 'UU': the edge at UB shows U twice, and no piece has two stickers of one face");
  EXPECT_EQ(reid_error(reid_with(3, "FU")), "1:7: 'FU': the edge UF stands twice, at UF and UB");
  EXPECT_EQ(reid_error(reid_with(13, "URF")),
            "1:37: 'URF': the corner at URF shows U, F and R clockwise, the mirror image of a "
            "corner: two of its stickers are swapped");
  // Any rotation of a corner's letters is an orientation.
  EXPECT_EQ(why_impossible(read_reid(reid_with(13, "FRU"))).substr(0, 19), "a corner is twisted");
  EXPECT_EQ(why_impossible(read_reid(reid_with(1, "FU"))).substr(0, 18), "an edge is flipped");
}

}  // namespace
}  // namespace gyre::cube3
