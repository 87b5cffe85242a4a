// Pictures of puzzles that are not cut out of a solid, each in a file of its own: elements in a
// frame, which special.cpp makes a file of.
#pragma once

#include "draw/highlight.h"

#include <gyre/draw/draw.h>

#include <string>

namespace gyre {

struct Drawing {
  std::string elements;
  double width = 0;
  double height = 0;
};

// A position of a definition, with what all of them ask.
struct DrawnPosition {
  const PuzzleDefinition& definition;
  const State& position;
  const DrawOptions& options;
  const Highlight& highlight;

  [[nodiscard]] int identity(int orbit, int slot) const {
    return position.bytes[definition.orbits().perm_offset(orbit) + slot];
  }
  [[nodiscard]] int orientation(int orbit, int slot) const {
    return position.bytes[definition.orbits().ori_offset(orbit) + slot];
  }
  [[nodiscard]] bool shows(int orbit, int slot) const {
    return highlight.shows(position, orbit, slot);
  }
};

// Both layers from outside, below them the middle from the front. As puzzles/square1.tws numbers
// the wedges.
[[nodiscard]] Drawing draw_square1(const DrawnPosition& drawn);
// Draws both sides, each as who looks at it sees it. Dials are numbered as in puzzles/clock.tws.
[[nodiscard]] Drawing draw_clock(const DrawnPosition& drawn);
// The loop, with the turnstile above. As puzzles/topspin.tws numbers the slots.
[[nodiscard]] Drawing draw_topspin(const DrawnPosition& drawn);
// The board, with a letter to a tile as the game has it, or a number where there are too many.
[[nodiscard]] Drawing draw_loopover(const DrawnPosition& drawn);
// Orbit by orbit, which piece stands in which slot.
[[nodiscard]] Drawing draw_chart(const DrawnPosition& drawn);

}  // namespace gyre
