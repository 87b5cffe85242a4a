// Positions as command-line arguments: each is a file, - for standard input, or the position
// itself.
#pragma once

#include "command.h"
#include "format/scramble.h"
#include "front/puzzle/position_forms.h"
#include "library/facelets.h"

#include <optional>
#include <string>
#include <vector>

namespace gyre::cli {

constexpr const char* kPositionHelp =
    "Moves, a compact line (CPOS ...), a KPuzzle pattern, facelets (NxNxN), Reid's list (3x3x3), a "
    "scramble file, or - for stdin";

// One move without brackets and blanks: several such arguments are one sequence.
[[nodiscard]] bool is_single_move(const PuzzleDefinition& definition, const std::string& text);
// A slash that is neither a comment's nor a move, or an ending that files have.
[[nodiscard]] bool looks_like_path(const PuzzleDefinition& definition, const std::string& text);

// Whether something that can be read stands there. Not only regular files: <(gyre scramble -n 9) is
// a pipe with a name. A folder may be called R.
[[nodiscard]] bool is_file(const std::string& argument);
// For what looks like a path and is no file. Throws Error.
[[noreturn]] void throw_no_file(const std::string& path);

// With no argument that is a file or -, the arguments together may also be one sequence written
// without quotes: R U F.
[[nodiscard]] std::vector<Scramble> read_position_arguments(
    const CommonOptions& options, const PositionForms& forms,
    const std::vector<std::string>& arguments);

// A position, or stickers that make no cube.
struct GivenPosition {
  Scramble position;                        // of stickers that make none, only the name
  std::optional<ImpossibleFacelets> fault;  // why they make none
};

// The same, for those who have something to say about impossible stickers: positions of
// forms.plain(). Throws Error for what cannot be read.
[[nodiscard]] std::vector<GivenPosition> read_given_positions(
    const CommonOptions& options, const PositionForms& forms,
    const std::vector<std::string>& arguments);

}  // namespace gyre::cli
