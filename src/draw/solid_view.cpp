#include "draw/view.h"
#include "geometry/solid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gyre {
namespace {

using Shape = PuzzlePicture::Solid;

// The viewer stands so many radii of the solid away: near enough for parallels to converge a
// little.
constexpr double kDistance = 7;
// Light that reaches every face, and what is added where the light falls straight on a face.
constexpr double kAmbient = 0.76;
constexpr double kDirect = 0.30;

// Space as the viewer has it: x to the right, y up, z towards the eye.
struct Camera {
  Point3 right{};
  Point3 up{};
  Point3 back{};
  double distance = 0;

  Camera(const ViewAngle& angle, double radius) : distance(kDistance * radius) {
    const double yaw = angle.yaw * std::numbers::pi / 180;
    const double pitch = angle.pitch * std::numbers::pi / 180;
    right = {std::cos(yaw), 0, -std::sin(yaw)};
    back = {std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
    up = {-std::sin(yaw) * std::sin(pitch), std::cos(pitch), -std::cos(yaw) * std::sin(pitch)};
  }

  [[nodiscard]] Point2 map(const Point3& point) const {
    const double nearer = distance / (distance - dot(point, back));
    return {dot(point, right) * nearer, -dot(point, up) * nearer};
  }
};

}  // namespace

ViewAngle usual_angle(PuzzlePicture::Solid solid) noexcept {
  switch (solid) {
    case Shape::tetrahedron:
      return {46, 24};
    case Shape::octahedron:
      return {20, 18};
    case Shape::dodecahedron:
      return {14, 32};
    case Shape::icosahedron:
      return {10, 24};
    case Shape::cube:
    case Shape::cuboid:
      break;
  }
  return {34, 27};
}

View solid_view(const std::vector<PictureFace>& faces, const ViewAngle& angle, bool shading) {
  double radius = 0;
  for (const PictureFace& face : faces) {
    for (const Point3& point : face.outline)
      radius = std::max(radius, std::sqrt(dot(point, point)));
  }
  const Camera camera(angle, radius);
  constexpr Point3 kLight{-0.30, 0.78, 0.55};  // a unit vector in the viewer's space
  View view;
  for (int face = 0; face < static_cast<int>(faces.size()); ++face) {
    const Point3& normal = faces[face].normal;
    const Point3& point = faces[face].outline[0];
    const Point3 to_eye = sum(scaled(camera.back, camera.distance), scaled(point, -1));
    const double cosine = dot(to_eye, normal) / std::sqrt(dot(to_eye, to_eye));
    if (cosine < 0.01) continue;  // from behind, or a line
    const double lit = dot(normal, camera.right) * kLight[0] + dot(normal, camera.up) * kLight[1] +
                       dot(normal, camera.back) * kLight[2];
    const double light = shading ? std::min(1.0, kAmbient + kDirect * std::max(0.0, lit)) : 1.0;
    view.faces.push_back(
        {face, [camera](const Point3& p) { return camera.map(p); }, cosine, light});
  }
  return view;
}

}  // namespace gyre
