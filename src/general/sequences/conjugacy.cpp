// With K the actions that are even and twist nothing in sum, component by component, and W all
// actions: a group between K and W is normal in W, since W / K is abelian. So a class of W lies
// inside it or outside, and has |W| over the order of the centraliser.
#include "general/sequences/conjugacy.h"

#include "puzzle/definition/cycles.h"
#include "puzzle/group/full_components.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace gyre {
namespace {

std::vector<State> unit_actions(const OrbitList& orbits, const MoveSet& moves) {
  std::vector<State> actions;
  for (const MoveClass& cls : moves.classes()) actions.push_back(moves.unit_action(orbits, cls));
  return actions;
}

// Whether every even permutation with twists that add up to nothing is possible, and no other
// component is touched.
bool is_free(const Component& component, bool full) {
  return full || (component.orientations == 1 && component.size() <= 2) || component.size() == 1;
}

BigInt factorial(int n) {
  BigInt product = 1;
  for (int i = 2; i <= n; ++i) product *= i;
  return product;
}

// Elements of the wreath product that have the same cycles.
BigInt class_size(const Component& component, const LocalAction& local) {
  const int n = component.size();
  std::map<std::pair<int, int>, int> cycles;  // length and twist: how many
  std::vector<char> seen(static_cast<std::size_t>(n), 0);
  for (int first = 0; first < n; ++first) {
    if (seen[first] != 0) continue;
    int length = 0;
    int twist = 0;
    for (int place = first; seen[place] == 0; place = local.source[place]) {
      seen[place] = 1;
      ++length;
      twist = (twist + local.twist[place]) % component.orientations;
    }
    ++cycles[{length, twist}];
  }
  BigInt all = factorial(n);
  for (int i = 0; i < n; ++i) all *= component.orientations;
  BigInt centraliser = 1;
  for (const auto& [kind, count] : cycles) {
    for (int i = 0; i < count; ++i) centraliser *= kind.first * component.orientations;
    centraliser *= factorial(count);
  }
  return all / centraliser;
}

}  // namespace

ConjugacyClasses::ConjugacyClasses(const PuzzleDefinition& definition, const MoveSet& moves)
    : orbits_(definition.orbits()), split_(orbits_, unit_actions(orbits_, moves)) {
  if (!definition.illegal().empty()) return;
  const std::vector<bool> full = find_full_components(split_, unit_actions(orbits_, moves));
  for (int c = 0; c < split_.size(); ++c) {
    if (!is_free(split_[c], full[static_cast<std::size_t>(c)])) return;
  }
  group_.emplace(definition, moves);
}

std::optional<BigInt> ConjugacyClasses::positions(const State& action) const {
  if (!group_ || !group_->contains_action(action)) return std::nullopt;
  BigInt count = 1;
  LocalAction local;
  for (int c = 0; c < split_.size(); ++c) {
    if (!split_.localize(c, action, local)) return std::nullopt;
    count *= class_size(split_[c], local);
  }
  return count;
}

std::string ConjugacyClasses::text_of(const State& action) const {
  std::vector<ActionCycle> cycles = cycles_of(orbits_, action);
  const auto rank = [](const ActionCycle& cycle) {
    return std::tuple(cycle.orbit, cycle.slots.size(), cycle.twist);
  };
  std::sort(cycles.begin(), cycles.end(),
            [&](const ActionCycle& a, const ActionCycle& b) { return rank(a) < rank(b); });
  std::string text;
  int orbit = -1;
  for (const ActionCycle& cycle : cycles) {
    if (cycle.orbit != orbit) {
      text += (orbit < 0 ? "" : ", ") + orbits_[cycle.orbit].name;
      orbit = cycle.orbit;
    }
    text += fmt::format(" {}", cycle.slots.size());
    if (cycle.twist != 0) text += twist_text(cycle.twist, orbits_[cycle.orbit].orientations);
  }
  if (text.empty()) text = "nothing";
  if (const std::optional<BigInt> count = positions(action)) {
    text += fmt::format(" ({} position{})", count->str(), *count == 1 ? "" : "s");
  }
  return text;
}

}  // namespace gyre
