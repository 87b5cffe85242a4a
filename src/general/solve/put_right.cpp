#include "general/solve/put_right.h"

#include <algorithm>
#include <vector>

namespace gyre {

std::optional<State> put_right(const PuzzleDefinition& definition, const MoveSet& moves,
                               const State& position) {
  if (definition.legal(position)) return std::nullopt;
  std::optional<State> found;
  std::vector<int> classes;
  const auto step = [&](const auto& self, const State& now) -> void {
    for (const Move& move : moves.moves()) {
      if (found) return;
      const auto commute = [&](int other) {
        return other < move.move_class && moves.commutes(other, move.move_class);
      };
      if (!std::all_of(classes.begin(), classes.end(), commute)) continue;
      const State next = compose(definition.orbits(), now, move.action);
      if (definition.legal(next)) {
        found = next;
        return;
      }
      classes.push_back(move.move_class);
      self(self, next);
      classes.pop_back();
    }
  };
  step(step, position);
  return found;
}

}  // namespace gyre
