// The description language of the Twizzle explorer: a solid (t c o d i) and cuts (f e v and a
// distance), "c f 0.333" or "d f 0.7 v sqrt(1/3)"; and the options that stand behind a description
// or a name: "blocks fix-corner". Decides the syntax only.
#pragma once

#include "geometry/solid.h"
#include "geometry/turns.h"

#include <optional>
#include <string>
#include <vector>

namespace gyre {

// Planes at right angles to all axes of a kind. On a tetrahedron, a face's axis points out of it,
// away from the vertex opposite.
struct CutKind {
  AxisKind axis = AxisKind::face;
  double distance = 0;
};

struct Description {
  SolidKind solid = SolidKind::cube;
  std::vector<CutKind> cuts;
};

constexpr std::size_t kMaxCuts = 60;

// A puzzle as typed, taken apart.
struct PuzzleText {
  std::string name;                        // what is no option; empty if it is a description
  std::optional<Description> description;  // if it is one
  std::vector<std::string> option_words;   // as typed, in lower case
  PuzzleOptions options;
};

// Throws Error with the column if a description is wrong or options contradict each other. Text
// that is no description is a name and never wrong; only words behind it that are options are taken
// off.
[[nodiscard]] PuzzleText parse_puzzle_text(const std::string& text);

// Writes it as parse_puzzle_text reads it, distances with all their digits.
[[nodiscard]] std::string to_string(const Description& description);

// The option words there are, for errors and documentation.
[[nodiscard]] std::vector<std::string> option_words();

}  // namespace gyre
