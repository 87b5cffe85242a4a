// Descriptions and options: what is read, what is said when it cannot be, and what options do to
// well-known puzzles.
#include "geometry/description.h"

#include "library/catalogue.h"

#include <gyre/base/error.h>
#include <gyre/geometry/picture.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>
#include "format/kpuzzle.h"
#include "format/tws.h"
#include "puzzle/symmetry/symmetry.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <set>

namespace gyre {
namespace {

std::string description_error(const std::string& text) {
  try {
    (void)load_puzzle(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string moves_of(const std::string& text) {
  const PuzzleDefinition definition = load_puzzle(text);
  std::string names;
  for (const BaseMove& move : definition.moves()) {
    names += (names.empty() ? "" : " ") + move.name;
  }
  return names;
}

std::string states_of(const std::string& text) {
  return PuzzleGroup(load_puzzle(text)).states().str();
}

State action_of_alg(const PuzzleDefinition& definition, std::string_view alg) {
  return action_of(definition, parse_alg(alg, &definition.names()));
}

TEST(Description, SolidsCutsAndDistances) {
  const PuzzleText text = parse_puzzle_text("  d f 0.7 v  -1/4 e sqrt(1/3) e -sqrt(2) blocks");
  ASSERT_TRUE(text.description);
  EXPECT_EQ(text.description->solid, SolidKind::dodecahedron);
  ASSERT_EQ(text.description->cuts.size(), 4U);
  EXPECT_EQ(text.description->cuts[0].axis, AxisKind::face);
  EXPECT_EQ(text.description->cuts[0].distance, 0.7);
  EXPECT_EQ(text.description->cuts[1].axis, AxisKind::vertex);
  EXPECT_EQ(text.description->cuts[1].distance, -0.25);
  EXPECT_EQ(text.description->cuts[2].axis, AxisKind::edge);
  EXPECT_EQ(text.description->cuts[2].distance, std::sqrt(1.0 / 3));
  EXPECT_EQ(text.description->cuts[3].distance, -std::sqrt(2.0));
  EXPECT_EQ(text.options.turns, TurnChoice::blocks);
}

RC_GTEST_PROP(Description, PrintedAndReadAgain, ()) {
  Description description;
  description.solid =
      *rc::gen::element(SolidKind::tetrahedron, SolidKind::cube, SolidKind::octahedron,
                        SolidKind::dodecahedron, SolidKind::icosahedron);
  for (int i = *rc::gen::inRange(1, 5); i > 0; --i) {
    description.cuts.push_back(
        {*rc::gen::element(AxisKind::face, AxisKind::edge, AxisKind::vertex),
         *rc::gen::inRange(-999'999, 999'999) / *rc::gen::element(1e6, 1e9, 1e13)});
  }
  const auto again = parse_puzzle_text(to_string(description)).description;
  RC_ASSERT(again.has_value());
  RC_ASSERT(again->solid == description.solid);
  RC_ASSERT(again->cuts.size() == description.cuts.size());
  for (std::size_t i = 0; i < again->cuts.size(); ++i) {
    RC_ASSERT(again->cuts[i].axis == description.cuts[i].axis);
    RC_ASSERT(again->cuts[i].distance == description.cuts[i].distance);
  }
}

// Any text is a puzzle, a description with a fault, or a name; nothing else comes out.
RC_GTEST_PROP(Description, AnyWordsAreReadOrRefused, ()) {
  const auto words = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("c", "t", "f", "v", "e", "0.5", "1/3", "sqrt(1/2)", "sqrt(",
                                    "-", "1e5", "nan", "0x1", "blocks", "outer", "fix-corner",
                                    "distinct", "3x3x3", "/", "sqrt(-1)", "inf", "1/inf", "1/nan"));
  std::string text;
  for (const std::string& word : words) text += word + ' ';
  try {
    const PuzzleText parsed = parse_puzzle_text(text);
    RC_ASSERT(parsed.description || parsed.option_words.size() <= words.size());
    if (parsed.description) {
      for (const CutKind& cut : parsed.description->cuts) RC_ASSERT(std::isfinite(cut.distance));
    }
  } catch (const Error& error) {
    RC_ASSERT(std::string(error.what()).find("column") != std::string::npos);
  }
}

TEST(Description, FaultsAreNamedWithTheirColumn) {
  EXPECT_EQ(
      description_error("c f 0.5 q 1"),
      "in the puzzle 'c f 0.5 q 1', column 9: 'q' is neither a cut (f, e or v and a distance) "
      "nor an option (slices outer blocks all-slices fix-corner fix-edge fix-center "
      "orient-centers distinct no-rotations)");
  EXPECT_EQ(description_error("c f"),
            "in the puzzle 'c f', column 4: here the distance of the cut is missing (0.5, 1/3)");
  EXPECT_EQ(description_error("c f 1e3"),
            "in the puzzle 'c f 1e3', column 5: '1e3' is no distance; write 0.5, 1/3, -0.2 or "
            "sqrt(1/3)");
  EXPECT_EQ(description_error("c blocks"),
            "in the puzzle 'c blocks', column 3: here a cut is missing (f 0.5)");
  EXPECT_EQ(description_error("4x4x4 blocks slices"),
            "in the puzzle '4x4x4 blocks slices', column 14: 'blocks' and 'slices' exclude each "
            "other");
  EXPECT_EQ(description_error("c f 0.5 blocks f 0.1"),
            "in the puzzle 'c f 0.5 blocks f 0.1', column 16: 'f' is no option (they are slices "
            "outer blocks all-slices fix-corner fix-edge fix-center orient-centers distinct "
            "no-rotations)");
  EXPECT_EQ(
      description_error("x f 0.3"),
      "in the puzzle 'x f 0.3', column 1: 'x' is no solid; they are t c o d i, of 4, 6, 8, 12 "
      "and 20 faces");
  EXPECT_LT(description_error("c f 0." + std::string(1000, '1') + " q").size(),
            300U);  // not all is shown
  std::string many = "c";
  for (int i = 0; i < 61; ++i) many += " f 0.5";
  EXPECT_NE(description_error(many).find("at most 60 cuts"), std::string::npos);
}

TEST(Description, CutsThatMakeNoPuzzle) {
  EXPECT_EQ(
      description_error("c f 1.5"),
      "a cut at distance 1.5 does not cut the solid, which reaches from -1 to 1 along that axis");
  EXPECT_EQ(
      description_error("t v 3"),
      "a cut at distance 3 does not cut the solid, which reaches from -1 to 3 along that axis");
  EXPECT_EQ(description_error("c f 0.5 f 0.50000001"),
            "cuts at -0.50000001 and -0.5 lie too close together");
  // 0.57735 is no square root of 1/3, but nearly; 0.577 is far enough to be meant.
  EXPECT_NE(description_error("c v 0.57735").find("nearly meet"), std::string::npos);
  EXPECT_EQ(load_puzzle("c v sqrt(1/3)").digest(), load_puzzle("dino").digest());
  EXPECT_GT(load_puzzle("c v 0.577").orbits().total_pieces(), 12);
  std::string many = "c";
  for (int i = 1; i <= 55; ++i) many += " f " + std::to_string(i / 60.0);
  EXPECT_NE(description_error(many).find("more than 60000 stickers"), std::string::npos);
}

TEST(Description, SameAsTheNamedPuzzle) {
  EXPECT_EQ(load_puzzle("c f 1/3").digest(), load_puzzle("3x3x3").digest());
  EXPECT_EQ(load_puzzle("c f 0.333").digest(), load_puzzle("3x3x3").digest());
  EXPECT_EQ(load_puzzle("C F 1/3").digest(), load_puzzle("3x3x3").digest());
  EXPECT_EQ(load_puzzle("d f 0.7").digest(), load_puzzle("megaminx").digest());
  // Those that are turned their own way, or leave pieces out, differ.
  const std::set<std::string> own_way{"skewb", "rex", "kilominx", "master-kilominx"};
  for (const LibraryEntry& entry : puzzle_library()) {
    if (entry.description.empty() || entry.family == "tetrahedron") continue;
    EXPECT_EQ(load_puzzle(entry.description).digest() == load_puzzle(entry.name).digest(),
              !own_way.contains(entry.name))
        << entry.name;
  }
  const PuzzleDefinition cube = load_puzzle("c f 0.333");
  EXPECT_EQ(action_of_alg(cube, "M r y"), action_of_alg(load_puzzle("3x3x3"), "M r y"));
}

TEST(Options, Turns) {
  EXPECT_EQ(moves_of("4x4x4"), "U Uw F Fw R Rw D Dw B Bw L Lw");
  EXPECT_EQ(moves_of("4x4x4 slices"), "U 2U F 2F R 2R D 2D B 2B L 2L");
  EXPECT_EQ(moves_of("c f 1/2 f 0"), moves_of("4x4x4 slices"));
  EXPECT_EQ(moves_of("4x4x4 outer"), "U F R D B L");
  EXPECT_EQ(moves_of("4x4x4 blocks"), "U Uw F Fw R Rw D Dw B Bw L Lw");
  EXPECT_EQ(moves_of("3x3x3 all-slices"), "U 2U F 2F R 2R D B L");
  EXPECT_EQ(moves_of("5x5x5 blocks fix-corner"), "U Uw 3Uw 4Uw F Fw 3Fw 4Fw R Rw 3Rw 4Rw");
  EXPECT_EQ(moves_of("5x5x5 fix-corner"), moves_of("5x5x5 blocks fix-corner"));
  EXPECT_EQ(moves_of("4x4x5"), "U 2U F2 2F2 R2 2R2 D 2D B2 2B2 L2 2L2");
  EXPECT_EQ(moves_of("pyraminx slices fix-corner"), "U 2U L 2L R 2R 2B 3B");
  EXPECT_EQ(moves_of("2x3x4"), "U2 2U2 F2 R2 D2 2D2 B2 L2");
  const PuzzleDefinition cube = load_puzzle("6x6x6 blocks");
  EXPECT_EQ(action_of_alg(cube, "2R"), action_of_alg(cube, "Rw R'"));
  EXPECT_EQ(action_of_alg(cube, "4R"), action_of_alg(cube, "3L'"));
  EXPECT_EQ(action_of_alg(cube, "6Rw"), action_of_alg(cube, "x"));
}

TEST(Options, FixedPieces) {
  EXPECT_EQ(moves_of("2x2x2 fix-corner"), "U F R");
  EXPECT_EQ(states_of("2x2x2 fix-corner"), "3674160");
  EXPECT_EQ(states_of("4x4x4 fix-corner"), "7401196841564901869874093974498574336000000000");
  EXPECT_EQ(states_of("3x3x3 fix-corner"), "43252003274489856000");
  EXPECT_EQ(states_of("3x3x3 fix-edge"), "43252003274489856000");
  EXPECT_EQ(states_of("dino fix-edge"), "19958400");
  EXPECT_EQ(states_of("pentultimate fix-corner"), "5643573414231758192239391539200000");
  // A fixed centre may still be seen from four sides: the frame turns round it.
  EXPECT_EQ(states_of("3x3x3 fix-center"), "173008013097959424000");
  EXPECT_EQ(load_puzzle("2x2x2 fix-corner").rotations().size(), 1U);
  EXPECT_EQ(description_error("dino fix-corner"),
            "dino_fix-corner has no piece at its corners that could be fixed: cuts meet there");
  EXPECT_NE(description_error("2x2x2 fix-center").find("in the middle of its faces"),
            std::string::npos);
  EXPECT_NE(description_error("4x4x4 fix-edge").find("in the middle of its edges"),
            std::string::npos);
}

TEST(Options, WhatOneSees) {
  // 4^6 / 2 ways to turn the centres against a position.
  EXPECT_EQ(states_of("3x3x3 orient-centers"), "88580102706155225088000");
  // 24! ways for the centres instead of 24! / 4!^6.
  EXPECT_EQ(PuzzleGroup(load_puzzle("4x4x4 distinct")).states(),
            PuzzleGroup(load_puzzle("4x4x4")).order());
  EXPECT_TRUE(load_puzzle("4x4x4 distinct").invertible());
  EXPECT_TRUE(load_puzzle("3x3x3 no-rotations").rotations().empty());
  EXPECT_EQ(load_puzzle("3X3X3 ORIENT-CENTRES").digest(),
            load_puzzle("3x3x3 orient-centers").digest());
}

TEST(Options, OnlyForWhatIsCut) {
  EXPECT_EQ(description_error("loopover-4x4 blocks"),
            "loopover-4x4 is not cut out of a solid, so 'blocks' does not apply to it");
  EXPECT_EQ(description_error("square1 blocks"),
            "square1 is not cut out of a solid, so 'blocks' does not apply to it");
}

TEST(Names, BlanksHyphensAndApostrophes) {
  for (const char* text : {"Eitan's Star", "eitans_star", "EITANSSTAR", "Eitan\u2019s star"}) {
    EXPECT_EQ(load_puzzle(text).name(), "eitans-star") << text;
  }
  EXPECT_EQ(load_puzzle("pyraminx crystal fix-corner").name(), "pyraminx-crystal_fix-corner");
  EXPECT_EQ(load_puzzle("3x3x2").name(), "2x3x3");
  EXPECT_EQ(load_puzzle("4\u00d74\u00d74 cube").name(), "4x4x4");
  EXPECT_EQ(load_puzzle("Rubik's Cube").name(), "3x3x3");
  EXPECT_EQ(load_puzzle("skewb cube").name(), "skewb");
  EXPECT_EQ(load_puzzle("domino").digest(), load_puzzle("2x3x3").digest());
  EXPECT_EQ(load_puzzle("3x5x7").name(), "3x5x7");
  EXPECT_EQ(load_puzzle("3x3x21").name(), "3x3x21");
  EXPECT_NE(description_error("3x3x41").find("there is no puzzle"), std::string::npos);
  EXPECT_NE(description_error("1x1x1").find("there is no puzzle"), std::string::npos);
}

// Aliases lead to their puzzle and to no other.
TEST(Names, Aliases) {
  std::set<std::string> seen;
  for (const LibraryEntry& entry : puzzle_library()) {
    EXPECT_TRUE(seen.insert(plain_name(entry.name)).second) << entry.name;
    EXPECT_FALSE(entry.summary.empty()) << entry.name;
    for (const std::string& alias : entry.aliases) {
      EXPECT_TRUE(seen.insert(plain_name(alias)).second) << alias;
      EXPECT_EQ(load_puzzle(alias).name(), entry.name);
    }
  }
}

TEST(Notation, CompetitionMegaminx) {
  const PuzzleDefinition megaminx = load_puzzle("megaminx");
  const auto same = [&](const char* a, const char* b) {
    return action_of_alg(megaminx, a) == action_of_alg(megaminx, b);
  };
  EXPECT_TRUE(same("y", "Uv"));
  // R++ turns everything but the layer of L: L itself commutes with it, and five make nothing.
  EXPECT_TRUE(same("R++ L", "L R++"));
  EXPECT_FALSE(same("R++ U", "U R++"));
  EXPECT_TRUE(same("R++ R--", ""));
  EXPECT_TRUE(same("D++ D--", ""));
  EXPECT_TRUE(same("R++ R++ R++ R++ R++", ""));
  // D is clockwise as seen from below: D++ carries F to R and on to BR.
  EXPECT_TRUE(same("D++", "Dv2 U2"));
  EXPECT_TRUE(same("R++ D-- U'", "Lv2' L2 Uv2 U2' U'"));
  // Seen from the right, clockwise takes the front up.
  EXPECT_TRUE(same("Lv' U Lv", "F"));
}

// With fixed, left-out or merged pieces too, a definition says all in both formats.
TEST(Formats, EveryNamedPuzzleAndOptionRoundTrips) {
  std::vector<std::string> texts = puzzle_names();
  for (const char* text : {"4x4x4 blocks", "5x5x5 fix-corner", "3x3x3 orient-centers",
                           "c f 1/3 v 0.7 e 0.9", "2x4x4 fix-corner", "megaminx no-rotations"}) {
    texts.emplace_back(text);
  }
  for (const std::string& text : texts) {
    const PuzzleDefinition definition = load_puzzle(text);
    const PuzzleDefinition tws = read_tws(write_tws(definition), "test.tws");
    EXPECT_EQ(tws.digest(), definition.digest()) << text;
    EXPECT_EQ(tws.name(), definition.name());
    const PuzzleDefinition json = read_kpuzzle(write_kpuzzle(definition), "test.json");
    EXPECT_EQ(json.digest(), definition.digest()) << text;
    EXPECT_EQ(json.derived().size(), definition.derived().size()) << text;
    // What came from a file still has its picture.
    EXPECT_EQ(find_picture(tws).has_value(), load_picture(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace gyre
