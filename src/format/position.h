// A position in whatever form a person has it: a sequence of moves from the solved state, a compact
// line (CPOS ...), a KPuzzle pattern ({...}), or a Scramble block.
#pragma once

#include "format/scramble.h"

#include <gyre/alg/alg.h>
#include <gyre/puzzle/definition.h>

#include <functional>
#include <string_view>
#include <vector>

namespace gyre {

// Throws Error with the place; `source` says where the text came from. The name stays empty.
// max_moves: as for read_scrambles.
[[nodiscard]] Scramble read_position(const PuzzleDefinition& definition, std::string_view text,
                                     const AlgSource& source = {},
                                     std::size_t max_moves = kAnyLength);

// Reads one position, as read_position does.
using PositionReader = std::function<Scramble(const PuzzleDefinition&, std::string_view text,
                                              const AlgSource& source)>;

// The positions in a text: those of a scramble file, or one position of another form a line, which
// `read_line` reads, or read_position if it is empty.
[[nodiscard]] std::vector<Scramble> read_positions(const PuzzleDefinition& definition,
                                                   std::string_view text, const std::string& file,
                                                   const PositionReader& read_line = {});

}  // namespace gyre
