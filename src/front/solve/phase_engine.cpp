// Finding a chain of phases and making its tables.
#include "front/solve/engine_source.h"

#include <gyre/base/error.h>

namespace gyre {

std::shared_ptr<const PhaseEngine> make_phase_engine(const PuzzleDefinition& definition,
                                                     const MoveSet& moves,
                                                     const PhaseSolverOptions& options) {
  auto engine = std::make_shared<PhaseEngine>(definition, moves);
  // Where rules forbid positions, sets of moves make no groups.
  if (!definition.illegal().empty()) return engine;
  PhasePlanOptions plan_options;
  plan_options.threads = options.threads;
  plan_options.stop = options.stop;
  std::optional<PhasePlan> plan;
  try {
    plan = find_phase_plan(engine->definition, engine->moves, plan_options);
  } catch (const Error&) {
    // Positions that cannot be counted, since pieces that look alike are tied together, leave no
    // way to compare sets of moves.
    if (options.stop.stop_requested()) throw;
  }
  if (!plan) return engine;
  if (options.progress) options.progress({"tables of phases", 0, plan->steps.size()});
  engine->solver.emplace(engine->definition, engine->moves, std::move(*plan), options);
  return engine;
}

}  // namespace gyre
