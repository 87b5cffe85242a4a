// How a puzzle is solved along phases, for a person to read: what each phase puts right, with which
// moves, how many arrangements it has, how long it takes.
#pragma once

#include "front/solve/engine_source.h"

#include <gyre/geometry/picture.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gyre {

struct PhaseFacts {
  std::string moves;               // "U Uw2 F"
  std::vector<std::string> goals;  // "place UF,UR", "orient EDGES": what comes right
  double log_positions = 0;        // of the arrangements that come right, the decimal logarithm
  double expected = 0;             // moves, on average
  // A lower bound by the tables: over all that they hold. Exact where one table holds everything.
  double table_mean = 0;
  int table_greatest = 0;
  bool is_exact = false;
  std::uint64_t bytes = 0;
};

struct PlanFacts {
  std::vector<PhaseFacts> phases;  // none: there is no chain for the puzzle
  double expected = 0;             // moves of all phases together
  // There are rules, and one search through everything takes the place of a chain.
  bool is_one_search = false;
  std::uint64_t bytes = 0;
  double seconds = 0;  // that choosing it and making the tables took
  PlanOrigin origin = PlanOrigin::found;
};

// picture: whose faces name the pieces; null where there is none. Throws Error if stopped.
[[nodiscard]] PlanFacts plan_facts(EngineSource& engines, const PuzzleDefinition& definition,
                                   const PuzzlePicture* picture, const MoveSet& moves,
                                   const EngineCaller& caller);

}  // namespace gyre
