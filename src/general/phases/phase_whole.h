// Parts of a view whose pieces the moves do not bring into every arrangement that could be thought
// of: the twelve pieces of M12 have 95,040, and not 12!. Where they are few, one coordinate holds
// them all, so that the table with it is exact, and there are fewer tables.
#pragma once

#include "general/phases/phase_coordinate.h"
#include "general/phases/phase_moves.h"
#include "general/phases/phase_view.h"

#include "puzzle/group/components.h"

#include <gyre/puzzle/definition.h>

#include <limits>
#include <map>
#include <optional>
#include <stop_token>

namespace gyre {

// What a part has without a whole one.
struct SeveralCoordinates {
  int count = 0;
  double values = 1;  // of all together

  // None: there would be too many values.
  void add(const std::optional<PhaseCoordinate>& one) noexcept {
    ++count;
    values *= one ? one->size() : std::numeric_limits<double>::infinity();
  }
};

// For parts with several coordinates, one instead that has fewer values than these together.
// split: of the moves' generators. Nothing for parts that the moves bring into every arrangement,
// and where there are too many. Throws Error if stopped.
[[nodiscard]] std::map<const ViewPart*, PhaseCoordinate> whole_coordinates(
    const PuzzleDefinition& definition, const std::map<const ViewPart*, SeveralCoordinates>& parts,
    const PhaseMoves& moves, const ComponentSplit& split, const std::stop_token& stop = {});

}  // namespace gyre
