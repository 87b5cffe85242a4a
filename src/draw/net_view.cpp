#include "draw/view.h"
#include "geometry/solid.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace gyre {
namespace {

using Shape = PuzzlePicture::Solid;
using Faces = std::vector<PictureFace>;

Point3 operator-(const Point3& a, const Point3& b) {
  return sum(a, scaled(b, -1));
}

// A flat piece of space on paper: `origin` lies at `at`, `right` and `up` along the paper's axes.
struct Sheet {
  Point3 origin{};
  Point3 right{};
  Point3 up{};
  Point2 at;

  [[nodiscard]] Point2 map(const Point3& point) const {
    const Point3 from = point - origin;
    return {at.x + dot(from, right), at.y - dot(from, up)};
  }
};

using Edge = std::pair<Point3, Point3>;

// The edge that two faces share, in the order of the first.
std::optional<Edge> shared_edge(const PictureFace& a, const PictureFace& b) {
  const auto has = [](const PictureFace& face, const Point3& point) {
    return std::any_of(face.outline.begin(), face.outline.end(),
                       [&](const Point3& other) { return near(point, other); });
  };
  for (std::size_t i = 0; i < a.outline.size(); ++i) {
    const Point3& from = a.outline[i];
    const Point3& to = a.outline[(i + 1) % a.outline.size()];
    if (has(b, from) && has(b, to)) return Edge{from, to};
  }
  return std::nullopt;
}

class Net {
 public:
  explicit Net(const Faces& faces) : faces_(faces), sheets_(faces.size()) {}

  [[nodiscard]] int towards(const Point3& direction) const {
    const auto along = [&](const PictureFace& face) { return dot(face.normal, direction); };
    const auto best = std::max_element(
        faces_.begin(), faces_.end(), [&](const PictureFace& a, const PictureFace& b) {
          return along(a) < along(b) - kGeometryEpsilon;  // of equals the first
        });
    return static_cast<int>(best - faces_.begin());
  }

  [[nodiscard]] bool neighbours(int a, int b) const {
    return a != b && shared_edge(faces_[a], faces_[b]).has_value();
  }

  [[nodiscard]] bool placed(int face) const { return sheets_[face].has_value(); }

  // The first face, with a direction that is to be up.
  void begin(int face, const Point3& up) {
    const Point3& normal = faces_[face].normal;
    const Point3 flat = unit(up - scaled(normal, dot(up, normal)));
    place(face, {faces_[face].outline[0], cross(flat, normal), flat, {}});
  }

  // Beside a face that is placed, as if hinged at the edge that they share.
  void hinge(int parent, int child) {
    if (placed(child)) return;
    const std::optional<Edge> edge = shared_edge(faces_[parent], faces_[child]);
    assert(edge && "faces of a net share the edges at which they hinge");
    const Sheet& old = *sheets_[parent];
    const Point2 from = old.map(edge->first);
    const Point2 to = old.map(edge->second);
    // The edge on paper and in space, and what lies at right angles to it in the child.
    const double length = distance(from, to);
    const double x = (to.x - from.x) / length;
    const double y = (from.y - to.y) / length;
    const Point3 along = unit(edge->second - edge->first);
    const Point3 left = cross(faces_[child].normal, along);
    const auto turned = [&](double a, double b) {
      return Point3{a * along[0] + b * left[0], a * along[1] + b * left[1],
                    a * along[2] + b * left[2]};
    };
    place(child, {edge->first, turned(x, -y), turned(y, x), from});
  }

  void place(int face, const Sheet& sheet) { sheets_[face] = sheet; }

  [[nodiscard]] View view() const {
    View view;
    for (int face = 0; face < static_cast<int>(faces_.size()); ++face) {
      if (!placed(face)) continue;
      const Sheet sheet = *sheets_[face];
      const double flatness = dot(cross(sheet.right, sheet.up), faces_[face].normal);
      view.faces.push_back(
          {face, [sheet](const Point3& point) { return sheet.map(point); }, flatness, 1});
    }
    return view;
  }

 private:
  const Faces& faces_;
  std::vector<std::optional<Sheet>> sheets_;
};

// U over F, the row L F R B, D below.
void lay_out_cube(Net& net) {
  const int front = net.towards({0, 0, 1});
  const int right = net.towards({1, 0, 0});
  net.begin(front, {0, 1, 0});
  net.hinge(front, net.towards({0, 1, 0}));
  net.hinge(front, net.towards({0, -1, 0}));
  net.hinge(front, net.towards({-1, 0, 0}));
  net.hinge(front, right);
  net.hinge(right, net.towards({0, 0, -1}));
}

// The front in the middle of a large triangle.
void lay_out_tetrahedron(Net& net) {
  const int front = net.towards({0, 0, 1});
  net.begin(front, {0, 1, 0});
  for (int face = 0; face < 4; ++face) {
    if (face != front) net.hinge(front, face);
  }
}

// Two squares with diagonals: the four faces round the vertex that looks at the viewer, and the
// four round the opposite one as seen from behind. Faces are seen aslant: laid flat, the four would
// not close.
void lay_out_octahedron(Net& net, const Faces& faces) {
  Point3 vertex = faces[0].outline[0];
  for (const PictureFace& face : faces) {
    for (const Point3& point : face.outline) {
      if (point[2] > vertex[2] + kGeometryEpsilon) vertex = point;
    }
  }
  const Point3 ahead = unit(vertex);
  const Point3 up = unit(Point3{0, 1, 0} - scaled(ahead, ahead[1]));
  const Point3 right = cross(up, ahead);
  const double apart = 2.3 * std::sqrt(dot(vertex, vertex));
  for (int face = 0; face < static_cast<int>(faces.size()); ++face) {
    if (dot(faces[face].normal, ahead) > 0) {
      net.place(face, {{}, right, up, {}});
    } else {
      net.place(face, {{}, scaled(right, -1), up, {apart, 0}});
    }
  }
}

// Two flowers, U with the front below and D beside it, joined at a petal on the right.
void lay_out_dodecahedron(Net& net) {
  const int up = net.towards({0, 1, 0});
  const int down = net.towards({0, -1, 0});
  net.begin(up, {0, 0, -1});
  for (int face = 0; face < 12; ++face) {
    if (net.neighbours(up, face)) net.hinge(up, face);
  }
  const int right = net.towards({1, 0.5, 0.3});
  const int below = net.towards({1, -0.5, -0.3});
  net.hinge(right, below);
  net.hinge(below, down);
  for (int face = 0; face < 12; ++face) {
    if (net.neighbours(down, face)) net.hinge(down, face);
  }
}

// A strip of ten triangles, the front in its middle, with five caps above and five below.
void lay_out_icosahedron(Net& net, const Faces& faces) {
  const auto azimuth = [&](int face) {
    const double degrees =
        std::atan2(faces[face].normal[0], faces[face].normal[2]) * 180 / std::numbers::pi;
    return degrees < -170 ? degrees + 360 : degrees;
  };
  std::vector<int> band;
  std::vector<int> caps;
  for (int face = 0; face < 20; ++face) {
    (std::abs(faces[face].normal[1]) < 0.5 ? band : caps).push_back(face);
  }
  std::sort(band.begin(), band.end(), [&](int a, int b) { return azimuth(a) < azimuth(b); });
  const int front = net.towards({0, 0.2, 1});
  const auto middle = std::find(band.begin(), band.end(), front);
  assert(middle != band.end() && "an icosahedron stands on a vertex");
  net.begin(front, {0, 1, 0});
  for (auto face = middle; face + 1 != band.end(); ++face) net.hinge(*face, *(face + 1));
  for (auto face = middle; face != band.begin(); --face) net.hinge(*face, *(face - 1));
  for (const int cap : caps) {
    for (const int face : band) {
      if (net.neighbours(face, cap)) net.hinge(face, cap);
    }
  }
}

}  // namespace

View net_view(PuzzlePicture::Solid solid, const Faces& faces) {
  Net net(faces);
  switch (solid) {
    case Shape::cube:
    case Shape::cuboid:
      lay_out_cube(net);
      break;
    case Shape::tetrahedron:
      lay_out_tetrahedron(net);
      break;
    case Shape::octahedron:
      lay_out_octahedron(net, faces);
      break;
    case Shape::dodecahedron:
      lay_out_dodecahedron(net);
      break;
    case Shape::icosahedron:
      lay_out_icosahedron(net, faces);
      break;
  }
  return net.view();
}

}  // namespace gyre
