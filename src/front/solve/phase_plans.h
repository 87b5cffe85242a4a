// Where the chain of phases of a puzzle comes from: a plan that travels with the program, one that
// is stored beside the tables, or one that is found now and then stored.
#pragma once

#include "front/solve/engine_source.h"
#include "general/phases/phase_plan.h"

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/table/store.h>

#include <optional>

namespace gyre {

struct PlanWish {
  // Where plans are kept; null: nowhere.
  const TableStore* store = nullptr;
  // It is found now even if there is one, and the new one is kept.
  bool anew = false;
  // What took less time of a processor to find is not worth a file.
  double least_stored_seconds = 1;
  // One that needs words (PhasePlan::needs_words) gets no tables.
  bool without_words = false;
  int threads = 0;
};

struct ChosenPlan {
  std::optional<PhasePlan> plan;  // none: there is no chain for the puzzle
  PlanOrigin origin = PlanOrigin::found;
  double seconds = 0;  // that finding it took, now or when it was stored; 0 if it travels
};

// Throws Error if stopped.
[[nodiscard]] ChosenPlan choose_phase_plan(const PuzzleDefinition& definition, const MoveSet& moves,
                                           const PlanWish& wish, const EngineCaller& caller);

}  // namespace gyre
