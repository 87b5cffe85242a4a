// Positions that break the rules of a puzzle: moves that commute may lead through them.
#pragma once

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/state.h>

#include <optional>

namespace gyre {

// A position that breaks the rules, after a step of commuting moves that puts it right; nothing if
// it breaks none, or no step does.
[[nodiscard]] std::optional<State> put_right(const PuzzleDefinition& definition,
                                             const MoveSet& moves, const State& position);

}  // namespace gyre
