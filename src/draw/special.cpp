#include "draw/special.h"

#include "draw/svg.h"
#include "library/loopover.h"

#include <gyre/library/library.h>

#include <array>

namespace gyre {
namespace {

using Draw = Drawing (*)(const DrawnPosition&);

struct SpecialPuzzle {
  const char* name;
  Draw draw;
};

constexpr std::array kSpecial{SpecialPuzzle{"square1", draw_square1},
                              SpecialPuzzle{"clock", draw_clock},
                              SpecialPuzzle{"topspin", draw_topspin}};

// By what the definition is, not by its name: a copy in a file is drawn as well, and a stranger
// that bears the name is not.
Draw way_to_draw(const PuzzleDefinition& definition) {
  for (const SpecialPuzzle& special : kSpecial) {
    if (load_puzzle(special.name).digest() == definition.digest()) return special.draw;
  }
  return loopover_size(definition) ? draw_loopover : draw_chart;
}

}  // namespace

bool has_palette(const PuzzleDefinition& definition) {
  return way_to_draw(definition) == draw_square1;
}

std::string draw_svg(const PuzzleDefinition& definition, const State& position,
                     const DrawOptions& options) {
  check_options(options, definition);
  const Highlight highlight(definition, options.highlight);
  const Drawing drawing = way_to_draw(definition)({definition, position, options, highlight});
  return svg_document(drawing.elements, drawing.width, drawing.height, definition.name(), options);
}

}  // namespace gyre
