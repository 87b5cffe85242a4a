// The definitions under puzzles/, put into the library at build time by tools/embed_puzzles.cmake.
#pragma once

#include <string>
#include <vector>

namespace gyre {

struct EmbeddedPuzzle {
  std::string name;
  std::string text;
};

[[nodiscard]] std::vector<EmbeddedPuzzle> embedded_puzzles();

}  // namespace gyre
