#include "front/solve/plan_facts.h"

#include "base/seconds.h"
#include "front/puzzle/piece_names.h"
#include "general/phases/phase_view.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/puzzle_group.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace gyre {
namespace {

// What a phase does to the pieces of one part of its view, but for those that it places.
std::vector<std::string> goals_of(const PuzzleDefinition& definition, const ViewPart& part) {
  std::vector<std::string> goals;
  std::vector<int> groups;
  bool turns = false;
  for (int c = 0; c < part.colours; ++c) {
    if (part.pieces[c] == 1) continue;
    groups.push_back(part.pieces[c]);
    turns = turns || part.modulus[c] / std::gcd(part.modulus[c], part.step) > 1;
  }
  const std::string& orbit = definition.orbits()[part.orbit].name;
  if (groups.size() > 1) {
    std::sort(groups.begin(), groups.end());
    goals.push_back(fmt::format("sort {} of {} into groups of {}",
                                std::accumulate(groups.begin(), groups.end(), 0), orbit,
                                fmt::join(groups, ", ")));
  }
  if (turns) goals.push_back(fmt::format("orient {}", orbit));
  return goals;
}

// Pieces that are told from all others of their part. What never leaves its place can only turn.
void add_single(const PuzzleDefinition& definition, const ViewPart& part,
                std::vector<PieceHome>& placed, std::vector<PieceHome>& turned) {
  const int offset = definition.orbits().perm_offset(part.orbit);
  for (const int slot : part.slots) {
    const int colour = part.colour[definition.solved().bytes[offset + slot]];
    if (colour < 0 || part.pieces[colour] != 1) continue;
    (part.slots.size() == 1 ? turned : placed).push_back({part.orbit, slot});
  }
}

std::vector<std::string> goals_of(const PuzzleDefinition& definition, const PhaseView& view,
                                  PieceNames& names) {
  std::vector<std::string> goals;
  std::vector<PieceHome> placed;
  std::vector<PieceHome> turned;
  for (const ViewPart& part : view.parts()) add_single(definition, part, placed, turned);
  if (!placed.empty()) {
    goals.push_back(fmt::format("place {}", fmt::join(names.names(placed), ",")));
  }
  if (!turned.empty()) {
    goals.push_back(fmt::format("orient {}", fmt::join(names.names(turned), ",")));
  }
  for (const ViewPart& part : view.parts()) {
    for (std::string& goal : goals_of(definition, part)) goals.push_back(std::move(goal));
  }
  for (const ViewTie& tie : view.ties()) {
    const OrbitList& orbits = definition.orbits();
    const std::string& orbit = orbits[tie.orbit].name;
    goals.push_back(tie.is_within_itself
                        ? fmt::format("pair {} of {}", 2 * tie.homes.size(), orbit)
                        : fmt::format("bring {} of {} beside their {}", tie.homes.size(), orbit,
                                      orbits[tie.other_orbit].name));
  }
  // What the view does not see, ends are asked for one by one.
  if (goals.empty()) goals.emplace_back("bring the rest into the group of the next moves");
  return goals;
}

PhaseFacts facts_of(const PuzzleDefinition& definition, const MoveSet& moves,
                    const PhaseSolver& solver, std::size_t phase, PieceNames& names) {
  const PhaseStep& step = solver.plan().steps[phase];
  const PhaseSpace& space = solver.space(static_cast<int>(phase));
  PhaseFacts facts;
  facts.moves = units_text(moves, step.units);
  facts.goals = goals_of(definition, space.view(), names);
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

// The logarithm of the number of positions; where they cannot be counted, of what coordinates say.
double log_positions_of(const PuzzleDefinition& definition, const MoveSet& moves,
                        const ShapeSpace& space, const std::stop_token& stop) {
  try {
    return std::log10(PuzzleGroup(definition, moves, stop).states().convert_to<double>());
  } catch (const Error&) {
    if (stop.stop_requested()) throw;
  }
  double log = std::log10(static_cast<double>(space.moves().shapes()));
  for (const ShapeCoordinate& coordinate : space.coordinates()) {
    log += std::log10(static_cast<double>(coordinate.size()));
  }
  return log;
}

// Where rules forbid positions all is put right at once.
PhaseFacts facts_of_shapes(const PuzzleDefinition& definition, const MoveSet& moves,
                           const ShapeSolver& solver, PieceNames& names,
                           const std::stop_token& stop) {
  const ShapeSpace& space = solver.space();
  PhaseFacts facts;
  facts.moves = units_text(moves, all_units(moves));
  const std::size_t shapes = space.moves().shapes();
  facts.goals.push_back(
      fmt::format("bring {} shape{} to the solved one", shapes, shapes == 1 ? "" : "s"));
  std::vector<PieceHome> placed;
  std::vector<PieceHome> turned;
  const PuzzleGroup group(definition, moves, stop);
  for (const GroupComponent& component : group.components()) {
    for (const int slot : component.slots) {
      if (component.slots.size() > 1) placed.push_back({component.orbit, slot});
      if (component.slots.size() == 1 && component.orientations > 1) {
        turned.push_back({component.orbit, slot});
      }
    }
  }
  if (!placed.empty()) {
    facts.goals.push_back(fmt::format("place {}", fmt::join(names.names(placed), ",")));
  }
  if (!turned.empty()) {
    facts.goals.push_back(fmt::format("orient {}", fmt::join(names.names(turned), ",")));
  }
  facts.log_positions = log_positions_of(definition, moves, space, stop);
  facts.bytes = space.bytes();
  for (const ShapeSpace::Table& table : space.tables()) {
    facts.table_mean = std::max(facts.table_mean, table.mean);
    facts.table_greatest = std::max(facts.table_greatest, table.greatest);
  }
  facts.is_exact = space.tables().size() == 1;
  facts.expected = facts.is_exact
                       ? facts.table_mean
                       : std::max(facts.table_mean, solver.expected(facts.log_positions));
  return facts;
}

}  // namespace

PlanFacts plan_facts(EngineSource& engines, const PuzzleDefinition& definition,
                     const PuzzlePicture* picture, const MoveSet& moves,
                     const EngineCaller& caller) {
  const auto begun = std::chrono::steady_clock::now();
  const std::shared_ptr<const PhaseEngine> engine = engines.phases({definition, moves}, caller);
  PlanFacts facts;
  facts.seconds = seconds_since(begun);
  PieceNames names(engine->definition, picture);
  facts.bytes = engine->bytes();
  facts.origin = engine->origin;
  if (engine->shapes) {
    facts.phases.push_back(
        facts_of_shapes(engine->definition, engine->moves, *engine->shapes, names, caller.stop));
    facts.expected = facts.phases[0].expected;
    facts.is_one_search = true;
  }
  if (!engine->solver) return facts;
  const PhaseSolver& solver = *engine->solver;
  for (std::size_t phase = 0; phase < solver.plan().steps.size(); ++phase) {
    facts.phases.push_back(facts_of(engine->definition, engine->moves, solver, phase, names));
    facts.expected += facts.phases.back().expected;
  }
  return facts;
}

}  // namespace gyre
