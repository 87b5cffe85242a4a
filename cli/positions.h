// Positions as command-line arguments: each is a file, - for standard input, or the position
// itself.
#pragma once

#include <gyre/format/scramble.h>

#include <string>
#include <vector>

namespace gyre::cli {

constexpr const char* kPositionHelp =
    "Moves, a compact line (CPOS ...), a KPuzzle pattern, a scramble file, or - for stdin";

// With no argument that is a file or -, the arguments together may also be one sequence written
// without quotes: R U F.
[[nodiscard]] std::vector<Scramble> read_position_arguments(
    const PuzzleDefinition& definition, const std::vector<std::string>& arguments);

}  // namespace gyre::cli
