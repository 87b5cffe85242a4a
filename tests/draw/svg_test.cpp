// Numbers, escaping, and the frame of a picture.
#include "draw/svg.h"

#include "support/well_formed_xml.h"

#include <gyre/base/error.h>
#include <gyre/library/library.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace gyre {
namespace {

TEST(Svg, NumbersHaveOneDecimalAndNoEmptyOne) {
  EXPECT_EQ(svg_number(0), "0");
  EXPECT_EQ(svg_number(12), "12");
  EXPECT_EQ(svg_number(12.34), "12.3");
  EXPECT_EQ(svg_number(-0.04), "0");
  EXPECT_EQ(svg_number(-1.26), "-1.3");
  EXPECT_EQ(svg_number(-0.3), "-0.3");
  EXPECT_EQ(svg_number(99.96), "100");
}

// A value that is a half but for the last bits of two machines.
TEST(Svg, HalvesFallTheSameWay) {
  EXPECT_EQ(svg_number(66.65 - 1e-12), svg_number(66.65 + 1e-12));
  EXPECT_EQ(svg_number(-66.65 - 1e-12), svg_number(-66.65 + 1e-12));
}

TEST(Svg, PointsOfAPolygon) {
  EXPECT_EQ(svg_points({{0, 1}, {2.5, -3}}), "0,1 2.5,-3");
}

TEST(Svg, EscapesWhatXmlCannotHold) {
  EXPECT_EQ(xml_escape("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
  EXPECT_EQ(xml_escape("R'\n\tU"), "R'  U");
  EXPECT_EQ(xml_escape("\x01z"), "\xEF\xBF\xBDz");
  EXPECT_EQ(xml_escape("caf\xC3\xA9"), "caf\xC3\xA9");
  // Half a character, an overlong one, a surrogate, and U+FFFE.
  EXPECT_EQ(xml_escape("\xC3"), "\xEF\xBF\xBD");
  EXPECT_EQ(xml_escape("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(xml_escape("\xED\xA0\x80").size(), 9U);
  EXPECT_EQ(xml_escape("\xEF\xBF\xBE").size(), 9U);
}

TEST(Svg, BreaksAtBlanksAndLongWordsAnywhere) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(broken_into_lines("R U R' U'", 5), (Lines{"R U", "R' U'"}));
  EXPECT_EQ(broken_into_lines("abcdefgh ij", 3), (Lines{"abc", "def", "gh", "ij"}));
  EXPECT_EQ(broken_into_lines("  ", 5), Lines{});
  EXPECT_EQ(broken_into_lines("\xC3\xA9\xC3\xA9 \xC3\xA9", 2),
            (Lines{"\xC3\xA9\xC3\xA9", "\xC3\xA9"}));
}

TEST(Svg, OtherScriptsTakeMoreRoom) {
  using Lines = std::vector<std::string>;
  // Four Cyrillic letters, then four of Japanese.
  EXPECT_EQ(broken_into_lines("\u0436\u0436\u0436\u0436", 3),
            (Lines{"\u0436\u0436", "\u0436\u0436"}));
  EXPECT_EQ(broken_into_lines("\u65E5\u672C\u8A9E\u65E5", 4),
            (Lines{"\u65E5\u672C", "\u8A9E\u65E5"}));
  EXPECT_EQ(broken_into_lines("WWWW", 4), (Lines{"WW", "WW"}));
  // A character wider than the line still has one.
  EXPECT_EQ(broken_into_lines("\u65E5\u672C", 1), (Lines{"\u65E5", "\u672C"}));
}

TEST(Svg, DocumentHoldsTitleBackgroundAndCaption) {
  DrawOptions options;
  options.caption = "one & two";
  options.background = "#fff";
  const std::string text = svg_document("<g/>\n", 100, 50, "3x3x3 <x>", options);
  EXPECT_EQ(test::xml_fault(text), "");
  EXPECT_NE(text.find("<title>3x3x3 &lt;x&gt;</title>"), std::string::npos);
  EXPECT_NE(text.find("fill=\"#fff\"/>"), std::string::npos);
  EXPECT_NE(text.find(">one &amp; two</text>"), std::string::npos);
  EXPECT_NE(text.find("viewBox=\"0 0 100 "), std::string::npos);
  options.title = "mine";
  EXPECT_NE(svg_document("", 100, 50, "x", options).find("<title>mine<"), std::string::npos);
}

TEST(Svg, ColoursAreCodesOrWords) {
  for (const char* good : {"#fff", "#F0f0a1", "white", "Navy", "grey", "gray", "orange"})
    EXPECT_TRUE(is_colour(good)) << good;
  for (const char* bad :
       {"", "#ff", "#ggg", "url(x)", "red\"", "rgb(1,2,3)", "notacolor", "#fffff", "none"}) {
    EXPECT_FALSE(is_colour(bad)) << bad;
  }
}

TEST(Svg, OptionsOutOfRangeAreRefused) {
  const PuzzleDefinition puzzle = load_puzzle("topspin");
  DrawOptions options;
  options.size = 5;
  EXPECT_THROW(check_options(options, puzzle), Error);
  options.size = 100'000;
  EXPECT_THROW(check_options(options, puzzle), Error);
  options.size = 100;
  EXPECT_NO_THROW(check_options(options, puzzle));
  options.background = "url(x)";
  EXPECT_THROW(check_options(options, puzzle), Error);
}

template <class Puzzle>
std::string fault_of(const DrawOptions& options, const Puzzle& puzzle) {
  try {
    check_options(options, puzzle);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Svg, OnlyPiecesOfThePuzzleAreHighlighted) {
  const PuzzleDefinition puzzle = load_puzzle("topspin");
  DrawOptions options;
  options.highlight = {{0, 0}, {0, 19}};
  EXPECT_EQ(fault_of(options, puzzle), "");
  options.highlight = {{0, 0}, {0, 20}};
  EXPECT_EQ(fault_of(options, puzzle), "slot 20 cannot be highlighted (slots of DISCS: 0 to 19)");
  options.highlight = {{1, 0}};
  EXPECT_EQ(fault_of(options, puzzle), "orbit 1 cannot be highlighted (orbits of topspin: 0 to 0)");
  for (const PieceHome& piece : {PieceHome{0, -1}, PieceHome{-1, 0}}) {
    options.highlight = {piece};
    EXPECT_THROW((void)draw_svg(puzzle, puzzle.solved(), options), Error);
  }
  // With a picture the orbits are those of what is drawn: the middles of faces are the third.
  const PuzzlePicture picture = load_picture("3x3x3").value();
  options.highlight = {{2, 5}};
  EXPECT_EQ(fault_of(options, picture), "");
  options.highlight = {{3, 0}};
  EXPECT_THROW((void)draw_svg(picture, picture.drawn().solved(), options), Error);
}

TEST(Svg, OnlyStickersOfThePuzzleHaveColoursAndMarks) {
  const PuzzlePicture picture = load_picture("2x2x2").value();
  DrawOptions options;
  options.colours.assign(24, -1);
  options.colours[23] = 5;
  options.marked = {0, 23};
  EXPECT_EQ(fault_of(options, picture), "");
  options.colours.pop_back();
  EXPECT_EQ(fault_of(options, picture),
            "23 colours for the 24 stickers of 2x2x2 (expected one for each, or none)");
  options.colours.assign(25, 0);
  EXPECT_THROW((void)draw_svg(picture, picture.drawn().solved(), options), Error);
  for (const int face : {-2, 6}) {
    options.colours.assign(24, face);
    EXPECT_EQ(
        fault_of(options, picture),
        fmt::format("{} is no colour of a sticker (faces of 2x2x2: 0 to 5; -1 is grey)", face));
  }
  options.colours.clear();
  for (const int sticker : {-1, 24}) {
    options.marked = {0, sticker};
    EXPECT_EQ(fault_of(options, picture),
              fmt::format("sticker {} cannot be marked (stickers of 2x2x2: 0 to 23)", sticker));
  }
}

// The checker itself must be able to fail.
TEST(Svg, TheCheckerOfXmlFindsFaults) {
  EXPECT_EQ(test::xml_fault("<a b=\"c\"><d/></a>\n"), "");
  for (const char* bad : {"<a>", "<a></b>", "<a b=c/>", "<a b=\"<\"/>", "<a>&x;</a>", "<a/><b/>",
                          "<a b=\"1\" b=\"2\"/>", "text", ""}) {
    EXPECT_NE(test::xml_fault(bad), "") << bad;
  }
}

}  // namespace
}  // namespace gyre
