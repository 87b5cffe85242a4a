#include "puzzle/definition/evaluate.h"

#include <algorithm>

namespace gyre {
namespace {

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

// The outer layers together: R, Rw, 3Rw.
std::string block_name(const std::string& family, int layers) {
  if (layers == 1) return family;
  return (layers == 2 ? "" : std::to_string(layers)) + family + 'w';
}

// u of U: where a tip has a name of its own, U is not the first layer alone.
std::string tip_name(const std::string& family) {
  if (family.size() != 1 || family[0] < 'A' || family[0] > 'Z') return "";
  return std::string(1, static_cast<char>(family[0] - 'A' + 'a'));
}

}  // namespace

std::vector<MoveToken> literal_parts(const MoveToken& move,
                                     const std::function<bool(const std::string&)>& known) {
  MoveToken unit = move;
  unit.amount = 1;
  std::string literal = print(unit);
  if (known(literal)) return {{0, 0, std::move(literal), 1}};
  const Layers layers = layers_of(move);
  const std::string block = block_name(layers.family, layers.last);
  if (layers.first == 1 && known(block)) return {{0, 0, block, 1}};
  const std::string before = block_name(layers.family, layers.first - 1);
  if (layers.first > 1 && known(block) && known(before) && !known(tip_name(layers.family))) {
    return {{0, 0, block, 1}, {0, 0, before, -1}};
  }
  std::vector<MoveToken> parts;
  for (int layer = layers.first; layer <= layers.last; ++layer) {
    std::string name = layer == 1 ? layers.family : std::to_string(layer) + layers.family;
    if (!known(name)) return {};
    parts.push_back({0, 0, std::move(name), 1});
  }
  return parts;
}

State AlgEvaluator::unit(const MoveToken& move) const {
  const std::vector<MoveToken> parts =
      literal_parts(move, [&](const std::string& name) { return lookup_(name) != nullptr; });
  if (parts.empty()) unknown_(move);
  State whole = identity_state(orbits_);
  for (const MoveToken& part : parts) {
    whole = compose(orbits_, whole, power(orbits_, *lookup_(part.family), part.amount));
  }
  return whole;
}

State AlgEvaluator::turn(const MoveToken& move) const {
  return power(orbits_, unit(move), move.amount);
}

const State& AlgEvaluator::known_turn(const MoveToken& move) {
  const std::string name = print(move);
  auto place = turns_.find(name);
  if (place == turns_.end()) place = turns_.emplace(name, turn(move)).first;
  return place->second;
}

State AlgEvaluator::action(const Alg& alg) {
  State state = identity_state(orbits_);
  apply(alg, state);
  return state;
}

void AlgEvaluator::apply(const Alg& alg, State& state) {
  State next;
  const auto then = [&](const State& action) {
    compose_into(orbits_, state, action, next);
    std::swap(state, next);
  };
  for (const AlgNode& node : alg.nodes) {
    switch (node.kind) {
      case AlgNode::Kind::move:
        then(known_turn(node.move));
        break;
      case AlgNode::Kind::group:
        then(power(orbits_, action(node.first), node.amount));
        break;
      case AlgNode::Kind::commutator:
      case AlgNode::Kind::conjugate: {
        const State a = action(node.first);
        const State b = action(node.second);
        State whole = compose(orbits_, a, b);
        whole = compose(orbits_, whole, invert(orbits_, a));
        if (node.kind == AlgNode::Kind::commutator) {
          whole = compose(orbits_, whole, invert(orbits_, b));
        }
        then(power(orbits_, whole, node.amount));
        break;
      }
      case AlgNode::Kind::pause:
      case AlgNode::Kind::comment:
      case AlgNode::Kind::newline:
        break;
    }
  }
}

}  // namespace gyre
