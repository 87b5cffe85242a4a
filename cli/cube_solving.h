// The 3x3x3's own engine as a function of positions, for commands of the general engine that ask
// for any solution of few moves.
#pragma once

#include "command.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre::cli {

using CubeSolving =
    std::function<std::optional<std::vector<int>>(const State&, const std::stop_token&)>;

// Solves in at most 20 moves, given as indices into `moves`, which must be all in the half-turn
// metric; nothing when stopped. On the calling thread; what it finds depends on nothing but the
// tables, which are made when it is first called. stored: whether big ones are used where they are
// stored.
[[nodiscard]] CubeSolving cube_solving(const CommonOptions& options,
                                       const PuzzleDefinition& definition, const MoveSet& moves,
                                       bool stored = false, const std::stop_token& stop = {});

}  // namespace gyre::cli
