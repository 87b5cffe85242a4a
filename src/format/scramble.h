// Scramble files: Scramble, ScrambleState and ScrambleAlg blocks, compact lines. See
// docs/formats.md.
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/puzzle/definition.h>

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

struct Scramble {
  std::string name;
  State state;
  Alg alg = {};  // the sequence that it was given by, if it was
};

constexpr std::size_t kAnyLength = std::numeric_limits<std::size_t>::max();

// Throws Error with file, line and column. max_moves: a sequence that has more, written out, is
// refused before it is worked on.
[[nodiscard]] std::vector<Scramble> read_scrambles(const PuzzleDefinition& definition,
                                                   std::string_view text, const std::string& file,
                                                   std::size_t max_moves = kAnyLength);

// A ScrambleState block.
[[nodiscard]] std::string write_scramble(const PuzzleDefinition& definition,
                                         const Scramble& scramble);

}  // namespace gyre
