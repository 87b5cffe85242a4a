// What the axes of a solid are called: the letters that its people give to the faces (of cubes,
// octahedra and dodecahedra) or to the vertices (of tetrahedra and icosahedra), and for all other
// axes the letters round them: URF, UF. Decides the order in which turns are listed.
#pragma once

#include "geometry/solid.h"

#include <string>
#include <vector>

namespace gyre {

struct NamedAxis {
  std::string name;
  Vec3 direction{};
};

class AxisNames {
 public:
  explicit AxisNames(const Solid& solid);

  // All axes of a kind that turns can be named by, the first listed first. On a tetrahedron each
  // face is opposite a vertex, and their common axis has the name of the vertex.
  [[nodiscard]] const std::vector<NamedAxis>& axes(AxisKind kind) const noexcept;
  // The name is empty if turns are not named from that end.
  [[nodiscard]] std::string name(const Vec3& direction) const;
  // The names of the solid's faces by their number, which are those of the colours too.
  [[nodiscard]] const std::vector<std::string>& face_names() const noexcept { return face_names_; }

 private:
  [[nodiscard]] NamedAxis compound(const std::vector<NamedAxis>& letters,
                                   const Vec3& direction) const;

  std::vector<NamedAxis> faces_;
  std::vector<NamedAxis> edges_;
  std::vector<NamedAxis> vertices_;
  std::vector<std::string> face_names_;
};

}  // namespace gyre
