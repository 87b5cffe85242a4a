// KPuzzle JSON, the format of the JavaScript world. See docs/formats.md.
#pragma once

#include <gyre/puzzle/definition.h>

#include <stop_token>
#include <string>
#include <string_view>

namespace gyre {

// Throws Error with file, and line and column where the JSON itself is broken, else the JSON path;
// or if it is stopped.
[[nodiscard]] PuzzleDefinition read_kpuzzle(std::string_view text, const std::string& file,
                                            const std::stop_token& stop = {});
[[nodiscard]] std::string write_kpuzzle(const PuzzleDefinition& definition);

// A KPuzzle pattern (orbit name -> pieces, orientation, orientationMod).
[[nodiscard]] State read_kpattern(const PuzzleDefinition& definition, std::string_view text,
                                  const std::string& file);
[[nodiscard]] std::string write_kpattern(const PuzzleDefinition& definition, const State& state);

}  // namespace gyre
