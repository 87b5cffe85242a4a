// Scramble files: Scramble, ScrambleState and ScrambleAlg blocks, compact lines. See
// docs/formats.md.
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/puzzle/definition.h>

#include <string>
#include <string_view>
#include <vector>

namespace gyre {

struct Scramble {
  std::string name;
  State state;
  Alg alg = {};  // the sequence that it was given by, if it was
};

// Throws Error with file, line and column.
[[nodiscard]] std::vector<Scramble> read_scrambles(const PuzzleDefinition& definition,
                                                   std::string_view text, const std::string& file);

// A ScrambleState block.
[[nodiscard]] std::string write_scramble(const PuzzleDefinition& definition,
                                         const Scramble& scramble);

}  // namespace gyre
