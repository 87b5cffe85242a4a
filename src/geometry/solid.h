// The five regular solids and boxes, with their rotation groups. Decides how a solid lies in space
// and numbers its rotations, so that everything after it works with exact indices. Leaves out
// cutting (pieces.h) and all names (axis_names.h).
//
// Space: x points to the right, y up, z to the viewer. Faces of regular solids lie at distance 1
// from the centre.
#pragma once

#include <gyre/geometry/picture.h>

#include <array>
#include <vector>

namespace gyre {

using Vec3 = Point3;

// Directions of axes that differ by less than this are the same. The axes of a solid are finitely
// many, at least ten degrees apart, and computed in a handful of operations on numbers near 1.
// (Where cuts meet, which a user chooses, pieces.cpp has tolerances of its own.)
constexpr double kGeometryEpsilon = 1e-7;

[[nodiscard]] double dot(const Vec3& a, const Vec3& b) noexcept;
[[nodiscard]] Vec3 cross(const Vec3& a, const Vec3& b) noexcept;
[[nodiscard]] Vec3 scaled(const Vec3& a, double factor) noexcept;
[[nodiscard]] Vec3 sum(const Vec3& a, const Vec3& b) noexcept;
[[nodiscard]] Vec3 unit(const Vec3& a) noexcept;
// The mean of points, of which there is at least one.
[[nodiscard]] Vec3 centre_of(const std::vector<Vec3>& points) noexcept;
[[nodiscard]] bool near(const Vec3& a, const Vec3& b) noexcept;

using SolidKind = PuzzlePicture::Solid;

// What an axis goes through.
enum class AxisKind { face, edge, vertex };

class Solid {
 public:
  // A regular solid; see the .cpp for how each lies.
  explicit Solid(SolidKind kind);
  // A box of so many layers to the right, up and to the front, all equally thick; the longest side
  // is 2. Faces are numbered as on the cube; its rotations are those of the cube that keep it.
  [[nodiscard]] static Solid box(const std::array<int, 3>& layers);

  [[nodiscard]] SolidKind kind() const noexcept { return kind_; }
  // Unit normals.
  [[nodiscard]] const std::vector<Vec3>& faces() const noexcept { return faces_; }
  [[nodiscard]] double distance(int face) const noexcept { return distances_[face]; }
  // How far the solid reaches in a direction (a unit vector).
  [[nodiscard]] double extent(const Vec3& direction) const;
  // Corners of a face, counterclockwise as seen from outside.
  [[nodiscard]] std::vector<Vec3> polygon(int face) const;
  // Unit vectors from the centre through all faces, edges or vertices.
  [[nodiscard]] std::vector<Vec3> axes(AxisKind kind) const;

  // Rotations are numbered from 0, the identity.
  [[nodiscard]] int rotation_count() const noexcept { return static_cast<int>(rotations_.size()); }
  [[nodiscard]] Vec3 rotated(int rotation, const Vec3& point) const noexcept;
  [[nodiscard]] int face_image(int rotation, int face) const noexcept {
    return face_images_[rotation][face];
  }
  // b first, then a, as of matrices.
  [[nodiscard]] int product(int a, int b) const noexcept;
  [[nodiscard]] int inverse(int rotation) const noexcept { return inverses_[rotation]; }
  // The smallest turn about an axis, clockwise for one who looks at the solid from the axis's end;
  // 0 if no rotation has that axis.
  [[nodiscard]] int clockwise(const Vec3& axis) const;

 private:
  using Matrix = std::array<Vec3, 3>;  // rows

  Solid() = default;

  [[nodiscard]] int find_face(const Vec3& normal) const;
  [[nodiscard]] int find_rotation(int image0, int image1) const noexcept {
    return by_images_[image0 * faces_.size() + image1];
  }
  void make_rotations(const std::vector<Matrix>& generators);
  void make_vertices();

  SolidKind kind_ = SolidKind::cube;
  std::vector<Vec3> faces_;
  std::vector<double> distances_;
  std::vector<Vec3> vertices_;
  std::vector<Matrix> rotations_;
  std::vector<std::vector<int>> face_images_;
  // A rotation is known by where it takes faces 0 and 1, which are never opposite.
  std::vector<int> by_images_;
  std::vector<int> inverses_;
};

}  // namespace gyre
