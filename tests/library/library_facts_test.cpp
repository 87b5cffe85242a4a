// What others say about the same puzzles: faces, stickers to a face, pieces and orbits, as the
// tests of cubing.js have them for its descriptions (src/cubing/puzzle-geometry/pgPuzzles.test.ts).
// It splits orbits by what turns do; ours hold what rotations carry into each other too, which
// joins the tetrads of cubes and octahedra.
#include <gyre/geometry/picture.h>
#include <gyre/library/library.h>

#include <gtest/gtest.h>

#include <string>

namespace gyre {
namespace {

struct PuzzleFacts {
  const char* name;
  std::size_t faces;
  std::size_t stickers_per_face;
  int pieces;
  int orbits;
};

constexpr PuzzleFacts kFacts[] = {
    // clang-format off
    {"2x2x2", 6, 4, 8, 1},
    {"3x3x3", 6, 9, 26, 3},
    {"4x4x4", 6, 16, 56, 3},
    {"5x5x5", 6, 25, 98, 6},
    {"6x6x6", 6, 36, 152, 7},
    {"7x7x7", 6, 49, 218, 11},
    {"8x8x8", 6, 64, 296, 13},
    {"9x9x9", 6, 81, 386, 18},
    {"10x10x10", 6, 100, 488, 21},
    {"11x11x11", 6, 121, 602, 27},
    {"12x12x12", 6, 144, 728, 31},
    {"13x13x13", 6, 169, 866, 38},
    {"20x20x20", 6, 400, 2168, 91},
    {"30x30x30", 6, 900, 5048, 211},
    {"40x40x40", 6, 1600, 9128, 381},
    {"skewb", 6, 5, 14, 3},
    {"master-skewb", 6, 13, 50, 6},
    {"professor-skewb", 6, 25, 110, 11},
    {"compy-cube", 6, 9, 26, 4},
    {"helicopter", 6, 8, 32, 2},
    {"curvy-copter", 6, 13, 50, 4},
    {"dino", 6, 4, 12, 1},
    {"little-chop", 6, 4, 24, 1},
    {"pyraminx", 4, 9, 14, 3},
    {"tetraminx", 4, 6, 10, 2},
    {"master-pyraminx", 4, 16, 30, 5},
    {"master-tetraminx", 4, 13, 26, 4},
    {"professor-pyraminx", 4, 25, 54, 7},
    {"professor-tetraminx", 4, 22, 50, 6},
    {"royal-pyraminx", 4, 36, 86, 9},
    {"royal-tetraminx", 4, 33, 82, 8},
    {"emperor-pyraminx", 4, 49, 126, 13},
    {"emperor-tetraminx", 4, 46, 122, 12},
    {"jing-pyraminx", 4, 7, 14, 3},
    {"megaminx", 12, 11, 62, 3},
    {"gigaminx", 12, 31, 242, 6},
    {"teraminx", 12, 61, 542, 11},
    {"petaminx", 12, 101, 962, 18},
    {"examinx", 12, 151, 1502, 27},
    {"zetaminx", 12, 211, 2162, 38},
    {"yottaminx", 12, 281, 2942, 51},
    {"pentultimate", 12, 6, 32, 2},
    {"master-pentultimate", 12, 16, 122, 4},
    {"elite-pentultimate", 12, 31, 272, 6},
    {"starminx", 12, 11, 62, 3},
    {"starminx-2", 12, 11, 102, 3},
    {"pyraminx-crystal", 12, 10, 50, 2},
    {"chopasaurus", 12, 11, 92, 3},
    {"big-chop", 12, 10, 120, 2},
    {"skewb-diamond", 8, 4, 14, 3},
    {"fto", 8, 9, 42, 4},
    {"master-fto", 8, 16, 86, 9},
    {"christophers-jewel", 8, 6, 18, 2},
    {"octastar", 8, 6, 24, 1},
    {"trajbers-octahedron", 8, 7, 26, 3},
    {"radio-chop", 20, 10, 92, 3},
    {"icosamate", 20, 4, 32, 2},
    {"astrominx", 20, 9, 102, 3},
    {"astrominx+big-chop", 20, 18, 360, 6},
    {"redicosahedron", 20, 6, 42, 2},
    {"redicosahedron-with-centers", 20, 7, 62, 3},
    {"icosaminx", 20, 7, 62, 3},
    {"eitans-star", 20, 13, 152, 4},
    {"2x2x2+dino", 6, 8, 24, 1},
    {"2x2x2+little-chop", 6, 8, 48, 2},
    {"dino+little-chop", 6, 4, 24, 1},
    {"2x2x2+dino+little-chop", 6, 8, 48, 2},
    {"megaminx+chopasaurus", 12, 11, 92, 3},
    {"starminx-combo", 12, 11, 102, 3},
    // clang-format on
};

TEST(LibraryFacts, CutsGiveTheNumbersOfCubingJs) {
  for (const PuzzleFacts& facts : kFacts) {
    SCOPED_TRACE(facts.name);
    const std::optional<PuzzlePicture> picture = load_picture(facts.name);
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->faces().size(), facts.faces);
    EXPECT_EQ(picture->stickers().size(), facts.faces * facts.stickers_per_face);
    EXPECT_EQ(picture->drawn().orbits().total_pieces(), facts.pieces);
    // Of the solids with an alternating rotation group no orbit of turns is joined by rotations.
    if (facts.faces != 6 && facts.faces != 8) {
      EXPECT_EQ(picture->drawn().orbits().size(), facts.orbits);
    }
  }
}

}  // namespace
}  // namespace gyre
