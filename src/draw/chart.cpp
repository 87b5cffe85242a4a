#include "draw/special.h"
#include "draw/svg.h"

#include <fmt/format.h>

#include <algorithm>

namespace gyre {
namespace {

// Boxes in a row of the chart.
constexpr int kColumns = 16;

// White at home, and two colours that all eyes tell apart: somewhere else, and at home but turned.
constexpr const char* kAtHome = "#fff";
constexpr const char* kElsewhere = "#f2b134";
constexpr const char* kTurned = "#7fc4ec";
constexpr const char* kHidden = "#c4c4c4";

}  // namespace

Drawing draw_chart(const DrawnPosition& drawn) {
  const OrbitList& orbits = drawn.definition.orbits();
  const State& solved = drawn.definition.solved();
  int columns = 1;
  for (const Orbit& orbit : orbits) columns = std::max(columns, std::min(orbit.pieces, kColumns));
  Drawing drawing;
  drawing.width = drawn.options.size;
  // A lone piece does not fill the picture.
  const double box = std::min(drawing.width / 8, (drawing.width - 4) / columns);
  const double left = (drawing.width - box * columns) / 2;
  const double name_size = std::clamp(box * 0.5, 6.0, 13.0);
  double top = 2;
  for (int orbit = 0; orbit < orbits.size(); ++orbit) {
    drawing.elements += fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"#767676\" "
        "text-anchor=\"start\">{}</text>\n",
        svg_number(left), svg_number(top + name_size), svg_number(name_size),
        xml_escape(orbits[orbit].name));
    top += name_size * 1.5;
    const bool twists = orbits[orbit].orientations > 1;
    for (int slot = 0; slot < orbits[orbit].pieces; ++slot) {
      if (slot != 0 && slot % kColumns == 0) top += box;
      const double x = left + box * (slot % kColumns);
      const int identity = drawn.identity(orbit, slot);
      const int orientation = drawn.orientation(orbit, slot);
      const bool home = identity == solved.bytes[orbits.perm_offset(orbit) + slot];
      const bool right = orientation == solved.bytes[orbits.ori_offset(orbit) + slot];
      const char* fill = !drawn.shows(orbit, slot) ? kHidden
                         : !home                   ? kElsewhere
                         : right                   ? kAtHome
                                                   : kTurned;
      drawing.elements += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#555\"/>\n",
          svg_number(x), svg_number(top), svg_number(box), svg_number(box), fill);
      const std::string number = std::to_string(drawn.definition.label(orbit, identity) + 1);
      const Point2 middle{x + box / 2, top + box * (twists ? 0.4 : 0.5)};
      drawing.elements += svg_text(middle, number, {box * 0.42, "#000", false});
      if (twists) {
        const std::string text =
            orientation == kWildOrientation ? "?" : std::to_string(orientation);
        drawing.elements +=
            svg_text({x + box / 2, top + box * 0.8}, text, {box * 0.27, "#333", false});
      }
    }
    top += box * 1.35;
  }
  drawing.height = top - box * 0.35 + 2;
  return drawing;
}

}  // namespace gyre
