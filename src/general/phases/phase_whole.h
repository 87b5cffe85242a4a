// Parts of a view whose pieces the moves do not bring into every arrangement that could be thought
// of: the twelve pieces of M12 have 95,040, and not 12!. Where they are few, one coordinate holds
// them all, so that the table with it is exact, and there are fewer tables.
#pragma once

#include "general/phases/phase_coordinate.h"
#include "general/phases/phase_moves.h"
#include "general/phases/phase_view.h"

#include "puzzle/group/components.h"

#include <gyre/puzzle/definition.h>

#include <map>
#include <stop_token>
#include <vector>

namespace gyre {

// parts: those that would need several coordinates, in the order of a view. split: of the moves'
// generators. Nothing for parts that the moves bring into every arrangement, and where there are
// too many of them. Throws Error if stopped.
[[nodiscard]] std::map<const ViewPart*, PhaseCoordinate> whole_coordinates(
    const PuzzleDefinition& definition, const std::vector<const ViewPart*>& parts,
    const PhaseMoves& moves, const ComponentSplit& split, const std::stop_token& stop = {});

}  // namespace gyre
