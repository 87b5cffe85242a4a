#include "geometry/axis_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace gyre {
namespace {

// A letter, and the number of the face in solid.cpp (or of the face opposite, for vertices of the
// tetrahedron; for the icosahedron, of the dodecahedron whose faces are its vertices).
struct Letter {
  const char* name;
  int face;
};

constexpr std::array<Letter, 6> kCube{{{"U", 0}, {"F", 1}, {"R", 2}, {"D", 3}, {"B", 4}, {"L", 5}}};
// Vertices: the top, and the front face's is at the back. Faces 1 and 2 look to the right and left,
// so their vertices are the left and right one.
constexpr std::array<Letter, 4> kTetrahedron{{{"U", 3}, {"L", 1}, {"R", 2}, {"B", 0}}};
// Up, right, down, left round the front vertex, then those behind.
constexpr std::array<Letter, 8> kOctahedron{
    {{"U", 0}, {"F", 2}, {"R", 1}, {"L", 3}, {"D", 4}, {"B", 6}, {"BR", 7}, {"BL", 5}}};
// The top, five round it from the front to the right, the bottom, five round that.
constexpr std::array<Letter, 12> kDodecahedron{{{"U", 0},
                                                {"F", 1},
                                                {"R", 2},
                                                {"BR", 3},
                                                {"BL", 4},
                                                {"L", 5},
                                                {"D", 11},
                                                {"DR", 9},
                                                {"DBR", 10},
                                                {"B", 6},
                                                {"DBL", 7},
                                                {"DL", 8}}};

template <std::size_t N>
std::vector<NamedAxis> named(const std::array<Letter, N>& letters, const std::vector<Vec3>& normals,
                             double sign) {
  std::vector<NamedAxis> axes;
  for (const Letter& letter : letters) {
    axes.push_back({letter.name, scaled(normals[letter.face], sign)});
  }
  return axes;
}

// From top to bottom, and in a ring clockwise as seen from above, from the front right on.
bool listed_before(const NamedAxis& a, const NamedAxis& b) {
  const auto key = [](const Vec3& v) {
    double angle = std::atan2(v[2], v[0]) - std::numbers::pi / 4 + 1e-6;
    if (angle < 0) angle += 2 * std::numbers::pi;
    return std::array{-std::round(v[1] * 1e4), std::round(angle * 1e4)};
  };
  return key(a.direction) < key(b.direction);
}

// U and D come first in a name, whatever place they have in the list.
int rank(const std::vector<NamedAxis>& letters, std::size_t i) {
  const bool first = letters[i].name == "U" || letters[i].name == "D";
  // On cubes F and B stand before R and L (FR, BL).
  const bool second = letters[i].name == "F" || letters[i].name == "B";
  return static_cast<int>(i) + (first ? 0 : second ? 100 : 200);
}

}  // namespace

AxisNames::AxisNames(const Solid& solid) {
  const std::vector<Vec3>& normals = solid.faces();
  std::vector<NamedAxis> letters;
  switch (solid.kind()) {
    case SolidKind::tetrahedron:
      letters = vertices_ = named(kTetrahedron, normals, -1);
      face_names_ = {"F", "R", "L", "D"};
      break;
    case SolidKind::cube:
    case SolidKind::cuboid:
      letters = faces_ = named(kCube, normals, 1);
      break;
    case SolidKind::octahedron:
      letters = faces_ = named(kOctahedron, normals, 1);
      break;
    case SolidKind::dodecahedron:
      letters = faces_ = named(kDodecahedron, normals, 1);
      break;
    case SolidKind::icosahedron:
      letters = vertices_ = named(kDodecahedron, Solid(SolidKind::dodecahedron).faces(), 1);
      break;
  }
  const auto add_compounds = [&](AxisKind kind, std::vector<NamedAxis>& axes) {
    if (!axes.empty()) return;
    for (const Vec3& direction : solid.axes(kind)) axes.push_back(compound(letters, direction));
    std::sort(axes.begin(), axes.end(), listed_before);
  };
  // Boxes are turned about faces only.
  if (solid.kind() != SolidKind::cuboid) {
    add_compounds(AxisKind::edge, edges_);
    add_compounds(AxisKind::vertex, vertices_);
    if (solid.kind() != SolidKind::tetrahedron) add_compounds(AxisKind::face, faces_);
  }
  if (face_names_.empty()) {
    for (const Vec3& normal : normals) face_names_.push_back(name(normal));
  }
  if (solid.kind() == SolidKind::tetrahedron) faces_ = vertices_;
}

NamedAxis AxisNames::compound(const std::vector<NamedAxis>& letters, const Vec3& direction) const {
  double most = -1;
  for (const NamedAxis& letter : letters) most = std::max(most, dot(letter.direction, direction));
  std::vector<std::size_t> around;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (dot(letters[i].direction, direction) > most - 1e-3) around.push_back(i);
  }
  std::sort(around.begin(), around.end(),
            [&](std::size_t a, std::size_t b) { return rank(letters, a) < rank(letters, b); });
  // Clockwise as seen from outside, from the first on.
  const Vec3 start = letters[around[0]].direction;
  const auto angle = [&](std::size_t i) {
    const Vec3& to = letters[i].direction;
    const double sine = dot(direction, cross(to, start));
    const double cosine = dot(to, start) - dot(to, direction) * dot(start, direction);
    const double value = std::atan2(sine, cosine);
    return value < -1e-6 ? value + 2 * std::numbers::pi : value;
  };
  std::sort(around.begin() + 1, around.end(),
            [&](std::size_t a, std::size_t b) { return angle(a) < angle(b); });
  NamedAxis axis{"", direction};
  for (const std::size_t i : around) axis.name += letters[i].name;
  return axis;
}

const std::vector<NamedAxis>& AxisNames::axes(AxisKind kind) const noexcept {
  return kind == AxisKind::face ? faces_ : kind == AxisKind::edge ? edges_ : vertices_;
}

std::string AxisNames::name(const Vec3& direction) const {
  for (const auto* axes : {&faces_, &vertices_, &edges_}) {
    for (const NamedAxis& axis : *axes) {
      if (near(axis.direction, direction)) return axis.name;
    }
  }
  return "";
}

}  // namespace gyre
