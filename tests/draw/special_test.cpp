// Square-1, Rubik's Clock, TopSpin and charts.
#include "support/well_formed_xml.h"

#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/draw/draw.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>
#include "format/tws.h"

#include <gtest/gtest.h>

namespace gyre {
namespace {

std::string drawn(const std::string& puzzle, const std::string& alg, DrawOptions options = {}) {
  const PuzzleDefinition definition = load_puzzle(puzzle);
  return draw_svg(definition, apply(definition, parse_alg(alg, &definition.names())), options);
}

TEST(DrawSpecial, AllAreWellFormedAndTheSameEachTime) {
  for (const auto& [puzzle, alg] :
       {std::pair{"square1", "U3 D' R"}, std::pair{"clock", "UR3 y2 U"},
        std::pair{"topspin", "F R"}, std::pair{"m12", "I M"}, std::pair{"loopover-3x4", "U R"},
        std::pair{"2x2x2-layer", "R U"}, std::pair{"3x3x3", "R U"}}) {
    DrawOptions options;
    options.caption = "a < b";
    const std::string svg = drawn(puzzle, alg, options);
    EXPECT_EQ(test::xml_fault(svg), "") << puzzle;
    EXPECT_EQ(svg, drawn(puzzle, alg, options)) << puzzle;
  }
}

// Colours of the cube: each side has two corner halves and an edge in each layer.
TEST(DrawSpecial, SolvedSquare1HasASquaresColours) {
  const std::string svg = drawn("square1", "");
  EXPECT_EQ(test::times_in(svg, "<polygon fill=\"#fff\""), 12U);
  EXPECT_EQ(test::times_in(svg, "<polygon fill=\"#ffd500\""), 12U);
  for (const char* side : {"#00a651", "#c4122f", "#0051ba", "#ff6a00"}) {
    EXPECT_EQ(test::times_in(svg, "<polygon fill=\"" + std::string(side) + "\""), 6U) << side;
  }
  EXPECT_EQ(test::times_in(svg, "<rect"), 2U);  // the middle, both halves from the front
  EXPECT_EQ(test::times_in(svg, "fill=\"#00a651\" stroke=\"#1b1b1b\""), 2U);
}

TEST(DrawSpecial, Square1AfterTheHalfTurnShowsTheBackOfTheMiddle) {
  const std::string svg = drawn("square1", "R");
  EXPECT_EQ(test::times_in(svg, "fill=\"#0051ba\" stroke=\"#1b1b1b\""), 1U);
}

TEST(DrawSpecial, ClockHasNineDialsASide) {
  const std::string svg = drawn("clock", "");
  EXPECT_EQ(test::times_in(svg, "<rect"), 2U);
  EXPECT_EQ(test::times_in(svg, "<circle"), 2U * 18U);
  // One hour of the upper right wheel moves four hands of the front and one of the back.
  EXPECT_NE(svg, drawn("clock", "UR"));
  EXPECT_EQ(svg, drawn("clock", "UR12"));
}

// Turned over, the sides change places and their colours with them.
TEST(DrawSpecial, ClockTurnedOverShowsTheOtherColourFirst) {
  const auto body = [](const std::string& svg) {
    return svg.substr(svg.find("<rect"), svg.find("/>", svg.find("<rect")) - svg.find("<rect"));
  };
  EXPECT_NE(body(drawn("clock", "")).find("#1f5fa8"), std::string::npos);
  EXPECT_NE(body(drawn("clock", "y2")).find("#b9d3ea"), std::string::npos);
}

TEST(DrawSpecial, TopSpinNumbersItsDiscsInTheOrderOfTheLoop) {
  const std::string svg = drawn("topspin", "F");
  std::string numbers;
  for (std::size_t at = svg.find("</text>"); at != std::string::npos;
       at = svg.find("</text>", at + 1)) {
    const std::size_t from = svg.rfind('>', at) + 1;
    numbers += svg.substr(from, at - from) + " ";
  }
  EXPECT_EQ(numbers.substr(0, 14), "4 3 2 1 5 6 7 ");
}

std::string labels_of(const std::string& svg) {
  std::string labels;
  for (std::size_t at = svg.find("</text>"); at != std::string::npos;
       at = svg.find("</text>", at + 1)) {
    const std::size_t from = svg.rfind('>', at) + 1;
    labels += svg.substr(from, at - from) + " ";
  }
  return labels;
}

TEST(DrawSpecial, LoopoverHasALetterToATileOrANumber) {
  EXPECT_EQ(labels_of(drawn("loopover", "U")),
            "B C D E A F G H I J K L M N O P Q R S T U V W X Y ");
  EXPECT_EQ(labels_of(drawn("loopover-14x2", "R")).substr(0, 44),
            "1 2 3 4 5 6 7 8 9 10 11 12 13 28 15 16 17 18");
  // Grey where nothing is picked out.
  DrawOptions options;
  options.highlight = {{0, 0}};
  EXPECT_EQ(test::times_in(drawn("loopover", "", options), "#5c5c5c"), 24U);
}

TEST(DrawSpecial, ChartColoursWhatIsNotAtHome) {
  const std::string home = "fill=\"#fff\"";
  const std::string away = "fill=\"#f2b134\"";
  const std::string turned = "fill=\"#7fc4ec\"";
  EXPECT_EQ(test::times_in(drawn("m12", ""), home), 12U);
  const PuzzleDefinition m12 = load_puzzle("m12");
  const State state = apply(m12, parse_alg("M", &m12.names()));
  const int moved = pieces_out_of_place(m12.orbits(), m12.solved(), state);
  EXPECT_EQ(test::times_in(drawn("m12", "M"), away), static_cast<std::size_t>(moved));
  // The well-known flip of two edges in place.
  const std::string flip = drawn("3x3x3", "M' U M' U M' U2 M U M U M U2");
  EXPECT_EQ(test::times_in(flip, turned), 2U);
  EXPECT_EQ(test::times_in(flip, away), 0U);
  EXPECT_EQ(test::times_in(flip, home), 18U);
}

TEST(DrawSpecial, ChartShowsWildOrientations) {
  EXPECT_NE(drawn("2x2x2-layer", "").find(">?</text>"), std::string::npos);
}

TEST(DrawSpecial, HighlightGreysTheOthers) {
  const PuzzleDefinition definition = load_puzzle("m12");
  DrawOptions options;
  options.highlight = find_pieces(definition, "CARDS:1,CARDS:12");
  EXPECT_EQ(test::times_in(drawn("m12", "", options), "fill=\"#c4c4c4\""), 10U);
  EXPECT_THROW((void)find_pieces(definition, "UF"), Error);
}

// Each wedge is two polygons, the side and the layer's colour.
TEST(DrawSpecial, HighlightedSquare1PiecesAreWhole) {
  const PuzzleDefinition definition = load_puzzle("square1");
  const auto coloured = [&](const std::string& pieces, const std::string& alg) {
    DrawOptions options;
    options.highlight = find_pieces(definition, pieces);
    const std::string svg = drawn("square1", alg, options);
    return 48 - test::times_in(svg, "<polygon fill=\"#5c5c5c\"");
  };
  for (const char* alg : {"", "(3,-1)/ (3,0)/"}) {
    EXPECT_EQ(coloured("WEDGES:1", alg), 4U);
    EXPECT_EQ(coloured("WEDGES:2", alg), 4U);
    EXPECT_EQ(coloured("WEDGES:1,WEDGES:2", alg), 4U);
    EXPECT_EQ(coloured("WEDGES:3", alg), 2U);   // an edge
    EXPECT_EQ(coloured("WEDGES:13", alg), 2U);  // an edge of the other layer
    EXPECT_EQ(coloured("WEDGES:24", alg), 4U);
    EXPECT_EQ(coloured("WEDGES", alg), 48U);
  }
}

// It is the definition that counts: a copy under another name is drawn alike, and another puzzle
// that bears the name is a chart.
TEST(DrawSpecial, PuzzlesAreKnownByTheirDefinition) {
  const PuzzleDefinition clock = load_puzzle("clock");
  PuzzleDefinition::Parts parts = clock.parts();
  parts.name = "mine";
  const PuzzleDefinition copy(parts);
  EXPECT_EQ(test::times_in(draw_svg(copy, copy.solved()), "<circle"), 36U);
  parts = load_puzzle("m12").parts();
  parts.name = "clock";
  const PuzzleDefinition stranger(parts);
  EXPECT_EQ(test::times_in(draw_svg(stranger, stranger.solved()), "<circle"), 0U);
}

}  // namespace
}  // namespace gyre
