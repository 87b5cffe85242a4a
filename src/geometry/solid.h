// The five regular solids with their rotation groups. Decides how a solid lies in space and
// numbers its rotations, so that everything after it works with exact indices. Leaves out cutting
// (pieces.h) and all names.
//
// Space: x points to the right, y up, z to the viewer. Faces lie at distance 1 from the centre.
#pragma once

#include <array>
#include <vector>

namespace gyre {

using Vec3 = std::array<double, 3>;

// Lengths and cosines below this are taken for zero. Coordinates are near 1 and computed in a
// handful of operations, and no two distinct things of a puzzle come nearer than a thousandth.
constexpr double kGeometryEpsilon = 1e-7;

[[nodiscard]] double dot(const Vec3& a, const Vec3& b) noexcept;
[[nodiscard]] Vec3 cross(const Vec3& a, const Vec3& b) noexcept;
[[nodiscard]] Vec3 scaled(const Vec3& a, double factor) noexcept;
[[nodiscard]] Vec3 sum(const Vec3& a, const Vec3& b) noexcept;
[[nodiscard]] Vec3 unit(const Vec3& a) noexcept;
[[nodiscard]] bool near(const Vec3& a, const Vec3& b) noexcept;

enum class SolidKind { tetrahedron, cube, octahedron, dodecahedron, icosahedron };

// What an axis goes through.
enum class AxisKind { face, edge, vertex };

class Solid {
 public:
  // Tetrahedron: a vertex on top and the edge-on back; see the .cpp for how each solid lies.
  explicit Solid(SolidKind kind);

  // Unit normals.
  [[nodiscard]] const std::vector<Vec3>& faces() const noexcept { return faces_; }
  // Corners of a face in cyclic order.
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

  [[nodiscard]] int find_face(const Vec3& normal) const;
  [[nodiscard]] int find_rotation(int image0, int image1) const noexcept {
    return by_images_[image0 * faces_.size() + image1];
  }
  void make_rotations(const std::vector<Matrix>& generators);
  void make_vertices();

  std::vector<Vec3> faces_;
  std::vector<Vec3> vertices_;
  std::vector<Matrix> rotations_;
  std::vector<std::vector<int>> face_images_;
  // A rotation is known by where it takes faces 0 and 1, which are never opposite.
  std::vector<int> by_images_;
  std::vector<int> inverses_;
};

}  // namespace gyre
