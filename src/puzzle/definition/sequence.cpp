#include <gyre/base/error.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/sequence.h>

#include "puzzle/definition/evaluate.h"
#include "puzzle/definition/legal_walk.h"

#include <fmt/format.h>

#include <algorithm>

namespace gyre {
namespace {

// Names may stand for names that stand for names; written out, that grows fast.
constexpr std::size_t kMostBaseMoves = 100'000;

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

bool is_base(const PuzzleDefinition& definition, const std::string& name) {
  const auto has_name = [&](const BaseMove& move) { return move.name == name; };
  return std::any_of(definition.moves().begin(), definition.moves().end(), has_name) ||
         std::any_of(definition.rotations().begin(), definition.rotations().end(), has_name);
}

// The base moves that a derived name stands for.
std::vector<MoveToken> derived_base_moves(const PuzzleDefinition& definition,
                                          const std::string& name) {
  std::vector<MoveToken> parts;
  for (const DerivedMove& derived : definition.derived()) {
    if (derived.name != name) continue;
    const MoveNames plain = definition.names().without_dialect();
    for (const MoveToken& part : expand(parse_alg(derived.definition, &plain))) {
      const std::vector<MoveToken> more = base_moves(definition, part);
      parts.insert(parts.end(), more.begin(), more.end());
      if (parts.size() > kMostBaseMoves) {
        throw Error(fmt::format("'{}' stands for more than {} moves", name, kMostBaseMoves));
      }
    }
  }
  return parts;
}

// The base moves of one unit turn.
std::vector<MoveToken> unit_base_moves(const PuzzleDefinition& definition, const MoveToken& move) {
  const std::vector<MoveToken> literal = literal_parts(
      move, [&](const std::string& name) { return find_action(definition, name) != nullptr; });
  if (literal.empty()) {
    throw Error(fmt::format("'{}' is no move of {}", print(move), definition.names().listing()));
  }
  std::vector<MoveToken> parts;
  for (const MoveToken& part : literal) {
    if (is_base(definition, part.family)) {
      parts.push_back(part);
      continue;
    }
    std::vector<MoveToken> more = derived_base_moves(definition, part.family);
    if (part.amount < 0) {
      std::reverse(more.begin(), more.end());
      for (MoveToken& each : more) each.amount = -each.amount;
    }
    parts.insert(parts.end(), more.begin(), more.end());
  }
  return parts;
}

}  // namespace

State action_of(const PuzzleDefinition& definition, const MoveToken& move) {
  return evaluator(definition).turn(move);
}

std::vector<MoveToken> base_moves(const PuzzleDefinition& definition, const MoveToken& move) {
  std::vector<MoveToken> parts = unit_base_moves(definition, move);
  if (parts.size() == 1) {
    const std::int64_t order =
        state_order(definition.orbits(), *find_action(definition, parts[0].family));
    parts[0].amount = reduce_amount(parts[0].amount, order) * reduce_amount(move.amount, order);
    return parts;
  }
  Alg group;
  AlgNode& node = group.nodes.emplace_back();
  node.kind = AlgNode::Kind::group;
  node.first = from_moves(parts);
  node.amount = move.amount;
  return expand(group, kMostBaseMoves);
}

State action_of(const PuzzleDefinition& definition, const Alg& alg) {
  State state = identity_state(definition.orbits());
  evaluator(definition).apply(alg, state);
  return state;
}

State apply(const PuzzleDefinition& definition, const Alg& alg) {
  return apply(definition, definition.solved(), alg);
}

State apply(const PuzzleDefinition& definition, const State& start, const Alg& alg) {
  if (!definition.illegal().empty()) return walk_legally(definition, start, alg);
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
