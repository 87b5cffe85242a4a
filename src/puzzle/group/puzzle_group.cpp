#include <gyre/base/error.h>
#include <gyre/puzzle/puzzle_group.h>

#include "base/random.h"
#include "puzzle/group/action_group.h"
#include "puzzle/group/position_set.h"
#include "puzzle/group/shape_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace gyre {
namespace {

// The actions that count as one step. Without rules the group is all that matters, and one
// generator for each class of moves makes it.
std::vector<State> steps_of(const PuzzleDefinition& definition, const MoveSet& moves) {
  std::vector<State> steps;
  for (const Move& move : moves.moves()) {
    if (!definition.illegal().empty() || move.amount == 1) steps.push_back(move.action);
  }
  return steps;
}

void close_under_inversion(const OrbitList& orbits, std::vector<State>& steps) {
  const std::size_t given = steps.size();
  for (std::size_t i = 0; i < given; ++i) {
    State inverse = invert(orbits, steps[i]);
    if (std::find(steps.begin(), steps.end(), inverse) == steps.end()) {
      steps.push_back(std::move(inverse));
    }
  }
}

// Grows with each loop that it does not contain, so it ends as the group of all loops; each growth
// at least doubles it, so there are few.
ActionGroup group_of_loops(const OrbitList& orbits, const ShapeGraph& graph,
                           const std::stop_token& stop) {
  std::vector<State> generators;
  std::optional<ActionGroup> group(ActionGroup(orbits, generators));
  graph.for_each_loop(
      [&](const State& loop, const ShapeGraph::Loop&) {
        if (group->contains(loop)) return;
        generators.push_back(loop);
        group.emplace(orbits, generators, stop);
      },
      stop);
  return std::move(*group);
}

}  // namespace

std::string_view to_string(GroupProof proof) noexcept {
  switch (proof) {
    case GroupProof::structure:
      return "structure";
    case GroupProof::chain:
      return "chain";
    case GroupProof::structure_and_chain:
      return "structure and chain";
  }
  return "";
}

struct PuzzleGroup::Data {
  Data(const PuzzleDefinition& puzzle, std::vector<State> steps, const std::stop_token& stop)
      : definition(puzzle),
        graph(make_graph(definition, steps, stop)),
        group(graph ? group_of_loops(definition.orbits(), *graph, stop)
                    : ActionGroup(definition.orbits(), std::move(steps), stop)),
        positions(definition, group, stop) {
    bool any_full = false;
    bool any_other = false;
    for (int c = 0; c < group.split().size(); ++c) {
      const Component& component = group.split()[c];
      components.push_back(
          {component.orbit, component.slots, component.orientations, group.full(c)});
      if (group.full(c)) any_full = true;
      if (!group.full(c) && component.size() * component.orientations > 1) any_other = true;
    }
    proof = !any_other ? GroupProof::structure
            : any_full ? GroupProof::structure_and_chain
                       : GroupProof::chain;
  }
  Data(const Data&) = delete;  // positions refers to its neighbours
  Data& operator=(const Data&) = delete;

  static std::optional<ShapeGraph> make_graph(const PuzzleDefinition& definition,
                                              std::vector<State>& steps,
                                              const std::stop_token& stop) {
    if (definition.illegal().empty()) return std::nullopt;
    close_under_inversion(definition.orbits(), steps);
    return ShapeGraph(definition, steps, kMaxShapes, stop);
  }

  PuzzleDefinition definition;
  std::optional<ShapeGraph> graph;
  ActionGroup group;
  PositionSet positions;
  std::vector<GroupComponent> components;
  GroupProof proof = GroupProof::structure;
};

PuzzleGroup::PuzzleGroup(const PuzzleDefinition& definition, const std::stop_token& stop)
    : PuzzleGroup(definition, MoveSet(definition, Metric::htm), stop) {}

PuzzleGroup::PuzzleGroup(const PuzzleDefinition& definition, const MoveSet& moves,
                         const std::stop_token& stop)
    : PuzzleGroup(definition, steps_of(definition, moves), stop) {}

PuzzleGroup::PuzzleGroup(const PuzzleDefinition& definition, const std::vector<State>& actions,
                         const std::stop_token& stop)
    : data_(std::make_shared<const Data>(definition, actions, stop)) {}

BigInt PuzzleGroup::order() const {
  return data_->group.order() * shapes();
}

BigInt PuzzleGroup::states() const {
  return data_->positions.count() * shapes();
}

std::uint64_t PuzzleGroup::shapes() const noexcept {
  return data_->graph ? data_->graph->size() : 1;
}

const std::vector<GroupComponent>& PuzzleGroup::components() const noexcept {
  return data_->components;
}

GroupProof PuzzleGroup::proof() const noexcept {
  return data_->proof;
}

bool PuzzleGroup::contains_action(const State& action) const {
  if (data_->graph) {
    throw Error(fmt::format("the positions of {} form no group, because it has Illegal rules",
                            data_->definition.name()));
  }
  return data_->group.contains(action);
}

Membership PuzzleGroup::contains(const State& position, const std::stop_token& stop) const {
  const PuzzleDefinition& definition = data_->definition;
  definition.check_position(position);
  if (!data_->graph) return data_->positions.membership(position, stop);
  Membership result;
  for (const IllegalRule& rule : definition.illegal()) {
    const int held = position.bytes[definition.orbits().perm_offset(rule.orbit) + rule.slot];
    if (!std::binary_search(rule.identities.begin(), rule.identities.end(), held)) continue;
    result.reasons.push_back(fmt::format("piece {} of {} must not stand in slot {}",
                                         definition.label(rule.orbit, held) + 1,
                                         definition.orbits()[rule.orbit].name, rule.slot + 1));
    return result;
  }
  const std::optional<std::size_t> shape = data_->graph->find(position);
  if (!shape) {
    result.reasons.emplace_back("moves that keep the Illegal rules never lead to this shape");
    return result;
  }
  // Taken back to the solved shape on a known way, the position is one of the group's.
  const State back = invert(definition.orbits(), data_->graph->way_to(*shape));
  result = data_->positions.membership(compose(definition.orbits(), position, back), stop);
  // Its reasons speak of that other position.
  if (!result.solvable) {
    result.reasons = {
        "moves that keep the Illegal rules lead to this shape, but not with the pieces "
        "arranged like this"};
  }
  return result;
}

State PuzzleGroup::random_state(Rng& rng) const {
  const OrbitList& orbits = data_->definition.orbits();
  State state = compose(orbits, data_->definition.solved(), data_->group.random_action(rng));
  if (!data_->graph) return state;
  return compose(orbits, state, data_->graph->way_to(random_below(rng, data_->graph->size())));
}

}  // namespace gyre
