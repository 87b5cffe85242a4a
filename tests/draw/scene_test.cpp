// Which sticker has which colour, and pictures as whole files.
#include "draw/scene.h"

#include "support/well_formed_xml.h"

#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>
#include "base/random.h"
#include "cube3/core/conversion.h"
#include "cube3/core/notation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace gyre {
namespace {

PuzzlePicture picture_of(const std::string& name) {
  auto picture = load_picture(name);
  if (!picture) throw std::logic_error("no picture of " + name);
  return std::move(*picture);
}

State after(const PuzzlePicture& picture, const std::string& alg) {
  const PuzzleDefinition& drawn = picture.drawn();
  return apply(drawn, parse_alg(alg, &drawn.names()));
}

// The faces that a face's stickers show, row by row as in a net.
std::string rows(const PuzzlePicture& picture, const State& position, const std::string& name) {
  DrawOptions options;
  options.view = DrawView::net;
  const Scene scene = make_scene(picture, position, options);
  for (const DrawnFace& face : scene.faces) {
    if (picture.faces()[face.face].name != name) continue;
    std::vector<DrawnSticker> stickers = face.stickers;
    std::sort(stickers.begin(), stickers.end(), [](const DrawnSticker& a, const DrawnSticker& b) {
      const auto row = std::pair{std::lround(a.centre.y), std::lround(a.centre.x)};
      return row < std::pair{std::lround(b.centre.y), std::lround(b.centre.x)};
    });
    std::string text;
    for (const DrawnSticker& sticker : stickers) {
      text += sticker.shown < 0 ? "?" : picture.faces()[sticker.shown].name;
    }
    return text;
  }
  return "no such face";
}

std::string facelets(const PuzzlePicture& picture, const State& position) {
  std::string text;
  for (const char* face : {"U", "R", "F", "D", "L", "B"}) text += rows(picture, position, face);
  return text;
}

TEST(Scene, SolvedPuzzlesHaveFacesOfOneColour) {
  for (const LibraryEntry& entry : puzzle_library()) {
    const auto picture = load_picture(entry.name);
    if (!picture || picture->stickers().size() > 1000) continue;
    const std::vector<Ink> inks =
        face_inks(picture->solid(), picture->faces(), DrawPalette::standard);
    DrawOptions options;
    options.view = DrawView::net;
    const Scene scene = make_scene(*picture, picture->drawn().solved(), options);
    std::set<int> drawn;
    for (const DrawnFace& face : scene.faces) {
      for (const DrawnSticker& sticker : face.stickers) {
        EXPECT_EQ(sticker.shown, face.face) << entry.name;
        EXPECT_EQ(sticker.ink, inks[face.face]) << entry.name;
        drawn.insert(sticker.sticker);
      }
    }
    EXPECT_EQ(drawn.size(), picture->stickers().size()) << entry.name << ": one is too small";
  }
}

TEST(Scene, CubeAfterRIsTheUsualPicture) {
  const PuzzlePicture picture = picture_of("3x3x3");
  const State position = after(picture, "R");
  EXPECT_EQ(rows(picture, position, "F"), "FFDFFDFFD");
  EXPECT_EQ(rows(picture, position, "U"), "UUFUUFUUF");
  EXPECT_EQ(rows(picture, position, "R"), "RRRRRRRRR");
  EXPECT_EQ(rows(picture, position, "D"), "DDBDDBDDB");
  EXPECT_EQ(rows(picture, position, "B"), "UBBUBBUBB");
  EXPECT_EQ(rows(picture, position, "L"), "LLLLLLLLL");
}

// The 54 facelets are written by code that shares nothing with pictures.
TEST(Scene, CubesLookAsTheirFaceletsSay) {
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const PuzzlePicture picture = picture_of("3x3x3");
  const cube3::Conversion conversion(definition);
  const PuzzleGroup group(definition, MoveSet(definition, Metric::htm, ""));
  Rng rng(4);
  for (int i = 0; i < 50; ++i) {
    const State state = group.random_state(rng);
    EXPECT_EQ(facelets(picture, picture.place(state)),
              cube3::write_facelets(conversion.to_cube(state)));
  }
}

TEST(Scene, RotationsShow) {
  const PuzzlePicture picture = picture_of("3x3x3");
  const State position = after(picture, "x");
  EXPECT_EQ(rows(picture, position, "F"), "DDDDDDDDD");
  EXPECT_EQ(rows(picture, position, "U"), "FFFFFFFFF");
  EXPECT_EQ(rows(picture, position, "R"), "RRRRRRRRR");
}

// A turn of the top, clockwise from above, brings what was on the right to the front.
TEST(Scene, TurningTheTopBringsTheRightToTheFront) {
  for (const char* name : {"2x2x2", "4x4x4", "megaminx", "pyraminx"}) {
    const PuzzlePicture picture = picture_of(name);
    const std::string row = rows(picture, after(picture, "U"), "F");
    EXPECT_EQ(row.front(), 'R') << name << ' ' << row;
    EXPECT_EQ(row.back(), 'F') << name << ' ' << row;
  }
}

TEST(Scene, InSpaceOnlySeenFacesAreDrawnInsideTheFrame) {
  const PuzzlePicture picture = picture_of("megaminx");
  DrawOptions options;
  options.size = 300;
  const Scene scene = make_scene(picture, picture.drawn().solved(), options);
  EXPECT_LT(scene.faces.size(), 8U);
  EXPECT_GT(scene.faces.size(), 4U);
  EXPECT_NEAR(std::max(scene.width, scene.height), 300, 1e-9);
  for (const DrawnFace& face : scene.faces) {
    for (const DrawnSticker& sticker : face.stickers) {
      for (const Point2& point : sticker.outline) {
        EXPECT_GE(std::min(point.x, point.y), 0);
        EXPECT_LE(point.x, scene.width);
        EXPECT_LE(point.y, scene.height);
      }
    }
  }
}

TEST(Scene, OnlyHighlightedPiecesAreInColourWhereverTheyAre) {
  const PuzzlePicture picture = picture_of("3x3x3");
  DrawOptions options;
  options.view = DrawView::net;
  options.highlight = find_pieces(picture, "FR");
  // R brings the edge FR to UR.
  const Scene scene = make_scene(picture, after(picture, "R"), options);
  std::multiset<std::string> coloured;
  for (const DrawnFace& face : scene.faces) {
    for (const DrawnSticker& sticker : face.stickers) {
      if (sticker.shown < 0) {
        EXPECT_EQ(sticker.ink.colour, kGrey);
        continue;
      }
      coloured.insert(picture.faces()[face.face].name + picture.faces()[sticker.shown].name);
    }
  }
  EXPECT_EQ(coloured, (std::multiset<std::string>{"RR", "UF"}));
}

TEST(Scene, StickersWithoutAKnownColourAreGrey) {
  const PuzzlePicture picture = picture_of("2x2x2");
  State position = picture.drawn().solved();
  const OrbitList& orbits = picture.drawn().orbits();
  position.bytes[orbits.ori_offset(0)] = kWildOrientation;
  DrawOptions options;
  options.view = DrawView::net;
  int grey = 0;
  for (const DrawnFace& face : make_scene(picture, position, options).faces) {
    for (const DrawnSticker& sticker : face.stickers) grey += sticker.shown < 0 ? 1 : 0;
  }
  EXPECT_EQ(grey, 3);
}

TEST(DrawSvg, IsWellFormedAndTheSameEachTime) {
  for (const char* name : {"3x3x3", "pyraminx", "fto", "megaminx", "icosaminx", "2x3x4"}) {
    const PuzzlePicture picture = picture_of(name);
    for (const DrawView view : {DrawView::net, DrawView::solid}) {
      for (const DrawPalette palette : {DrawPalette::standard, DrawPalette::colorblind}) {
        for (const bool letters : {false, true}) {
          DrawOptions options;
          options.view = view;
          options.palette = palette;
          options.letters = letters;
          options.caption = "<&\"\xFF";
          options.title = "]]><script>";
          options.marked = {0, 5};
          const State position = picture.drawn().solved();
          const std::string svg = draw_svg(picture, position, options);
          EXPECT_EQ(test::xml_fault(svg), "") << name;
          EXPECT_EQ(svg, draw_svg(picture_of(name), position, options)) << name;
        }
      }
    }
  }
}

TEST(DrawSvg, LettersNameTheColourAndMarksComeWhereColoursRepeat) {
  const PuzzlePicture picture = picture_of("megaminx");
  DrawOptions options;
  options.view = DrawView::net;
  options.size = 1000;
  options.palette = DrawPalette::colorblind;
  const State solved = picture.drawn().solved();
  const std::size_t stickers = picture.stickers().size();
  // Four of twelve faces share a colour with an earlier one.
  EXPECT_EQ(test::times_in(draw_svg(picture, solved, options), "<circle"), stickers / 3);
  options.letters = true;
  const std::string svg = draw_svg(picture, solved, options);
  EXPECT_EQ(test::times_in(svg, "<circle"), 0U);
  EXPECT_EQ(test::times_in(svg, "font-weight=\"bold\""), stickers);
  EXPECT_EQ(test::times_in(svg, ">DBR</text>"), stickers / 12 + 1);  // and the name of the face
}

TEST(DrawSvg, MarkedStickersHaveAnOutline) {
  const PuzzlePicture picture = picture_of("3x3x3");
  DrawOptions options;
  options.view = DrawView::net;
  EXPECT_EQ(test::times_in(draw_svg(picture, picture.drawn().solved(), options), "#e6007e"), 0U);
  options.marked = {3, 17};
  EXPECT_EQ(test::times_in(draw_svg(picture, picture.drawn().solved(), options), "#e6007e"), 2U);
}

TEST(DrawSvg, OneElementForEachStickerInTheGroupOfItsFace) {
  const PuzzlePicture picture = picture_of("4x4x4");
  DrawOptions options;
  options.view = DrawView::net;
  const std::string svg = draw_svg(picture, picture.drawn().solved(), options);
  EXPECT_EQ(test::times_in(svg, "<polygon"), 96U + 6U);
  EXPECT_EQ(test::times_in(svg, "<g data-face="), 6U);
}

std::vector<PieceHome> pieces(const std::string& puzzle, const std::string& text) {
  return find_pieces(picture_of(puzzle), text);
}

std::string error_of(const std::string& puzzle, const std::string& text) {
  try {
    (void)pieces(puzzle, text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// The tips of an icosahedron's caps are free; on the faces between there is room for a small name
// or none.
TEST(Scene, NamesOfIcosahedraLeaveTheFacesFree) {
  const PuzzlePicture picture = picture_of("icosaminx");
  DrawOptions options;
  options.view = DrawView::net;
  for (const int size : {240, 400, 1000}) {
    options.size = size;
    const Scene scene = make_scene(picture, picture.drawn().solved(), options);
    std::size_t beside = 0;
    for (const FaceLabel& label : scene.labels) {
      if (!label.on_stickers) {
        ++beside;
        EXPECT_GE(label.centre.y, label.size / 2);
        EXPECT_LE(label.centre.y, scene.height - label.size / 2);
        continue;
      }
      const auto face = std::find_if(scene.faces.begin(), scene.faces.end(),
                                     [&](const DrawnFace& f) { return f.face == label.face; });
      const std::size_t letters = picture.faces()[label.face].name.size();
      EXPECT_LE(0.72 * label.size * static_cast<double>(letters), inradius(face->outline));
    }
    EXPECT_EQ(beside, 10U) << size;
    EXPECT_EQ(scene.labels.size(), size == 1000 ? 20U : 10U) << size;
  }
}

TEST(FindPieces, ByOrbitByNumberAndByFaces) {
  EXPECT_EQ(pieces("3x3x3", "EDGES").size(), 12U);
  EXPECT_EQ(pieces("3x3x3", "corners:3").size(), 1U);
  EXPECT_EQ(pieces("3x3x3", "UF"), pieces("3x3x3", "FU"));
  EXPECT_EQ(pieces("3x3x3", "URF"), pieces("3x3x3", "fru"));
  EXPECT_EQ(pieces("3x3x3", "UF, URF").size(), 2U);
  EXPECT_EQ(pieces("3x3x3", "U").size(), 1U);
  EXPECT_EQ(pieces("4x4x4", "UF").size(), 2U);
  EXPECT_EQ(pieces("4x4x4", "U").size(), 4U);
  // BR is a face here, and B beside R is nothing.
  EXPECT_EQ(pieces("megaminx", "BR").size(), 1U);
  EXPECT_EQ(pieces("megaminx", "RBR").size(), 1U);
}

TEST(FindPieces, SaysWhatThereIs) {
  EXPECT_NE(error_of("3x3x3", "XY").find("'XY' is no piece (pieces: CORNERS:1 to 8, EDGES:1 to 12"),
            std::string::npos);
  EXPECT_EQ(error_of("3x3x3", "CORNERS:9"), "'CORNERS:9' is no piece (pieces of CORNERS: 1 to 8)");
  EXPECT_NE(error_of("3x3x3", "CORNERS:x"), "no error");
  EXPECT_NE(error_of("3x3x3", "UU"), "no error");
  EXPECT_NE(error_of("3x3x3", " , "), "no error");
}

}  // namespace
}  // namespace gyre
