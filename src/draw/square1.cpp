#include "draw/palette.h"
#include "draw/special.h"
#include "draw/svg.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

namespace gyre {
namespace {

constexpr int kWedges = 12;  // of a layer
constexpr int kWedgeOrbit = 0;
constexpr int kMiddleOrbit = 1;

// By wedge at home: the side that it belongs to, and whether it is an edge or which half of a
// corner (clockwise).
constexpr std::string_view kSides = "BRRRFFFLLLBBFFRRRBBBLLLF";
constexpr std::string_view kKinds = "12e12e12e12ee12e12e12e12";

// The cut of the top goes from the back, a little to the right, to the front, a little to the left.
constexpr double kTan15 = 0.26794919243112270647;

Point2 at_angle(const Point2& centre, double degrees, double radius) {
  const double angle = degrees * std::numbers::pi / 180;
  return {centre.x + radius * std::sin(angle), centre.y - radius * std::cos(angle)};
}

// The thin line closes the seam between the halves of a corner.
std::string polygon(const Polygon2& points, const Rgb& colour) {
  return fmt::format("<polygon fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0.5\" points=\"{1}\"/>\n",
                     to_hex(colour), svg_points(points));
}

// By wedge: whether it is in colour. A corner is one piece, whichever of its halves is picked out.
using ShownWedges = std::array<bool, 2 * kWedges>;

ShownWedges shown_wedges(const DrawnPosition& drawn) {
  ShownWedges shown{};
  for (int slot = 0; slot < 2 * kWedges; ++slot) {
    if (!drawn.shows(kWedgeOrbit, slot)) continue;
    const int wedge = drawn.identity(kWedgeOrbit, slot);
    shown[wedge] = true;
    if (kKinds[wedge] == '1') shown[wedge + 1] = true;
    if (kKinds[wedge] == '2') shown[wedge - 1] = true;
  }
  return shown;
}

struct Layer {
  Point2 centre;
  double half = 0;  // of the square's side, when it is one
  int first_slot = 0;
  double first_degrees = 0;  // where the first slot begins, clockwise from above
};

std::string draw_layer(const DrawnPosition& drawn, const ShownWedges& in_colour,
                       const Layer& layer) {
  // How far out the colour of the layer goes, and where the sides' begins.
  constexpr double kInner = 0.80;
  constexpr double kOuter = 0.83;
  const double edge = layer.half / std::cos(std::numbers::pi / 12);
  const double tip = layer.half * std::numbers::sqrt2;
  std::string text;
  for (int i = 0; i < kWedges; ++i) {
    const int slot = layer.first_slot + i;
    const int wedge = drawn.identity(kWedgeOrbit, slot);
    const char kind = kKinds[wedge];
    const double from = layer.first_degrees + 30.0 * i;
    const auto ray = [&](double part, bool end) {
      const bool far = (kind == '1' && end) || (kind == '2' && !end);
      return at_angle(layer.centre, from + (end ? 30 : 0), part * (far ? tip : edge));
    };
    const bool shown = in_colour[wedge];
    const auto ink = [&](char side) {
      return shown ? cube_ink(side, drawn.options.palette).colour : kGrey;
    };
    text += polygon({ray(1, false), ray(1, true), ray(kOuter, true), ray(kOuter, false)},
                    ink(kSides[wedge]));
    text += polygon({layer.centre, ray(kInner, false), ray(kInner, true)},
                    ink(wedge < kWedges ? 'U' : 'D'));
  }
  // Lines between pieces, after all colours.
  std::string lines;
  for (int i = 0; i < kWedges; ++i) {
    const char kind = kKinds[drawn.identity(kWedgeOrbit, layer.first_slot + i)];
    const double from = layer.first_degrees + 30.0 * i;
    const Point2 middle = layer.centre;
    if (kind == '2') continue;
    const Point2 end = at_angle(middle, from, edge);
    lines += fmt::format("M{} {}L{} {}", svg_number(middle.x), svg_number(middle.y),
                         svg_number(end.x), svg_number(end.y));
  }
  // The outline of what the layer's pieces fill.
  Polygon2 outline;
  for (int i = 0; i < kWedges; ++i) {
    const char kind = kKinds[drawn.identity(kWedgeOrbit, layer.first_slot + i)];
    const double from = layer.first_degrees + 30.0 * i;
    outline.push_back(at_angle(layer.centre, from, kind == '2' ? tip : edge));
  }
  const double width = layer.half * 0.035;
  return fmt::format(
      "<g>\n<polygon fill=\"{0}\" points=\"{1}\"/>\n{2}<path fill=\"none\" stroke=\"{0}\" "
      "stroke-width=\"{3}\" stroke-linejoin=\"round\" d=\"{4}\"/>\n<polygon fill=\"none\" "
      "stroke=\"{0}\" stroke-width=\"{3}\" stroke-linejoin=\"round\" points=\"{1}\"/>\n</g>\n",
      to_hex(kPlastic), svg_points(outline), text, svg_number(width), lines);
}

// The line along which R cuts a layer, a little beyond it.
std::string draw_cut(const Layer& layer) {
  const double reach = layer.half * 1.55;
  const Point2 a = at_angle(layer.centre, layer.first_degrees, reach);
  const Point2 b = at_angle(layer.centre, layer.first_degrees + 180, reach);
  return fmt::format(
      "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#888\" stroke-width=\"1\" "
      "stroke-dasharray=\"4 3\"/>\n",
      svg_number(a.x), svg_number(a.y), svg_number(b.x), svg_number(b.y));
}

// From the front: the left half stays, the right half shows its front, or its shorter back.
std::string draw_middle(const DrawnPosition& drawn, double left, double top, double half) {
  const bool turned = drawn.orientation(kMiddleOrbit, 0) == 1;
  const bool shown = drawn.shows(kMiddleOrbit, 0);
  const double cut = left + half * (1 - kTan15);
  const double end = cut + half * (turned ? 1 - kTan15 : 1 + kTan15);
  const double height = half * 0.5;
  const auto box = [&](double from, double to, char side) {
    const Rgb colour = shown ? cube_ink(side, drawn.options.palette).colour : kGrey;
    return fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\" "
        "stroke-width=\"{}\"/>\n",
        svg_number(from), svg_number(top), svg_number(to - from), svg_number(height),
        to_hex(colour), to_hex(kPlastic), svg_number(half * 0.035));
  };
  return box(left, cut, 'F') + box(cut, end, turned ? 'B' : 'F');
}

}  // namespace

Drawing draw_square1(const DrawnPosition& drawn) {
  Drawing drawing;
  drawing.width = drawn.options.size;
  const double half = drawing.width / 6.4;
  const double middle = half * 1.6;
  const Layer top{{middle, middle}, half, 0, 15};
  // As D of a cube's net: from below, the front above.
  const Layer bottom{{drawing.width - middle, middle}, half, kWedges, -15};
  const double strip = 2 * middle - half * 0.05;
  drawing.height = strip + half * 0.75;
  const ShownWedges shown = shown_wedges(drawn);
  drawing.elements = draw_cut(top) + draw_cut(bottom) + draw_layer(drawn, shown, top) +
                     draw_layer(drawn, shown, bottom) +
                     draw_middle(drawn, middle - half, strip, half);
  const double label = std::max(6.0, half * 0.2);
  drawing.elements +=
      "<g fill=\"#767676\">\n" + svg_text({half * 0.15, label}, "U", {label, "", false}) +
      svg_text({drawing.width - half * 0.15, label}, "D", {label, "", false}) + "</g>\n";
  return drawing;
}

}  // namespace gyre
