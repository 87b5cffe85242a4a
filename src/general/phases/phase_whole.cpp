#include "general/phases/phase_whole.h"

#include "puzzle/group/full_components.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace gyre {
namespace {

// To try it takes a tenth of a second for each part of which there turn out to be more.
constexpr std::size_t kMostWholeValues = 200'000;
// Several smaller ones go into more tables: they are given up for half of the values only.
constexpr double kWorthIt = 2;

}  // namespace

std::map<const ViewPart*, PhaseCoordinate> whole_coordinates(
    const PuzzleDefinition& definition, const std::map<const ViewPart*, SeveralCoordinates>& parts,
    const PhaseMoves& moves, const ComponentSplit& split, const std::stop_token& stop) {
  std::map<const ViewPart*, PhaseCoordinate> whole;
  std::vector<bool> full;
  for (const auto& [part, several] : parts) {
    if (several.count < 2) continue;
    if (full.empty()) full = find_full_components(split, moves.generators(), stop);
    // What was said to be too many is as many there.
    if (full[split.component_of(part->orbit, part->slots[0])]) continue;
    const PhaseCoordinate::Choice all{std::vector<char>(part->pieces.size(), 1), true, true};
    std::optional<PhaseCoordinate> made =
        PhaseCoordinate::enumerate(definition, *part, all, moves, kMostWholeValues, stop);
    if (made && made->size() * kWorthIt <= several.values) whole.emplace(part, std::move(*made));
  }
  return whole;
}

}  // namespace gyre
