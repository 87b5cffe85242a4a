#include "geometry/pieces.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <unordered_map>

namespace gyre {
namespace {

using Polygon = std::vector<Vec3>;

// The part of a convex polygon where dot(normal, p) * sign >= offset * sign.
Polygon half_of(const Polygon& polygon, const Vec3& normal, double offset, double sign) {
  Polygon out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3& a = polygon[i];
    const Vec3& b = polygon[(i + 1) % polygon.size()];
    const double side_a = (dot(normal, a) - offset) * sign;
    const double side_b = (dot(normal, b) - offset) * sign;
    if (side_a > -kGeometryEpsilon) out.push_back(a);
    const bool crosses = (side_a > kGeometryEpsilon && side_b < -kGeometryEpsilon) ||
                         (side_a < -kGeometryEpsilon && side_b > kGeometryEpsilon);
    if (crosses) {
      const double t = side_a / (side_a - side_b);
      out.push_back(sum(scaled(a, 1 - t), scaled(b, t)));
    }
  }
  return out;
}

std::vector<Polygon> split(Polygon whole, const std::vector<CutLine>& lines) {
  std::vector<Polygon> parts{std::move(whole)};
  std::vector<Polygon> next;
  for (const CutLine& line : lines) {
    for (const double offset : line.offsets) {
      next.clear();
      for (Polygon& part : parts) {
        double low = 1e9;
        double high = -1e9;
        for (const Vec3& p : part) {
          const double side = dot(line.direction, p) - offset;
          low = std::min(low, side);
          high = std::max(high, side);
        }
        if (low > -kGeometryEpsilon || high < kGeometryEpsilon) {
          next.push_back(std::move(part));
          continue;
        }
        next.push_back(half_of(part, line.direction, offset, 1));
        next.push_back(half_of(part, line.direction, offset, -1));
      }
      std::swap(parts, next);
    }
  }
  return parts;
}

}  // namespace

CutSolid::CutSolid(SolidKind kind, const std::vector<Cut>& cuts) : solid_(kind) {
  make_lines(cuts);
  make_pieces();
}

CutSolid::Direction CutSolid::find_line(const Vec3& axis) const noexcept {
  for (int line = 0; line < static_cast<int>(lines_.size()); ++line) {
    if (near(lines_[line].direction, axis)) return {line, true};
    if (near(scaled(lines_[line].direction, -1), axis)) return {line, false};
  }
  return {};
}

void CutSolid::make_lines(const std::vector<Cut>& cuts) {
  for (const Cut& cut : cuts) {
    for (const Vec3& axis : solid_.axes(cut.axis)) {
      const Direction found = find_line(axis);
      if (found.line < 0) lines_.push_back({axis, {}});
      CutLine& line = found.line < 0 ? lines_.back() : lines_[found.line];
      line.offsets.push_back(found.positive ? cut.distance : -cut.distance);
    }
  }
  for (CutLine& line : lines_) {
    std::sort(line.offsets.begin(), line.offsets.end());
    const auto same = [](double a, double b) { return std::abs(a - b) < kGeometryEpsilon; };
    line.offsets.erase(std::unique(line.offsets.begin(), line.offsets.end(), same),
                       line.offsets.end());
  }
}

void CutSolid::make_pieces() {
  // What each rotation does with the lines: where line l goes, and whether its ends are swapped.
  std::vector<std::vector<Direction>> line_images(solid_.rotation_count());
  for (int g = 0; g < solid_.rotation_count(); ++g) {
    for (const CutLine& line : lines_) {
      line_images[g].push_back(find_line(solid_.rotated(g, line.direction)));
    }
  }
  const auto rotated_layers = [&](int g, const std::string& layers) {
    std::string out(layers.size(), '\0');
    for (std::size_t line = 0; line < layers.size(); ++line) {
      const Direction to = line_images[g][line];
      const auto top = static_cast<char>(lines_[line].offsets.size());
      out[to.line] = to.positive ? layers[line] : static_cast<char>(top - layers[line]);
    }
    return out;
  };

  // All faces look alike: split face 0 and carry its stickers to the others.
  std::vector<int> carrier(solid_.faces().size(), -1);
  for (int g = 0; g < solid_.rotation_count(); ++g) {
    int& known = carrier[solid_.face_image(g, 0)];
    if (known < 0) known = g;
  }
  std::unordered_map<std::string, int> by_layers;
  for (const Polygon& part : split(solid_.polygon(0), lines_)) {
    Vec3 centre{};
    for (const Vec3& p : part) centre = sum(centre, scaled(p, 1.0 / part.size()));
    std::string layers;
    for (const CutLine& line : lines_) {
      const double height = dot(line.direction, centre);
      layers.push_back(
          static_cast<char>(std::lower_bound(line.offsets.begin(), line.offsets.end(), height) -
                            line.offsets.begin()));
    }
    for (int face = 0; face < static_cast<int>(carrier.size()); ++face) {
      const auto [place, is_new] = by_layers.emplace(rotated_layers(carrier[face], layers),
                                                     static_cast<int>(pieces_.size()));
      if (is_new) pieces_.push_back({place->first, {}, {}});
      pieces_[place->second].stickers.push_back({face, solid_.rotated(carrier[face], centre)});
    }
  }
  for (Piece& piece : pieces_) {
    for (const Sticker& sticker : piece.stickers) {
      piece.centre = sum(piece.centre, scaled(sticker.centre, 1.0 / piece.stickers.size()));
    }
  }
  images_.resize(solid_.rotation_count());
  for (int g = 0; g < solid_.rotation_count(); ++g) {
    images_[g].reserve(pieces_.size());
    for (const Piece& piece : pieces_) {
      const auto place = by_layers.find(rotated_layers(g, piece.layers));
      assert(place != by_layers.end() && "the cuts are symmetric, so pieces go to pieces");
      images_[g].push_back(place->second);
    }
  }
}

}  // namespace gyre
