// Definition files of the ksolve family (.tws, .def). The format is described in docs/formats.md.
#pragma once

#include <gyre/puzzle/definition.h>

#include <stop_token>
#include <string>
#include <string_view>

namespace gyre {

// Throws Error with file, line and column, or if it is stopped. `file` only names the text in
// errors.
[[nodiscard]] PuzzleDefinition read_tws(std::string_view text, const std::string& file,
                                        const std::stop_token& stop = {});

// Reading back what was written gives the same digest.
[[nodiscard]] std::string write_tws(const PuzzleDefinition& definition);
// The block that makes this a move of a definition file, from "Move" to "End".
[[nodiscard]] std::string write_move_block(const OrbitList& orbits, const std::string& name,
                                           const State& action);

}  // namespace gyre
