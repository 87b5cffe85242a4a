#include "general/solve/goal.h"

namespace gyre {

// With position = solved a and goal = solved b this is solved b^-1 a.
State relative_to_goal(const PuzzleDefinition& definition, const State& position,
                       const State& goal) {
  definition.check_position(position);
  definition.check_position(goal);
  const OrbitList& orbits = definition.orbits();
  return compose(orbits, definition.solved(), compose(orbits, invert(orbits, goal), position));
}

PuzzleDefinition with_solved(const PuzzleDefinition& definition, const State& solved) {
  definition.check_position(solved);
  PuzzleDefinition::Parts parts = definition.parts();
  parts.solved = solved;
  return PuzzleDefinition(std::move(parts));
}

}  // namespace gyre
