#include "draw/palette.h"
#include "draw/special.h"
#include "draw/svg.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace gyre {
namespace {

constexpr int kDiscs = 20;
constexpr int kTurnstile = 4;  // the first slots
// In steps from disc to disc: two straight sides and two half circles make the loop.
constexpr double kStraight = 5;
constexpr double kBend = (kDiscs - 2 * kStraight) / 2;
constexpr double kBendRadius = kBend / std::numbers::pi;

// Clockwise from the middle of the upper side, in steps; (0, 0) is the middle of the loop.
Point2 on_loop(double way) {
  way = std::fmod(way + kDiscs, kDiscs);
  if (way > kDiscs / 2.0) {  // the left half mirrors the right
    const Point2 mirrored = on_loop(kDiscs - way);
    return {-mirrored.x, mirrored.y};
  }
  if (way <= kStraight / 2) return {way, -kBendRadius};
  if (way >= kStraight / 2 + kBend) return {kDiscs / 2.0 - way, kBendRadius};
  const double angle = (way - kStraight / 2) / kBendRadius;
  return {kStraight / 2 + kBendRadius * std::sin(angle), -kBendRadius * std::cos(angle)};
}

// From pale to dark as numbers rise: order shows without reading, for every eye.
Rgb disc_colour(int disc) {
  const double part = static_cast<double>(disc) / (kDiscs - 1);
  const auto between = [&](int from, int to) {
    return static_cast<std::uint8_t>(std::lround(from + part * (to - from)));
  };
  return {between(0xFF, 0x0B), between(0xF6, 0x3C), between(0xD5, 0x7D)};
}

}  // namespace

Drawing draw_topspin(const DrawnPosition& drawn) {
  Drawing drawing;
  drawing.width = drawn.options.size;
  const double step = drawing.width / (kStraight + 2 * kBendRadius + 1.6);
  const double turnstile = 2.05 * step;
  const Point2 middle{drawing.width / 2, turnstile + (kBendRadius + 0.1) * step};
  drawing.height = middle.y + (kBendRadius + 0.8) * step;
  const auto place = [&](const Point2& p) {
    return Point2{middle.x + p.x * step, middle.y + p.y * step};
  };
  const double outer = kBendRadius + 0.62;
  drawing.elements = fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"#3a3a3a\"/>\n",
      svg_number(middle.x - (kStraight / 2 + outer) * step), svg_number(middle.y - outer * step),
      svg_number((kStraight + 2 * outer) * step), svg_number(2 * outer * step),
      svg_number(outer * step));
  const Point2 hub = place({0, -kBendRadius});
  drawing.elements += fmt::format(
      "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#9a9a9a\" stroke=\"#1b1b1b\" "
      "stroke-width=\"{}\"/>\n",
      svg_number(hub.x), svg_number(hub.y), svg_number(turnstile), svg_number(step * 0.08));
  for (int slot = 0; slot < kDiscs; ++slot) {
    const Point2 centre = place(on_loop(slot - (kTurnstile - 1) / 2.0));
    const int disc = drawn.identity(0, slot);
    const Rgb colour = drawn.shows(0, slot) ? disc_colour(disc) : kGrey;
    drawing.elements += fmt::format(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"#1b1b1b\"/>\n",
        svg_number(centre.x), svg_number(centre.y), svg_number(0.43 * step), to_hex(colour));
    drawing.elements += svg_text(centre, std::to_string(disc + 1),
                                 {0.42 * step, to_hex(readable_on(colour)), true});
  }
  return drawing;
}

}  // namespace gyre
