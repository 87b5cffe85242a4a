// Names of puzzles where they are not asked for with -p: found as -p finds them, so that gyre can
// say what was meant.
#pragma once

#include <gyre/library/library.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre::cli {

// The name in the library of the puzzle that a text names or has for an alias; nothing if there is
// none.
[[nodiscard]] std::optional<std::string> find_puzzle_name(std::string_view text);

// "; did you mean -p megaminx?" for the first word that names a puzzle, or nothing.
[[nodiscard]] std::string puzzle_hint(const std::vector<std::string>& words);

}  // namespace gyre::cli
