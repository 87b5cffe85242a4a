// The whole of src/geometry against the simplest model there is: stickers as points in space. A
// turn rotates the points of a layer by an angle, and colours travel with points; there are no
// pieces, orbits or orientations in it. What a picture shows after any sequence must agree.
#include "library/catalogue.h"

#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/geometry/picture.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>
#include "base/random.h"
#include "library/quoted_states.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

namespace gyre {
namespace {

Vec3 mean(const std::vector<Vec3>& points) {
  Vec3 centre{};
  for (const Vec3& p : points) centre = sum(centre, scaled(p, 1.0 / points.size()));
  return centre;
}

// Rodrigues' formula.
Vec3 turned(const Vec3& p, const Vec3& axis, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return sum(sum(scaled(p, c), scaled(cross(axis, p), s)), scaled(axis, dot(axis, p) * (1 - c)));
}

std::array<long, 3> key(const Vec3& p) {
  return {std::lround(p[0] * 1e4), std::lround(p[1] * 1e4), std::lround(p[2] * 1e4)};
}

class StickerModel {
 public:
  explicit StickerModel(const PuzzleRecipe& recipe) : recipe_(recipe) {
    for (const Piece& piece : recipe.cut->pieces()) {
      for (const Sticker& sticker : piece.stickers) {
        points_.push_back(mean(sticker.outline));
        colours_.push_back(sticker.face);
      }
    }
    for (std::size_t i = 0; i < points_.size(); ++i) add_index(i);
  }

  // Layers first..last of a line, counted from its end; the whole if last is 0.
  void turn(const Vec3& axis, int first, int last, bool backwards) {
    const double angle = smallest_angle(axis) * (backwards ? 1 : -1);
    std::vector<int> next = colours_;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (last > 0 && !in_layers(points_[i], axis, first, last)) continue;
      next[find(turned(points_[i], axis, angle))] = colours_[i];
    }
    colours_ = next;
  }

  [[nodiscard]] int colour(std::size_t sticker) const { return colours_[sticker]; }
  // The sticker nearest to a point.
  [[nodiscard]] std::size_t nearest(const Vec3& point) const {
    std::size_t best = 0;
    const auto distance = [&](std::size_t i) {
      const Vec3 d = sum(points_[i], scaled(point, -1));
      return dot(d, d);
    };
    for (std::size_t i = 1; i < points_.size(); ++i) {
      if (distance(i) < distance(best)) best = i;
    }
    return best;
  }

 private:
  void add_index(std::size_t i) { index_[key(points_[i])] = i; }

  // -1 if there is no sticker.
  [[nodiscard]] int try_find(const Vec3& point) const {
    const auto [x, y, z] = key(point);
    for (long dx = -1; dx <= 1; ++dx) {
      for (long dy = -1; dy <= 1; ++dy) {
        for (long dz = -1; dz <= 1; ++dz) {
          const auto at = index_.find({x + dx, y + dy, z + dz});
          if (at != index_.end()) return static_cast<int>(at->second);
        }
      }
    }
    return -1;
  }

  [[nodiscard]] int find(const Vec3& point) const {
    const int found = try_find(point);
    EXPECT_GE(found, 0);
    return std::max(found, 0);
  }

  // Of the turns that take all points to points.
  [[nodiscard]] double smallest_angle(const Vec3& axis) const {
    for (const int parts : {5, 4, 3, 2}) {
      const double angle = 2 * std::numbers::pi / parts;
      const bool fits = std::all_of(points_.begin(), points_.end(), [&](const Vec3& p) {
        return try_find(turned(p, axis, angle)) >= 0;
      });
      if (fits) return angle;
    }
    ADD_FAILURE() << "no turn about this axis keeps the stickers";
    return 0;
  }

  [[nodiscard]] bool in_layers(const Vec3& point, const Vec3& axis, int first, int last) const {
    int layer = 1;
    for (const CutLine& line : recipe_.cut->lines()) {
      const double along = dot(line.direction, axis);
      if (std::abs(along) < 1 - 1e-6) continue;
      for (const double offset : line.offsets) {
        if (offset * along > dot(axis, point)) ++layer;
      }
    }
    return layer >= first && layer <= last;
  }

  const PuzzleRecipe& recipe_;
  std::vector<Vec3> points_;
  std::vector<int> colours_;
  std::map<std::array<long, 3>, std::size_t> index_;
};

// After every move of a random sequence, since a later one may hide a fault.
void compare(const std::string& text, int moves, std::uint64_t seed) {
  SCOPED_TRACE(text);
  const PuzzleRecipe recipe = find_recipe(parse_puzzle_text(text)).value();
  const PuzzlePicture picture = load_picture(text).value();
  const PuzzleDefinition& drawn = picture.drawn();
  StickerModel model(recipe);
  std::vector<std::size_t> points;
  for (const PictureSticker& sticker : picture.stickers()) {
    points.push_back(model.nearest(mean(sticker.outline)));
  }
  State state = drawn.solved();
  Rng rng(seed);
  std::string alg;
  for (int i = 0; i < moves; ++i) {
    // Rotations now and then.
    const bool rotate = random_below(rng, 4) == 0 && !recipe.rotations.empty();
    const bool backwards = random_below(rng, 2) == 1;
    std::string name;
    if (rotate) {
      const RotationRecipe& rotation = recipe.rotations[random_below(rng, recipe.rotations.size())];
      model.turn(rotation.axis, 0, 0, backwards);
      name = rotation.name;
    } else {
      const TurnRecipe& turn = recipe.turns[random_below(rng, recipe.turns.size())];
      model.turn(turn.axis, turn.first_layer, turn.last_layer, backwards);
      name = turn.name;
      // A turn that changes nothing that one sees is no move.
      const auto same = [&](const BaseMove& move) { return move.name == turn.name; };
      if (std::none_of(drawn.moves().begin(), drawn.moves().end(), same)) name.clear();
    }
    if (!name.empty() && backwards) name += '\'';
    alg += name + ' ';
    state = apply(drawn, state, parse_alg(name, &drawn.names()));
    for (std::size_t k = 0; k < points.size(); ++k) {
      ASSERT_EQ(picture.shown_face(state, static_cast<int>(k)), model.colour(points[k]))
          << "sticker " << k << " after " << alg;
    }
  }
}

TEST(GeometryStickers, EveryNamedPuzzleShowsWhatItsStickersShow) {
  for (const LibraryEntry& entry : puzzle_library()) {
    if (entry.family == "other") continue;
    // The biggest cubes differ from the others in nothing but size.
    const bool big_cube = entry.family == "cube" && entry.name.size() > 5 && entry.name[2] == 'x';
    const bool big = big_cube || entry.name == "zetaminx" || entry.name == "yottaminx" ||
                     entry.name == "examinx";
    if (big_cube && entry.name != "19x19x19" && entry.name != "20x20x20") continue;
    for (std::uint64_t seed = 1; seed <= (big ? 1U : 4U); ++seed) {
      compare(entry.name, big ? 5 : 12, seed);
    }
  }
}

TEST(GeometryStickers, OptionsToo) {
  std::vector<std::string> texts{"3x3x3 orient-centers",
                                 "5x5x5 all-slices distinct",
                                 "c f 1/3 v 0.7 e 0.9",
                                 "t f 0.3 v 0.4 e 0.2",
                                 "o f 0.2 v 0.3",
                                 "d v 0.5 orient-centers",
                                 "i e 0.9 distinct no-rotations",
                                 "1x1x3 no-rotations"};
  // Every choice of turns with every fixed piece that there is.
  for (const char* puzzle : {"1x1x3",
                             "1x1x4",
                             "1x3x3",
                             "1x3x5",
                             "2x2x4",
                             "3x4x5",
                             "3x3x3",
                             "4x4x4",
                             "5x5x5",
                             "pyraminx",
                             "master-pyraminx",
                             "t f 0.5 v 0.5",
                             "t f 0",
                             "t e 0.3",
                             "skewb",
                             "master-skewb",
                             "dino",
                             "curvy-copter",
                             "fto",
                             "master-fto",
                             "trajbers-octahedron",
                             "megaminx",
                             "gigaminx",
                             "pentultimate",
                             "starminx",
                             "icosamate",
                             "icosaminx",
                             "eitans-star"}) {
    for (const char* turns : {"", " slices", " outer", " blocks", " all-slices"}) {
      for (const char* fixed : {"", " fix-corner", " fix-edge", " fix-center"}) {
        texts.push_back(std::string(puzzle) + turns + fixed);
      }
    }
  }
  int made = 0;
  for (const std::string& text : texts) {
    try {
      (void)load_puzzle(text);
    } catch (const Error& error) {
      // Not every puzzle has every piece, and a few have nothing else that turns.
      const std::string why = error.what();
      EXPECT_TRUE(why.find("could be fixed") != std::string::npos ||
                  why.find("no turn of") != std::string::npos)
          << text << ": " << why;
      continue;
    }
    ++made;
    compare(text, 10, 3);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(made, 300);
}

// All layers but the fixed piece's turn, whatever they are called and however they are joined: the
// positions are those of the free puzzle up to turning it in the hand.
TEST(GeometryStickers, FixingAPieceCountsEachPositionOnce) {
  for (const char* puzzle :
       {"2x2x2", "3x3x3", "4x4x4", "pyraminx slices", "tetraminx slices", "master-tetraminx slices",
        "professor-tetraminx slices", "t f 0.5 v 0.5", "skewb-diamond", "pentultimate", "icosamate",
        "2x2x3", "1x2x3"}) {
    const auto quoted = [](const std::string& text) {
      const PuzzleDefinition definition = load_puzzle(text);
      const MoveSet moves(definition, Metric::htm);
      return quoted_states(text, definition, moves, PuzzleGroup(definition, moves));
    };
    const std::string name = puzzle;
    const std::string plain = name.substr(0, name.find(" slices"));
    const auto wanted = quoted(name);
    ASSERT_TRUE(wanted) << name;
    for (const char* option :
         {" slices fix-corner", " blocks fix-corner", " all-slices fix-corner", " all-slices"}) {
      EXPECT_EQ(quoted(plain + option), wanted) << plain << option;
    }
  }
}

// Stickers cover their faces and do not overlap: areas add up.
TEST(GeometryStickers, StickersCoverTheFaces) {
  const auto area = [](const std::vector<Vec3>& polygon, const Vec3& normal) {
    double twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      twice += dot(normal, cross(polygon[i], polygon[(i + 1) % polygon.size()]));
    }
    return twice / 2;
  };
  for (const char* text : {"3x3x3", "2x3x4", "kilominx", "master-kilominx", "starminx-combo",
                           "eitans-star", "astrominx+big-chop", "curvy-copter", "emperor-pyraminx",
                           "yottaminx", "c f 1/3 v 0.7 e 0.9"}) {
    SCOPED_TRACE(text);
    const PuzzlePicture picture = load_picture(text).value();
    std::vector<double> left;
    for (const PictureFace& face : picture.faces()) left.push_back(area(face.outline, face.normal));
    for (const PictureSticker& sticker : picture.stickers()) {
      const double part = area(sticker.outline, picture.faces()[sticker.face].normal);
      EXPECT_GT(part, 0);
      left[sticker.face] -= part;
    }
    for (const double rest : left) EXPECT_NEAR(rest, 0, 1e-6);
  }
}

}  // namespace
}  // namespace gyre
