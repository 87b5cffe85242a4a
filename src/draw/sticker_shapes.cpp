#include "draw/sticker_shapes.h"

#include "draw/plane.h"
#include "geometry/solid.h"

#include <algorithm>

namespace gyre {
namespace {

// As parts of the radius of a circle that fits into a sticker. The gap is that of the puzzle's
// middle-sized stickers, so that lines are equally wide; the smallest keep most of themselves.
constexpr double kGap = 0.10;
constexpr double kLargestGap = 0.25;
constexpr double kRounding = 0.12;

// A face's own plane, to move edges in it.
struct FacePlane {
  Point3 origin{};
  Point3 right{};
  Point3 up{};

  explicit FacePlane(const PictureFace& face) : origin(face.outline[0]) {
    right = unit(sum(face.outline[1], scaled(origin, -1)));
    up = cross(face.normal, right);
  }

  [[nodiscard]] Polygon2 flat(const std::vector<Point3>& outline) const {
    Polygon2 polygon;
    for (const Point3& point : outline) {
      const Point3 from = sum(point, scaled(origin, -1));
      polygon.push_back({dot(from, right), dot(from, up)});
    }
    return polygon;
  }

  [[nodiscard]] Point3 in_space(const Point2& point) const {
    return sum(origin, sum(scaled(right, point.x), scaled(up, point.y)));
  }
};

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::vector<StickerShape> sticker_shapes(const PuzzlePicture& picture) {
  std::vector<FacePlane> planes;
  for (const PictureFace& face : picture.faces()) planes.emplace_back(face);
  std::vector<double> radii;
  radii.reserve(picture.stickers().size());
  for (const PictureSticker& sticker : picture.stickers()) {
    radii.push_back(inradius(planes[sticker.face].flat(sticker.outline)));
  }
  const double usual_radius = median(radii);
  std::vector<StickerShape> shapes;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    const FacePlane& plane = planes[picture.stickers()[i].face];
    const double gap = std::min(kGap * usual_radius, kLargestGap * radii[i]);
    StickerShape& shape = shapes.emplace_back();
    shape.rounding = kRounding * std::min(usual_radius, radii[i]);
    shape.radius = radii[i] - gap;
    for (const Point2& point :
         inset(plane.flat(picture.stickers()[i].outline), gap + shape.rounding)) {
      shape.outline.push_back(plane.in_space(point));
    }
  }
  return shapes;
}

}  // namespace gyre
