#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>

#include "puzzle/evaluate.h"

#include <fmt/format.h>

namespace gyre {
namespace {

// The action of one unit turn with a literal name; null if the definition has none.
const State* find_action(const PuzzleDefinition& definition, const std::string& name) {
  for (const auto* list : {&definition.moves(), &definition.rotations()}) {
    for (const BaseMove& move : *list) {
      if (move.name == name) return &move.action;
    }
  }
  for (const DerivedMove& move : definition.derived()) {
    if (move.name == name) return &move.action;
  }
  return nullptr;
}

AlgEvaluator evaluator(const PuzzleDefinition& definition) {
  return AlgEvaluator(
      definition.orbits(),
      [&definition](const std::string& name) { return find_action(definition, name); },
      [&definition](const MoveToken& move) {
        throw Error(
            fmt::format("'{}' is no move of {}", print(move), definition.names().listing()));
      });
}

}  // namespace

State action_of(const PuzzleDefinition& definition, const MoveToken& move) {
  return evaluator(definition).turn(move);
}

State action_of(const PuzzleDefinition& definition, const Alg& alg) {
  return apply(definition, identity_state(definition.orbits()), alg);
}

State apply(const PuzzleDefinition& definition, const Alg& alg) {
  return apply(definition, definition.solved(), alg);
}

State apply(const PuzzleDefinition& definition, const State& start, const Alg& alg) {
  State state = start;
  evaluator(definition).apply(alg, state);
  return state;
}

MoveFacts move_facts(const PuzzleDefinition& definition) {
  MoveFacts facts;
  facts.order = [&definition](const MoveToken& move) {
    MoveToken unit = move;
    unit.amount = 1;
    return state_order(definition.orbits(), action_of(definition, unit));
  };
  facts.commute = [&definition](const MoveToken& a, const MoveToken& b) {
    const State first = action_of(definition, a);
    const State second = action_of(definition, b);
    return compose(definition.orbits(), first, second) ==
           compose(definition.orbits(), second, first);
  };
  return facts;
}

}  // namespace gyre
