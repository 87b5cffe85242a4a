#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <unordered_map>

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

[[noreturn]] void no_such_move(const PuzzleDefinition& definition, const MoveToken& move) {
  throw Error(fmt::format("'{}' is no move of {}", print(move), definition.names().listing()));
}

// The layers and the outer family that a layered form names.
struct Layers {
  std::string family;
  int first = 1;
  int last = 1;
};

Layers layers_of(const MoveToken& move) {
  Layers layers{move.family, move.outer_layer, move.inner_layer};
  std::string& family = layers.family;
  const bool wide = family.size() >= 2 && family.back() == 'w';
  const bool lower = family.size() == 1 && family[0] >= 'a' && family[0] <= 'z';
  if (wide) family.pop_back();
  if (lower) family[0] = static_cast<char>(family[0] - 'a' + 'A');
  if (layers.first == 0) {
    if (wide || lower) {
      layers.first = 1;
      if (layers.last == 0) layers.last = 2;
    } else {
      layers.last = std::max(1, layers.last);
      layers.first = layers.last;
    }
  }
  return layers;
}

State unit_action(const PuzzleDefinition& definition, const MoveToken& move) {
  MoveToken unit = move;
  unit.amount = 1;
  if (const State* action = find_action(definition, print(unit))) return *action;
  const Layers layers = layers_of(move);
  State whole = identity_state(definition.orbits());
  for (int layer = layers.first; layer <= layers.last; ++layer) {
    const std::string name = layer == 1 ? layers.family : std::to_string(layer) + layers.family;
    const State* action = find_action(definition, name);
    if (action == nullptr) no_such_move(definition, move);
    whole = compose(definition.orbits(), whole, *action);
  }
  if (layers.first > layers.last) no_such_move(definition, move);
  return whole;
}

bool is_base(const PuzzleDefinition& definition, const std::string& name) {
  const auto has_name = [&](const BaseMove& move) { return move.name == name; };
  return std::any_of(definition.moves().begin(), definition.moves().end(), has_name) ||
         std::any_of(definition.rotations().begin(), definition.rotations().end(), has_name);
}

// The base moves of one unit turn.
std::vector<MoveToken> unit_base_moves(const PuzzleDefinition& definition, MoveToken unit) {
  unit.amount = 1;
  const std::string name = print(unit);
  if (is_base(definition, name)) return {{0, 0, name, 1}};
  std::vector<MoveToken> parts;
  const auto append = [&](const MoveToken& part) {
    const std::vector<MoveToken> more = base_moves(definition, part);
    parts.insert(parts.end(), more.begin(), more.end());
  };
  for (const DerivedMove& derived : definition.derived()) {
    if (derived.name != name) continue;
    for (const MoveToken& part : expand(parse_alg(derived.definition, &definition.names()))) {
      append(part);
    }
    return parts;
  }
  const Layers layers = layers_of(unit);
  if (layers.first > layers.last) no_such_move(definition, unit);
  for (int layer = layers.first; layer <= layers.last; ++layer) {
    const std::string part = layer == 1 ? layers.family : std::to_string(layer) + layers.family;
    if (find_action(definition, part) == nullptr) no_such_move(definition, unit);
    append({0, 0, part, 1});
  }
  return parts;
}

void apply_moves(const PuzzleDefinition& definition, const Alg& alg, State& state) {
  const std::vector<MoveToken> moves = expand(alg);
  std::unordered_map<std::string, State> known;
  State next;
  for (const MoveToken& move : moves) {
    const std::string name = print(move);
    auto place = known.find(name);
    if (place == known.end()) place = known.emplace(name, action_of(definition, move)).first;
    compose_into(definition.orbits(), state, place->second, next);
    std::swap(state, next);
  }
}

}  // namespace

State action_of(const PuzzleDefinition& definition, const MoveToken& move) {
  return power(definition.orbits(), unit_action(definition, move), move.amount);
}

std::vector<MoveToken> base_moves(const PuzzleDefinition& definition, const MoveToken& move) {
  std::vector<MoveToken> parts = unit_base_moves(definition, move);
  if (parts.size() == 1) {
    parts[0].amount *= move.amount;
    return parts;
  }
  Alg group;
  AlgNode& node = group.nodes.emplace_back();
  node.kind = AlgNode::Kind::group;
  node.first = from_moves(parts);
  node.amount = move.amount;
  return expand(group);
}

State action_of(const PuzzleDefinition& definition, const Alg& alg) {
  State state = identity_state(definition.orbits());
  apply_moves(definition, alg, state);
  return state;
}

State apply(const PuzzleDefinition& definition, const Alg& alg) {
  return apply(definition, definition.solved(), alg);
}

State apply(const PuzzleDefinition& definition, const State& start, const Alg& alg) {
  State state = start;
  apply_moves(definition, alg, state);
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
