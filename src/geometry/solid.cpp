#include "geometry/solid.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace gyre {
namespace {

// Unit vectors at a polar angle from straight up (y), the first at `azimuth` counted
// counterclockwise from the right as seen from above, the others evenly round.
void add_ring(std::vector<Vec3>& out, int count, double cos_polar, double azimuth_degrees) {
  const double radius = std::sqrt(1 - cos_polar * cos_polar);
  for (int i = 0; i < count; ++i) {
    const double angle =
        azimuth_degrees * std::numbers::pi / 180 + 2 * std::numbers::pi * i / count;
    // Seen from above, z points down the page: counterclockwise goes from right to back.
    out.push_back({radius * std::cos(angle), cos_polar, -radius * std::sin(angle)});
  }
}

std::array<Vec3, 3> rotation_matrix(const Vec3& axis, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  std::array<Vec3, 3> m{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m[i][j] += axis[i] * axis[j] * (1 - c);
    m[i][i] += c;
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    m[k][j] += s * axis[i];
    m[j][k] -= s * axis[i];
  }
  return m;
}

std::vector<Vec3> cube_faces() {
  return {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {-1, 0, 0}};  // U F R D B L
}

}  // namespace

double dot(const Vec3& a, const Vec3& b) noexcept {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vec3 cross(const Vec3& a, const Vec3& b) noexcept {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vec3 scaled(const Vec3& a, double factor) noexcept {
  return {a[0] * factor, a[1] * factor, a[2] * factor};
}

Vec3 sum(const Vec3& a, const Vec3& b) noexcept {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

Vec3 unit(const Vec3& a) noexcept {
  return scaled(a, 1 / std::sqrt(dot(a, a)));
}

Vec3 centre_of(const std::vector<Vec3>& points) noexcept {
  Vec3 centre{};
  for (const Vec3& p : points) {
    centre = sum(centre, scaled(p, 1.0 / static_cast<double>(points.size())));
  }
  return centre;
}

bool near(const Vec3& a, const Vec3& b) noexcept {
  return std::abs(a[0] - b[0]) < kGeometryEpsilon && std::abs(a[1] - b[1]) < kGeometryEpsilon &&
         std::abs(a[2] - b[2]) < kGeometryEpsilon;
}

Solid::Solid(SolidKind kind) : kind_(kind) {
  assert(kind != SolidKind::cuboid && "boxes come from Solid::box");
  const double pi = std::numbers::pi;
  const double golden = 1 / std::sqrt(5.0);
  // Faces 0 and 1 are neighbours in every solid; the turns about both, and for the cube family a
  // quarter turn, generate the whole group.
  double angle = 0;
  Vec3 other_axis{};
  double other_angle = 0;
  switch (kind) {
    case SolidKind::tetrahedron:  // a vertex up, a face to the viewer
      add_ring(faces_, 3, 1.0 / 3, 270);
      faces_.push_back({0, -1, 0});
      angle = other_angle = 2 * pi / 3;
      break;
    case SolidKind::cuboid:
    case SolidKind::cube:
      faces_ = cube_faces();
      angle = other_angle = pi / 2;
      break;
    case SolidKind::octahedron: {
      // A vertex to the viewer, and round it four faces: up, right, down, left.
      const double s = std::sqrt(1.0 / 3);
      const double t = std::sqrt(2.0 / 3);
      faces_ = {{0, t, s},   {t, 0, s},   {0, -t, s}, {-t, 0, s},
                {0, -t, -s}, {-t, 0, -s}, {0, t, -s}, {t, 0, -s}};
      angle = 2 * pi / 3;
      other_axis = {0, 0, 1};
      other_angle = pi / 2;
      break;
    }
    case SolidKind::dodecahedron:  // a face up, one of the five below it to the viewer
      faces_.push_back({0, 1, 0});
      add_ring(faces_, 5, golden, 270);
      add_ring(faces_, 5, -golden, 90);
      faces_.push_back({0, -1, 0});
      angle = other_angle = 2 * pi / 5;
      break;
    case SolidKind::icosahedron: {  // the dual of the dodecahedron: vertices where it has faces
      const double high = std::sqrt((5 + 2 * std::sqrt(5.0)) / 15);
      const double low = std::sqrt((5 - 2 * std::sqrt(5.0)) / 15);
      add_ring(faces_, 5, high, 306);
      add_ring(faces_, 5, low, 306);
      add_ring(faces_, 5, -low, 126);
      add_ring(faces_, 5, -high, 126);
      angle = 2 * pi / 3;
      other_axis = {0, 1, 0};
      other_angle = 2 * pi / 5;
      break;
    }
  }
  if (other_axis == Vec3{}) other_axis = faces_[1];
  distances_.assign(faces_.size(), 1);
  make_rotations({rotation_matrix(faces_[0], angle), rotation_matrix(other_axis, other_angle)});
  make_vertices();
}

Solid Solid::box(const std::array<int, 3>& layers) {
  Solid solid;
  solid.kind_ = SolidKind::cuboid;
  solid.faces_ = cube_faces();
  const double longest = *std::max_element(layers.begin(), layers.end());
  for (const Vec3& normal : solid.faces_) {
    for (int axis = 0; axis < 3; ++axis) {
      if (normal[axis] != 0) solid.distances_.push_back(layers[axis] / longest);
    }
  }
  std::vector<Matrix> generators;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 direction{};
    direction[axis] = 1;
    const bool square = layers[(axis + 1) % 3] == layers[(axis + 2) % 3];
    generators.push_back(
        rotation_matrix(direction, square ? std::numbers::pi / 2 : std::numbers::pi));
  }
  solid.make_rotations(generators);
  solid.make_vertices();
  return solid;
}

double Solid::extent(const Vec3& direction) const {
  double most = 0;
  for (const Vec3& v : vertices_) most = std::max(most, dot(v, direction));
  return most;
}

int Solid::find_face(const Vec3& normal) const {
  for (int face = 0; face < static_cast<int>(faces_.size()); ++face) {
    if (near(faces_[face], normal)) return face;
  }
  assert(false && "a rotation takes faces to faces");
  return -1;
}

void Solid::make_rotations(const std::vector<Matrix>& generators) {
  const auto apply = [](const Matrix& m, const Vec3& v) {
    return Vec3{dot(m[0], v), dot(m[1], v), dot(m[2], v)};
  };
  const auto face_count = static_cast<int>(faces_.size());
  by_images_.assign(static_cast<std::size_t>(face_count) * face_count, -1);
  const auto add = [&](const Matrix& m) {
    std::vector<int> images;
    for (const Vec3& normal : faces_) images.push_back(find_face(apply(m, normal)));
    int& known = by_images_[images[0] * face_count + images[1]];
    if (known >= 0) return;
    known = rotation_count();
    rotations_.push_back(m);
    face_images_.push_back(std::move(images));
  };
  add({Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}});
  for (int done = 0; done < rotation_count(); ++done) {
    for (const Matrix& generator : generators) {
      const Matrix old = rotations_[done];
      Matrix next{};
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
          next[i][j] = dot(generator[i], {old[0][j], old[1][j], old[2][j]});
        }
      }
      add(next);
    }
  }
  inverses_.resize(rotations_.size());
  for (int a = 0; a < rotation_count(); ++a) {
    for (int b = 0; b < rotation_count(); ++b) {
      if (product(a, b) == 0) inverses_[a] = b;
    }
  }
}

void Solid::make_vertices() {
  // A vertex is a point of three face planes that no face plane cuts off.
  const auto count = static_cast<int>(faces_.size());
  for (int a = 0; a < count; ++a) {
    for (int b = a + 1; b < count; ++b) {
      for (int c = b + 1; c < count; ++c) {
        const Vec3 bc = cross(faces_[b], faces_[c]);
        const double volume = dot(faces_[a], bc);
        if (std::abs(volume) < kGeometryEpsilon) continue;
        const Vec3 point = scaled(
            sum(scaled(bc, distances_[a]), sum(scaled(cross(faces_[c], faces_[a]), distances_[b]),
                                               scaled(cross(faces_[a], faces_[b]), distances_[c]))),
            1 / volume);
        bool inside = true;
        for (int face = 0; face < count; ++face) {
          inside = inside && dot(faces_[face], point) < distances_[face] + kGeometryEpsilon;
        }
        const bool known = std::any_of(vertices_.begin(), vertices_.end(),
                                       [&](const Vec3& v) { return near(v, point); });
        if (inside && !known) vertices_.push_back(point);
      }
    }
  }
}

std::vector<Vec3> Solid::polygon(int face) const {
  const Vec3& normal = faces_[face];
  std::vector<Vec3> corners;
  for (const Vec3& v : vertices_) {
    if (std::abs(dot(v, normal) - distances_[face]) < kGeometryEpsilon) corners.push_back(v);
  }
  const Vec3 right = unit(sum(corners[0], scaled(normal, -distances_[face])));
  const Vec3 up = cross(normal, right);
  std::sort(corners.begin() + 1, corners.end(), [&](const Vec3& a, const Vec3& b) {
    const auto angle = [&](const Vec3& p) {
      const double value = std::atan2(dot(p, up), dot(p, right));
      return value < 0 ? value + 2 * std::numbers::pi : value;
    };
    return angle(a) < angle(b);
  });
  return corners;
}

std::vector<Vec3> Solid::axes(AxisKind kind) const {
  if (kind == AxisKind::face) return faces_;
  std::vector<Vec3> out;
  if (kind == AxisKind::vertex) {
    for (const Vec3& v : vertices_) out.push_back(unit(v));
    return out;
  }
  for (int face = 0; face < static_cast<int>(faces_.size()); ++face) {
    const std::vector<Vec3> corners = polygon(face);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec3 axis = unit(sum(corners[i], corners[(i + 1) % corners.size()]));
      const bool known =
          std::any_of(out.begin(), out.end(), [&](const Vec3& a) { return near(a, axis); });
      if (!known) out.push_back(axis);
    }
  }
  return out;
}

Vec3 Solid::rotated(int rotation, const Vec3& point) const noexcept {
  const Matrix& m = rotations_[rotation];
  return {dot(m[0], point), dot(m[1], point), dot(m[2], point)};
}

int Solid::product(int a, int b) const noexcept {
  return find_rotation(face_images_[a][face_images_[b][0]], face_images_[a][face_images_[b][1]]);
}

int Solid::clockwise(const Vec3& axis) const {
  const Vec3 aside = std::abs(axis[0]) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 start = unit(cross(axis, aside));
  int best = 0;
  double best_angle = 2 * std::numbers::pi;
  for (int g = 1; g < rotation_count(); ++g) {
    if (!near(rotated(g, axis), axis)) continue;
    const Vec3 end = rotated(g, start);
    double angle = -std::atan2(dot(axis, cross(start, end)), dot(start, end));
    if (angle < 0) angle += 2 * std::numbers::pi;
    if (angle < best_angle - kGeometryEpsilon) {
      best = g;
      best_angle = angle;
    }
  }
  return best;
}

}  // namespace gyre
