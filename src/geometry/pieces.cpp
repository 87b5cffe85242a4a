#include "geometry/pieces.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <unordered_map>

namespace gyre {
namespace {

using Polygon = std::vector<Vec3>;

// How far a corner lies from a cut decides on which side it is. Coordinates are computed in a few
// dozen operations on numbers near 1, so an exact meeting comes out below kSame; distances written
// with ten digits or more are exact in this sense. What lies between kSame and kApart could be
// either and is refused: it is a distance of too few digits (0.57735 for the square root of 1/3).
constexpr double kSame = 1e-9;
constexpr double kApart = 1e-6;

// The distance, or 0 where it is nothing.
double side_of(const Vec3& point, const Vec3& normal, double offset) {
  const double side = dot(normal, point) - offset;
  const double size = std::abs(side);
  if (size < kSame) return 0;
  if (size < kApart) {
    throw Error(fmt::format(
        "cuts of this puzzle nearly meet: they miss each other by {:.1e}, which is too little to "
        "tell whether they should; write distances with 12 digits or more, or as a fraction or a "
        "root (sqrt(1/3)), or keep them {} apart",
        size, kApart));
  }
  return side;
}

// The part of a convex polygon where side * sign >= 0. sides: of its corners.
Polygon half_of(const Polygon& polygon, const std::vector<double>& sides, double sign) {
  Polygon out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const std::size_t j = (i + 1) % polygon.size();
    const double side_a = sides[i] * sign;
    const double side_b = sides[j] * sign;
    if (side_a >= 0) out.push_back(polygon[i]);
    if (side_a * side_b < 0) {
      const double t = side_a / (side_a - side_b);
      out.push_back(sum(scaled(polygon[i], 1 - t), scaled(polygon[j], t)));
    }
  }
  return out;
}

// most: stop with an Error beyond so many parts.
std::vector<Polygon> split(Polygon whole, const std::vector<CutLine>& lines, std::size_t most) {
  std::vector<Polygon> parts{std::move(whole)};
  std::vector<Polygon> next;
  std::vector<double> sides;
  for (const CutLine& line : lines) {
    for (const double offset : line.offsets) {
      next.clear();
      for (Polygon& part : parts) {
        sides.clear();
        for (const Vec3& p : part) sides.push_back(side_of(p, line.direction, offset));
        const auto [low, high] = std::minmax_element(sides.begin(), sides.end());
        if (*low >= 0 || *high <= 0) {
          next.push_back(std::move(part));
          continue;
        }
        next.push_back(half_of(part, sides, 1));
        next.push_back(half_of(part, sides, -1));
      }
      std::swap(parts, next);
      if (parts.size() > most) {
        throw Error(
            fmt::format("the cuts make more than {} stickers; use fewer", CutSolid::kMaxStickers));
      }
    }
  }
  return parts;
}

}  // namespace

CutSolid::CutSolid(Solid solid, const std::vector<Cut>& cuts) : solid_(std::move(solid)) {
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
    const double most = solid_.extent(cut.axis);
    const double least = -solid_.extent(scaled(cut.axis, -1));
    if (cut.distance > most - kApart || cut.distance < least + kApart) {
      throw Error(
          fmt::format("a cut at distance {} does not cut the solid, which reaches from {:.6g} to "
                      "{:.6g} along that axis",
                      cut.distance, least, most));
    }
    const Direction found = find_line(cut.axis);
    if (found.line < 0) lines_.push_back({cut.axis, {}});
    CutLine& line = found.line < 0 ? lines_.back() : lines_[found.line];
    line.offsets.push_back(found.positive ? cut.distance : -cut.distance);
  }
  for (CutLine& line : lines_) {
    std::sort(line.offsets.begin(), line.offsets.end());
    const auto same = [](double a, double b) { return std::abs(a - b) < kSame; };
    line.offsets.erase(std::unique(line.offsets.begin(), line.offsets.end(), same),
                       line.offsets.end());
    const auto close = [](double a, double b) { return std::abs(a - b) < kApart; };
    if (const auto at = std::adjacent_find(line.offsets.begin(), line.offsets.end(), close);
        at != line.offsets.end()) {
      throw Error(fmt::format("cuts at {} and {} lie too close together", *at, *(at + 1)));
    }
  }
}

// What is only known while pieces are made.
struct CutSolid::Making {
  // What each rotation does with the lines: where line l goes, and whether its ends are swapped.
  std::vector<std::vector<Direction>> line_images;
  std::unordered_map<std::string, int> by_layers;  // the first piece with these layers
  int core = -1;
  std::vector<int> core_by_face;  // the pieces that the core counts as
};

std::string CutSolid::layers_at(const Vec3& point) const {
  std::string layers;
  for (const CutLine& line : lines_) {
    const double height = dot(line.direction, point);
    layers.push_back(static_cast<char>(
        std::lower_bound(line.offsets.begin(), line.offsets.end(), height) - line.offsets.begin()));
  }
  return layers;
}

std::string CutSolid::rotated_layers(const Making& making, int g, const std::string& layers) const {
  std::string out(layers.size(), '\0');
  for (std::size_t line = 0; line < layers.size(); ++line) {
    const Direction to = making.line_images[g][line];
    const auto top = static_cast<char>(lines_[line].offsets.size());
    out[to.line] = to.positive ? layers[line] : static_cast<char>(top - layers[line]);
  }
  return out;
}

void CutSolid::make_pieces() {
  Making making;
  making.line_images.resize(solid_.rotation_count());
  for (int g = 0; g < solid_.rotation_count(); ++g) {
    for (const CutLine& line : lines_) {
      making.line_images[g].push_back(find_line(solid_.rotated(g, line.direction)));
    }
  }
  // Faces that rotations carry into each other are cut alike: split one and carry its stickers to
  // the others.
  const auto face_count = static_cast<int>(solid_.faces().size());
  std::vector<bool> done(face_count, false);
  for (int first = 0; first < face_count; ++first) {
    if (done[first]) continue;
    std::vector<int> carrier(face_count, -1);
    for (int g = 0; g < solid_.rotation_count(); ++g) {
      int& known = carrier[solid_.face_image(g, first)];
      if (known < 0) known = g;
    }
    for (int face = 0; face < face_count; ++face) done[face] = done[face] || carrier[face] >= 0;
    cut_face(first, carrier, making);
  }
  for (Piece& piece : pieces_) {
    for (const Sticker& sticker : piece.stickers) {
      piece.centre = sum(piece.centre, scaled(sticker.centre, 1.0 / piece.stickers.size()));
    }
  }
  split_core(making);
  find_images(making);
}

// carrier: by face, a rotation that takes the first one to it; -1: none does.
void CutSolid::cut_face(int first, const std::vector<int>& carrier, Making& making) {
  for (const Polygon& part :
       split(solid_.polygon(first), lines_, kMaxStickers / solid_.faces().size())) {
    const Vec3 centre = centre_of(part);
    const std::string layers = layers_at(centre);
    for (int face = 0; face < static_cast<int>(carrier.size()); ++face) {
      if (carrier[face] < 0) continue;
      const auto [place, is_new] = making.by_layers.emplace(
          rotated_layers(making, carrier[face], layers), static_cast<int>(pieces_.size()));
      if (is_new) pieces_.push_back({place->first, {}, {}});
      Sticker sticker{face, {}, solid_.rotated(carrier[face], centre)};
      for (const Vec3& p : part) sticker.outline.push_back(solid_.rotated(carrier[face], p));
      pieces_[place->second].stickers.push_back(std::move(sticker));
    }
  }
}

// The core, if one sees it.
void CutSolid::split_core(Making& making) {
  making.core_by_face.assign(solid_.faces().size(), -1);
  for (int piece = 0; piece < static_cast<int>(pieces_.size()); ++piece) {
    if (near(pieces_[piece].centre, {})) making.core = piece;
  }
  if (making.core < 0) return;
  const Piece whole = pieces_[making.core];
  for (const Sticker& sticker : whole.stickers) {
    const bool first = &sticker == whole.stickers.data();
    making.core_by_face[sticker.face] = first ? making.core : static_cast<int>(pieces_.size());
    const Piece part{whole.layers, {sticker}, sticker.centre};
    if (first) {
      pieces_[making.core] = part;
    } else {
      pieces_.push_back(part);
    }
  }
}

void CutSolid::find_images(const Making& making) {
  images_.resize(solid_.rotation_count());
  for (int g = 0; g < solid_.rotation_count(); ++g) {
    images_[g].reserve(pieces_.size());
    for (const Piece& piece : pieces_) {
      const auto place = making.by_layers.find(rotated_layers(making, g, piece.layers));
      assert(place != making.by_layers.end() && "the cuts are symmetric, so pieces go to pieces");
      images_[g].push_back(place->second == making.core && making.core >= 0
                               ? making.core_by_face[solid_.face_image(g, piece.stickers[0].face)]
                               : place->second);
    }
  }
}

int CutSolid::piece_at(const Vec3& point) const {
  for (const CutLine& line : lines_) {
    const double height = dot(line.direction, point);
    for (const double offset : line.offsets) {
      if (std::abs(height - offset) < kApart) return -1;
    }
  }
  const std::string layers = layers_at(point);
  // Of a core that shows on all sides, the part nearest to the point.
  int best = -1;
  double best_height = -1e9;
  for (int piece = 0; piece < static_cast<int>(pieces_.size()); ++piece) {
    if (pieces_[piece].layers != layers) continue;
    const double height = dot(unit(pieces_[piece].stickers[0].centre), point);
    if (best < 0 || height > best_height) {
      best = piece;
      best_height = height;
    }
  }
  return best;
}

}  // namespace gyre
