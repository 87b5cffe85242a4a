// A position in whatever form a person has it: a sequence of moves from the solved state, a compact
// line (CPOS ...), a KPuzzle pattern ({...}), or a Scramble block.
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/format/scramble.h>
#include <gyre/puzzle/definition.h>

#include <string_view>
#include <vector>

namespace gyre {

// Throws Error with the place; `source` says where the text came from. The name stays empty.
[[nodiscard]] Scramble read_position(const PuzzleDefinition& definition, std::string_view text,
                                     const AlgSource& source = {});

// The positions in a text: those of a scramble file, or one position of another form a line.
[[nodiscard]] std::vector<Scramble> read_positions(const PuzzleDefinition& definition,
                                                   std::string_view text, const std::string& file);

// The whole text of a file. Throws Error if it is a directory or cannot be read.
[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace gyre
