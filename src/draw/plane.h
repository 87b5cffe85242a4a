// Points and convex polygons in the plane: as much as drawing needs. y may point up or down; no
// function here cares.
#pragma once

#include <vector>

namespace gyre {

struct Point2 {
  double x = 0;
  double y = 0;
};

using Polygon2 = std::vector<Point2>;

// Half the sum of the cross products: positive if y points up and the points go counterclockwise.
[[nodiscard]] double signed_area(const Polygon2& polygon) noexcept;
[[nodiscard]] Point2 centroid(const Polygon2& polygon) noexcept;
[[nodiscard]] double distance(const Point2& a, const Point2& b) noexcept;

// What is left of a convex polygon when every edge moves inwards; empty if nothing is.
[[nodiscard]] Polygon2 inset(const Polygon2& polygon, double distance);
// Radius of the largest circle inside a convex polygon, to about a thousandth.
[[nodiscard]] double inradius(const Polygon2& polygon);

}  // namespace gyre
