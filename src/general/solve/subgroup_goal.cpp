#include "general/solve/subgroup_goal.h"

#include <gyre/base/error.h>
#include "base/arithmetic.h"
#include "base/seconds.h"
#include "base/stop.h"
#include "puzzle/group/components.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace gyre {
namespace {

const PuzzleDefinition& without_rules(const PuzzleDefinition& definition) {
  if (definition.illegal().empty()) return definition;
  throw Error("rules of the puzzle block moves in some positions: there is no group to solve into");
}

std::vector<State> one_turn_each(const OrbitList& orbits, const MoveSet& moves) {
  std::vector<State> actions;
  for (const MoveClass& cls : moves.classes()) actions.push_back(moves.unit_action(orbits, cls));
  return actions;
}

// Components of one orbit that have the same colour, because pieces that look alike are in several.
class MergedComponents {
 public:
  explicit MergedComponents(int count) : parent_(static_cast<std::size_t>(count)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  [[nodiscard]] int root(int component) const {
    while (parent_[component] != component) component = parent_[component];
    return component;
  }
  void merge(int a, int b) {
    const int first = std::min(root(a), root(b));
    const int second = std::max(root(a), root(b));
    parent_[second] = first;
  }

 private:
  std::vector<int> parent_;
};

}  // namespace

SubgroupGoal::SubgroupGoal(const PuzzleDefinition& definition, const MoveSet& moves,
                           const MoveSet& subgroup, const std::stop_token& stop)
    : group_(without_rules(definition), moves, stop),
      subgroup_(definition, subgroup, stop),
      orbits_(definition.orbits()) {
  for (const MoveClass& cls : subgroup.classes()) {
    if (group_.contains_action(subgroup.unit_action(orbits_, cls))) continue;
    throw Error(fmt::format("{} cannot be made of the moves that are searched", cls.name));
  }
  find_colours(definition, subgroup);
  try {
    const PuzzleGroup shadow(*coloured_, moves, stop);
    exact_ = shadow.states() * subgroup_.states() == group_.states();
  } catch (const Error&) {
    if (stop.stop_requested()) throw;
    exact_ = false;  // nobody knows: every end is looked at
  }
}

void SubgroupGoal::find_colours(const PuzzleDefinition& definition, const MoveSet& subgroup) {
  const ComponentSplit split(orbits_, one_turn_each(orbits_, subgroup));
  PuzzleDefinition::Parts parts = definition.parts();
  parts.labels.clear();
  for (int k = 0; k < orbits_.size(); ++k) {
    const int pieces = orbits_[k].pieces;
    const int all = orbits_[k].orientations;
    const std::uint8_t* look = definition.solved().bytes.data() + orbits_.perm_offset(k);
    const std::uint8_t* ori = look + pieces;
    const int identities = definition.identities(k);
    MergedComponents merged(split.size());
    std::vector<int> home(static_cast<std::size_t>(identities), -1);
    for (int slot = 0; slot < pieces; ++slot) {
      int& first = home[look[slot]];
      if (first < 0) first = slot;
      merged.merge(split.component_of(k, first), split.component_of(k, slot));
    }
    // Against the gauge, a piece that the subgroup never turns has the same orientation everywhere.
    const auto gauge_of = [&](int slot) {
      const Component& component = split[split.component_of(k, slot)];
      const auto place = std::find(component.slots.begin(), component.slots.end(), slot);
      return component.gauge[static_cast<std::size_t>(place - component.slots.begin())];
    };
    std::vector<char> turns(static_cast<std::size_t>(split.size()), 0);  // by root
    const auto offset_at = [&](int slot) { return modulo(gauge_of(slot) - ori[slot], all); };
    for (int slot = 0; slot < pieces; ++slot) {
      const int component = split.component_of(k, slot);
      const bool differs =
          ori[slot] == kWildOrientation || offset_at(slot) != offset_at(home[look[slot]]);
      if (split[component].orientations > 1 || differs) turns[merged.root(component)] = 1;
    }
    std::vector<int> number(static_cast<std::size_t>(split.size()), -1);  // by root
    int next = 0;
    std::vector<Colour>& colours = colours_.emplace_back(static_cast<std::size_t>(identities));
    std::uint8_t* new_look = parts.solved.bytes.data() + orbits_.perm_offset(k);
    for (int slot = 0; slot < pieces; ++slot) {
      const int root = merged.root(split.component_of(k, slot));
      if (number[root] < 0) number[root] = next++;
      Colour& colour = colours[look[slot]];
      colour.number = number[root];
      colour.turns = turns[root] != 0;
      if (!colour.turns) colour.offset = offset_at(slot);
      new_look[slot] = static_cast<std::uint8_t>(colour.number);
      new_look[pieces + slot] =
          colour.turns ? kWildOrientation : static_cast<std::uint8_t>(gauge_of(slot));
    }
  }
  coloured_.emplace(std::move(parts));
}

State SubgroupGoal::colour(const State& position) const {
  State out = position;
  for (int k = 0; k < orbits_.size(); ++k) {
    const int pieces = orbits_[k].pieces;
    const int all = orbits_[k].orientations;
    std::uint8_t* look = out.bytes.data() + orbits_.perm_offset(k);
    std::uint8_t* ori = look + pieces;
    for (int slot = 0; slot < pieces; ++slot) {
      const Colour& colour = colours_[static_cast<std::size_t>(k)][look[slot]];
      look[slot] = static_cast<std::uint8_t>(colour.number);
      if (all == 1) continue;
      ori[slot] = colour.turns ? kWildOrientation
                               : static_cast<std::uint8_t>((ori[slot] + colour.offset) % all);
    }
  }
  return out;
}

bool SubgroupGoal::contains(const State& position) const {
  return subgroup_.contains(position).solvable;
}

namespace {

State position_after(const Solver& solver, const State& position, const Solution& solution) {
  const OrbitList& orbits = solver.definition().orbits();
  State state = position;
  for (const int move : solution.moves) {
    state = compose(orbits, state, solver.moves().moves()[move].action);
  }
  return state;
}

}  // namespace

SolveResult solve_into(const SubgroupGoal& goal, const Solver& solver, const State& position,
                       const SolveLimits& limits, const SolveHooks& hooks) {
  const State shadow = goal.colour(position);
  const auto require = [&](const Solution& solution) {
    if (!goal.contains(position_after(solver, position, solution))) {
      throw std::logic_error("a solution does not lead into the subgroup");
    }
  };
  if (goal.is_exact()) {
    SolveResult result = solver.solve(shadow, limits, hooks);
    for (const Solution& solution : result.solutions) require(solution);
    return result;
  }
  // Length after length: of what solves the coloured puzzle, that which ends in the subgroup.
  const auto begun = std::chrono::steady_clock::now();
  const std::uint64_t wanted = limits.all_shortest ? ~std::uint64_t{0} : limits.number;
  SolveResult sum;
  for (int length = limits.min_length; length <= limits.max_length; ++length) {
    SolveLimits one = limits;
    one.min_length = length;
    one.max_length = length;
    one.all_shortest = true;
    if (limits.seconds) one.seconds = std::max(0.0, *limits.seconds - seconds_since(begun));
    SolveHooks inner = hooks;
    inner.checkpoint = {};
    inner.solution = {};
    SolveResult found = solver.solve(shadow, one, inner);
    sum.nodes += found.nodes;
    const bool is_cut_off =
        found.end == SolveResult::End::time || found.end == SolveResult::End::stopped;
    for (Solution& solution : found.solutions) {
      if (sum.solutions.size() >= wanted) break;
      if (!goal.contains(position_after(solver, position, solution))) continue;
      if (sum.solutions.empty()) sum.optimal = limits.min_length == 0;
      sum.solutions.push_back(std::move(solution));
      if (hooks.solution) hooks.solution(sum.solutions.back());
    }
    sum.proved = length + (is_cut_off || sum.solutions.size() >= wanted ? 0 : 1);
    sum.end = is_cut_off ? found.end : SolveResult::End::none;
    const bool is_enough =
        sum.solutions.size() >= wanted || (limits.all_shortest && !sum.solutions.empty());
    if (is_enough) sum.end = SolveResult::End::found;
    if (is_cut_off || is_enough) break;
  }
  if (sum.solutions.empty()) {
    sum.optimal = limits.min_length == 0 && sum.end == SolveResult::End::none;
  }
  sum.seconds = seconds_since(begun);
  return sum;
}

}  // namespace gyre
