// Events of competitions that are called by names of their own: which puzzle they are held with, in
// which form it is scrambled, and how many puzzles an attempt takes. Names that mean no more than a
// puzzle (222, pyram, minx) are aliases of the library.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

struct CompetitionEvent {
  std::string puzzle;  // "3x3x3"
  std::string form;    // of its scrambles, as ScrambleMakerOptions::event; empty: the puzzle's
  int cubes = 1;       // scrambles that an attempt takes
};

// 333oh, 333bf, 333fm, 333mbf, 444bf, 555bf; behind 333mbf the number of cubes, "333mbf 12".
// Nothing if the text is the name of no event. Throws Error if the number is none.
[[nodiscard]] std::optional<CompetitionEvent> find_event(std::string_view text);

}  // namespace gyre
