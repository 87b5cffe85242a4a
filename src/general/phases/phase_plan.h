// A chain of phases found for a puzzle: sets of moves, each within the one before, such that each
// step is small enough to be searched with tables and the sum of the lengths to expect is small.
// Thistlethwaite's and Kociemba's chains for the 3x3x3 are of this kind, and so is solving a
// megaminx face by face.
//
// The chain is the shortest way through the lattice of sets of powers of moves; sets are compared
// by how many positions they reach, which PuzzleGroup knows at once.
#pragma once

#include "general/phases/phase_moves.h"

#include <gyre/base/progress.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

struct PhaseStep {
  PhaseUnits units;       // the moves of the phase; the next step's are left afterwards
  double log_states = 0;  // of the positions that its moves reach, the decimal logarithm
  double log_index = 0;   // of the arrangements that the phase puts right
  double expected = 0;    // about how many moves it takes
};

// A step with more arrangements than 10 to this takes a search too long.
constexpr double kMostLogIndex = 14.5;

struct PhasePlan {
  std::vector<PhaseStep> steps;

  [[nodiscard]] double expected() const noexcept;
  // Whether a step is so large that words end it: then solutions are long.
  [[nodiscard]] bool needs_words() const noexcept;
};

struct PhasePlanOptions {
  // Steps with more arrangements than 10 to this are not taken.
  double most_log_index = kMostLogIndex;
  // Where there is no chain without such steps: then words end what a beam cannot.
  double most_log_index_with_words = 40;
  int threads = 0;
  std::stop_token stop;
};

// No value if there is no such chain.
[[nodiscard]] std::optional<PhasePlan> find_phase_plan(const PuzzleDefinition& definition,
                                                       const MoveSet& moves,
                                                       const PhasePlanOptions& options = {});

}  // namespace gyre
