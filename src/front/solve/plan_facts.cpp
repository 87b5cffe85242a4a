#include "front/solve/plan_facts.h"

#include "base/seconds.h"
#include "general/phases/phase_view.h"
#include "puzzle/group/components.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <numeric>

namespace gyre {
namespace {

// Pieces as people name them where nothing else is known of them: EDGES:1, counted from 1.
std::string pieces_text(const PuzzleDefinition& definition, const ViewPart& part,
                        const std::vector<int>& colours) {
  const int offset = definition.orbits().perm_offset(part.orbit);
  std::vector<int> slots;
  for (const int slot : part.slots) {
    const int colour = part.colour[definition.solved().bytes[offset + slot]];
    if (std::find(colours.begin(), colours.end(), colour) != colours.end()) {
      slots.push_back(slot + 1);
    }
  }
  return fmt::format("{}:{}", definition.orbits()[part.orbit].name, fmt::join(slots, ","));
}

// What a phase does to the pieces of one part of its view.
std::vector<std::string> goals_of(const PuzzleDefinition& definition, const ViewPart& part) {
  std::vector<std::string> goals;
  std::vector<int> single;
  std::vector<int> groups;
  bool turns = false;
  for (int c = 0; c < part.colours; ++c) {
    const bool turned = part.modulus[c] / std::gcd(part.modulus[c], part.step) > 1;
    if (part.pieces[c] == 1) {
      single.push_back(c);
    } else {
      groups.push_back(part.pieces[c]);
      turns = turns || turned;
    }
  }
  const std::string& orbit = definition.orbits()[part.orbit].name;
  if (!single.empty()) {
    goals.push_back(fmt::format("place {}", pieces_text(definition, part, single)));
  }
  if (groups.size() > 1) {
    std::sort(groups.begin(), groups.end());
    goals.push_back(fmt::format("sort {} of {} into groups of {}",
                                std::accumulate(groups.begin(), groups.end(), 0), orbit,
                                fmt::join(groups, ", ")));
  }
  if (turns) goals.push_back(fmt::format("orient {}", orbit));
  return goals;
}

PhaseFacts facts_of(const PuzzleDefinition& definition, const MoveSet& moves,
                    const PhaseSolver& solver, std::size_t phase) {
  const PhaseStep& step = solver.plan().steps[phase];
  const PhaseSpace& space = solver.space(static_cast<int>(phase));
  const PhaseUnits none(moves.classes().size(), 0);
  const bool last = phase + 1 == solver.plan().steps.size();
  const PhaseUnits& left = last ? none : solver.plan().steps[phase + 1].units;
  const PhaseView view(
      definition,
      ComponentSplit(definition.orbits(), PhaseMoves(definition, moves, step.units).generators()),
      ComponentSplit(definition.orbits(), PhaseMoves(definition, moves, left).generators()));
  PhaseFacts facts;
  facts.moves = units_text(moves, step.units);
  for (const ViewPart& part : view.parts()) {
    for (std::string& goal : goals_of(definition, part)) facts.goals.push_back(std::move(goal));
  }
  facts.log_positions = step.log_index;
  facts.bytes = space.bytes();
  for (const PhaseSpace::Table& table : space.tables()) {
    facts.table_mean = std::max(facts.table_mean, table.mean);
    facts.table_greatest = std::max(facts.table_greatest, table.greatest);
  }
  facts.is_exact = solver.is_complete(static_cast<int>(phase));
  facts.expected = facts.is_exact ? facts.table_mean : std::max(step.expected, facts.table_mean);
  return facts;
}

}  // namespace

PlanFacts plan_facts(EngineSource& engines, const PuzzleDefinition& definition,
                     const MoveSet& moves, const EngineCaller& caller) {
  const auto begun = std::chrono::steady_clock::now();
  const std::shared_ptr<const PhaseEngine> engine = engines.phases({definition, moves}, caller);
  PlanFacts facts;
  facts.seconds = seconds_since(begun);
  if (!engine->solver) return facts;
  const PhaseSolver& solver = *engine->solver;
  for (std::size_t phase = 0; phase < solver.plan().steps.size(); ++phase) {
    facts.phases.push_back(facts_of(engine->definition, engine->moves, solver, phase));
    facts.expected += facts.phases.back().expected;
  }
  facts.bytes = solver.bytes();
  return facts;
}

}  // namespace gyre
