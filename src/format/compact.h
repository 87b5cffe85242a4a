// The compact position line: "CPOS" and one or two characters a slot. See docs/formats.md.
#pragma once

#include <gyre/base/error.h>
#include <gyre/puzzle/definition.h>

#include <string>
#include <string_view>

namespace gyre {

[[nodiscard]] std::string write_compact(const PuzzleDefinition& definition, const State& state);

// Throws Error; `place` is where the line starts. The position has been checked with
// PuzzleDefinition::check_position.
[[nodiscard]] State read_compact(const PuzzleDefinition& definition, std::string_view line,
                                 const SourcePlace& place = {});

}  // namespace gyre
