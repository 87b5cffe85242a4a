// The forms that competitions ask for: Regulations of the World Cube Association, articles 4b3
// (what a scramble must be) and 12 (how it is written), and the lengths that the official program
// uses.
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
    wide,      // `length` random turns of outer blocks
    pochmann,  // `length` random turns R++ D--, lines of ten and a U
  };

  std::string_view puzzle;
  Kind kind = Kind::shortest;
  std::string_view moves;  // that are used; empty: all
  int least = 2;           // moves that the position must need
  int length = 0;
};

// Null if there is none.
[[nodiscard]] const CompetitionForm* competition_form(std::string_view puzzle);
[[nodiscard]] const std::vector<CompetitionForm>& competition_forms();

}  // namespace gyre
