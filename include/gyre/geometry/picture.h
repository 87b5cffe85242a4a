// What a puzzle that was cut out of a solid looks like: its stickers as polygons in space, and the
// colour that each shows in a position. Decides nothing about lines, colours and views (src/draw).
//
// Space: x points to the right, y up, z to the viewer. Faces of regular solids lie at distance 1
// from the centre.
#pragma once

#include <gyre/base/api.h>
#include <gyre/puzzle/definition.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace GYRE_API gyre {

using Point3 = std::array<double, 3>;

// A face of the solid, which is also a colour: stickers show the face they belong to at home.
struct PictureFace {
  std::string name;             // "U", "BR"; on icosahedra the three vertices round it
  Point3 normal{};              // unit vector
  std::vector<Point3> outline;  // counterclockwise as seen from outside
};

struct PictureSticker {
  int face = 0;   // where it lies
  int orbit = 0;  // of PuzzlePicture::drawn()
  int slot = 0;
  std::vector<Point3> outline;  // counterclockwise as seen from outside
};

class PuzzlePicture {
 public:
  enum class Solid { tetrahedron, cube, octahedron, dodecahedron, icosahedron, cuboid };

  [[nodiscard]] Solid solid() const noexcept { return solid_; }
  // The puzzle with every piece that one sees: also those that only rotations move, like the
  // middles of a 3x3x3's faces. Its moves, rotations and derived moves have the same names, so a
  // sequence applied to it shows which way the puzzle is held.
  [[nodiscard]] const PuzzleDefinition& drawn() const noexcept { return *drawn_; }
  [[nodiscard]] const std::vector<PictureFace>& faces() const noexcept { return faces_; }
  [[nodiscard]] const std::vector<PictureSticker>& stickers() const noexcept { return stickers_; }

  // A position of the puzzle itself as one of drawn(), whose first orbits are the puzzle's; pieces
  // that the position does not know stand solved.
  [[nodiscard]] State place(const State& position) const;
  // The face whose colour a sticker shows in a position of drawn(); -1 if the position does not say
  // (a wild orientation).
  [[nodiscard]] int shown_face(const State& position, int sticker) const;

 private:
  friend class PuzzleBuilder;

  Solid solid_ = Solid::cube;
  std::optional<PuzzleDefinition> drawn_;
  std::vector<PictureFace> faces_;
  std::vector<PictureSticker> stickers_;
  // The face that a sticker shows for each identity and orientation (identity * orientations +
  // ori).
  std::vector<std::vector<int>> shown_;
};

// The picture of the puzzle that load_puzzle(text) gives; nothing for puzzles that are not cut out
// of a solid.
[[nodiscard]] std::optional<PuzzlePicture> load_picture(const std::string& text);
// The same for a definition, which may come from a file: the picture of the puzzle that has its
// name, if both are the same move for move.
[[nodiscard]] std::optional<PuzzlePicture> find_picture(const PuzzleDefinition& definition);

}  // namespace gyre
