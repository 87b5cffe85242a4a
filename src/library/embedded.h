// Files under puzzles/ that travel inside the library: put there at build time by
// tools/embed_puzzles.cmake.
#pragma once

#include <string>
#include <vector>

namespace gyre {

struct EmbeddedFile {
  std::string name;  // without folder and ending
  std::string text;
};

// puzzles/*.tws: definitions.
[[nodiscard]] std::vector<EmbeddedFile> embedded_puzzles();
// puzzles/plans/*.json: chains of phases that take long to find (general/phases/phase_plan_file).
[[nodiscard]] std::vector<EmbeddedFile> embedded_plans();

}  // namespace gyre
