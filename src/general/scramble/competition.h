// The forms that competitions ask for: Regulations of the World Cube Association, articles 4b3
// (what a scramble must be), 12 (how it is written) and E (fewest moves), and the lengths that the
// official program uses.
#pragma once

#include <gyre/puzzle/metric.h>

#include <string>
#include <string_view>
#include <vector>

namespace gyre {

// A half turn is one move.
constexpr Metric kCompetitionMetric = Metric::htm;

struct CompetitionForm {
  enum class Kind {
    shortest,  // a random state by a solver of the caller's
    exact,     // a random state by a sequence of `length`, one longer for each tip
    pairs,     // a random state by pairs and slashes
    pins,      // a random state by each pin once on the front, then on the back
    blocks,    // a random state by a solver for any puzzle; without one, as `wide`
    wide,      // `length` random turns of outer blocks
    pochmann,  // `length` random turns R++ D--, lines of ten and a U
  };

  std::string_view puzzle;
  Kind kind = Kind::shortest;
  std::string_view moves;  // that are used; empty: all
  int least = 2;           // moves that the position must need
  int length = 0;
  std::string_view event;  // that the form is for; empty: all of the puzzle that have no own
  std::string_view frame;  // turns that stand at both ends
  int hold_layers = 0;     // up to two turns of so many layers at the end hold it in a random way
};

// The form of a puzzle, or of an event that has one of its own; null if there is none.
[[nodiscard]] const CompetitionForm* competition_form(std::string_view name);
[[nodiscard]] const std::vector<CompetitionForm>& competition_forms();

// Turns of so many outer layers of a cube, one sequence for each of the 24 ways to hold it. With
// all of the layers these are rotations.
[[nodiscard]] std::vector<std::string> hold_turns(int hold_layers, int layers);

}  // namespace gyre
