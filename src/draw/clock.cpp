#include "draw/palette.h"
#include "draw/special.h"
#include "draw/svg.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

namespace gyre {
namespace {

constexpr int kCorners = 0;
constexpr int kEdges = 1;
constexpr int kCenters = 2;

// Where a dial stands on its side: its orbit, its number there (the back's come four or one
// later), and columns and rows from the middle.
struct DialPlace {
  int orbit;
  int number;
  int column;
  int row;
};

constexpr std::array<DialPlace, 9> kPlaces{{{kCorners, 0, 1, -1},
                                            {kCorners, 1, 1, 1},
                                            {kCorners, 2, -1, 1},
                                            {kCorners, 3, -1, -1},
                                            {kEdges, 0, 0, -1},
                                            {kEdges, 1, 1, 0},
                                            {kEdges, 2, 0, 1},
                                            {kEdges, 3, -1, 0},
                                            {kCenters, 0, 0, 0}}};

struct SideColours {
  const char* body;
  const char* dial;
  const char* hand;
  const char* noon;
};

// By home side: whoever turns the clock over sees which is which. Light on dark and dark on light
// need no colours to be told apart.
constexpr std::array<SideColours, 2> kColours{
    {{"#1f5fa8", "#f4f4f4", "#1b1b1b", "#d55e00"}, {"#b9d3ea", "#1f3a5c", "#ffffff", "#f0e442"}}};

Point2 at_hour(const Point2& centre, double hour, double radius) {
  const double angle = hour * std::numbers::pi / 6;
  return {centre.x + radius * std::sin(angle), centre.y - radius * std::cos(angle)};
}

std::string circle(const Point2& centre, double radius, const std::string& fill) {
  return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", svg_number(centre.x),
                     svg_number(centre.y), svg_number(radius), fill);
}

// noon: where the mark of 12 o'clock points, in hours from straight up.
std::string draw_dial(const Point2& centre, double radius, int noon, int hour,
                      const SideColours& colours, bool shown) {
  const std::string dial = shown ? colours.dial : to_hex(kGrey);
  const std::string hand = shown ? colours.hand : "#8a8a8a";
  std::string text = circle(centre, radius, dial);
  std::string ticks;
  for (int tick = 1; tick < 12; ++tick) {
    const Point2 from = at_hour(centre, noon + tick, radius * 0.84);
    const Point2 to = at_hour(centre, noon + tick, radius * 0.95);
    ticks += fmt::format("M{} {}L{} {}", svg_number(from.x), svg_number(from.y), svg_number(to.x),
                         svg_number(to.y));
  }
  text += fmt::format("<path stroke=\"{}\" stroke-width=\"{}\" opacity=\"0.6\" d=\"{}\"/>\n", hand,
                      svg_number(radius * 0.05), ticks);
  const std::string mark = shown ? colours.noon : hand;
  const Polygon2 triangle{at_hour(centre, noon, radius * 0.70), at_hour(centre, noon - 0.4, radius),
                          at_hour(centre, noon + 0.4, radius)};
  text += fmt::format("<polygon fill=\"{}\" points=\"{}\"/>\n", mark, svg_points(triangle));
  const double pointing = noon + hour;
  const Polygon2 shape{
      at_hour(centre, pointing, radius * 0.82), at_hour(centre, pointing + 3, radius * 0.15),
      at_hour(centre, pointing + 6, radius * 0.22), at_hour(centre, pointing - 3, radius * 0.15)};
  text += fmt::format("<polygon fill=\"{}\" points=\"{}\"/>\n", hand, svg_points(shape));
  return text + circle(centre, radius * 0.07, dial);
}

std::string draw_side(const DrawnPosition& drawn, int side, const Point2& centre, double step) {
  // How the clock lies: a corner dial that stands elsewhere than at home was turned along.
  const int first = drawn.identity(kCorners, 4 * side);
  const int home_side = first / 4;
  const int noon = 3 * ((4 - first % 4) % 4);
  const SideColours& colours = kColours[home_side];
  const double half = 1.62 * step;
  std::string text =
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\"/>\n",
                  svg_number(centre.x - half), svg_number(centre.y - half), svg_number(2 * half),
                  svg_number(2 * half), svg_number(0.6 * step), colours.body);
  for (const DialPlace& place : kPlaces) {
    const int slot = place.number + side * (place.orbit == kCenters ? 1 : 4);
    const Point2 middle{centre.x + place.column * step, centre.y + place.row * step};
    text += draw_dial(middle, 0.45 * step, noon, drawn.orientation(place.orbit, slot), colours,
                      drawn.shows(place.orbit, slot));
  }
  return "<g>\n" + text + "</g>\n";
}

}  // namespace

Drawing draw_clock(const DrawnPosition& drawn) {
  Drawing drawing;
  drawing.width = drawn.options.size;
  const double step = drawing.width / 6.8;
  const double label = std::max(6.0, step * 0.26);
  const double middle = 1.7 * step;
  drawing.height = 2 * middle + label * 1.3;
  drawing.elements = draw_side(drawn, 0, {middle, middle}, step) +
                     draw_side(drawn, 1, {drawing.width - middle, middle}, step);
  drawing.elements +=
      "<g fill=\"#767676\">\n" +
      svg_text({middle, 2 * middle + label * 0.5}, "front", {label, "", false}) +
      svg_text({drawing.width - middle, 2 * middle + label * 0.5}, "back", {label, "", false}) +
      "</g>\n";
  return drawing;
}

}  // namespace gyre
