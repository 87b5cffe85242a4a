#include "library/loopover.h"
#include "draw/palette.h"
#include "draw/special.h"
#include "draw/svg.h"

#include <fmt/format.h>

#include <cmath>

namespace gyre {
namespace {

constexpr int kLetters = 26;

// Each corner of the board has a colour, and the tiles between them blend: rows and columns show
// without reading.
Rgb tile_colour(double across, double down) {
  constexpr Rgb kTopLeft{0xFF, 0xE1, 0x5A};
  constexpr Rgb kTopRight{0xE0, 0x2B, 0x3C};
  constexpr Rgb kBottomLeft{0x3F, 0xBF, 0x6B};
  constexpr Rgb kBottomRight{0x1F, 0x3F, 0xA8};
  const auto blend = [&](std::uint8_t Rgb::*part) {
    const double top = (1 - across) * (kTopLeft.*part) + across * (kTopRight.*part);
    const double bottom = (1 - across) * (kBottomLeft.*part) + across * (kBottomRight.*part);
    return static_cast<std::uint8_t>(std::lround((1 - down) * top + down * bottom));
  };
  return {blend(&Rgb::red), blend(&Rgb::green), blend(&Rgb::blue)};
}

}  // namespace

Drawing draw_loopover(const DrawnPosition& drawn) {
  const LoopoverSize size = *loopover_size(drawn.definition);
  Drawing drawing;
  const double step = drawn.options.size / (std::max(size.width, size.height) + 0.2);
  drawing.width = (size.width + 0.2) * step;
  drawing.height = (size.height + 0.2) * step;
  drawing.elements = fmt::format("<rect width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\"/>\n",
                                 svg_number(drawing.width), svg_number(drawing.height),
                                 svg_number(0.14 * step), to_hex(kPlastic));
  const bool letters = size.width * size.height <= kLetters;
  for (int slot = 0; slot < size.width * size.height; ++slot) {
    const int tile = drawn.identity(0, slot);
    const Point2 corner{(slot % size.width + 0.13) * step, (slot / size.width + 0.13) * step};
    const Rgb colour = drawn.shows(0, slot)
                           ? tile_colour(static_cast<double>(tile % size.width) / (size.width - 1),
                                         static_cast<double>(tile / size.width) / (size.height - 1))
                           : kGrey;
    drawing.elements +=
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\"/>\n",
                    svg_number(corner.x), svg_number(corner.y), svg_number(0.94 * step),
                    svg_number(0.94 * step), svg_number(0.08 * step), to_hex(colour));
    const std::string label =
        letters ? std::string(1, static_cast<char>('A' + tile)) : std::to_string(tile + 1);
    drawing.elements +=
        svg_text({corner.x + 0.47 * step, corner.y + 0.47 * step}, label,
                 {(letters ? 0.5 : 0.38) * step, to_hex(readable_on(colour)), true});
  }
  return drawing;
}

}  // namespace gyre
