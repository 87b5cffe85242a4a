#include "draw/plane.h"

#include <cmath>
#include <cstddef>

namespace gyre {
namespace {

// Below this, lengths of outlines that are about 1 wide are nothing.
constexpr double kNothing = 1e-9;

// The part of a polygon where (p - origin) . normal >= 0.
Polygon2 clip(const Polygon2& polygon, const Point2& origin, const Point2& normal) {
  const auto side = [&](const Point2& p) {
    return (p.x - origin.x) * normal.x + (p.y - origin.y) * normal.y;
  };
  Polygon2 kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point2& a = polygon[i];
    const Point2& b = polygon[(i + 1) % polygon.size()];
    const double side_a = side(a);
    const double side_b = side(b);
    if (side_a >= 0) kept.push_back(a);
    if ((side_a < 0) != (side_b < 0)) {
      const double t = side_a / (side_a - side_b);
      kept.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
    }
  }
  return kept;
}

}  // namespace

double signed_area(const Polygon2& polygon) noexcept {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point2& a = polygon[i];
    const Point2& b = polygon[(i + 1) % polygon.size()];
    twice += a.x * b.y - a.y * b.x;
  }
  return twice / 2;
}

Point2 centroid(const Polygon2& polygon) noexcept {
  const Point2 origin = polygon[0];
  double area = 0;
  Point2 sum;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    const Point2 a{polygon[i].x - origin.x, polygon[i].y - origin.y};
    const Point2 b{polygon[i + 1].x - origin.x, polygon[i + 1].y - origin.y};
    const double part = a.x * b.y - a.y * b.x;
    area += part;
    sum.x += part * (a.x + b.x) / 3;
    sum.y += part * (a.y + b.y) / 3;
  }
  if (std::abs(area) < kNothing * kNothing) return origin;
  return {origin.x + sum.x / area, origin.y + sum.y / area};
}

double distance(const Point2& a, const Point2& b) noexcept {
  return std::hypot(a.x - b.x, a.y - b.y);
}

Polygon2 inset(const Polygon2& polygon, double distance) {
  const double turn = signed_area(polygon) < 0 ? -1 : 1;
  Polygon2 left = polygon;
  for (std::size_t i = 0; i < polygon.size() && left.size() >= 3; ++i) {
    const Point2& a = polygon[i];
    const Point2& b = polygon[(i + 1) % polygon.size()];
    const double length = gyre::distance(a, b);
    if (length < kNothing) continue;
    const Point2 inwards{turn * (a.y - b.y) / length, turn * (b.x - a.x) / length};
    left = clip(left, {a.x + distance * inwards.x, a.y + distance * inwards.y}, inwards);
  }
  if (left.size() < 3) return {};
  // Edges that met at one point leave it several times.
  Polygon2 out;
  for (const Point2& p : left) {
    if (out.empty() || gyre::distance(out.back(), p) > kNothing) out.push_back(p);
  }
  while (out.size() > 1 && gyre::distance(out.back(), out.front()) <= kNothing) out.pop_back();
  return out.size() < 3 ? Polygon2{} : out;
}

double inradius(const Polygon2& polygon) {
  double low = 0;
  double high = std::sqrt(std::abs(signed_area(polygon)));  // no circle inside is that large
  for (int step = 0; step < 12; ++step) {
    const double middle = (low + high) / 2;
    (inset(polygon, middle).empty() ? high : low) = middle;
  }
  return low;
}

}  // namespace gyre
