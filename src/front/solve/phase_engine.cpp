// Choosing a chain of phases and making its tables, or those of shapes.
#include "front/solve/engine_source.h"
#include "front/solve/phase_plans.h"

namespace gyre {

std::string_view to_string(PlanOrigin origin) noexcept {
  switch (origin) {
    case PlanOrigin::found:
      return "found";
    case PlanOrigin::stored:
      return "stored";
    case PlanOrigin::travelling:
      break;
  }
  return "travelling";
}

std::uint64_t PhaseEngine::bytes() const noexcept {
  return solver ? solver->bytes() : shapes ? shapes->bytes() : 0;
}

PhaseResult PhaseEngine::solve(std::span<const State> positions, const PhaseLimits& limits,
                               const PhaseHooks& hooks) const {
  if (solver) return solver->solve(positions, limits, hooks);
  return shapes ? shapes->solve(positions, limits, hooks) : PhaseResult{};
}

std::shared_ptr<const PhaseEngine> make_phase_engine(const PuzzleDefinition& definition,
                                                     const MoveSet& moves, const PlanWish& wish,
                                                     const PhaseSolverOptions& options,
                                                     const EngineCaller& caller) {
  auto engine = std::make_shared<PhaseEngine>(definition, moves);
  if (ShapeSolver::fits(engine->definition)) {
    ShapeSpaceOptions shapes;
    shapes.memory_bytes = options.memory_bytes;
    shapes.threads = options.threads;
    shapes.progress = options.progress;
    shapes.stop = options.stop;
    engine->shapes.emplace(engine->definition, engine->moves, shapes);
    return engine;
  }
  ChosenPlan chosen = choose_phase_plan(engine->definition, engine->moves, wish, caller);
  if (!chosen.plan || (wish.without_words && chosen.plan->needs_words())) return engine;
  engine->origin = chosen.origin;
  if (options.progress) options.progress({"tables of phases", 0, chosen.plan->steps.size()});
  engine->solver.emplace(engine->definition, engine->moves, std::move(*chosen.plan), options);
  return engine;
}

}  // namespace gyre
