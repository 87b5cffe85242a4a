#include "general/scramble/step_distance.h"

#include <algorithm>

namespace gyre {

StepDistance::StepDistance(const PuzzleDefinition& definition, const MoveSet& moves, int steps)
    : kernel_(definition), moves_(definition, moves, kernel_), steps_(steps) {
  // Greedily: each class joins the first group that it commutes with.
  std::vector<std::vector<int>> groups;
  for (int index = 0; index < static_cast<int>(moves.classes().size()); ++index) {
    const auto fits = [&](const std::vector<int>& group) {
      return std::all_of(group.begin(), group.end(),
                         [&](int other) { return moves.commutes(index, other); });
    };
    const auto group = std::find_if(groups.begin(), groups.end(), fits);
    if (group == groups.end()) {
      groups.push_back({index});
    } else {
      group->push_back(index);
    }
  }
  const OrbitList& orbits = definition.orbits();
  for (const std::vector<int>& group : groups) {
    std::vector<State> products = {identity_state(orbits)};
    for (const int index : group) {
      const std::size_t before = products.size();
      for (const Move& move : moves.moves()) {
        if (move.move_class != index) continue;
        for (std::size_t i = 0; i < before; ++i) {
          products.push_back(compose(orbits, products[i], move.action));
        }
      }
    }
    products.erase(products.begin());
    groups_.push_back(kernel_.pack(products));
  }
  walk(kernel_.solved(), steps_ / 2, -1, [&](std::uint64_t hash) {
    near_.insert(hash);
    return false;
  });
}

template <class Visit>
bool StepDistance::walk(const std::uint8_t* position, int steps, int last_group,
                        const Visit& visit) const {
  if (visit(kernel_.hash(position))) return true;
  if (steps == 0) return false;
  PackedBytes next(static_cast<std::size_t>(kernel_.bytes()));
  for (int group = 0; group < static_cast<int>(groups_.size()); ++group) {
    if (group == last_group) continue;
    const PackedStates& products = groups_[static_cast<std::size_t>(group)];
    for (std::size_t i = 0; i < products.size(); ++i) {
      kernel_.compose(position, products[i], next.data());
      if (moves_.legal(next.data()) && walk(next.data(), steps - 1, group, visit)) return true;
    }
  }
  return false;
}

bool StepDistance::within(const State& position) const {
  PackedBytes packed(static_cast<std::size_t>(kernel_.bytes()));
  kernel_.pack(position, packed.data());
  return walk(packed.data(), steps_ - steps_ / 2, -1,
              [&](std::uint64_t hash) { return near_.contains(hash); });
}

}  // namespace gyre
