// Pictures of puzzles as SVG. Decides how a position is shown: as a net or in space, in which
// colours, with which pieces picked out. Leaves out where stickers lie (geometry/picture.h) and
// files (the command line writes them).
//
// The text is the same on every machine for the same input: one decimal, no date, no identifiers.
#pragma once

#include <gyre/base/api.h>
#include <gyre/geometry/picture.h>
#include <gyre/puzzle/definition.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace GYRE_API gyre {

enum class DrawView { net, solid };

// colorblind: the eight colours of Okabe and Ito with white for black; where a solid has more faces
// than eight, the colours come again with a dot, then with a ring.
enum class DrawPalette { standard, colorblind };

struct ViewAngle {
  double yaw = 0;    // degrees by which the viewer goes round to the right
  double pitch = 0;  // degrees by which the viewer rises
};

struct DrawOptions {
  DrawView view = DrawView::solid;
  DrawPalette palette = DrawPalette::standard;
  int size = 400;        // pixels of the longer side, without the caption
  bool shading = true;   // in space
  bool letters = false;  // on every sticker the name of the face that its colour belongs to
  // Pieces in colour, all others grey; empty: all in colour. Orbits are those of the definition
  // that is drawn: PuzzlePicture::drawn() where there is a picture.
  std::vector<PieceHome> highlight;
  // For each sticker of the picture the face whose colour it has, -1 for grey: what a position
  // cannot say, as of stickers that make no puzzle. If it is empty, stickers are as in the
  // position.
  std::vector<int> colours;
  std::vector<int> marked;         // numbers of PuzzlePicture::stickers(), with a strong outline
  std::string caption;             // below the picture, broken into lines
  std::string title;               // for screen readers and tooltips; empty: the puzzle's name
  std::optional<ViewAngle> angle;  // in space; nothing: one that shows this solid well
  std::string background;          // empty: none; a colour that is_colour()
};

constexpr int kMinDrawSize = 16;
constexpr int kMaxDrawSize = 10'000;

// A position of picture.drawn(). Stickers whose colour the position does not tell are grey. Throws
// Error if the size is out of range, the background is no colour, or a piece, colour or sticker is
// named that the picture does not have.
[[nodiscard]] std::string draw_svg(const PuzzlePicture& picture, const State& drawn_position,
                                   const DrawOptions& options = {});

// A puzzle that is not cut out of a solid: Square-1, Rubik's Clock and TopSpin as people draw
// them, any other as a chart of its orbits. Views, angles, shading, letters and marks do not apply.
[[nodiscard]] std::string draw_svg(const PuzzleDefinition& definition, const State& position,
                                   const DrawOptions& options = {});
// Whether such a picture shows colours of a palette: of these puzzles only Square-1 has faces.
[[nodiscard]] bool has_palette(const PuzzleDefinition& definition);

// Pieces as a person names them, separated by commas or blanks: an orbit (EDGES), a piece of it
// counted from 1 (CORNERS:1), or the faces of a piece in any order (UF, URF), which may name
// several. Throws Error that lists what there is.
[[nodiscard]] std::vector<PieceHome> find_pieces(const PuzzlePicture& picture,
                                                 std::string_view text);
// Without a picture there are no faces.
[[nodiscard]] std::vector<PieceHome> find_pieces(const PuzzleDefinition& definition,
                                                 std::string_view text);

// #rgb, #rrggbb, or one of the basic words of HTML (white, navy), grey or orange, in any case.
[[nodiscard]] bool is_colour(std::string_view text);
// What to say of a text that is none: it lists them all.
[[nodiscard]] std::string no_colour(std::string_view text);

}  // namespace gyre
